import type { CheckSource, Condition } from "../../../src/engine/grammar.js";
import { SpecError } from "../../../src/engine/spec-error.js";
import type { Json } from "../../../src/json/value.js";
import { compiled, finds, isInGrammar, passes } from "./found.js";

const noX = { "none-of": ["x"] };

describe("at", () => {
  finds("selects the candidate", { at: "", ...noX }, "x", [{ path: "" }]);
  finds(
    "selects the items of arrays in arrays",
    { at: "/a/*/*/b", ...noX },
    { a: [[{ b: "x" }], 5, { b: "x" }, [{}, { b: "x" }]] },
    [{ path: "/a/0/0/b" }, { path: "/a/3/1/b" }],
  );
  finds("takes escaped names", { at: "/a~1b/c~0d", ...noX }, { "a/b": { "c~d": "x" } }, [{ path: "/a~1b/c~0d" }]);
  passes("selects no property of an array", { at: "/a/length", "none-of": [1] }, { a: ["x"] });
  finds(
    "selects the item of an array, or the property of an object, that a number names",
    { at: ["/a/1", "/b/1", "/c/01"], ...noX },
    { a: ["x", "x"], b: { 1: "x" }, c: ["x", "x"] },
    [{ path: "/a/1" }, { path: "/b/1" }],
  );
  finds(
    "selects the first and the last item, which may be the same one",
    { at: ["/a/~first/b", "/a/~last/b", "/c/~first", "/c/~last", "/d/~first", "/e/~last"], ...noX },
    { a: [{ b: "x" }, { b: "x" }, { b: "x" }], c: ["x"], d: [], e: { "~last": "x" } },
    [{ path: "/a/0/b" }, { path: "/a/2/b" }, { path: "/c/0" }, { path: "/c/0" }],
  );
  passes("selects nothing that is inherited", { at: "/toString", ...noX, "none-of": [""] }, {});
  finds(
    "selects every property that a declaration names",
    { at: "/rows/*/{names}", ...noX },
    {
      fields: [{ name: "a/b" }, { name: 1 }, { name: "c" }, { name: "c" }],
      rows: [{ c: "x", d: "x" }, { "a/b": "x" }],
    },
    [
      { path: "/rows/0/c", key: "c" },
      { path: "/rows/1/a~1b", key: "a/b" },
    ],
  );
  passes("selects none where nothing is declared", { at: "/rows/*/{names}", ...noX }, { rows: [{ a: "x" }] });
  passes(
    "selects no inherited name",
    { at: "/rows/*/{names}", pattern: "^$" },
    { fields: [{ name: "toString" }], rows: [{}] },
  );
});

function where(title: string, at: string | string[], condition: Condition, candidate: Json, paths: string[]): void {
  const expected = paths.map((path) => ({ path }));
  finds(title, { at, where: condition, ...noX }, candidate, expected);
}
const TWO = { on: true, a: [{ v: "x", k: 1 }, { v: "x" }, { v: "y", k: 1 }] };

describe("where", () => {
  where("asks of the item", "/a/*/v", { path: "/k", operator: "exists", value: true }, TWO, ["/a/0/v"]);
  where("asks of the item by its name", "/a/*/v", { fact: "item", path: "/k", operator: "equal", value: 1 }, TWO, [
    "/a/0/v",
  ]);
  where("asks of the item itself", "/l/*", { path: "", operator: "equal", value: "x" }, { l: ["x", "y", "x"] }, [
    "/l/0",
    "/l/2",
  ]);
  where(
    "takes the last `*` for the item",
    "/a/*/b/*",
    { path: "", operator: "equal", value: "x" },
    { a: [{ b: ["x", "y"] }] },
    ["/a/0/b/0"],
  );
  where("asks of the candidate", "/a/*/v", { fact: "candidate", path: "/on", operator: "equal", value: true }, TWO, [
    "/a/0/v",
    "/a/1/v",
  ]);
  where(
    "asks of the candidate where there is no item",
    "/v",
    { path: "/k", operator: "equal", value: 1 },
    { v: "x", k: 1 },
    ["/v"],
  );
  where("holds nowhere", "/v", { path: "/k", operator: "equal", value: 1 }, { v: "x", k: 2 }, []);
  where(
    "asks of each pointer's own item",
    ["/v", "/a/*/v"],
    { path: "/k", operator: "equal", value: 1 },
    { v: "x", a: [{ v: "x", k: 1 }, { v: "x" }] },
    ["/a/0/v"],
  );
  where(
    "asks how many there are",
    "/a/*/v",
    {
      fact: "count",
      params: { at: "/a/*", where: { path: "/k", operator: "exists", value: true } },
      operator: "equal",
      value: 2,
    },
    TWO,
    ["/a/0/v", "/a/1/v"],
  );
  where(
    "compares with the candidate, with data and with the item",
    "/a/*/v",
    {
      all: [
        { path: "/k", operator: "equal", value: { candidate: "/k" } },
        { path: "/k", operator: "lessThan", value: { spec: "/most" } },
        { path: "/v", operator: "notEqual", value: { item: "/w" } },
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
    "is made of all, any and not",
    "/a/*/v",
    { any: [{ not: { path: "/k", operator: "exists", value: true } }, { path: "/k", operator: "in", value: [3] }] },
    { a: [{ v: "x", k: 3 }, { v: "x", k: 4 }, { v: "x" }] },
    ["/a/0/v", "/a/2/v"],
  );
  finds(
    "asks of the declaration behind a declared name",
    { at: "/rows/*/{names}", where: { path: "/secret", operator: "equal", value: true }, ...noX },
    { fields: [{ name: "a", secret: true }, { name: "b" }], rows: [{ a: "x", b: "x" }] },
    [{ path: "/rows/0/a", key: "a" }],
  );
  finds(
    "asks of the candidate behind a declared name",
    {
      at: "/rows/*/{names}",
      where: { fact: "candidate", path: "/strict", operator: "equal", value: true },
      ...noX,
    },
    { strict: true, fields: [{ name: "a" }], rows: [{ a: "x" }] },
    [{ path: "/rows/0/a", key: "a" }],
  );
});

describe("a reference to the item", () => {
  finds(
    "is to the declaration behind a declared name",
    { at: "/rows/*/{names}", range: { max: { item: "/most" } } },
    { fields: [{ name: "a", most: 1 }, { name: "b", most: 2 }, { name: "c" }], rows: [{ a: 2, b: 2, c: 2 }] },
    [{ path: "/rows/0/a", key: "a", expected: { max: 1 }, max: 1 }],
  );
  finds(
    "is to the candidate where there is no item",
    { at: "/validity/end", range: { above: { item: "/validity/start" } } },
    { validity: { start: 2, end: 1 } },
    [{ path: "/validity/end", expected: { above: 2 }, above: 2 }],
  );
});

const DAYS = ["2025-12-31", "2026-01-01", "2026-01-01T00:00:01Z", "today", 5, null];
const selects = (title: string, operator: string, value: string, keys: Json[], hits: number[]) =>
  where(
    title,
    "/a/*/v",
    { path: "/k", operator, value },
    { a: keys.map((k) => ({ v: "x", k })) },
    hits.map((at) => `/a/${at}/v`),
  );

describe("operators", () => {
  selects("matches a pattern", "matches", "^ops-\\d$", ["ops-1", "ops-", 1, null], [0]);
  selects("starts with a prefix", "startsWith", "ops-", ["ops-1", "xops-", ["ops-"], 1], [0]);
  selects("is before a date", "before", "2026-01-01", DAYS, [0]);
  selects("is after a date", "after", "2026-01-01", DAYS, [2]);
});

const limited = (path: string, expected: Record<string, unknown>, size?: number) => ({
  path,
  expected,
  ...expected,
  ...(size !== undefined && { size }),
});

describe("references to an entry of a table", () => {
  finds(
    "pick a limit by a property of the item, and say nothing for one that is not there",
    { at: "/p/*/t", length: { max: { spec: "/longest", by: { item: "/k" } } } },
    { p: [{ k: "short", t: "abc" }, { k: "long", t: "abc" }, { k: "other", t: "abcdef" }, { t: "abcdef" }] },
    [limited("/p/0/t", { max: 2 }, 3)],
  );
  finds(
    "pick a list",
    { at: "/c/*", "one-of": { spec: "/tones", by: { candidate: "/tone" } } },
    { tone: "cold", c: ["blue", 7] },
    [{ path: "/c/1", expected: ["blue"] }],
  );
  finds(
    "pick a list that is offered like any other of the package",
    { at: "/c", "one-of": { spec: "/tones", by: { candidate: "/tone" } } },
    { tone: "warm", c: "mauve" },
    [{ path: "/c", expected: ["red", "yellow"], "nearest?": "red" }],
  );
  passes("pick no list", { at: "/c/*", "one-of": { spec: "/tones", by: { candidate: "/tone" } } }, { tone: 1, c: [7] });
  passes(
    "pick nothing that is inherited",
    { at: "/c", "one-of": { spec: "/tones", by: { candidate: "/tone" } } },
    { tone: "constructor", c: 7 },
  );
  finds(
    "pick a pattern",
    { at: "/p/*/t", pattern: { spec: "/forms", by: { item: "/k" } } },
    {
      p: [
        { k: "upper", t: "a" },
        { k: "lower", t: "a" },
        { k: "none", t: "1" },
      ],
    },
    [{ path: "/p/0/t", expected: { pattern: "^[A-Z]+$" } }],
  );
});

describe("references to numbers", () => {
  finds(
    "count places, times a factor",
    { at: "/s/*", count: { max: { count: { candidate: "/f/*" }, times: 2 } } },
    { s: [1, 2, 3], f: [1] },
    [limited("/s", { max: 2 }, 3)],
  );
  passes(
    "count to the limit",
    { at: "/s/*", count: { max: { count: { candidate: "/f/*" }, plus: 2 } } },
    { s: [1, 2, 3], f: [1] },
  );
  passes("count no absent array", { at: "/s/*", count: { max: { count: { candidate: "/f/*" } } } }, { s: [1] });
  finds(
    "count within the item",
    { at: "/a/*/n", range: { max: { count: { item: "/l/*" } } } },
    {
      a: [
        { n: 2, l: [1] },
        { n: 1, l: [1] },
      ],
    },
    [limited("/a/0/n", { max: 1 })],
  );
  finds(
    "measure a string by its characters",
    { at: "/a", length: { max: { length: { candidate: "/b" } } } },
    { a: "abc", b: "😀😀" },
    [limited("/a", { max: 2 }, 3)],
  );
  finds(
    "are exact decimals",
    { at: "/a", range: { min: { candidate: "/b", times: 3, plus: 0.1 } } },
    { a: 0.3, b: 0.1 },
    [limited("/a", { min: 0.4 })],
  );
  passes("reach the limit exactly", { at: "/a", range: { min: { candidate: "/b", times: 3 } } }, { a: 0.3, b: 0.1 });
  finds(
    "stay within the numbers of JSON",
    { at: "/a", range: { min: { candidate: "/b", times: 10 } } },
    { a: 0, b: 1e308 },
    [limited("/a", { min: Number.MAX_VALUE })],
  );
  passes("are none for a string", { at: "/a", range: { min: { candidate: "/b", times: 3 } } }, { a: 0, b: "1" });
});

const until = (days: number): CheckSource => ({ at: "/to", range: { max: { candidate: "/from", plusDays: days } } });

describe("references to dates", () => {
  passes("add days", until(90), { from: "2026-01-31", to: "2026-05-01" });
  finds("add days over months", until(90), { from: "2026-01-31", to: "2026-05-02" }, [
    limited("/to", { max: "2026-05-01" }),
  ]);
  finds("take days", until(-1), { from: "2024-03-01", to: "2024-03-01" }, [limited("/to", { max: "2024-02-29" })]);
  finds("keep the time and the offset", until(1), { from: "2026-01-31T23:30:00+02:00", to: "2026-02-02T00:00:00Z" }, [
    limited("/to", { max: "2026-02-01T23:30:00+02:00" }),
  ]);
  passes("are none beyond the calendar", until(90), { from: "9999-12-31", to: "2026-01-01" });
  passes("are none for other strings", until(90), { from: "soon", to: "2026-01-01" });
});

describe("references to one item", () => {
  finds("name the first", { at: "/a/*", range: { min: { candidate: "/a/~first" } } }, { a: [2, 1, 3] }, [
    limited("/a/1", { min: 2 }),
  ]);
  finds("name the last", { at: "/a/*", range: { max: { candidate: "/a/~last" } } }, { a: [2, 4, 3] }, [
    limited("/a/1", { max: 3 }),
  ]);
  finds("name one by its number", { at: "/a/*", range: { max: { candidate: "/a/1" } } }, { a: [2, 3, 4] }, [
    limited("/a/2", { max: 3 }),
  ]);
  passes("name one by its number in a list", { at: "/b", "one-of": { candidate: "/a/1" } }, { a: ["x", "y"], b: "y" });
});

test.each<[string, CheckSource]>([
  ["a factor of a string", { at: "/a", range: { min: { spec: "/newYear", times: 2 } } }],
  ["days of a number", { at: "/a", range: { min: { spec: "/most", plusDays: 2 } } }],
  ["an entry of an array", { at: "/a", "one-of": { spec: "/colours", by: { candidate: "/b" } } }],
])("%s is refused when the package is compiled", (_, check) => {
  expect(isInGrammar(check)).toBe(true);
  expect(() => compiled(check)).toThrow(SpecError);
});

test.each<[string, CheckSource]>([
  ["a property that reads like ~first", { at: "/a/~0first", "none-of": ["x"] }],
  ["an unknown step", { at: "/a/~second", "none-of": ["x"] }],
  ["several places as one value", { at: "/a", range: { min: { candidate: "/b/*" } } }],
  ["a pattern of the candidate", { at: "/a", pattern: { candidate: "/b" } }],
  [
    "a condition on a pattern of the candidate",
    {
      at: "/a",
      where: { path: "/a", operator: "matches", value: { candidate: "/b" } },
      "none-of": ["x"],
    },
  ],
])("%s is not in the grammar", (_, check) => {
  expect(isInGrammar(check)).toBe(false);
});
