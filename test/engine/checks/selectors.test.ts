import type { CheckSource, Condition } from "../../../src/engine/grammar.js";
import { SpecError } from "../../../src/engine/spec-error.js";
import type { Json } from "../../../src/ground/json/value.js";
import { compiled, finds, found, isInGrammar, passes } from "./found.js";

/** Tests where a check looks: every "x" is found. */
const selects = (title: string, check: CheckSource, candidate: Json, paths: string[]) =>
  finds(title, { "none-of": ["x"], ...check }, candidate, paths);

describe("at", () => {
  selects("selects the candidate", { at: "" }, "x", [""]);
  selects(
    "selects the items of arrays in arrays",
    { at: "/a/*/*/b" },
    { a: [[{ b: "x" }], 5, { b: "x" }, [{}, { b: "x" }]] },
    ["/a/0/0/b", "/a/3/1/b"],
  );
  passes("selects no property of an array", { at: "/a/length", "none-of": [1] }, { a: ["x"] });
  selects(
    "selects the item of an array, or the property of an object, that a number names",
    { at: ["/a/1", "/b/1", "/c/01"] },
    { a: ["x", "x"], b: { 1: "x" }, c: ["x", "x"] },
    ["/a/1", "/b/1"],
  );
  selects(
    "selects the first and the last item, which may be the same one",
    { at: ["/a/~first/b", "/a/~last/b", "/c/~first", "/c/~last", "/d/~first", "/e/~last"] },
    { a: [{ b: "x" }, { b: "x" }, { b: "x" }], c: ["x"], d: [], e: { "~last": "x" } },
    ["/a/0/b", "/a/2/b", "/c/0", "/c/0"],
  );
  selects(
    "selects every value of an object, whatever its name, and no item of an array",
    { at: ["/a/~values/b", "/c/~values"] },
    { a: { one: { b: "x" }, "t/wo": { b: "x" }, "~values": { b: "x" }, three: 5 }, c: ["x"] },
    ["/a/one/b", "/a/t~1wo/b", "/a/~0values/b"],
  );
  passes("selects nothing that is inherited", { at: "/toString", "none-of": [""] }, {});
  const declared = { at: "/rows/*/{names}", "none-of": ["x"] };
  finds(
    "selects every property that a declaration names",
    declared,
    {
      fields: [{ name: "a/b" }, { name: 1 }, { name: "c" }, { name: "c" }],
      rows: [{ c: "x", d: "x" }, { "a/b": "x" }],
    },
    { "/rows/0/c": { key: "c" }, "/rows/1/a~1b": { key: "a/b" } },
  );
  passes("selects none where nothing is declared", declared, { rows: [{ a: "x" }] });
  const inherited = { fields: [{ name: "toString" }], rows: [{}] };
  passes("selects no inherited name", { at: "/rows/*/{names}", pattern: "^$" }, inherited);
});

const compare = (path: string, operator: string, value: Json): Condition => ({
  path,
  operator,
  value,
});
const compareTo = (fact: "previous" | "parent", path: string): Condition => ({
  ...compare(path, "exists", true),
  fact,
});
const TWO = { on: true, a: [{ v: "x", k: 1 }, { v: "x" }, { v: "y", k: 1 }] };
const [hasK, isOne, isX] = [
  compare("/k", "exists", true),
  compare("/k", "equal", 1),
  compare("", "equal", "x"),
];

describe("where", () => {
  const where = (
    title: string,
    at: string | string[],
    condition: Condition,
    candidate: Json,
    paths: string[],
  ) => selects(title, { at, where: condition }, candidate, paths);
  where("asks of the item", "/a/*/v", hasK, TWO, ["/a/0/v"]);
  where("asks of the item by its name", "/a/*/v", { fact: "item", ...isOne }, TWO, ["/a/0/v"]);
  where(
    "takes a value of an object for the item",
    "/a/~values/v",
    isOne,
    { a: { b: { v: "x", k: 1 }, c: { v: "x" } } },
    ["/a/b/v"],
  );
  where("takes the last `*` for the item", "/a/*/b/*", isX, { a: [{ b: ["x", "y"] }] }, [
    "/a/0/b/0",
  ]);
  const isOn: Condition = { fact: "candidate", path: "/on", operator: "equal", value: true };
  where("asks of the candidate", "/a/*/v", isOn, TWO, ["/a/0/v", "/a/1/v"]);
  where("asks of the candidate where there is no item", "/v", isOne, { v: "x", k: 1 }, ["/v"]);
  where(
    "asks of each pointer's own item",
    ["/v", "/a/*/v"],
    isOne,
    { v: "x", a: [{ v: "x", k: 1 }, { v: "x" }] },
    ["/a/0/v"],
  );
  const areTwo: Condition = {
    fact: "count",
    params: { at: "/a/*", where: hasK },
    operator: "equal",
    value: 2,
  };
  where("asks how many there are", "/a/*/v", areTwo, TWO, ["/a/0/v", "/a/1/v"]);
  where(
    "compares with the candidate, with data and with the item",
    "/a/*/v",
    {
      all: [
        compare("/k", "equal", { candidate: "/k" }),
        compare("/k", "lessThan", { spec: "/most" }),
        compare("/v", "notEqual", { item: "/w" }),
      ],
    },
    {
      k: 1,
      a: [
        { v: "x", k: 1 },
        { v: "x", k: 2 },
        { v: "x", k: 1, w: "x" },
      ],
    },
    ["/a/0/v"],
  );
  where(
    "asks of the declaration behind a declared name",
    "/rows/*/{names}",
    compare("/secret", "equal", true),
    { fields: [{ name: "a", secret: true }, { name: "b" }], rows: [{ a: "x", b: "x" }] },
    ["/rows/0/a"],
  );

  const days = ["2025-12-31", "2026-01-01", "2026-01-01T00:00:01Z", "today", 5, null];
  for (const [operator, value, keys, hit] of [
    ["matches", "^ops-\\d$", ["ops-1", "ops-", 1, null], 0],
    ["startsWith", "ops-", ["ops-1", "xops-", ["ops-"], 1], 0],
    ["before", "2026-01-01", days, 0],
    ["after", "2026-01-01", days, 2],
  ] as const) {
    const candidate = { a: keys.map((k) => ({ v: "x", k })) } as unknown as Json;
    where(`has the operator ${operator}`, "/a/*/v", compare("/k", operator, value), candidate, [
      `/a/${hit}/v`,
    ]);
  }
});

describe("a reference to the item", () => {
  finds(
    "is to the declaration behind a declared name",
    { at: "/rows/*/{names}", range: { max: { item: "/most" } } },
    {
      fields: [{ name: "a", most: 1 }, { name: "b", most: 2 }, { name: "c" }],
      rows: [{ a: 2, b: 2, c: 2 }],
    },
    { "/rows/0/a": { key: "a", expected: { max: 1 } } },
  );
});

/** What is said about a value that is not within limits. */
const expects = (expected: object, more: object = {}) => ({ expected, ...more });

describe("references to an entry of a table", () => {
  finds(
    "pick a limit by a property of the item, and say nothing for one that is not there",
    { at: "/p/*/t", length: { max: { spec: "/longest", by: { item: "/k" } } } },
    {
      p: [
        { k: "short", t: "abc" },
        { k: "long", t: "abc" },
        { k: "other", t: "abcdef" },
        { t: "abcdef" },
      ],
    },
    { "/p/0/t": expects({ max: 2 }, { size: 3 }) },
  );
  const tones = { at: "/c/*", "one-of": { spec: "/tones", by: { candidate: "/tone" } } };
  finds("pick a list", tones, { tone: "cold", c: ["blue", 7] }, { "/c/1": expects(["blue"]) });
  passes("pick no list", tones, { tone: 1, c: [7] });
  passes("pick nothing that is inherited", tones, { tone: "constructor", c: [7] });
  finds(
    "pick a pattern",
    { at: "/p/*/t", pattern: { spec: "/forms", by: { item: "/k" } } },
    { p: ["upper", "lower", "none"].map((k) => ({ k, t: k === "none" ? "1" : "a" })) },
    { "/p/0/t": expects({ pattern: "^[A-Z]+$" }) },
  );
});

describe("references to numbers", () => {
  const atMost = (more: object): CheckSource => ({
    at: "/s/*",
    count: { max: { count: { candidate: "/f/*" }, ...more } },
  });
  finds(
    "count places",
    atMost({ times: 2 }),
    { s: [1, 2, 3], f: [1] },
    { "/s": expects({ max: 2 }, { size: 3 }) },
  );
  passes("count to the limit", atMost({ plus: 2 }), { s: [1, 2, 3], f: [1] });
  finds(
    "count within the item",
    { at: "/a/*/n", range: { max: { count: { item: "/l/*" } } } },
    { a: [2, 1].map((n) => ({ n, l: [1] })) },
    { "/a/0/n": expects({ max: 1 }) },
  );
  const atLeast = (more: object): CheckSource => ({
    at: "/a",
    range: { min: { candidate: "/b", ...more } },
  });
  finds(
    "are exact decimals",
    atLeast({ times: 3, plus: 0.1 }),
    { a: 0.3, b: 0.1 },
    { "/a": expects({ min: 0.4 }) },
  );
  passes("reach the limit exactly", atLeast({ times: 3 }), { a: 0.3, b: 0.1 });
  finds(
    "stay in range",
    atLeast({ times: 10 }),
    { a: 0, b: 1e308 },
    { "/a": expects({ min: Number.MAX_VALUE }) },
  );
  passes("are none for a string", atLeast({ times: 3 }), { a: 0, b: "1" });
});

describe("references around the item", () => {
  const shifts = (...all: [number, number][]) => ({
    shifts: all.map(([from, to]) => ({ from, to })),
  });
  const after: CheckSource = { at: "/shifts/*/from", range: { min: { previous: "/to" } } };
  finds("read the item before, if there is one", after, shifts([1, 3], [3, 4], [2, 9], [8, 9]), {
    "/shifts/2/from": expects({ min: 4 }),
    "/shifts/3/from": expects({ min: 9 }),
  });
  finds(
    "read a value before, which is the item itself",
    { at: "/n/*", range: { above: { previous: "" } } },
    { n: [1, 2, 2] },
    { "/n/2": expects({ above: 2 }) },
  );
  passes("are none where the item before lacks the value", after, {
    shifts: [{ from: 1 }, { from: 0, to: 1 }],
  });
  passes(
    "are none before the values of a map, which have no order",
    { at: "/m/~values", equals: { previous: "" } },
    { m: { a: 1, b: 2 } },
  );
  const orders = {
    top: 1,
    orders: [2, 9].map((top) => ({ top, lines: [{ n: 3, on: true }, { n: 9 }] })),
  };
  finds(
    "read what is around the item",
    { at: "/orders/*/lines/*/n", range: { max: { parent: "/top" } } },
    orders,
    {
      "/orders/0/lines/0/n": expects({ max: 2 }),
      "/orders/0/lines/1/n": expects({ max: 2 }),
    },
  );
  finds(
    "read the candidate around an outer item",
    { at: "/orders/*/top", equals: { parent: "/top" } },
    orders,
    {
      "/orders/0/top": { expected: 1 },
      "/orders/1/top": { expected: 1 },
    },
  );
  finds(
    "list what is around the item",
    { at: "/a/*/b/*", "one-of": { parent: "/c" } },
    { a: [{ b: ["x", "y"], c: ["x"] }] },
    { "/a/0/b/1": { expected: ["x"] } },
  );
  const isSame: Condition = { path: "/v", operator: "equal", value: { previous: "/v" } };
  selects(
    "are compared by conditions",
    { at: "/a/*/v", where: isSame },
    { a: ["y", "x", "x"].map((v) => ({ v })) },
    ["/a/2/v"],
  );
  const ofParent = (fact: "previous" | "parent", path: string): Condition => ({
    ...compare(path, "equal", 9),
    fact,
  });
  selects(
    "are facts of conditions",
    { at: "/orders/*/lines/*/n", where: ofParent("parent", "/top"), "none-of": [3] },
    orders,
    ["/orders/1/lines/0/n"],
  );
  selects(
    "are facts about the item before",
    { at: "/n/*", where: ofParent("previous", ""), "none-of": [1] },
    {
      n: [1, 9, 1],
    },
    ["/n/2"],
  );
  const sums = (where: Condition): CheckSource => ({
    at: "/orders/*/lines/*/n",
    per: "/orders/*",
    where,
    sum: { max: 3 },
  });
  finds("are around the items of a group", sums(ofParent("parent", "/top")), orders, {
    "/orders/1": expects({ max: 3 }, { sum: 12 }),
  });
  finds("are before the items of a group", sums(compareTo("previous", "/on")), orders, {
    "/orders/0": expects({ max: 3 }, { sum: 9 }),
    "/orders/1": expects({ max: 3 }, { sum: 9 }),
  });
  finds(
    "are around the group itself",
    { at: "/orders/*/lines/*/n", per: "/orders/*", count: { max: { parent: "/top" } } },
    orders,
    {
      "/orders/0": expects({ max: 1 }, { size: 2 }),
      "/orders/1": expects({ max: 1 }, { size: 2 }),
    },
  );
  finds(
    "count what is around the item",
    { at: "/a/*/b/*/n", range: { max: { count: { parent: "/b/*" } } } },
    { a: [{ b: [{ n: 3 }, { n: 2 }] }] },
    { "/a/0/b/0/n": expects({ max: 2 }) },
  );
});

test.each<[string, CheckSource]>([
  ["list", { at: "/a/*/b/*", "one-of": { parent: "/c" } }],
  ["count", { at: "/a/*/b/*", length: { max: { count: { parent: "/c/*" } } } }],
])("what is around many items is read once: a %s", (_, check) => {
  let reads = 0;
  const get = (array: string[], key: string | symbol) => {
    reads++;
    return Reflect.get(array, key);
  };
  expect(
    found(check, { a: [{ b: Array(1_000).fill("x"), c: new Proxy(["x"], { get }) }] }),
  ).toEqual([]);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(20);
});

describe("references that are calculated with others", () => {
  const amount: CheckSource = {
    at: "/l/*/amount",
    equals: { item: "/n", times: { item: "/price" } },
  };
  const line = (n: Json, price: Json, total: Json) => ({ n, price, amount: total });
  finds(
    "multiply exactly",
    amount,
    { l: [line(3, 0.1, 0.3), line(3, 1.15, 3.45), line(3, 0.1, 0.31)] },
    {
      "/l/2/amount": { expected: 0.3 },
    },
  );
  passes("are none where one is no number", amount, {
    l: [line("3", 2, 5), line(3, null, 5), { n: 2, amount: 1 }],
  });
  finds(
    "multiply first, then add, and round once",
    {
      at: "/a",
      equals: { candidate: "/b", times: { candidate: "/b" }, plus: { candidate: "/c", times: 2 } },
    },
    { a: 0, b: 1.1, c: 0.05 },
    { "/a": { expected: 1.31 } },
  );
  const due: CheckSource = {
    at: "/due",
    equals: { candidate: "/on", plusDays: { candidate: "/days" } },
  };
  finds(
    "add as many days as another place says",
    due,
    { due: "2026-03-01", on: "2026-02-27", days: 3 },
    {
      "/due": { expected: "2026-03-02" },
    },
  );
  passes("add no part of a day", due, { due: "2026-03-01", on: "2026-02-27", days: 1.5 });
});

const until = (days: number): CheckSource => ({
  at: "/to",
  range: { max: { candidate: "/from", plusDays: days } },
});

describe("references to dates", () => {
  for (const [title, days, from, to, max] of [
    ["add days over months", 90, "2026-01-31", "2026-05-02", "2026-05-01"],
    ["take days", -1, "2024-03-01", "2024-03-01", "2024-02-29"],
    [
      "keep the time",
      1,
      "2026-01-31T23:30:00+02:00",
      "2026-02-02T00:00:00Z",
      "2026-02-01T23:30:00+02:00",
    ],
  ] as const)
    finds(title, until(days), { from, to }, { "/to": expects({ max }) });
  passes("are none beyond the calendar", until(90), { from: "9999-12-31", to: "2026-01-01" });
  passes("are none for other strings", until(90), { from: "soon", to: "2026-01-01" });
});

describe("references to one item", () => {
  const within = (name: string, place: string) => ({
    at: "/a/*",
    range: { [name]: { candidate: place } },
  });
  finds(
    "name the first",
    within("min", "/a/~first"),
    { a: [2, 1, 3] },
    { "/a/1": expects({ min: 2 }) },
  );
  finds(
    "name the last",
    within("max", "/a/~last"),
    { a: [2, 4, 3] },
    { "/a/1": expects({ max: 3 }) },
  );
  finds(
    "name one by its number",
    within("max", "/a/1"),
    { a: [2, 3, 4] },
    { "/a/2": expects({ max: 3 }) },
  );
  passes(
    "name one by its number in a list",
    { at: "/b", "one-of": { candidate: "/a/1" } },
    { a: ["x", "y"], b: "y" },
  );
});

test.each<[string, CheckSource]>([
  ["a factor of a string", { at: "/a", range: { min: { spec: "/newYear", times: 2 } } }],
  ["days of a number", { at: "/a", range: { min: { spec: "/most", plusDays: 2 } } }],
  ["an entry of an array", { at: "/a", "one-of": { spec: "/colours", by: { candidate: "/b" } } }],
])("%s is refused when the package is compiled", (_, check) => {
  expect(isInGrammar(check)).toBe(true);
  expect(() => compiled(check)).toThrow(SpecError);
});

const ofCandidate = { candidate: "/b" };
test.each<[string, CheckSource]>([
  ["a property that reads like ~first", { at: "/a/~0first", "none-of": ["x"] }],
  ["an unknown step", { at: "/a/~second", "none-of": ["x"] }],
  ["several places as one value", { at: "/a", range: { min: { candidate: "/b/*" } } }],
  ["several places before", { at: "/a/*", range: { min: { previous: "/b/*" } } }],
  ["two starts at once", { at: "/a/*", equals: { item: "/b", previous: "/c" } }],
  ["two checks at once", { at: "/a", pattern: "a", length: { max: 1 } }],
  ["a pattern of the candidate", { at: "/a", pattern: ofCandidate }],
  [
    "a condition on a pattern of the candidate",
    { at: "/a", where: compare("", "matches", ofCandidate), pattern: "a" },
  ],
])("%s is not in the grammar", (_, check) => {
  expect(isInGrammar(check)).toBe(false);
});
