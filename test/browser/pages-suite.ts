import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { repetitions, someOf } from "../support/runs.js";
import { becomes } from "./becomes.js";
import { describeInBrowser } from "./browser.js";
import type { PlaygroundPage } from "./playground-page.js";
import { used } from "./site.js";

const AXE = fileURLToPath(new URL("node_modules/axe-core/axe.min.js", import.meta.url));

/**
 * Parts that one template makes many times. A few of each are enough, except where everything is
 * tested: axe-core takes seconds for a long page.
 */
const REPEATED =
  ":is(.rule, .example, .contents li, figure, tr, dl > div):nth-of-type(n + 4), pre span:nth-of-type(n + 20)";
const LEFT_OUT = repetitions(1) > 1 ? "" : REPEATED;

/** Every second one is long or has a script of its own. */
const PAGES = [
  "/",
  "/rules",
  "/rules/generator-option/v1",
  "/rules/generator-option",
  "/reference",
  "/problems/rate-limited",
  "/problems",
  "/nowhere",
];
const LOOKS = [
  ["light", 1280],
  ["light", 360],
  ["dark", 1280],
  ["dark", 360],
] as const;

describeInBrowser("the pages", () => {
  let page: Page;
  let playground: PlaygroundPage;
  let complaints: string[];
  let foreign: string[];
  beforeAll(async () => {
    ({ page, playground, complaints, foreign } = await used.open());
  });
  // Chromium itself reports a status of 400 and above.
  const ownComplaints = () =>
    complaints.splice(0).filter((text) => !text.startsWith("Failed to load resource"));
  const look = async (colorScheme: "light" | "dark", width: number) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
  };

  test.each(someOf(LOOKS, LOOKS.length))(
    "axe-core finds nothing in %s at %i px, no page complains, and nothing is wider than the window",
    async (colorScheme, width) => {
      await look(colorScheme, width);
      for (const path of someOf(PAGES, 2)) {
        await page.goto(used.site.url + path);
        expect([path, await overflow(page), await violations(page)]).toEqual([path, 0, []]);
      }
      expect([ownComplaints(), foreign]).toEqual([[], []]);
    },
  );

  test("a copy button copies, and a region that was there before announces it", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await look("light", 1280);
    await page.goto(used.site.url);
    expect(await page.innerText("body > p[role=status]")).toBe("");
    await page.locator("button.copy:visible").first().click();
    await becomes(() => page.innerText("body > p[role=status]"), "Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("curl");
  });

  test("a rule that an address names is open, and the others are folded", async () => {
    await page.goto(`${used.site.url}/rules/generator-option/v1#owner-kind-is-allowed`);
    const open = () =>
      page.locator(".rule:has(> details[open])").evaluateAll((rules) => rules.map(({ id }) => id));
    expect(await open()).toEqual(["owner-kind-is-allowed"]);
    await page.goto(`${used.site.url}/rules/generator-option/v1#generator-id-is-free`);
    await becomes(async () => (await open()).includes("generator-id-is-free"), true);
  });

  test("the theme and the key of a person hold on every page, and no address has the key", async () => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await look("light", 1280);
    const light = await background();
    const theme = () => page.getByRole("button", { name: /^Theme/ });
    const next = () => theme().click();
    for (const _ of ["light", "dark"]) await next();
    const dark = await background();
    expect(dark).not.toBe(light);

    await page.goto(`${used.site.url}/reference`);
    expect([await background(), await theme().getAttribute("aria-label")]).toEqual([
      dark,
      "Theme: dark",
    ]);
    const form = page.getByRole("form", { name: "Try validateProposal" });
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("401 Unauthorized").waitFor();
    await form.getByLabel("Key").fill(used.site.key);
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("200 OK").waitFor();
    await becomes(
      () => form.getByLabel("Response").innerText(),
      expect.stringContaining('"valid": true'),
    );
    const other = page.getByRole("form", { name: "Try getSpecPackage" });
    await other.getByLabel("version").fill("v9");
    await other.getByRole("button", { name: "Send" }).click();
    await other.getByText("404 Not Found").waitFor();

    await page.goto(`${used.site.url}/playground#domain=generator-option`);
    await page.click("#tab-send");
    expect(await page.inputValue("input[name=key]")).toBe(used.site.key);
    expect(page.url()).not.toContain(used.site.key);
    expect([await background(), await theme().getAttribute("aria-label")]).toEqual([
      dark,
      "Theme: dark",
    ]);
    await page.emulateMedia({ colorScheme: "dark" });
    await next();
    expect([await background(), await theme().getAttribute("aria-label")]).toEqual([
      dark,
      "Theme: system",
    ]);
    await next();
    expect(await background()).toBe(light);
    for (const _ of ["dark", "system"]) await next();
    expect(ownComplaints()).toEqual([]);
  });

  test.each(someOf(LOOKS.toReversed(), LOOKS.length))(
    "axe-core finds nothing in the playground in %s at %i px, and nothing is wider than the window",
    async (colorScheme, width) => {
      const isFine = async (state: string) =>
        expect([state, await overflow(page), await violations(page)]).toEqual([state, 0, []]);
      await look(colorScheme, width);
      await playground.follow("#domain=generator-option");
      for (const tab of someOf(["problems", "package", "send"] as const, 3)) {
        await playground.show(tab);
        await isFine(tab);
      }
      expect(
        await page.locator(".views").evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth),
      ).toBe(0);
      await page.click(".outcome .primary");
      await playground.waitForTitle("Valid so far");
      for (const tab of someOf(["package", "problems"] as const, 2)) {
        await playground.show(tab);
        await isFine(`${tab} of a valid candidate`);
      }
      await playground.show("problems");
      await playground.type(`{ "${"x".repeat(100)}": 1 }`);
      await page.waitForSelector(".problem .subject");
      expect(
        await page.locator(".panel").evaluate((panel) => panel.scrollWidth - panel.clientWidth),
      ).toBe(0);
      await playground.clear();
      await page.keyboard.type("{");
      await page.waitForSelector(".cm-completionDetail");
      await isFine("an empty candidate with completions");
    },
  );

  test("the search of a rules page shows the codes that have all words", async () => {
    await page.goto(`${used.site.url}/rules/data-contract/v1`);
    const search = page.getByRole("searchbox");
    await search.fill("contract is for one dataset");
    const found = () =>
      page.locator(".searched:visible").evaluateAll((codes) => codes.map(({ id }) => id));
    await becomes(found, ["dataset-is-new"]);
    await search.fill("no such words");
    await becomes(() => page.innerText("[data-count]"), "No code matches");
  });
});

/**
 * By axe-core, once all that moves has come to rest: a color on its way may have too little
 * contrast.
 */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .map((one) =>
          one.effect?.getComputedTiming().iterations === Infinity ? undefined : one.finished,
        ),
    ),
  );
  // The policy of the page does not hold for the driver.
  if (!(await page.evaluate(() => "axe" in globalThis)))
    await page.evaluate(readFileSync(AXE, "utf8"));
  return page.evaluate(async (leftOut) => {
    if (leftOut !== "") for (const part of document.querySelectorAll(leftOut)) part.remove();
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const found = await axe.run({
      // Off by default: whoever speaks to a page says what is written on a button.
      rules: { "label-content-name-mismatch": { enabled: true } },
      // To describe all that is right takes most of the time.
      resultTypes: ["violations"],
      selectors: false,
    });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  }, LEFT_OUT);
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}
