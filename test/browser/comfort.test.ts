import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { someOf } from "../support/runs.js";
import { describeInBrowser } from "./browser.js";
import { PlaygroundPage } from "./playground-page.js";
import { SiteInBrowser } from "./site.js";

const { candidate: FLAWED } = JSON.parse(readFileSync("examples/tide-table.json", "utf8"));
const TEXT = JSON.stringify(FLAWED);
/** 60 KiB with the same slip in every record. */
const MANY = JSON.stringify({
  ...FLAWED,
  supportedStrategies: ["fast"],
  sampleRecords: Array.from({ length: 432 }, (_, at) => ({ harbour: `${"x".repeat(90)}${at}`, metres: `${at}.5` })),
});

const used = new SiteInBrowser();

describeInBrowser.each(someOf(["dark", "light"] as const, 2))("the tools of the playground, in %s", (colorScheme) => {
  let page: Page;
  let playground: PlaygroundPage;
  beforeAll(async () => {
    ({ page, playground } = await used.open({ colorScheme, acceptDownloads: true }));
    await playground.open("#domain=generator-option");
  });
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  test("Share copies a link that opens the candidate, without the key", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await playground.show("send");
    await page.fill("input[name=key]", "ai_secret");
    await playground.show("problems");
    await playground.type(TEXT);
    await button("Share").click();
    await page.locator(".notice", { hasText: "The link is copied." }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/playground#domain=generator-option&version=v1&c=[\w-]+$/);
    expect(link).not.toContain("ai_secret");
    await playground.open(new URL(link).hash);
    expect(await playground.text()).toBe(TEXT);
  });

  test("Format changes white space alone, and can be undone", async () => {
    const text = '{"b":1.0,"a":[1,2],"1":12345678901234567890}';
    await playground.type(text);
    await button("Format").click();
    const formatted = '{\n  "b": 1.0,\n  "a": [1, 2],\n  "1": 12345678901234567890\n}';
    expect(await playground.text()).toBe(formatted);
    await button("Undo").click();
    expect(await playground.text()).toBe(text);
    await page.keyboard.press("Shift+Alt+F");
    expect(await playground.text()).toBe(formatted);
  });

  test("a file can be opened and dropped, and the candidate downloaded", async () => {
    await playground.type("{}");
    const file = { name: "mine.json", mimeType: "application/json", buffer: Buffer.from(TEXT) };
    await page.setInputFiles("input[type=file]", file);
    await playground.waitForTitle("2 errors");
    expect(await page.innerText(".notice")).toContain("mine.json is open.");
    await button("Undo").click();
    await page.waitForFunction(() => document.querySelector(".headline b")?.textContent !== "2 errors");
    await page.evaluate((dropped) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([dropped], "dropped.json"));
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, composed: true });
      document.querySelector("#editor")?.shadowRoot?.querySelector(".cm-content")?.dispatchEvent(event);
    }, TEXT);
    await playground.waitForTitle("2 errors");
    expect(await playground.text()).toBe(TEXT);
    const [download] = await Promise.all([page.waitForEvent("download"), button("Download").click()]);
    expect(download.suggestedFilename()).toBe("candidate.json");
    expect(readFileSync(await download.path(), "utf8")).toBe(TEXT);
    await page.setInputFiles("input[type=file]", { ...file, buffer: Buffer.alloc(1_000_001, 32) });
    await page.locator(".notice", { hasText: "mine.json is too large" }).waitFor();
  });

  test("lines are wrapped and the split is moved as one likes, also next time", async () => {
    await playground.type(TEXT);
    const hidden = () =>
      page.evaluate(() => {
        const scroller = document.querySelector("#editor")?.shadowRoot?.querySelector(".cm-scroller") as HTMLElement;
        return scroller.scrollWidth - scroller.clientWidth;
      });
    expect(await hidden()).toBeGreaterThan(0);
    await button("Wrap lines").click();
    expect(await hidden()).toBe(0);

    const width = () => page.locator("#editor").evaluate((editor) => Math.round(editor.getBoundingClientRect().width));
    const handle = page.getByRole("separator", { name: "Width of the editor" });
    const before = await width();
    const { x, y } = (await handle.boundingBox()) as { x: number; y: number };
    await page.mouse.move(x + 3, y + 100);
    await page.mouse.down();
    await page.mouse.move(x - 200, y + 100);
    await page.mouse.up();
    expect(await width()).toBeLessThan(before - 150);
    const dragged = await width();
    await handle.focus();
    await page.keyboard.press("ArrowRight");
    expect(await width()).toBeGreaterThan(dragged);
    const moved = await width();

    await playground.open("#domain=generator-option");
    expect([await width(), await button("Wrap lines").getAttribute("aria-pressed")]).toEqual([moved, "true"]);
    await button("Wrap lines").click();
    await handle.dblclick();
    expect(await width()).toBe(before);
  });

  test("? lists the shortcuts, but can be typed in the editor", async () => {
    await page.locator(".headline").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await playground.type('"');
    await page.keyboard.type("?");
    expect([await playground.text(), await page.getByRole("dialog").count()]).toEqual(['"?"', 0]);
    await playground.type(TEXT);
    await playground.waitForTitle("2 errors");
    await page.keyboard.press("Control+Enter");
    await playground.waitForTitle("Valid so far");
  });

  test("a draft outlasts its tab, until one starts over", async () => {
    await playground.type(TEXT);
    await page.waitForFunction((text) => localStorage.getItem("assay-draft")?.includes(JSON.stringify(text)), TEXT);
    const later = await page.context().newPage();
    const next = new PlaygroundPage(later, used.site.url);
    await next.open();
    await next.waitForTitle("2 errors");
    expect(await next.text()).toBe(TEXT);
    expect(await later.innerText(".notice")).toContain("This is your draft from last time.");
    await later.locator(".notice").getByRole("button", { name: "Start over" }).click();
    await later.waitForFunction(() => document.querySelector(".headline b")?.textContent !== "2 errors");
    await later.waitForFunction(() => localStorage.getItem("assay-draft") === null);
    await later.close();
  });

  test("a start says what it loads", async () => {
    const offered = await page.locator(".picks select").last().locator("option").allInnerTexts();
    expect(offered).toContain("Broken: a misspelled strategy");
    expect(offered).not.toContain("Every supported strategy is one that the product offers.");
  });

  test("equal errors of a column share a card, a fix for all, and their places on demand", async () => {
    await playground.paste(MANY);
    await playground.waitForTitle("432 errors");
    expect(await playground.codes()).toEqual(["sample-record-values-have-declared-types"]);
    expect(await page.locator(".problem .pill").innerText()).toBe("100 times");
    expect(await page.locator(".places li").count()).toBe(0);
    await page.locator(".places summary").click();
    expect(await page.locator(".places li").count()).toBe(100);
    expect(await page.locator(".places li").nth(99).innerText()).toContain('"99.5"');
    await button("Apply to all 100").click();
    await playground.waitForTitle("332 errors");
    await button("Undo").click();
    await playground.waitForTitle("432 errors");
  });
});

describeInBrowser("the playground without a script, and on a phone", () => {
  test("says first that it needs a script, and shows an example with what is wrong in it", async () => {
    const { page } = await used.open({ javaScriptEnabled: false });
    await page.goto(`${used.site.url}/playground`);
    const main = await page.innerText("main");
    expect(main).toMatch(/^Playground\s+The playground checks what you type in your browser, and needs JavaScript/);
    expect(main).toContain('"generatorId"');
    const cards = await page.locator(".card").count();
    expect(cards).toBeGreaterThan(1);
    expect(main).toContain(`${cards} errors`);
    await page.context().close();
  });

  test("with a script, the same example is there from the start", async () => {
    const { page, playground, complaints } = await used.open();
    const release = await playground.hold("**/worker-*.js");
    await page.goto(`${used.site.url}/playground`);
    await page.waitForSelector("#tools button");
    const drawn = await page.locator(".side .card").count();
    const text = await playground.text();
    release();
    await playground.settled();
    expect([await page.locator(".problem").count(), await playground.text()]).toEqual([drawn, text]);
    // The editor is loaded for the click, and takes it over.
    expect(await page.locator(".cm-content").count()).toBe(0);
    await page.locator("#editor").click({ position: { x: 200, y: 24 } });
    await page.waitForSelector(".cm-editor.cm-focused");
    await page.keyboard.type("x");
    const [first] = text.split("\n");
    expect((await playground.text()).split("\n")[0]).toBe(`${first}x`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the selects of a phone have labels that can be seen, and the editor shows its focus", async () => {
    const { page, playground } = await used.open({ viewport: { width: 390, height: 844 } });
    await playground.open("#domain=generator-option");
    for (const label of ["Domain", "Version", "Start from"]) {
      const box = await page.locator(".pick span", { hasText: label }).boundingBox();
      expect([label, (box?.height ?? 0) > 10, (box?.width ?? 0) > 20]).toEqual([label, true, true]);
    }
    await page.focus(".cm-content");
    await page.waitForSelector(".cm-editor.cm-focused");
    const outline = await page.evaluate(() => {
      const editor = document.querySelector("#editor")?.shadowRoot?.querySelector(".cm-editor") as Element;
      const { outlineStyle, outlineWidth } = getComputedStyle(editor);
      return [outlineStyle, outlineWidth];
    });
    expect(outline).toEqual(["solid", "2px"]);
    await page.context().close();
  });
});
