import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { findChromium, HAS_PACKAGED_BROWSER, packagedChromium } from "./find-browser.js";

const driver = fileURLToPath(new URL("node_modules/playwright-core", import.meta.url));
export const hasBrowser =
  existsSync(driver) && (findChromium() !== undefined || HAS_PACKAGED_BROWSER);

/**
 * Says plainly that nothing was tested: without a browser, or without the driver that `npm test`
 * installs.
 */
export const describeInBrowser: typeof describe = hasBrowser ? describe : (skipping() as never);

function skipping() {
  const skip = (name: string) =>
    describe.skip(`${name} (skipped: no browser)`, () => void test("is skipped", () => {}));
  return Object.assign(skip, { each: () => skip });
}

/** A little less than a test may take, so a wait in vain says what it waited for. */
const MAX_WAIT_MS = 170_000;

export async function launch(): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  const found = process.env.PACKAGED_BROWSER === "on" ? undefined : findChromium();
  if (found !== undefined)
    return chromium.launch({ executablePath: found, args: ["--no-sandbox"], timeout: MAX_WAIT_MS });
  // Its types are not installed where another browser is.
  const packaged: { args: string[]; executablePath(): Promise<string> } = await packagedChromium();
  // In a single process, the first context that is closed ends the browser.
  const args = packaged.args.filter((arg) => arg !== "--single-process");
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args,
    timeout: MAX_WAIT_MS,
  });
}

/**
 * What leaves a page after seconds: a busy machine may need minutes until it has read or used it.
 */
const patientPage = () => {
  const { setTimeout } = globalThis;
  const isLong = (ms = 0) => ms >= 1000 && !("isHasty" in globalThis);
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number) =>
      setTimeout(run, isLong(ms) ? 30 * (ms as number) : ms),
  });
};

/** A page that remembers what it must not do: speak to another host, or complain. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
  readonly foreign: string[];
}

export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(MAX_WAIT_MS);
  await context.addInitScript(patientPage);
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("data:")) foreign.push(url);
  });
  return { page, complaints, foreign };
}
