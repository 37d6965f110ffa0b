import { compileDeclaration } from "../../../src/engine/declared/declaration.js";
import type { NormalizeStep } from "../../../src/engine/grammar.js";
import { Memo } from "../../../src/engine/memo.js";
import { compileNormalizer } from "../../../src/engine/normalize/normalize.js";
import { raise } from "../../../src/engine/spec-error.js";
import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";
import { scalar } from "../random-packages.js";

const DATA = { order: ["b", "a"], table: { second: 1, first: 2 } };
const fields = compileDeclaration("fields", { at: "/fields/*", name: "/name" }, new Map());
const normalizer = (steps: NormalizeStep[], shape: JsonObject = {}) =>
  compileNormalizer(
    steps,
    { data: DATA, declarations: new Map([["fields", fields]]) },
    shape,
    raise,
  );

const sort = (by?: Json): NormalizeStep => ({
  step: "sort",
  at: "/l",
  ...(by !== undefined && { by }),
});
const digits = (text: string): Json => ({ 0: text.slice(0, 1), 1: text.slice(1) });
const byT = (...values: Json[]) => values.map((t) => ({ t }));

test.each<[string, NormalizeStep, Json, Json]>([
  ["nfc", { step: "nfc", at: "/t" }, { t: "e\u0301" }, { t: "\u00e9" }],
  ["trim", { step: "trim", at: "/t" }, { t: "\u00a0 x \n" }, { t: "x" }],
  ["single-space", { step: "single-space", at: "/t" }, { t: "a \t\u2003 b" }, { t: "a b" }],
  ["single-space, of two spaces", { step: "single-space", at: "/t" }, { t: "a  b" }, { t: "a b" }],
  ["single-space, of a tab", { step: "single-space", at: "/t" }, { t: "a\tb" }, { t: "a b" }],
  [
    "several places",
    { step: "trim", at: ["/t", "/l/*"] },
    { l: [" a", 1], t: " c" },
    { l: ["a", 1], t: "c" },
  ],
  ["a place that is not there", { step: "trim", at: "/x/y" }, { t: 1 }, { t: 1 }],
  ["a value that is no string", { step: "trim", at: "/t" }, { t: [" x "] }, { t: [" x "] }],
  ["default, where absent", { step: "default", at: "/t", value: "" }, {}, { t: "" }],
  [
    "default, where null is given",
    { step: "default", at: "/t", value: "" },
    { t: null },
    { t: null },
  ],
  [
    "default, in each item",
    { step: "default", at: "/l/*/t", value: 1 },
    { l: [{}, { t: 2 }] },
    { l: byT(1, 2) },
  ],
  [
    "sort, in each item",
    { step: "sort", at: "/g/*/l" },
    { g: [{ l: [2, 1] }, {}] },
    { g: [{ l: [1, 2] }, {}] },
  ],
  ["sort, of what is no array", sort(), { l: { b: 1, a: 2 } }, { l: { b: 1, a: 2 } }],
])("%s", (_, step, candidate, expected) => {
  const { whole } = normalizer([step]);
  expect(whole(candidate)).toEqual(expected);
  expect(whole(whole(candidate))).toEqual(expected);
});

const DAYS = ["2026-01-01T12:00:00+13:00", "2026-01-01", "2026-01-02"];
const [LATE, LATER, TEXT] = ["2026-01-31T23:00:00-05:00", "2026-02-01T00:00:00Z", "2026-01-31U"];
test.each<[by: Json | undefined, list: Json[], sorted: Json[]]>([
  [{ spec: "/order" }, ["a", "b"], ["b", "a"]],
  // Those that are not in the list come first.
  [{ spec: "/order" }, ["a", "x", "b"], ["x", "b", "a"]],
  [
    ["z", "a"],
    ["a", "z"],
    ["z", "a"],
  ],
  [{ spec: "/table" }, ["first", "second"], ["second", "first"]],
  [{ candidate: "/fields/*/name" }, ["a", "b"], ["b", "a"]],
  [{ declared: "fields" }, ["a", "b"], ["b", "a"]],
  [undefined, ["b", "B", "a", "10", "2"], ["10", "2", "B", "a", "b"]],
  [undefined, [10, 2, -1, 2.5], [-1, 2, 2.5, 10]],
  [undefined, DAYS.toReversed(), DAYS],
  // Dates among other strings, numbers and values without an order.
  [
    undefined,
    [TEXT, LATER, null, LATE, 7, TEXT, true, 3],
    [3, 7, LATER, LATE, TEXT, TEXT, null, true],
  ],
  [{ item: "/t" }, byT("b", "c", "a"), byT("a", "b", "c")],
  [{ item: "/t" }, byT(10, 9), byT(9, 10)],
  [{ item: "/t/t" }, byT(...byT(2, 1)), byT(...byT(1, 2))],
  // Those with the same value stay as they are.
  [{ item: "/0" }, ["21", "12", "23", "14"].map(digits), ["12", "14", "21", "23"].map(digits)],
])("sorting by %j makes %j", (by, l, sorted) => {
  const { whole } = normalizer([sort(by)]);
  const given = { fields: [{ name: "b" }, { name: "a" }] };
  expect(whole({ ...given, l })).toEqual({ ...given, l: sorted });
  expect(whole({ ...given, l: sorted })).toEqual({ ...given, l: sorted });
});

const orderKeys = (at: string, by: Json): NormalizeStep => ({ step: "order-keys", at, by });
const setDefault = (at: string, value: Json): NormalizeStep => ({ step: "default", at, value });
const FIELDS = [{ name: "b" }, { name: 1 }, { name: "a" }];
/** As text: the order of keys is what matters. */
test.each<[string, NormalizeStep[], Json, string]>([
  [
    "by their names where no step orders them",
    [],
    { b: [{ d: 1, c: 2 }], a: 1 },
    '{"a":1,"b":[{"c":2,"d":1}]}',
  ],
  [
    "as given",
    [orderKeys("", ["z", "y", "x"])],
    { a: 1, x: 1, z: 1, b: 1 },
    '{"z":1,"x":1,"a":1,"b":1}',
  ],
  [
    "as in a table",
    [orderKeys("", { spec: "/table" })],
    { first: 1, second: 1 },
    '{"second":1,"first":1}',
  ],
  [
    "as the candidate lists them",
    [orderKeys("/rows/*", { candidate: "/names/*" })],
    { names: ["b", "a"], rows: [{ a: 1, b: 2 }] },
    '{"names":["b","a"],"rows":[{"b":2,"a":1}]}',
  ],
  [
    "as the candidate declares them",
    [orderKeys("/rows/*", { declared: "fields" })],
    { fields: FIELDS, rows: [{ a: 1, c: 3, b: 2 }, 5] },
    '{"fields":[{"name":"b"},{"name":1},{"name":"a"}],"rows":[{"b":2,"a":1,"c":3},5]}',
  ],
  [
    "as declared after the declarations are sorted",
    [
      { step: "sort", at: "/fields", by: { item: "/name" } },
      orderKeys("/rows/*", { declared: "fields" }),
    ],
    { fields: [{ name: "b" }, { name: "a" }], rows: [{ b: 2, a: 1 }] },
    '{"fields":[{"name":"a"},{"name":"b"}],"rows":[{"a":1,"b":2}]}',
  ],
  [
    "as given, with a default",
    [setDefault("/m", 0), orderKeys("", ["m", "a"])],
    { a: 1 },
    '{"m":0,"a":1}',
  ],
  ["by their names, with a default", [setDefault("/a", 0)], { b: 1 }, '{"a":0,"b":1}'],
])("keys are in order: %s", (_, steps, candidate, expected) => {
  const { whole } = normalizer(steps);
  expect(JSON.stringify(whole(candidate))).toBe(expected);
  expect(JSON.stringify(whole(whole(candidate)))).toBe(expected);
});

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
