import {
  compileFix,
  compileMessage,
  type Fill,
  type FixTemplate,
  fillOf,
  placeholders,
} from "../../../src/engine/rules/template.js";

const fillsFrom =
  (values: Record<string, unknown>): Fill =>
  (name) =>
    values[name];

test.each<[string, Record<string, unknown>, string]>([
  ["{actual} is wrong", { actual: "x" }, '"x" is wrong'],
  ["{actual} is wrong", { actual: 5 }, "5 is wrong"],
  ["{actual} is wrong", { actual: null }, "null is wrong"],
  ["{actual} is wrong", { actual: { a: [1] } }, '{"a":[1]} is wrong'],
  ["allowed: {expected}", { expected: ["fast", "slow"] }, "allowed: fast, slow"],
  ["allowed: {expected}", { expected: [1, { a: 1 }] }, 'allowed: 1, {"a":1}'],
  ["limits: {expected}", { expected: { min: 3 } }, 'limits: {"min":3}'],
  ['"{key}" is missing', { key: "a" }, '"a" is missing'],
  ['"{key}" is missing', { key: 'a"b\n' }, '"a\\"b\\n" is missing'],
  ["{size} of {min}", { size: 2, min: 3 }, "2 of 3"],
  ["no {placeholder", {}, "no {placeholder"],
  ["{actual}", { actual: "$&$1" }, '"$&$1"'],
])("the message %j filled with %j", (template, values, expected) => {
  expect(compileMessage(template)(fillsFrom(values))).toBe(expected);
});

test("a long text in a message is cut", () => {
  expect(compileMessage("{key}")(fillsFrom({ key: "x".repeat(1000) })).length).toBeLessThanOrEqual(200);
  expect(compileMessage("{actual}")(fillsFrom({ actual: "x".repeat(1000) })).length).toBeLessThanOrEqual(200);
});

test("a finding fills its place, its value and what its check names", () => {
  const finding = { path: "/candidate/a/0", actual: 1, expected: ["x"], fills: { lazy: () => "made", plain: "told" } };
  const fill = fillOf(finding, "v1");
  expect(["path", "parent", "actual", "expected", "version", "lazy", "plain", "other"].map(fill)).toEqual([
    "/candidate/a/0",
    "/candidate/a",
    1,
    ["x"],
    "v1",
    "made",
    "told",
    undefined,
  ]);
});

const fix = (...patch: FixTemplate["patch"]): FixTemplate => ({
  title: "Do it",
  applicability: "machine-applicable",
  patch,
});
const filled = (template: FixTemplate, values: Record<string, unknown>, candidate: unknown = {}) =>
  compileFix(template)(fillsFrom(values), candidate)?.patch;

describe("a fix", () => {
  test.each<[string, FixTemplate["patch"], Record<string, unknown>, unknown]>([
    [
      "takes a whole placeholder as the value that it is",
      [{ op: "replace", path: "{path}", value: "{converted}" }],
      { path: "/candidate/a", converted: [5] },
      [{ op: "replace", path: "/candidate/a", value: [5] }],
    ],
    [
      "keeps false, null, 0 and the empty text",
      [{ op: "replace", path: "{path}", value: ["{a}", "{b}", "{c}", "{d}"] }],
      { path: "/candidate/a", a: false, b: null, c: 0, d: "" },
      [{ op: "replace", path: "/candidate/a", value: [false, null, 0, ""] }],
    ],
    [
      "fills within lists and objects",
      [{ op: "add", path: "{path}", value: { list: ["{key}", 1, true] } }],
      { path: "/candidate/a", key: "k" },
      [{ op: "add", path: "/candidate/a", value: { list: ["k", 1, true] } }],
    ],
    [
      "fills a text within a text without quotes",
      [{ op: "replace", path: "{path}", value: "{actual}-2" }],
      { path: "/candidate/a", actual: 'x"y' },
      [{ op: "replace", path: "/candidate/a", value: 'x"y-2' }],
    ],
    [
      "takes a pointer at the start as it is and escapes a token behind it",
      [{ op: "move", from: "{path}", path: "{parent}/{nearest}" }],
      { path: "/candidate/a~1b", parent: "/candidate", nearest: "c/d~" },
      [{ op: "move", from: "/candidate/a~1b", path: "/candidate/c~1d~0" }],
    ],
  ])("%s", (_, patch, values, expected) => {
    expect(filled(fix(...patch), values)).toEqual(expected);
  });

  test("does not apply where the finding cannot fill one of its placeholders", () => {
    expect(
      filled(fix({ op: "replace", path: "{path}", value: "{nearest}" }), { path: "/candidate/a" }),
    ).toBeUndefined();
    const titled = { ...fix({ op: "remove", path: "{path}" }), title: "Not {nearest}" };
    expect(filled(titled, { path: "/candidate/a" })).toBeUndefined();
  });

  const rename = fix(
    { op: "replace", path: "{path}", value: "{to}" },
    { op: "move", each: "/rows/*", from: "{each}/{actual}", path: "{each}/{to}" },
  );
  const values = { path: "/candidate/name", actual: "a/b", to: "c" };

  test("is repeated for each selected node that has what it moves", () => {
    expect(filled(rename, values, { rows: [{ "a/b": 1 }, {}, 5, { "a/b": 2 }] })).toEqual([
      { op: "replace", path: "/candidate/name", value: "c" },
      { op: "move", from: "/candidate/rows/0/a~1b", path: "/candidate/rows/0/c" },
      { op: "move", from: "/candidate/rows/3/a~1b", path: "/candidate/rows/3/c" },
    ]);
  });

  test("adds something to each selected node", () => {
    const addToAll = fix({ op: "add", each: "/rows/*", path: "{each}/{key}", value: 0 });
    expect(filled(addToAll, { key: "k" }, { rows: [{}, {}] })).toEqual([
      { op: "add", path: "/candidate/rows/0/k", value: 0 },
      { op: "add", path: "/candidate/rows/1/k", value: 0 },
    ]);
  });

  test("that finds nothing to act on is not offered", () => {
    const takeAll = fix({ op: "remove", each: "/rows/*", path: "{each}/{key}" });
    expect(filled(takeAll, { key: "k" }, { rows: [{}] })).toBeUndefined();
  });

  test("that would touch very many places is not offered", () => {
    const rows = (length: number) => ({ rows: Array.from({ length }, () => ({ "a/b": 1 })) });
    expect(filled(rename, values, rows(49))).toHaveLength(50);
    expect(filled(rename, values, rows(50))).toBeUndefined();
  });
});

test("placeholders are found wherever they stand, once each", () => {
  expect(placeholders({ message: "{actual} {key}", fixes: [{ path: "{path}/{key}", value: ["{nearest}"] }] })).toEqual([
    "actual",
    "key",
    "path",
    "nearest",
  ]);
});
