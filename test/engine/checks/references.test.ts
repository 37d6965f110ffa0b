import type { CheckSource } from "../../../src/engine/grammar.js";
import { SpecError } from "../../../src/engine/spec-error.js";
import { cases } from "./cases.js";
import { compiled, isInGrammar } from "./found.js";

const limited = (path: string, expected: Record<string, unknown>, size?: number) => ({
  path,
  expected,
  ...expected,
  ...(size !== undefined && { size }),
});

cases("references to an entry of a table", [
  [
    "pick a limit by a property of the item, and say nothing for one that is not there",
    { at: "/p/*/t", length: { max: { spec: "/longest", by: { item: "/k" } } } },
    { p: [{ k: "short", t: "abc" }, { k: "long", t: "abc" }, { k: "other", t: "abcdef" }, { t: "abcdef" }] },
    [limited("/p/0/t", { max: 2 }, 3)],
  ],
  [
    "pick a list",
    { at: "/c/*", "one-of": { spec: "/tones", by: { candidate: "/tone" } } },
    { tone: "cold", c: ["blue", 7] },
    [{ path: "/c/1", expected: ["blue"] }],
  ],
  [
    "pick a list that is offered like any other of the package",
    { at: "/c", "one-of": { spec: "/tones", by: { candidate: "/tone" } } },
    { tone: "warm", c: "mauve" },
    [{ path: "/c", expected: ["red", "yellow"], "nearest?": "red" }],
  ],
  ["pick no list", { at: "/c/*", "one-of": { spec: "/tones", by: { candidate: "/tone" } } }, { tone: 1, c: [7] }, []],
  [
    "pick nothing that is inherited",
    { at: "/c", "one-of": { spec: "/tones", by: { candidate: "/tone" } } },
    { tone: "constructor", c: 7 },
    [],
  ],
  [
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
  ],
]);

cases("references to numbers", [
  [
    "count places, times a factor",
    { at: "/s/*", count: { max: { count: { candidate: "/f/*" }, times: 2 } } },
    { s: [1, 2, 3], f: [1] },
    [limited("/s", { max: 2 }, 3)],
  ],
  [
    "count to the limit",
    { at: "/s/*", count: { max: { count: { candidate: "/f/*" }, plus: 2 } } },
    { s: [1, 2, 3], f: [1] },
    [],
  ],
  ["count no absent array", { at: "/s/*", count: { max: { count: { candidate: "/f/*" } } } }, { s: [1] }, []],
  [
    "count within the item",
    { at: "/a/*/n", range: { max: { count: { item: "/l/*" } } } },
    {
      a: [
        { n: 2, l: [1] },
        { n: 1, l: [1] },
      ],
    },
    [limited("/a/0/n", { max: 1 })],
  ],
  [
    "measure a string by its characters",
    { at: "/a", length: { max: { length: { candidate: "/b" } } } },
    { a: "abc", b: "😀😀" },
    [limited("/a", { max: 2 }, 3)],
  ],
  [
    "are exact decimals",
    { at: "/a", range: { min: { candidate: "/b", times: 3, plus: 0.1 } } },
    { a: 0.3, b: 0.1 },
    [limited("/a", { min: 0.4 })],
  ],
  ["reach the limit exactly", { at: "/a", range: { min: { candidate: "/b", times: 3 } } }, { a: 0.3, b: 0.1 }, []],
  [
    "stay within the numbers of JSON",
    { at: "/a", range: { min: { candidate: "/b", times: 10 } } },
    { a: 0, b: 1e308 },
    [limited("/a", { min: Number.MAX_VALUE })],
  ],
  ["are none for a string", { at: "/a", range: { min: { candidate: "/b", times: 3 } } }, { a: 0, b: "1" }, []],
]);

const until = (days: number): CheckSource => ({ at: "/to", range: { max: { candidate: "/from", plusDays: days } } });

cases("references to dates", [
  ["add days", until(90), { from: "2026-01-31", to: "2026-05-01" }, []],
  [
    "add days over months",
    until(90),
    { from: "2026-01-31", to: "2026-05-02" },
    [limited("/to", { max: "2026-05-01" })],
  ],
  ["take days", until(-1), { from: "2024-03-01", to: "2024-03-01" }, [limited("/to", { max: "2024-02-29" })]],
  [
    "keep the time and the offset",
    until(1),
    { from: "2026-01-31T23:30:00+02:00", to: "2026-02-02T00:00:00Z" },
    [limited("/to", { max: "2026-02-01T23:30:00+02:00" })],
  ],
  ["are none beyond the calendar", until(90), { from: "9999-12-31", to: "2026-01-01" }, []],
  ["are none for other strings", until(90), { from: "soon", to: "2026-01-01" }, []],
]);

cases("references to one item", [
  [
    "name the first",
    { at: "/a/*", range: { min: { candidate: "/a/~first" } } },
    { a: [2, 1, 3] },
    [limited("/a/1", { min: 2 })],
  ],
  [
    "name the last",
    { at: "/a/*", range: { max: { candidate: "/a/~last" } } },
    { a: [2, 4, 3] },
    [limited("/a/1", { max: 3 })],
  ],
  [
    "name one by its number",
    { at: "/a/*", range: { max: { candidate: "/a/1" } } },
    { a: [2, 3, 4] },
    [limited("/a/2", { max: 3 })],
  ],
  ["name one by its number in a list", { at: "/b", "one-of": { candidate: "/a/1" } }, { a: ["x", "y"], b: "y" }, []],
]);

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
