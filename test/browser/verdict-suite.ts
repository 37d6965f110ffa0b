import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { someOf } from "../support/runs.js";
import { becomes } from "./becomes.js";
import { describeInBrowser } from "./browser.js";
import type { PlaygroundPage } from "./playground-page.js";
import { used } from "./site.js";

const REQUEST = readFileSync("examples/tide-table.json", "utf8");
const { candidate: FLAWED } = JSON.parse(REQUEST);
const VALID = {
  ...FLAWED,
  supportedStrategies: ["fast"],
  sampleRecords: [{ harbour: "Brest", metres: 6.9 }],
};
const MOVING = ".stamp, .confetti";

describeInBrowser.each(someOf(["light", "dark"] as const, 2))(
  "the verdict of the playground, in %s",
  (colorScheme) => {
    let page: Page;
    let playground: PlaygroundPage;
    beforeAll(async () => {
      ({ page, playground } = await used.playground(colorScheme));
      await playground.follow("#domain=generator-option");
      await playground.show("send");
      await page.fill("input[name=key]", "");
      await playground.show("problems");
    });

    test("an id that may be taken is valid so far, until the service has confirmed or refused it", async () => {
      await playground.type(JSON.stringify({ ...VALID, generatorId: "taken-already" }));
      await playground.waitForTitle("Valid so far");
      expect(await page.innerText(".headline span")).toBe("Whether the id is free is not checked");
      expect(await page.locator(MOVING).count()).toBe(0);
      expect(await page.locator(".outcome button").allInnerTexts()).toEqual([
        "Check with the service",
      ]);
      const background = () =>
        page.locator(".outcome").evaluate((one) => getComputedStyle(one).backgroundColor);
      const soFar = await background();
      // Without a key, the button leads to where one is typed.
      await page.getByRole("button", { name: "Check with the service" }).click();
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === "key");
      await page.keyboard.insertText(used.site.key);
      await page.keyboard.press("Enter");
      await playground.waitForTitle("1 error");
      expect(await page.locator(MOVING).count()).toBe(0);
      await playground.show("problems");
      await becomes(() => playground.codes(), ["generator-id-is-free"]);

      await playground.type(JSON.stringify(VALID));
      await playground.waitForTitle("Valid so far");
      await page.getByRole("button", { name: "Check with the service" }).click();
      await playground.waitForTitle("Valid");
      expect([
        await page.locator(".stamp").count(),
        await page.locator(".confetti").count(),
      ]).toEqual([1, 1]);
      expect(await background()).not.toBe(soFar);
      expect(await page.locator(".outcome button").allInnerTexts()).toEqual(["See the package"]);
      await page.focus(".cm-content");
      await page.keyboard.type(" ");
      await playground.waitForTitle("Valid so far");
      expect(await page.locator(MOVING).count()).toBe(0);
    });

    test("the footer always says whether the id was checked, and no notice moves it", async () => {
      const caveat = page.locator(".status .ids");
      const top = () =>
        page.locator(".status").evaluate((status) => status.getBoundingClientRect().top);
      await playground.type(JSON.stringify(FLAWED, null, 2));
      await playground.waitForTitle("2 errors");
      await caveat.waitFor();
      const before = await top();
      await page.getByRole("button", { name: "Apply repair" }).click();
      await page.waitForSelector(".notice p");
      expect([await caveat.innerText(), await top()]).toEqual([
        "not checked here: whether the id is free",
        before,
      ]);
      // Nothing is over it.
      const isOnTop = await caveat.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === element;
      });
      expect(isOnTop).toBe(true);
      await page.focus(".cm-content");
      expect(await caveat.isVisible()).toBe(true);
    });

    // test/web/playground.test.ts has every kind.
    test.each([
      [
        "a request in a fence",
        `Here is the request:\n\n\`\`\`json\n${REQUEST}\`\`\`\n`,
        "a whole request",
      ],
      ["a candidate in a JSON string", JSON.stringify(JSON.stringify(FLAWED)), "JSON in a string"],
    ])("%s that is pasted shows its candidate and the errors in it", async (_, text, wrapper) => {
      // Otherwise the verdict could be that of the test before.
      await playground.clear();
      await playground.paste(text);
      await playground.waitForTitle("2 errors");
      await page
        .locator(".notice p", { hasText: `This is ${wrapper}; showing its candidate.` })
        .waitFor();
      expect(await playground.codes()).toEqual([
        "supported-strategies-are-known",
        "sample-record-values-have-declared-types",
      ]);
      expect(JSON.parse(await playground.text())).toEqual(FLAWED);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: "Show its candidate" }).click();
      await playground.waitForTitle("2 errors");
    });

    test("a pasted request chooses its domain, version and target product", async () => {
      const candidate = { ...VALID, owner: { kind: "organization", id: "u" } };
      const request = {
        targetProduct: "second-studio",
        domainId: "generator-option",
        specVersion: "v2",
        candidate,
      };
      await playground.follow("#domain=data-contract");
      await playground.paste(JSON.stringify(request, null, 2));
      await playground.waitForTitle("Valid so far");
      await becomes(() => playground.text(), JSON.stringify(candidate, null, 2));
      expect(await page.locator(".picks select").nth(0).inputValue()).toBe("generator-option");
      expect(await page.locator(".picks select").nth(1).inputValue()).toBe("v2");
      await playground.show("send");
      expect(await page.locator(".ask select").inputValue()).toBe("second-studio");
      await playground.show("problems");
      await playground.paste(JSON.stringify({ ...request, specVersion: "v9" }));
      await page.locator(".notice", { hasText: "v9 is not served here" }).waitFor();
    });

    test("a comment and a trailing comma are offered to be removed", async () => {
      await playground.follow("#domain=generator-option");
      const text = JSON.stringify(FLAWED, null, 2);
      await playground.type(text.replace("{", "{ // mine: /* not */").replace(/"\n}$/, '",\n}'));
      await playground.waitForTitle("Not valid JSON");
      await page.getByRole("button", { name: "Remove comments and trailing commas" }).click();
      await playground.waitForTitle("2 errors");
      expect(JSON.parse(await playground.text())).toEqual(FLAWED);
      await page.getByRole("button", { name: "Undo" }).click();
      await playground.waitForTitle("Not valid JSON");
    });

    test("nothing moves for who wants no motion", async () => {
      const moving = () =>
        page.evaluate(() => {
          const shadow = document.querySelector("#editor")?.shadowRoot;
          return [...document.getAnimations(), ...(shadow?.getAnimations() ?? [])].map((one) =>
            String(one),
          );
        });
      const confirm = async () => {
        await playground.type(JSON.stringify(VALID));
        await playground.waitForTitle("Valid so far");
        await page.getByRole("button", { name: "Check with the service" }).click();
        await page.waitForSelector(".confetti", { state: "attached" });
      };
      await page.emulateMedia({ reducedMotion: "reduce" });
      const release = await playground.hold("**/spec-packages/**");
      await page.evaluate(() => location.reload());
      await page.waitForSelector(".outcome.busy");
      expect(await moving()).toEqual([]);
      release();
      await playground.settled();
      await page.unroute("**/spec-packages/**");
      await confirm();
      expect(await moving()).toEqual([]);
      // The same things do move for everybody else.
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await confirm();
      expect((await moving()).length).toBeGreaterThan(0);
    });
  },
);
