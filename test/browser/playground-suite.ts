import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.js";
import { Load } from "../support/load.js";
import { slowTest, someOf } from "../support/runs.js";
import { becomes } from "./becomes.js";
import { describeInBrowser, type WatchedPage } from "./browser.js";
import type { PlaygroundPage } from "./playground-page.js";
import { CALLS, used } from "./site.js";

const VALID = {
  owner: { kind: "human", id: "user_4821" },
  generatorId: "tide-table",
  generatorName: "Tide table",
  description: "High and low water of harbours.",
  outputFields: [
    { name: "harbour", type: "string", description: "Its name." },
    { name: "metres", type: "number", description: "Height." },
  ],
  supportedStrategies: ["fast"],
  sampleRecords: [{ harbour: "Brest", metres: 6.9 }],
  rationaleNotes: "Sailors ask for it.",
};
const FLAWED = `{
  "owner": { "kind": "Human", "id": "user_4821" },
  "generator_id": "Tide Table",
  "generatorName": "Tide table",
  "outputFields": [
    { "name": "harbour", "type": "string", "description": "Its name." },
    { "name": "metres", "type": "number", "description": "Height." }
  ],
  "supportedStrategies": ["realstic"],
  "sampleRecords": [
    { "harbour": "Brest", "metres": "6.9", "extra": 1 }
  ]
}`;

/** Where the verdict and the cards are, and what they say. */
function layoutOf(page: Page): Promise<unknown> {
  return page.locator(".outcome, .side .tabs, .side .card").evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const hidden = [...part.querySelectorAll(".visually-hidden")].map(
        (one) => one.textContent ?? "",
      );
      return [
        x,
        y,
        width,
        height,
        hidden
          .reduce((text, one) => text.replace(one, ""), part.textContent ?? "")
          .replaceAll("\n", ""),
      ];
    }),
  );
}

describeInBrowser("the playground", () => {
  let watched: WatchedPage;
  let page: Page;
  let playground: PlaygroundPage;
  beforeAll(async () => {
    const opened = await used.playground("light");
    watched = opened;
    ({ page, playground } = opened);
  });
  afterEach(() => {
    // Chromium itself reports a status of 400 and above.
    const ours = watched.complaints
      .splice(0)
      .filter((text) => !text.startsWith("Failed to load resource"));
    expect([ours, watched.foreign]).toEqual([[], []]);
  });

  test("starts with what the server has drawn, and loses nothing that is typed while the editor loads", async () => {
    const sent: string[] = [];
    page.on("request", (request) =>
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`),
    );
    const releaseWorker = await playground.hold("**/worker-*.js");
    const releaseScript = await playground.hold("**/playground-*.js");
    // What the page does not load at once is the editor.
    const document = await (
      await fetch(`${used.site.url}/playground`, { headers: { Accept: "text/html" } })
    ).text();
    const isLater = ({ pathname }: URL) =>
      pathname.includes("/chunk-") && !document.includes(pathname);
    const releaseEditor = await playground.hold(isLater);
    await page.goto(`${used.site.url}/playground`, { waitUntil: "commit" });
    await page.waitForSelector(".side .card");
    const text = await playground.text();
    const drawn = await layoutOf(page);
    releaseScript();
    await page.waitForSelector("#tools button");
    // The bar of the script has the height that it had without.
    const started = await layoutOf(page);
    releaseWorker();
    await page.getByText("checked here in").waitFor();
    expect([started, await layoutOf(page), await playground.text()]).toEqual([drawn, drawn, text]);
    // The first domain of the start page.
    expect(await page.locator(".picks select").first().inputValue()).toBe("generator-option");
    expect(await playground.title()).toMatch(/^[2-9] errors/);

    // The editor takes over the place of a click and what is typed before it is there.
    expect(await page.locator(".cm-content").count()).toBe(0);
    await page.locator("#editor").click({ position: { x: 200, y: 24 } });
    await page.keyboard.type("xy");
    releaseEditor();
    // The editor draws only the lines that can be seen.
    const firstLine = async () => (await playground.text()).split("\n")[0];
    await becomes(firstLine, "{xy");
    await page.unroute(isLater);

    await page.locator(".picks select").last().selectOption({ label: "Several errors" });
    await page.getByRole("button", { name: "Apply repair" }).click();
    await playground.waitForTitle("Valid so far");
    await page.getByRole("button", { name: "Undo" }).click();
    await becomes(() => playground.title(), expect.stringMatching(/^[2-9] errors/));
    expect(
      sent.filter((request) => !/^GET \/(playground|assets|spec-packages|favicon)/.test(request)),
    ).toEqual([]);
  });

  test("underlines each problem at its place, and lists errors first, in the order of the document", async () => {
    await playground.goOn();
    await playground.type(FLAWED);
    await playground.waitForTitle("6 errors, 1 warning");
    expect(await playground.codes()).toEqual([
      "missing-property",
      "owner-kind-is-allowed",
      "unknown-property",
      "supported-strategies-are-known",
      "sample-record-values-have-declared-types",
      "sample-records-have-only-declared-fields",
      "rationale-notes-are-given",
    ]);
    const underlined = new Set(await playground.squiggles());
    expect([...underlined]).toEqual([
      "{",
      '"Human"',
      '"generator_id"',
      '"realstic"',
      '"6.9"',
      '"extra"',
    ]);
    await page.getByRole("button", { name: "line 9" }).click();
    expect(
      await page.evaluate(
        () => document.querySelector("#editor")?.shadowRoot?.activeElement?.className,
      ),
    ).toContain("cm-content");
  });

  test("every fix can be applied, does what it shows, and can be undone", async () => {
    await playground.goOn();
    await playground.type(FLAWED);
    await playground.waitForTitle("6 errors, 1 warning");
    const buttons = page.locator(".remedy button");
    const count = await buttons.count();
    expect(count).toBeGreaterThanOrEqual(6);
    for (const at of someOf([...Array(count).keys()], 3)) {
      const shown = await page.locator(".remedy").nth(at).locator("ins").allInnerTexts();
      await buttons.nth(at).click();
      await page.waitForSelector(".notice button");
      const text = async () => (await playground.text()).replace(/\s+/g, " ");
      for (const inserted of shown)
        await becomes(text, expect.stringContaining(inserted.replace(/…$/, "")));
      await page.click(".notice button");
      await playground.waitForTitle("6 errors, 1 warning");
    }
    expect(await playground.text()).toBe(FLAWED);
  });

  test("a double click applies a fix or a repair once", async () => {
    await playground.goOn();
    await playground.type(FLAWED);
    await playground.waitForTitle("6 errors, 1 warning");
    // Both clicks before there is a verdict on what the first one changed.
    const clickTwice = (button: HTMLElement | SVGElement) => {
      for (const _ of [1, 2]) (button as HTMLElement).click();
    };
    await page
      .locator(".problem", { hasText: "unknown-property" })
      .locator(".remedy button")
      .evaluate(clickTwice);
    await playground.waitForTitle("5 errors, 1 warning");
    await page.getByRole("button", { name: "Apply repair" }).evaluate(clickTwice);
    await page.waitForFunction(
      () => document.querySelector(".headline b")?.textContent !== "5 errors, 1 warning",
    );
    await page.click(".notice button");
    await playground.waitForTitle("5 errors, 1 warning");
  });

  test("leads to a package, says what normalization changed, and has it built by the service", async () => {
    await playground.goOn();
    const { rationaleNotes, ...rest } = VALID;
    await playground.type(
      JSON.stringify({ ...rest, generatorName: " Tide  table ", rationaleNotes }),
    );
    await playground.waitForTitle("Valid so far");
    await playground.show("package");
    const digest = await page.innerText(".sheet .digest");
    expect(await page.locator(".diff ins").allInnerTexts()).toContainEqual(
      expect.stringContaining('"Tide table"'),
    );
    await playground.show("send");
    await playground.ask("Build", used.site.key);
    await page.waitForSelector(".answer .digest");
    expect(await page.innerText(".answer .digest")).toBe(digest);
    expect(await page.innerText(".budget")).toContain(`of ${CALLS} calls left`);
  });

  test("shows what only the service knows at its place", async () => {
    await playground.goOn();
    await playground.type(JSON.stringify({ ...VALID, generatorId: "taken-already" }, null, 2));
    await playground.waitForTitle("Valid so far");
    await playground.show("send");
    await page.fill("input[name=key]", used.site.key);
    await page.getByRole("button", { name: "Validate", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "See what it found" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Validate");
    await page.getByRole("button", { name: "See what it found" }).click();
    await becomes(() => playground.codes(), ["generator-id-is-free"]);
    await playground.show("package");
    await becomes(() => page.innerText(".panel h2"), "No package yet");
    await playground.show("send");
    expect(await page.getByRole("button", { name: "Copy as submission" }).isDisabled()).toBe(true);
    await becomes(() => playground.squiggles(), ['"taken-already"']);
  });

  test("says that a key is wrong, and that the service cannot be reached", async () => {
    await playground.follow("#domain=generator-option");
    await playground.show("send");
    await playground.ask("Validate", "ai_wrong");
    await page.locator(".answer.error", { hasText: "The key was not accepted." }).waitFor();
    await page.context().setOffline(true);
    await playground.ask("Validate", used.site.key);
    await page.waitForSelector(".answer.quiet");
    await page.context().setOffline(false);
  });

  slowTest("remembers the key for the tab, and nowhere else", async () => {
    await playground.open("#domain=generator-option");
    await playground.show("send");
    await page.fill("input[name=key]", "ai_kept");
    await playground.show("problems");
    await playground.clear();
    await page.waitForFunction(() => history.state?.text === "");
    await page.reload();
    await playground.waitForTitle("Nothing to check yet");
    await playground.show("send");
    expect(await page.inputValue("input[name=key]")).toBe("ai_kept");
    expect(
      await page.evaluate(() => JSON.stringify([history.state, localStorage, location.href])),
    ).not.toContain("ai_kept");
    await page.fill("input[name=key]", "");
  });

  slowTest("says that a key cannot be sent", async () => {
    await playground.open("#domain=generator-option");
    await playground.show("send");
    await playground.ask("Validate", "ключ");
    await page.locator(".answer.error", { hasText: "A key starts with ai_" }).waitFor();
    expect(await page.innerText(".status")).toContain("nothing was sent");
  });

  slowTest(
    "drops what the service said about another version, target or candidate, also if it says so later",
    async () => {
      const taken = JSON.stringify({ ...VALID, generatorId: "taken-already" });
      await playground.open("#domain=generator-option&version=v1");
      await playground.type(taken);
      await playground.waitForTitle("Valid so far");
      await playground.show("send");
      await playground.ask("Validate", used.site.key);
      await playground.waitForTitle("1 error");
      await page.locator("select").nth(1).selectOption("v2");
      await playground.waitForTitle("Valid so far");
      await becomes(
        async () => [await page.locator(".answer").count(), await playground.squiggles()],
        [0, []],
      );
      expect(await page.innerText(".status")).toContain("nothing was sent");

      const release = await playground.hold("**/api/validate");
      const answered = page.waitForResponse("**/api/validate");
      await page.getByRole("button", { name: "Validate", exact: true }).click();
      await page.locator("select").nth(1).selectOption("v1");
      await playground.waitForTitle("Valid so far");
      release();
      await (await answered).finished();
      // Later answers come after this one.
      await page.unroute("**/api/validate");
      await playground.ask("Build", used.site.key);
      const answers = () => page.locator(".answer").allInnerTexts();
      await becomes(answers, [expect.stringContaining("The service found 1 error")]);
      await page.selectOption(".ask select", "second-studio");
      await playground.waitForTitle("Valid so far");
      expect(await page.locator(".answer").count()).toBe(0);
      await playground.ask("Build", used.site.key);
      await playground.waitForTitle("1 error");
      await playground.type(taken.replace("taken-already", "not-taken"));
      await playground.waitForTitle("Valid so far");
      expect(await page.locator(".answer").count()).toBe(0);
    },
  );

  test("checks by a draft", async () => {
    await playground.follow("#domain=generator-option&version=v2");
    expect(await page.locator("select").nth(1).locator("option:checked").innerText()).toBe(
      "v2 · draft",
    );
    await playground.type(JSON.stringify({ ...VALID, owner: { kind: "organization", id: "u" } }));
    await playground.waitForTitle("Valid so far");
  });

  test("says what is empty, not JSON or too large", async () => {
    await playground.follow("#domain=generator-option");
    await playground.type('{ "owner": }');
    await playground.waitForTitle("Not valid JSON");
    await becomes(() => playground.squiggles(), ["}"]);
    await playground.type('{ "owner": 1e400 }');
    await playground.waitForTitle("JSON that is not accepted");
    await becomes(() => playground.squiggles(), ["1e400"]);
    await playground.type(`{ "description": "${"x".repeat(70_000)}" }`);
    await playground.waitForTitle("Too large");
    await page.selectOption("select >> nth=2", "clear");
    await playground.waitForTitle("Nothing to check yet");
    await page.getByRole("button", { name: "Start with several errors" }).click();
    await page.waitForSelector(".problem");
  });

  test("completes keys and values, and explains them", async () => {
    await playground.goOn();
    await playground.type('{ "owner": { "kind":  } }');
    for (let at = 0; at < 4; at++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+Space");
    await becomes(() => playground.completions(), ['"human"']);
    await page.keyboard.press("Enter");
    await page.hover(".cm-line .tok-propertyName >> nth=0");
    await page.locator(".about", { hasText: "Who is responsible for the proposal." }).waitFor();
    await playground.type('{ "supportedStrategies": ["realistic"] }');
    await page.hover(".cm-line .tok-string >> nth=0");
    await page.locator(".about", { hasText: /^item 1 of sup/ }).waitFor();
  });

  slowTest(
    "offers what belongs where one types, also after a quote, and writes correct JSON",
    async () => {
      await playground.goOn();
      const places = [
        ['{ "', '"owner"', '{ "owner": {}}'],
        ['{ "owner": { "', '"kind"', '{ "owner": { "kind": "human"}}'],
        ['{ "owner": { "kind": "', '"human"', '{ "owner": { "kind": "human"}}'],
        ['{ "supportedStrategies": ', '["fast"]', '{ "supportedStrategies": ["fast"]}'],
        ['{ "supportedStrategies": [', '"fast"', '{ "supportedStrategies": ["fast"]}'],
        ['{ "supportedStrategies": ["', '"fast"', '{ "supportedStrategies": ["fast"]}'],
        [
          '{ "supportedStrategies": ["fast", ',
          '"fast"',
          '{ "supportedStrategies": ["fast", "fast"]}',
        ],
        ['{ "outputFields": [{ "type": "', '"array"', '{ "outputFields": [{ "type": "array"}]}'],
      ] as const;
      for (const [typed, offered, written] of places) {
        await playground.clear();
        await page.keyboard.type(typed);
        await page.keyboard.press("Control+Space");
        await page.locator(".cm-tooltip-autocomplete li", { hasText: offered }).first().click();
        await becomes(() => playground.text(), written);
      }
    },
  );

  slowTest("offers nothing behind a value, where only a comma can come", async () => {
    await playground.goOn();
    await playground.type('{ "owner": { "kind": "human"  } }');
    for (let at = 0; at < 5; at++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+Space");
    // A place that has something to offer comes after it.
    await page.keyboard.type(", ");
    await becomes(() => playground.completions(), ['"id"']);
  });

  test("a link opens an example of a rule, and never what every object inherits", async () => {
    await playground.follow(
      "#domain=generator-option&version=v1&rule=owner-kind-is-allowed&example=1",
    );
    expect(await playground.codes()).toContain("owner-kind-is-allowed");
    for (const named of someOf(
      ["rule=constructor", "rule=__proto__", "domain=constructor", "version=toString"],
      4,
    )) {
      await playground.follow(`#${named}`);
      await becomes(
        async () => [named, await playground.title()],
        [named, expect.stringMatching(/^[2-9] errors/)],
      );
    }
  });

  test("the editor starts by itself, and a notice leaves by itself or at the next action", async () => {
    await page.goto("about:blank");
    await page.goto(`${used.site.url}/playground#domain=generator-option`);
    await page.evaluate(() => Object.assign(globalThis, { isHasty: true }));
    await page.waitForSelector(".cm-lineNumbers");
    await becomes(() => playground.squiggles().then((found) => found.length), expect.any(Number));
    const notice = page.locator(".notice p");
    await playground.settled();
    await page.getByRole("button", { name: "Format" }).click();
    await notice.waitFor();
    await playground.show("package");
    await becomes(() => notice.count(), 0);
    await playground.show("problems");
    await page.getByRole("button", { name: "Apply repair" }).click();
    await notice.waitFor();
    await page.mouse.move(1, 1);
    await becomes(() => notice.count(), 0);
  });

  test("all missing properties are inserted at once", async () => {
    await playground.goOn();
    await playground.type('{ "owner": { "kind": "human", "id": "u" } }');
    await page.getByRole("button", { name: "Insert all missing properties" }).click();
    const keys = async () => Object.keys(JSON.parse(await playground.text())).sort();
    await becomes(keys, Object.keys(VALID).slice(0, -1).sort());
  });

  test("a long list scrolls by itself, never the page", async () => {
    await playground.goOn();
    await playground.type('{ "owner": { "kind": "human", "id": "u" } }');
    await playground.waitForTitle("6 errors, 1 warning");
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  });

  test("a click on a problem goes to its place; missing properties are named", async () => {
    await playground.goOn();
    await playground.type('{\n  "owner": { "kind": "Human" }\n}');
    const named = () => page.locator(".problem .subject").allInnerTexts();
    await becomes(named, expect.arrayContaining(["generatorId", "description", "id"]));
    expect(await page.locator(".problem").allInnerTexts()).not.toContainEqual(
      expect.stringContaining("fill it in"),
    );
    await page
      .locator(".problem", { hasText: "owner-kind-is-allowed" })
      .locator("p")
      .first()
      .click();
    await page.waitForSelector(".cm-editor.cm-focused");
    await page.keyboard.type("x");
    await becomes(() => playground.text(), '{\n  "owner": { "kind": x }\n}');
  });

  slowTest("help opens in another tab, and who comes back finds what was typed", async () => {
    await playground.open("#domain=generator-option&version=v2");
    await playground.type(FLAWED);
    await page.waitForSelector(".problem");
    const [help] = await Promise.all([
      page.context().waitForEvent("page"),
      page.locator(".problem header a").first().click(),
    ]);
    await help.waitForURL("**/rules/generator-option/v2#missing-property");
    expect(await help.evaluate(() => window.opener)).toBeNull();
    await help.close();
    await page.getByRole("link", { name: "Rules" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/playground"));
    await page.goBack();
    await playground.settled();
    expect(await playground.text()).toBe(FLAWED);
    expect(await page.locator("select").nth(1).inputValue()).toBe("v2");
    await page.reload();
    await playground.settled();
    expect(await playground.text()).toBe(FLAWED);
  });

  slowTest(
    "another try starts the checker that did not start, and keeps what was typed",
    async () => {
      await page.route("**/worker-*.js", (route) => route.abort());
      await page.goto("about:blank");
      await page.goto(`${used.site.url}/playground#domain=generator-option`);
      await playground.waitForTitle("The checker did not start");
      await page.getByRole("button", { name: "Try again" }).click();
      await playground.waitForTitle("The checker did not start");
      await page.focus(".cm-content");
      await page.keyboard.insertText(FLAWED);
      await page.unroute("**/worker-*.js");
      await page.getByRole("button", { name: "Try again" }).click();
      await playground.waitForTitle("6 errors, 1 warning");
      expect(await playground.text()).toBe(FLAWED);
    },
  );

  slowTest("the focus goes on to the next problem, and then to the verdict", async () => {
    await playground.open("#domain=generator-option");
    await playground.type(FLAWED);
    await playground.waitForTitle("6 errors, 1 warning");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const card = () =>
      page.evaluate(
        () => document.activeElement?.closest(".problem")?.querySelector("a")?.textContent,
      );
    await page
      .locator(".problem", { hasText: "owner-kind-is-allowed" })
      .locator(".remedy button")
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await playground.waitForTitle("5 errors, 1 warning");
    await becomes(async () => [await card(), await focused()], ["unknown-property", "Apply"]);
    await page.focus(".notice button");
    await page.keyboard.press("Enter");
    await playground.waitForTitle("6 errors, 1 warning");
    await becomes(card, "missing-property");
    await playground.type(JSON.stringify({ ...VALID, owner: { kind: "Human", id: "u" } }));
    await playground.waitForTitle("1 error");
    await page.focus(".outcome .primary");
    await page.keyboard.press("Enter");
    await playground.waitForTitle("Valid so far");
    await becomes(focused, expect.stringMatching(/^Valid/));
  });

  test("works with the keyboard alone", async () => {
    await playground.follow("#domain=generator-option");
    const before = await playground.codes();
    await page.focus("#tab-problems");
    for (const [key, tab] of [
      ["ArrowRight", "package"],
      ["End", "send"],
      ["Home", "problems"],
    ] as const) {
      await page.keyboard.press(key);
      await page.waitForSelector(`#tab-${tab}[aria-selected=true]`);
    }
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    for (let at = 0; at < 8 && !(await focused()).startsWith("Apply: "); at++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (count) => document.querySelectorAll(".problem").length !== count,
      before.length,
    );
    await playground.settled();
    await page.focus(".cm-content");
    await page.keyboard.press("F8");
    // The problem that F8 has found offers its fix before the focus leaves the editor.
    await page.waitForSelector(".cm-diagnosticAction");
    for (const key of ["Escape", "Tab"]) await page.keyboard.press(key);
    const left = async () => [
      await page.evaluate(
        () => document.querySelector("#editor")?.shadowRoot?.activeElement?.className,
      ),
      await page.isVisible(".way-out"),
    ];
    await becomes(left, ["cm-diagnosticAction", true]);
    await page.keyboard.press("Tab");
    await becomes(left, [undefined, false]);
  });

  test("what a person wrote is neither lost to a place in the page nor replaced without a way back", async () => {
    await playground.goOn();
    await playground.type(FLAWED);
    await playground.waitForTitle("6 errors, 1 warning");
    await page.focus(".skip");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (text) => location.hash === "#main" && history.state?.text === text,
      FLAWED,
    );
    // A link that is opened from here leads to another entry; Back leads to the text.
    await page.evaluate(() => location.assign("#domain=generator-option"));
    await page.locator(".notice", { hasText: "Your text was replaced." }).waitFor();
    await page.goBack();
    await playground.waitForTitle("6 errors, 1 warning");
    await becomes(() => playground.text(), FLAWED);
    const domain = page.locator(".picks select").first();
    const start = page.locator(".picks select").last();
    const undo = async (text: string) => {
      await page.getByRole("button", { name: "Undo" }).click();
      await page.locator(".notice p").waitFor({ state: "detached" });
      await becomes(async () => [await playground.text(), await start.inputValue()], [text, ""]);
      await playground.settled();
    };
    await start.selectOption({ label: "Several errors" });
    await undo(FLAWED);
    await start.selectOption("clear");
    await playground.waitForTitle("Nothing to check yet");
    await becomes(() => start.inputValue(), "");
    await undo(FLAWED);
    // Typed while the rules are on their way.
    const release = await playground.hold("**/spec-packages/data-contract/*");
    await domain.selectOption("data-contract");
    await page.focus(".cm-content");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText("{}");
    release();
    await playground.settled();
    expect(await playground.text()).toBe("{}");
    await page.unroute("**/spec-packages/data-contract/*");
    await domain.selectOption("generator-option");
    await page.locator(".notice", { hasText: "Your text was replaced." }).waitFor();
    const offered = await start.locator("option").allInnerTexts();
    expect(offered).not.toContain("No generator of the target product has this id.");
    await undo("{}");
    expect(await domain.inputValue()).toBe("data-contract");
    await domain.selectOption("generator-option");
    await playground.settled();
  });

  test("a notice says that a link cannot be read, or is for a version that is not served", async () => {
    await playground.goOn();
    for (const [fragment, notice] of [
      ["#domain=generator-option&version=v1&c=%%%", "This link could not be read."],
      ["#domain=generator-option&version=v9", "v9 is not served here: this is v1."],
    ] as const) {
      await page.evaluate((hash) => location.assign(hash), fragment);
      await page.locator(".notice", { hasText: notice }).waitFor();
    }
    await page.getByRole("button", { name: "Close" }).click();
    await becomes(() => page.innerText(".notice"), "");
  });

  test("checks by a schema of the person, which a reload keeps and nothing sends", async () => {
    await playground.open("#domain=generator-option");
    const use = async (schema: string) => {
      await page.getByRole("button", { name: "Your schema" }).click();
      await page.locator("#schema-text").fill(schema);
      await page.getByRole("button", { name: "Use this schema" }).click();
    };
    await use('{ "type": "lst" }');
    await becomes(
      async () => /is not valid JSON Schema/.test(await page.innerText("#schema-error")),
      true,
    );
    await page.keyboard.press("Escape");
    await use(
      JSON.stringify({
        type: "object",
        required: ["weight"],
        additionalProperties: false,
        properties: { weight: { type: "number" }, kind: { enum: ["letter", "box"] } },
        examples: [{ weight: 5 }],
      }),
    );
    await playground.waitForTitle("Valid");
    expect(JSON.parse(await playground.text())).toEqual({ weight: 5 });
    await playground.type('{ "wieght": "12", "kind": "BOX" }');
    await playground.waitForTitle("2 errors");
    await page.getByRole("button", { name: "Apply repair" }).click();
    await playground.waitForTitle("Valid");
    expect(JSON.parse(await playground.text())).toEqual({ weight: 12, kind: "box" });
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Problems"]);
    // The draft is kept when its author pauses.
    await becomes(() => page.evaluate(() => /"weight": 12/.test(history.state?.text)), true);
    await page.reload();
    await playground.waitForTitle("Valid");
    await becomes(async () => JSON.parse(await playground.text()), { weight: 12, kind: "box" });
    await page.getByLabel("Domain").selectOption("generator-option");
    await becomes(async () => /generatorId|generator_id/.test(await playground.text()), true);
    await playground.open("#domain=generator-option");
  });

  test("what is typed over a selection replaces it, and leaves no style that the policy forbids", async () => {
    await playground.goOn();
    for (const [keys, written] of [
      [["ControlOrMeta+A"], "x"],
      [["ControlOrMeta+Home", "Shift+End"], "x\n  2\n]"],
      [["ControlOrMeta+Home", "Shift+ArrowDown", "Shift+ArrowDown"], "x]"],
    ] as const) {
      await playground.type("[1,\n  2\n]");
      for (const key of keys) await page.keyboard.press(key);
      await page.keyboard.type("x");
      await becomes(() => playground.text(), written);
    }
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type('"');
    // A quote goes around what is selected.
    await becomes(() => playground.text(), '"x]"');
  });

  test("Escape, then Tab leaves the editor, also with a selection and after a completion", async () => {
    await playground.goOn();
    const inEditor = () => page.evaluate(() => document.activeElement?.id === "editor");
    await playground.type("{}");
    await page.keyboard.press("ControlOrMeta+A");
    for (const key of ["Escape", "Tab"]) await page.keyboard.press(key);
    await becomes(async () => [await inEditor(), await playground.text()], [false, "{}"]);
    await playground.clear();
    await page.keyboard.type('{ "');
    await page.waitForSelector(".cm-completionLabel");
    for (const key of ["Escape", "Tab"]) await page.keyboard.press(key);
    await becomes(async () => [await inEditor(), await playground.text()], [false, '{ ""}']);
  });

  test("counts down until the service can be asked again", async () => {
    await playground.follow("#domain=generator-option");
    await playground.show("send");
    await playground.ask("Validate", used.site.key);
    await page.waitForSelector(".answer:not(.busy)");
    await page.evaluate(() => {
      const region = document.querySelector("#status > p[role=status]") as HTMLElement;
      const announced: unknown[] = [];
      Object.assign(globalThis, { announced });
      const observer = new MutationObserver(() => announced.push(region.textContent));
      observer.observe(region, { childList: true, characterData: true, subtree: true });
    });
    const headers = {
      Authorization: `Bearer ${used.site.key}`,
      "Content-Type": "application/json",
    };
    const call = () =>
      fetch(`${used.site.url}/api/validate`, { method: "POST", headers, body: "{}" });
    // The window is short, so all its calls are used up again until the page is refused.
    const load = new Load(4, 0, call);
    const refusal = page.locator(".answer", {
      hasText: /Too many calls\. You can ask again in [1-3] s\./,
    });
    do {
      await eventually(() => load.made.at(-1)?.status === 429);
      await page.evaluate(() => (globalThis as { announced?: unknown[] }).announced?.splice(0));
      await Promise.all([
        page.waitForResponse("**/api/validate"),
        playground.ask("Validate", used.site.key),
      ]);
      await page.waitForSelector(".answer:not(.busy)");
    } while ((await refusal.count()) === 0);
    await load.stop();
    expect(await page.getByRole("button", { name: "Validate" }).isDisabled()).toBe(true);
    await page.waitForSelector(".count", { state: "detached" });
    await page.locator(".budget", { hasText: `at least 1 of ${CALLS} calls left` }).waitFor();
    await becomes(
      () => page.evaluate(() => (globalThis as { announced?: string[] }).announced),
      [
        "Asking the service…",
        expect.stringMatching(/^Too many calls\. You can ask again in [1-3] s\.$/),
        "You can ask again.",
      ],
    );
    await playground.ask("Validate", used.site.key);
    await page.waitForSelector(".answer.error");
  });
});
