import type { CompiledSpec } from "../../../src/engine/compile-spec.js";
import type { Catalog } from "../../../src/index.js";
import { checkText } from "../../../web/playground/check-text.js";
import { startText } from "../../../web/playground/start-text.js";
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

test.each([
  ["", { kind: "empty" }],
  ["  \n", { kind: "empty" }],
  ["[]", { kind: "unreadable", place: { line: 1 } }],
  ['{\n  "a": 1,\n  "a": 2\n}', { kind: "unreadable", place: { from: 14, line: 3 } }],
  ["{", { kind: "unreadable", place: { from: 1, to: 1 } }],
  [`{ "a": "${"é".repeat(40_000)}" }`, { kind: "too-large" }],
  [" ".repeat(1_000_001), { kind: "empty" }],
  [`"${"x".repeat(1_000_001)}"`, { kind: "too-large" }],
])("a text that cannot be checked: %.20j", async (text, verdict) => {
  expect(await check(text)).toMatchObject(verdict);
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
  for (const { current } of specs.values()) {
    const spec = current as CompiledSpec;
    const text = (await startText(spec, { kind: "flawed" })) as string;
    const { domainId, version } = spec;
    const verdict = await checkText(
      { text, domainId, version, isCurrent: true, targetProduct: "t", targetUrl: "http://t" },
      specs,
      SETTINGS,
    );
    expect(verdict).toMatchObject({ kind: "checked", result: { valid: false, repair: { remaining: 0 } } });
    for (const [rule, { examples }] of Object.entries(spec.source.rules))
      for (const example of examples.keys())
        expect(await startText(spec, { kind: "rule", rule, example })).toBeDefined();
    expect(await startText(spec, { kind: "rule", rule: "no-such-rule", example: 0 })).toBeUndefined();
  }
});
