import { asksRegistry } from "../../../src/engine/checks/check.js";
import type { Catalog } from "../../../src/index.js";
import { checkText } from "../../../web/playground/check-text.js";
import { startText } from "../../../web/playground/start-text.js";
import { resultOf } from "../../../web/playground/state.js";
import { compiledSpecs } from "../../support/compiled-specs.js";

const SETTINGS = { baseUrl: "http://localhost:8080", bodyLimit: 65_536 };
let specs: Catalog;
beforeAll(async () => {
  specs = compiledSpecs("rules", "examples/rules");
});

const check = (text: string, isCurrent = true) =>
  checkText(
    { text, domainId: "generator-option", version: "v1", isCurrent, targetProduct: "t", targetUrl: "http://t" },
    specs,
    SETTINGS,
  );

const REFUSED = { kind: "unreadable", title: "JSON that is not accepted" };
test.each([
  ["", { kind: "empty" }],
  ["  \n", { kind: "empty" }],
  [" []", { kind: "unreadable", title: "Not an object", place: { from: 1, to: 2, line: 1 } }],
  ['\n"x"', { kind: "unreadable", title: "Not an object", place: { from: 1, to: 4, line: 2 } }],
  ['{\n  "a": 1,\n  "a": 2\n}', { ...REFUSED, place: { from: 14, to: 17, line: 3 } }],
  ['{ "__proto__": 1 }', { ...REFUSED, place: { from: 2, to: 13, line: 1 } }],
  ['{ "a": -1e400 }', { ...REFUSED, place: { from: 7, to: 13, line: 1 } }],
  ["{", { kind: "unreadable", title: "Not valid JSON", place: { from: 1, to: 1 } }],
  [`{ "a": "${"é".repeat(40_000)}" }`, { kind: "too-large" }],
  [" ".repeat(1_000_001), { kind: "empty" }],
  [`"${"x".repeat(1_000_001)}"`, { kind: "too-large" }],
])("a text that cannot be checked, row %#", async (text, verdict) => {
  expect(await check(text)).toMatchObject(verdict);
});

const CANDIDATE = { generatorId: "x" };
const REQUEST = { targetProduct: "t", domainId: "d", specVersion: "v2", candidate: CANDIDATE };
const PACKAGE = { domainId: "d", specPackage: { version: "v2" }, proposal: CANDIDATE };
const FROM_REQUEST = { wrapper: "a whole request", targetProduct: "t", domainId: "d", version: "v2" };
test.each([
  ["a request", JSON.stringify(REQUEST), FROM_REQUEST],
  ["a request in a string", JSON.stringify(JSON.stringify(REQUEST)), FROM_REQUEST],
  ["a request in a fence", `Here it is:\n\`\`\`json\n${JSON.stringify(REQUEST)}\n\`\`\`\n`, FROM_REQUEST],
  ["a package", JSON.stringify(PACKAGE), { wrapper: "a proposal package", domainId: "d", version: "v2" }],
  ["a string", JSON.stringify(JSON.stringify(CANDIDATE)), { wrapper: "JSON in a string" }],
])("the candidate in %s is found", async (_, text, wrapped) => {
  const verdict = await check(text);
  expect(verdict).toMatchObject({ kind: "wrapped", ...wrapped });
  expect("text" in verdict && JSON.parse(verdict.text)).toEqual(CANDIDATE);
});

test("indentation does not make a candidate too large", async () => {
  expect(await check(`{${" ".repeat(100_000)}}`)).toMatchObject({ kind: "checked" });
});

test("a candidate is too large if its request is, which names the version unless it is the current one", async () => {
  const around = (named: object) =>
    JSON.stringify({ targetProduct: "t", domainId: "generator-option", ...named, candidate: { a: "" } }).length;
  for (const [isCurrent, named] of [
    [true, {}],
    [false, { specVersion: "v1" }],
  ] as const) {
    const fits = "x".repeat(SETTINGS.bodyLimit - around(named));
    expect((await check(JSON.stringify({ a: fits }), isCurrent)).kind).toBe("checked");
    expect((await check(JSON.stringify({ a: `${fits}x` }), isCurrent)).kind).toBe("too-large");
  }
});

test("each version has a candidate to start from that one repair makes valid, and each example of a rule", async () => {
  for (const { current: spec } of specs.values()) {
    // A domain of drafts has no version to start with.
    if (spec === undefined) continue;
    const text = (await startText(spec, { kind: "flawed" })) as string;
    const { domainId, version } = spec;
    const request = { domainId, version, isCurrent: true, targetProduct: "t", targetUrl: "http://t" };
    const verdict = await checkText({ ...request, text }, specs, SETTINGS);
    expect(verdict).toMatchObject({ kind: "checked", result: { valid: false, repair: { remaining: 0 } } });
    const diagnostics = resultOf({ verdict, milliseconds: 0 })?.diagnostics;
    expect(diagnostics?.length).toBeGreaterThan(1);
    const offered = diagnostics?.flatMap(({ fixes }) => fixes.map(({ applicability }) => applicability));
    expect(new Set(offered)).toEqual(new Set(["machine-applicable"]));
    for (const [rule, { check, examples }] of Object.entries(spec.source.rules)) {
      for (const [example, { violations = [] }] of examples.entries()) {
        const text = (await startText(spec, { kind: "rule", rule, example })) as string;
        const verdict = await checkText({ ...request, text }, specs, SETTINGS);
        const found = resultOf({ verdict, milliseconds: 0 })?.diagnostics.some(({ code }) => code === rule);
        // The page has no registry.
        expect([rule, example, found]).toEqual([rule, example, violations.length > 0 && !asksRegistry(check)]);
      }
    }
    expect(await startText(spec, { kind: "rule", rule: "no-such-rule", example: 0 })).toBeUndefined();
  }
});
