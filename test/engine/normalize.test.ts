import { Memo } from "../../src/engine/memo.js";
import { compileNormalizer, type NormalizeStep } from "../../src/engine/normalize.js";
import type { Json } from "../../src/json/value.js";

const DATA = { order: ["b", "a"], table: { second: 1, first: 2 } };

test.each<[string, NormalizeStep, Json, Json]>([
  ["nfc", { step: "nfc", at: "/t" }, { t: "e\u0301" }, { t: "\u00e9" }],
  ["trim", { step: "trim", at: "/t" }, { t: "\u00a0 x \n" }, { t: "x" }],
  ["single-space", { step: "single-space", at: "/t" }, { t: "a \t\u2003 b" }, { t: "a b" }],
  ["single-space, of two spaces", { step: "single-space", at: "/t" }, { t: "a  b" }, { t: "a b" }],
  ["single-space, of a tab", { step: "single-space", at: "/t" }, { t: "a\tb" }, { t: "a b" }],
  [
    "several places",
    { step: "trim", at: ["/t", "/l/*"] },
    { l: [" a", 1, "b "], t: " c" },
    { l: ["a", 1, "b"], t: "c" },
  ],
  ["a place that is not there", { step: "trim", at: "/x/y" }, { t: 1 }, { t: 1 }],
  ["a value that is no text", { step: "trim", at: "/t" }, { t: [" x "] }, { t: [" x "] }],
  ["default, where absent", { step: "default", at: "/t", value: "" }, {}, { t: "" }],
  ["default, where null is given", { step: "default", at: "/t", value: "" }, { t: null }, { t: null }],
  [
    "default, in each item",
    { step: "default", at: "/l/*/t", value: [1] },
    { l: [{}, { t: 2 }] },
    { l: [{ t: [1] }, { t: 2 }] },
  ],
  ["sort, by data", { step: "sort", at: "/l", by: { spec: "/order" } }, { l: ["a", "b"] }, { l: ["b", "a"] }],
  ["sort, by a literal list", { step: "sort", at: "/l", by: ["z", "a"] }, { l: ["a", "z"] }, { l: ["z", "a"] }],
])("%s", (_, step, candidate, expected) => {
  const { whole } = compileNormalizer([step], DATA);
  expect(whole(candidate)).toEqual(expected);
  expect(whole(whole(candidate))).toEqual(expected);
});

/** As text: the order of members is what matters. */
test.each<[string, NormalizeStep[], Json, string]>([
  [
    "members are in the order of their names where no step orders them",
    [],
    { b: [{ d: 1, c: 2 }], a: 1 },
    '{"a":1,"b":[{"c":2,"d":1}]}',
  ],
  [
    "members are in the given order, the others behind it by name",
    [{ step: "order-keys", at: "", by: ["z", "y", "x"] }],
    { a: 1, x: 1, z: 1, b: 1 },
    '{"z":1,"x":1,"a":1,"b":1}',
  ],
  [
    "members are in the order of a table",
    [{ step: "order-keys", at: "", by: { spec: "/table" } }],
    { first: 1, second: 1 },
    '{"second":1,"first":1}',
  ],
  [
    "members are in the order that the candidate declares",
    [{ step: "order-keys", at: "/rows/*", by: { candidate: "/names/*" } }],
    { names: ["b", "a"], rows: [{ a: 1, b: 2 }] },
    '{"names":["b","a"],"rows":[{"b":2,"a":1}]}',
  ],
  [
    "a default stands where the order puts it",
    [
      { step: "default", at: "/m", value: 0 },
      { step: "order-keys", at: "", by: ["m", "a"] },
    ],
    { a: 1 },
    '{"m":0,"a":1}',
  ],
  [
    "a default stands where its name puts it where no step orders the members",
    [{ step: "default", at: "/a", value: 0 }],
    { b: 1 },
    '{"a":0,"b":1}',
  ],
  [
    "a default is normalized like what an author writes",
    [
      { step: "trim", at: "/t" },
      { step: "default", at: "/t", value: " x " },
    ],
    {},
    '{"t":"x"}',
  ],
])("%s", (_, steps, candidate, expected) => {
  const { whole } = compileNormalizer(steps, DATA);
  expect(JSON.stringify(whole(candidate))).toBe(expected);
  expect(JSON.stringify(whole(whole(candidate)))).toBe(expected);
});

test("steps run in their order", () => {
  const steps: NormalizeStep[] = [
    { step: "default", at: "/a", value: {} },
    { step: "default", at: "/a/b", value: 1 },
  ];
  expect(compileNormalizer(steps, DATA).whole({})).toEqual({ a: { b: 1 } });
});

test("limits are judged on text alone: a candidate whose text is in order is passed on as it is", () => {
  const { text } = compileNormalizer(
    [
      { step: "trim", at: "/t" },
      { step: "default", at: "/x", value: 1 },
    ],
    DATA,
  );
  const clean = { t: "x", deep: { list: [1] } };
  expect(text(clean, new Memo())).toBe(clean);
  expect(text({ t: " x " }, new Memo())).toEqual({ t: "x" });
});

test("a list whose texts change becomes the very same list every time", () => {
  const { text } = compileNormalizer([{ step: "trim", at: "/l/*/t" }], DATA);
  const list = [{ t: " x " }, { t: "y" }];
  const memo = new Memo();
  const { l } = text({ l: list }, memo) as { l: unknown };
  expect(l).toEqual([{ t: "x" }, { t: "y" }]);
  expect((text({ l: list, more: 1 }, memo) as { l: unknown }).l).toBe(l);
});

describe("what would cost too much to normalize stays as it is", () => {
  const schema = { type: "object", properties: { t: { type: "string", maxLength: 10 } } };
  const steps: NormalizeStep[] = [
    { step: "nfc", at: "/t" },
    { step: "trim", at: "/t" },
    { step: "single-space", at: "/t" },
  ];
  const normal = (t: string) => (compileNormalizer(steps, DATA, schema).text({ t }, new Memo()) as { t: string }).t;
  const decomposed = "e\u0301";

  test("a string of more than four times its limit, without the white space around it", () => {
    expect(normal(decomposed.repeat(20))).toBe("\u00e9".repeat(20));
    expect(normal(decomposed.repeat(21))).toBe(decomposed.repeat(21));
    expect(normal(`${" ".repeat(5_000)}${decomposed}`)).toBe("\u00e9");
    expect(normal(`e${" ".repeat(5_000)}${decomposed}`)).toBe("e \u00e9");
  });

  test("though no string that is valid when normalized is that long", () => {
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
  compileNormalizer(
    [
      { step: "trim", at: "/t" },
      { step: "sort", at: "/l", by: ["b", "a"] },
    ],
    DATA,
  ).whole(candidate);
  expect(candidate).toEqual({ t: " x ", l: ["a", "b"] });
});
