import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { someOf } from "../support/runs.js";
import { becomes } from "./becomes.js";
import { describeInBrowser } from "./browser.js";
import type { PlaygroundPage } from "./playground-page.js";
import { used } from "./site.js";

const RULE = "supported-strategies-are-unique";
const FILE = JSON.parse(readFileSync(`rules/generator-option/v1/rules/${RULE}.json`, "utf8"));

describeInBrowser.each(someOf(["light", "dark"] as const, 2))("the editor of a rule, in %s", (colorScheme) => {
  let page: Page;
  let editor: PlaygroundPage;
  const sent: string[] = [];
  beforeAll(async () => {
    ({ page, playground: editor } = await used.open({ colorScheme, acceptDownloads: true }));
    page.on("request", (request) => sent.push(request.method()));
    await page.goto(`${used.site.url}/rules/generator-option/v1#${RULE}`);
    await page.getByRole("link", { name: `Edit this rule: ${RULE}` }).click();
    await editor.waitForTitle("All 2 examples pass");
  });
  const write = async (value: object | string) => {
    await page.focus(".cm-content");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  };

  test("starts with the file of the rule as it is formatted, and shows no difference", async () => {
    const opened = await editor.text();
    expect(JSON.parse(opened)).toEqual(FILE);
    expect(Object.keys(JSON.parse(opened))).toEqual(Object.keys(FILE));
    await page.getByRole("button", { name: "Format" }).click();
    expect(await editor.text()).toBe(opened);
    expect(await page.innerText(".sheet")).toContain("None. This is the published rule.");
  });

  test("shows at once which example breaks, where, and what was changed", async () => {
    await write((await editor.text()).replace(FILE.message, "{actual} is listed twice"));
    await editor.waitForTitle("1 of 2 examples break");
    const broken = page.locator(".trial", { hasText: "breaks" });
    expect(await broken.innerText()).toContain(FILE.examples[1].title);
    expect(await broken.innerText()).toContain('the message is "\\"fast\\" is listed twice"');
    await becomes(() => page.locator(".diff ins").allInnerTexts(), [expect.stringContaining("is listed twice")]);
    await broken.getByRole("button", { name: /^line/ }).click();
    await becomes(() => page.evaluate(() => document.activeElement?.id), "editor");
    await page.getByRole("button", { name: "Start over" }).click();
    await editor.waitForTitle("All 2 examples pass");
  });

  test("says what no rule can have, and a pattern that is too slow to be tried", async () => {
    await write({ ...FILE, severity: "fatal" });
    await editor.waitForTitle("1 error");
    expect(await page.innerText(".list")).toContain('"fatal" is not known here; allowed: error, warning, info');
    await becomes(() => editor.squiggles(), expect.arrayContaining(['"severity"']));
    await write({ ...FILE, check: { at: "/description", pattern: "^(\\w+\\s?)+$" } });
    await page.locator(".list", { hasText: "slow" }).waitFor();
    await write({ ...FILE, check: { at: "/description", "one-of": { spec: "/nowhere" } } });
    await page.locator(".list", { hasText: "/nowhere" }).waitFor();
  });

  test("is searched by Control+F", async () => {
    await write(FILE);
    expect(await editor.find("TWICE")).toBe("twice");
  });

  test("completes names and values from the schema of rules", async () => {
    await editor.clearAll();
    await page.keyboard.type('{ "severity": "');
    await becomes(() => editor.completions(), ['"error"', '"info"', '"warning"']);
    await editor.clearAll();
    await page.keyboard.type('{ "check": { "un');
    await becomes(() => editor.completions(), expect.arrayContaining(['"unique"']));
  });

  test("gives the file to download, and sends nothing", async () => {
    await write({ ...FILE, summary: "Mine." });
    await page.locator(".diff ins", { hasText: "Mine." }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${RULE}.json`);
    expect(JSON.parse(readFileSync(await download.path(), "utf8")).summary).toBe("Mine.");
    expect(new Set(sent)).toEqual(new Set(["GET"]));
  });
});
