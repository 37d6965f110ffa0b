import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { slowTest, someOf } from "../support/runs.js";
import { becomes } from "./becomes.js";
import { describeInBrowser } from "./browser.js";
import { PlaygroundPage } from "./playground-page.js";
import { used } from "./site.js";

const { candidate: FLAWED } = JSON.parse(readFileSync("examples/tide-table.json", "utf8"));
const TEXT = JSON.stringify(FLAWED);
/** 60 KiB with the same slip in every record. */
const MANY = JSON.stringify({
  ...FLAWED,
  supportedStrategies: ["fast"],
  sampleRecords: Array.from({ length: 432 }, (_, at) => ({
    harbour: `${"x".repeat(90)}${at}`,
    metres: `${at}.5`,
  })),
});

describeInBrowser.each(someOf(["light", "dark"] as const, 2))(
  "the tools of the playground, in %s",
  (colorScheme) => {
    let page: Page;
    let playground: PlaygroundPage;
    beforeAll(async () => {
      ({ page, playground } = await used.playground(colorScheme));
      await playground.goOn();
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
      await playground.follow(new URL(link).hash);
      await becomes(() => playground.text(), TEXT);
    });

    test("Format loses no digit of a number, and can be undone", async () => {
      const text = '{"b":1.0,"a":[1,2],"1":0.1234567890123456789}';
      await playground.type(text);
      await button("Format").click();
      const formatted = '{ "b": 1.0, "a": [1, 2], "1": 0.1234567890123456789 }';
      await becomes(() => playground.text(), formatted);
      await button("Undo").click();
      await becomes(() => playground.text(), text);
      await page.keyboard.press("Shift+Alt+F");
      await becomes(() => playground.text(), formatted);
    });

    test("a file can be opened and dropped, and the candidate downloaded", async () => {
      await playground.type("{}");
      const file = { name: "mine.json", mimeType: "application/json", buffer: Buffer.from(TEXT) };
      await page.setInputFiles("input[type=file]", file);
      await playground.waitForTitle("2 errors");
      await page.locator(".notice", { hasText: "mine.json is open." }).waitFor();
      await button("Undo").click();
      await becomes(() => playground.text(), "{}");
      await playground.settled();
      await page.evaluate((dropped) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([dropped], "dropped.json"));
        const event = new DragEvent("drop", {
          dataTransfer,
          bubbles: true,
          cancelable: true,
          composed: true,
        });
        document
          .querySelector("#editor")
          ?.shadowRoot?.querySelector(".cm-content")
          ?.dispatchEvent(event);
      }, TEXT);
      await playground.waitForTitle("2 errors");
      await becomes(() => playground.text(), TEXT);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        button("Download").click(),
      ]);
      expect(download.suggestedFilename()).toBe("candidate.json");
      expect(readFileSync(await download.path(), "utf8")).toBe(TEXT);
      await page.setInputFiles("input[type=file]", {
        ...file,
        buffer: Buffer.alloc(1_000_001, 32),
      });
      await page.locator(".notice", { hasText: "mine.json is too large" }).waitFor();
    });

    test("lines are wrapped and the split is moved as one likes; a reload keeps both, and the text", async () => {
      await playground.type(TEXT);
      await page.locator("select").nth(1).selectOption("v2");
      const hidden = () =>
        page.evaluate(() => {
          const scroller = document
            .querySelector("#editor")
            ?.shadowRoot?.querySelector(".cm-scroller") as HTMLElement;
          return scroller.scrollWidth - scroller.clientWidth;
        });
      expect(await hidden()).toBeGreaterThan(0);
      await button("Wrap lines").click();
      await becomes(hidden, 0);

      const width = () =>
        page
          .locator("#editor")
          .evaluate((editor) => Math.round(editor.getBoundingClientRect().width));
      const handle = page.getByRole("separator", { name: "Width of the editor" });
      const before = await width();
      const { x, y } = (await handle.boundingBox()) as { x: number; y: number };
      await page.mouse.move(x + 3, y + 100);
      await page.mouse.down();
      await page.mouse.move(x - 200, y + 100);
      await page.mouse.up();
      const dragged = await width();
      expect(dragged).toBeLessThan(before - 150);
      await handle.focus();
      await page.keyboard.press("ArrowRight");
      const moved = await width();
      expect(moved).toBeGreaterThan(dragged);

      await page.waitForFunction(
        (text) => history.state?.text === text && history.state.version === "v2",
        TEXT,
      );
      await page.reload();
      await playground.settled();
      await becomes(() => playground.text(), TEXT);
      expect(await page.locator("select").nth(1).inputValue()).toBe("v2");
      expect([await width(), await button("Wrap lines").getAttribute("aria-pressed")]).toEqual([
        moved,
        "true",
      ]);
      await button("Wrap lines").click();
      await handle.dblclick();
      await becomes(width, before);
      await page.locator("select").nth(1).selectOption("v1");
    });

    test("Control+F searches the editor", async () => {
      await playground.type(TEXT);
      expect(await playground.find("REALSTIC")).toBe("realstic");
    });

    test("? lists the shortcuts, but can be typed in the editor", async () => {
      await page.locator(".headline").focus();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await playground.type('"');
      await page.keyboard.type("?");
      await becomes(
        async () => [await playground.text(), await page.getByRole("dialog").count()],
        ['"?"', 0],
      );
      await playground.type(TEXT);
      await playground.waitForTitle("2 errors");
      await page.keyboard.press("Control+Enter");
      await playground.waitForTitle("Valid so far");
    });

    test("a draft outlasts its tab, until one starts over", async () => {
      await playground.type(TEXT);
      await page.waitForFunction(
        (text) => localStorage.getItem("assay-draft")?.includes(JSON.stringify(text)),
        TEXT,
      );
      const later = await page.context().newPage();
      const next = new PlaygroundPage(later, used.site.url);
      await next.open();
      await next.waitForTitle("2 errors");
      await becomes(() => next.text(), TEXT);
      await later.locator(".notice", { hasText: "This is your draft from last time." }).waitFor();
      await later.locator(".notice").getByRole("button", { name: "Start over" }).click();
      await becomes(() => later.locator(".picks select").last().inputValue(), '{"kind":"flawed"}');
      await later.waitForFunction(() => localStorage.getItem("assay-draft") === null);
      await later.close();
    });

    test("a start says what it loads", async () => {
      const offered = await page.locator(".picks select").last().locator("option").allInnerTexts();
      expect(offered).toContain("Broken: a misspelled strategy");
      expect(offered).not.toContain("Every supported strategy is one that the product offers.");
    });

    test("a card and its line glow together", async () => {
      await playground.type(JSON.stringify(FLAWED, null, 2));
      await playground.waitForTitle("2 errors");
      const card = page.locator(".problem", { hasText: "supported-strategies-are-known" });
      const glowing = () => page.locator(".cm-line.glow").allInnerTexts();
      await card.hover();
      await becomes(glowing, [expect.stringContaining('"realstic"')]);
      await page.locator(".headline").hover();
      await becomes(glowing, []);
      const cards = () => page.locator(".problem.glow header a").allInnerTexts();
      await page.locator(".cm-line", { hasText: '"realstic"' }).hover();
      await becomes(cards, ["supported-strategies-are-known"]);
      await page.locator(".cm-line", { hasText: '"generatorName"' }).hover();
      await becomes(cards, []);
    });

    test("a repair shows for a moment what it changed, unless one wants no motion", async () => {
      const apply = async () => {
        await playground.type(JSON.stringify(FLAWED, null, 2));
        await playground.waitForTitle("2 errors");
        // What is shown is gone after a moment, so it is noted when it comes.
        await page.evaluate(() => {
          const shown: unknown[] = [];
          Object.assign(globalThis, { shown });
          const root = document.querySelector("#editor")?.shadowRoot as ShadowRoot;
          const note = () =>
            shown.push(
              ...[...root.querySelectorAll(".changed")].map(({ textContent }) => textContent),
            );
          new MutationObserver(note).observe(root, {
            childList: true,
            subtree: true,
            attributes: true,
          });
        });
        await button("Apply repair").click();
        await playground.waitForTitle("Valid so far");
        await becomes(() => page.locator(".changed").count(), 0);
        return page.evaluate(() => [...new Set((globalThis as { shown?: string[] }).shown)]);
      };
      expect(await apply()).toEqual(['"realistic"', "6.9"]);
      await page.emulateMedia({ reducedMotion: "reduce" });
      expect(await apply()).toEqual([]);
      await page.emulateMedia({ reducedMotion: "no-preference" });
    });

    test("the answer is copied for an agent as models get it", async () => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await playground.type(JSON.stringify(FLAWED, null, 2));
      await playground.waitForTitle("2 errors");
      await button("Copy for my agent").click();
      await page.locator(".notice", { hasText: "Copied for my agent." }).waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      expect(text).toMatch(/^Invalid: 2 errors\.\n- \/candidate\/supportedStrategies\/0 /);
      expect(text).toMatch(/Repair \(JSON Patch for your arguments, 0 errors left\):\n\[\{"op"/);
    });

    test("equal errors of a column share a card, a fix for all, and their places on demand", async () => {
      await playground.paste(MANY);
      await playground.waitForTitle("432 errors");
      expect(await playground.codes()).toEqual(["sample-record-values-have-declared-types"]);
      expect(await page.locator(".problem .pill").innerText()).toBe("100 times");
      expect(await page.locator(".places li").count()).toBe(0);
      await page.locator(".places summary").click();
      await becomes(() => page.locator(".places li").count(), 100);
      expect(await page.locator(".places li").nth(99).innerText()).toContain('"99.5"');
      await button("Apply to all 100").click();
      await playground.waitForTitle("332 errors");
      await button("Undo").click();
      await playground.waitForTitle("432 errors");
    });

    test("the selects of a phone have labels that can be seen, and the editor shows its focus", async () => {
      const viewport = page.viewportSize() as { width: number; height: number };
      await page.setViewportSize({ width: 390, height: 844 });
      for (const label of ["Domain", "Version", "Start from"]) {
        const box = await page.locator(".pick span", { hasText: label }).boundingBox();
        expect([label, (box?.height ?? 0) > 10, (box?.width ?? 0) > 20]).toEqual([
          label,
          true,
          true,
        ]);
      }
      await page.focus(".cm-content");
      await page.waitForSelector(".cm-editor.cm-focused");
      const outline = await page.evaluate(() => {
        const editor = document
          .querySelector("#editor")
          ?.shadowRoot?.querySelector(".cm-editor") as Element;
        const { outlineStyle, outlineWidth } = getComputedStyle(editor, "::after");
        return [outlineStyle, outlineWidth];
      });
      expect(outline).toEqual(["solid", "2px"]);
      await page.setViewportSize(viewport);
    });

    slowTest(
      "without a script, the playground says so first, and shows an example with what is wrong in it",
      async () => {
        const { page: own } = await used.open({ colorScheme, javaScriptEnabled: false });
        await own.goto(`${used.site.url}/playground`);
        const main = await own.innerText("main");
        expect(main).toMatch(
          /^Playground\s+The playground checks what you type in your browser, and needs JavaScript/,
        );
        expect(main).toContain('"generatorId"');
        const cards = await own.locator(".card").count();
        expect(cards).toBeGreaterThan(1);
        expect(main).toContain(`${cards} errors`);
        expect(await own.locator("button:visible:not([inert])").count()).toBe(0);
        await own.context().close();
      },
    );
  },
);
