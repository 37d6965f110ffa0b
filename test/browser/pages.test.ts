import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { someOf, times } from "../support/runs.js";
import { describeInBrowser, type WatchedPage } from "./browser.js";
import { SiteInBrowser } from "./site.js";

const AXE = readFileSync(fileURLToPath(new URL("node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");

/** Parts that one template makes many times: a few of each are enough, except where everything is tested. */
const REPEATED = [".rule", ".codes > div", ".contents li", ".example"].map((part) => `${part}:nth-of-type(n + 4)`);
const EXCLUDED = times(1) > 1 ? [] : REPEATED;

const PAGES = [
  "/",
  "/rules",
  "/rules/generator-option",
  "/rules/generator-option/v1",
  "/rules/generator-option/v1/supported-strategies-are-unique/edit",
  "/reference",
  "/problems",
  "/problems/rate-limited",
  "/readyz",
  "/nowhere",
];

const used = new SiteInBrowser();

describeInBrowser("the pages", () => {
  let watched: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    watched = await used.open();
    page = watched.page;
  });

  test("a copy button copies, and a region that was there before announces it", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(used.site.url);
    const status = page.locator("body > p[role=status]");
    expect(await status.innerText()).toBe("");
    await page.locator("button.copy:visible").first().click();
    await page.waitForFunction(() => document.querySelector("body > p[role=status]")?.textContent === "Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("curl");
  });

  test("the search of a rules page shows the codes that have all words", async () => {
    await page.goto(`${used.site.url}/rules/data-contract/v1`);
    const search = page.getByRole("searchbox");
    await search.fill("contract is for one dataset");
    expect(await page.locator(".searched:visible").evaluateAll((found) => found.map(({ id }) => id))).toEqual([
      "dataset-is-new",
    ]);
    await search.fill("no such words");
    expect(await page.innerText("[data-count]")).toBe("No code matches");
  });

  test("an operation of the reference can be tried with the key of the tab", async () => {
    await page.goto(`${used.site.url}/reference`);
    const form = page.getByRole("form", { name: "Try validateProposal" });
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("401 Unauthorized").waitFor();
    await form.getByLabel("Key").fill(used.site.key);
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("200 OK").waitFor();
    expect(await form.getByLabel("Response").innerText()).toContain('"valid": true');
    const other = page.getByRole("form", { name: "Try getSpecPackage" });
    await other.getByLabel("version").fill("v9");
    await other.getByRole("button", { name: "Send" }).click();
    await other.getByText("404 Not Found").waitFor();
    // The playground has the same key, and no address has it.
    await page.goto(`${used.site.url}/playground#domain=generator-option`);
    await page.click("#tab-send");
    expect(await page.inputValue("input[name=key]")).toBe(used.site.key);
    expect(page.url()).not.toContain(used.site.key);
    const failed = watched.complaints.splice(0).filter((text) => !text.startsWith("Failed to load resource"));
    expect(failed).toEqual([]);
  });

  test("the theme that is chosen holds on every page, whatever the system says", async () => {
    const { page: own } = await used.open({ colorScheme: "light" });
    const background = () => own.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await own.goto(used.site.url);
    const light = await background();
    await own.getByLabel("Theme").selectOption("dark");
    const dark = await background();
    expect(dark).not.toBe(light);
    for (const path of ["/playground", "/reference"]) {
      await own.goto(used.site.url + path);
      expect([path, await background(), await own.getByLabel("Theme").inputValue()]).toEqual([path, dark, "dark"]);
    }
    await own.emulateMedia({ colorScheme: "dark" });
    await own.getByLabel("Theme").selectOption("light");
    expect(await background()).toBe(light);
    await own.getByLabel("Theme").selectOption("");
    expect(await background()).toBe(dark);
    await own.context().close();
  });

  const looks = [
    ["dark", 360],
    ["dark", 1280],
    ["light", 360],
    ["light", 1280],
  ] as const;
  test.each(someOf(looks.toReversed(), looks.length))(
    "axe-core finds nothing in %s at %i px, no page complains, and nothing is wider than the window",
    async (colorScheme, width) => {
      const viewport = { width, height: 800 };
      const { page: own, complaints, foreign } = await used.open({ colorScheme, viewport });
      for (const path of PAGES) {
        await own.goto(used.site.url + path);
        if (path.endsWith("/edit")) await own.waitForSelector(".trial");
        expect([path, await violations(own), await overflow(own)]).toEqual([path, [], 0]);
      }
      // The last one is not there, which Chromium itself reports.
      expect([complaints.slice(0, -1), foreign]).toEqual([[], []]);
      await own.context().close();
    },
  );

  test.each(someOf(looks, looks.length))(
    "axe-core finds nothing in the playground in %s at %i px, and nothing is wider than the window",
    async (colorScheme, width) => {
      const { page: own, playground } = await used.open({ colorScheme, viewport: { width, height: 800 } });
      await playground.open("#domain=generator-option");
      for (const tab of ["problems", "package", "compare", "send"] as const) {
        await playground.show(tab);
        expect([tab, await violations(own), await overflow(own)]).toEqual([tab, [], 0]);
      }
      expect(await own.locator(".views").evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)).toBe(0);
      await own.click(".outcome .primary");
      await playground.waitForTitle("Valid so far");
      for (const tab of ["problems", "package"] as const) {
        await playground.show(tab);
        expect([tab, await violations(own), await overflow(own)]).toEqual([tab, [], 0]);
      }
      await playground.show("problems");
      await playground.clear();
      expect(["empty", await violations(own), await overflow(own)]).toEqual(["empty", [], 0]);
      await own.keyboard.type("{");
      await own.waitForSelector(".cm-completionDetail");
      expect(["completion", await violations(own), await overflow(own)]).toEqual(["completion", [], 0]);
      await playground.type(`{ "${"x".repeat(100)}": 1 }`);
      await own.waitForSelector(".problem .subject");
      expect(await own.locator(".panel").evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
      expect(["a long word", await violations(own), await overflow(own)]).toEqual(["a long word", [], 0]);
      await own.context().close();
    },
  );
});

/** By axe-core, once all that moves has come to rest: a color on its way may have too little contrast. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .map((one) => (one.effect?.getComputedTiming().iterations === Infinity ? undefined : one.finished)),
    ),
  );
  // The policy of the page does not hold for the driver.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async (exclude) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const found = await axe.run(
      { exclude },
      {
        // Off by default: whoever speaks to a page says what is written on a button.
        rules: { "label-content-name-mismatch": { enabled: true } },
        // To describe all that is right takes most of the time.
        resultTypes: ["violations"],
        selectors: false,
      },
    );
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, EXCLUDED);
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}
