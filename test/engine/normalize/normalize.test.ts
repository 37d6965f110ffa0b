import { compileDeclaration } from "../../../src/engine/declared/declaration.js";
import type { NormalizeStep } from "../../../src/engine/grammar.js";
import { Memo } from "../../../src/engine/memo.js";
import { compileNormalizer } from "../../../src/engine/normalize/normalize.js";
import { raise } from "../../../src/engine/spec-error.js";
import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import { casesOf } from "../../support/cases.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";
import { scalar } from "../random-packages.js";

const testEach = casesOf(import.meta.url);

const DATA = { order: ["b", "a"], table: { second: 1, first: 2 } };
const fields = compileDeclaration("fields", { at: "/fields/*", name: "/name" }, new Map());
const normalizer = (steps: NormalizeStep[], shape: JsonObject = {}) =>
  compileNormalizer(
    steps,
    { data: DATA, declarations: new Map([["fields", fields]]) },
    shape,
    raise,
  );

const sort = (by: Json = null): NormalizeStep => ({
  step: "sort",
  at: "/l",
  ...(by !== null && { by }),
});

testEach<[string, NormalizeStep, Json, Json]>(
  "a step of normalization: %s",
  (_, step, candidate, expected) => {
    const { whole } = normalizer([step]);
    expect(whole(candidate)).toEqual(expected);
    expect(whole(whole(candidate))).toEqual(expected);
  },
);

testEach<[by: Json, list: Json[], sorted: Json[]]>("sorting by %j makes %j", (by, l, sorted) => {
  const { whole } = normalizer([sort(by)]);
  const given = { fields: [{ name: "b" }, { name: "a" }] };
  expect(whole({ ...given, l })).toEqual({ ...given, l: sorted });
  expect(whole({ ...given, l: sorted })).toEqual({ ...given, l: sorted });
});

const orderKeys = (at: string, by: Json): NormalizeStep => ({ step: "order-keys", at, by });
const setDefault = (at: string, value: Json): NormalizeStep => ({ step: "default", at, value });
/** As text: the order of keys is what matters. */
testEach<[string, NormalizeStep[], Json, string]>(
  "keys are in order: %s",
  (_, steps, candidate, expected) => {
    const { whole } = normalizer(steps);
    expect(JSON.stringify(whole(candidate))).toBe(expected);
    expect(JSON.stringify(whole(whole(candidate)))).toBe(expected);
  },
);

test("steps run in their order, and a default is normalized like what an author writes", () => {
  expect(normalizer([setDefault("/a", {}), setDefault("/a/b", 1)]).whole({})).toEqual({
    a: { b: 1 },
  });
  expect(normalizer([{ step: "trim", at: "/t" }, setDefault("/t", " x ")]).whole({})).toEqual({
    t: "x",
  });
});

test.each<[string, Json | undefined]>([
  ["by value", undefined],
  ["by a list", ["b", 1, "a"]],
])("sorting %s is idempotent, whatever is sorted", (_, by) => {
  const { whole } = normalizer([sort(by)]);
  // Dates that come in another order than their characters, and strings between them.
  const values = fc.oneof(
    scalar,
    fc.constantFrom("2026-01-01T00:15:00Z", "2026-01-01T00:20", "2026"),
    fc.integer(),
  );
  fc.assert(
    fc.property(fc.array(values, { maxLength: 80 }), (l) => {
      const once = whole({ l });
      expect(whole(once)).toEqual(once);
    }),
    runs(200),
  );
});

test("an error in a step is reported where it is", () => {
  const steps = [sort({ spec: "/nope" }), orderKeys("/l", { declared: "rows" })];
  const pointers: string[] = [];
  compileNormalizer(steps, { data: DATA, declarations: new Map() }, {}, ({ pointer }) =>
    pointers.push(pointer),
  );
  expect(pointers).toEqual(["/normalize/0/by", "/normalize/1/by/declared"]);
});

describe("what would cost too much to normalize stays as it is", () => {
  const shape = { type: "object", properties: { t: { type: "string", maxLength: 10 } } };
  const steps = ["nfc", "trim", "single-space"].map((step) => ({
    step,
    at: "/t",
  })) as NormalizeStep[];
  const normal = (t: string) =>
    (normalizer(steps, shape).text({ t }, new Memo()) as { t: string }).t;
  const decomposed = "e\u0301";

  test("a string of more than four times its limit, without the white space around it", () => {
    expect(normal(decomposed.repeat(20))).toBe("\u00e9".repeat(20));
    expect(normal(decomposed.repeat(21))).toBe(decomposed.repeat(21));
    expect(normal(`${" ".repeat(5_000)}${decomposed}`)).toBe("\u00e9");
    expect(normal(`e${" ".repeat(5_000)}${decomposed}`)).toBe("e \u00e9");
  });

  test("no string that is valid when normalized is too long to normalize", () => {
    // Four characters that compose to one; and pairs of surrogates, which count as one.
    expect(normal("\u03b1\u0313\u0300\u0345".repeat(10))).toBe("\u1f82".repeat(10));
    expect(normal("\u{11099}\u{110ba}".repeat(10))).toBe("\u{1109a}".repeat(10));
  });

  test("a string with more than 30 marks in a row", () => {
    const marks = `e${"\u0345".repeat(16)}${"\u0334".repeat(15)}`;
    expect(normal(marks)).toBe(marks);
    expect(normal(marks.slice(0, -1))).toBe(marks.slice(0, -1).normalize("NFC"));
  });
});

test("the candidate itself is left as it was", () => {
  const candidate = { t: " x ", l: ["a", "b"] };
  normalizer([{ step: "trim", at: "/t" }, sort(["b", "a"])]).whole(candidate);
  expect(candidate).toEqual({ t: " x ", l: ["a", "b"] });
});
