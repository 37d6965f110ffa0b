import type { CheckSource } from "../../../src/engine/grammar.js";
import type { Json } from "../../../src/json/value.js";
import { finds, found, passes } from "./found.js";

const twins = (path: string, first: string, twin: string) => ({
  path,
  first: `/candidate${first}`,
  twin: `/candidate${twin}`,
});

describe("unique", () => {
  passes("passes distinct values", { at: "/c/*", unique: true }, { c: ["a", "b", "A", 1, "1", [1], { a: 1 }] });
  finds(
    "finds the second of two strings, and the whole item to remove",
    { at: "/c/*", unique: true },
    { c: ["a", "b", "a"] },
    [twins("/c/2", "/c/0", "/c/2")],
  );
  finds("compares numbers by value", { at: "/c/*", unique: true }, { c: [1, 2.5, 1.0, 0, -0, 2.5] }, [
    twins("/c/2", "/c/0", "/c/2"),
    twins("/c/4", "/c/3", "/c/4"),
    twins("/c/5", "/c/1", "/c/5"),
  ]);
  finds(
    "compares whole items, whatever the order of their keys",
    { at: "/c/*", unique: true },
    { c: [{ a: 1, b: [{ x: 1, y: 2 }] }, { a: 1 }, { b: [{ y: 2, x: 1 }], a: 1 }, [1, 2], [2, 1], [1, 2]] },
    [twins("/c/2", "/c/0", "/c/2"), twins("/c/5", "/c/3", "/c/5")],
  );
  finds(
    "does not take case to matter with ignoreCase",
    { at: "/c/*", unique: true, ignoreCase: true },
    { c: ["a", "B", "A", "b"] },
    [
      { path: "/c/2", first: "/candidate/c/0" },
      { path: "/c/3", first: "/candidate/c/1" },
    ],
  );
  finds(
    "keeps its places while the condition visits the same selector inside an item",
    {
      at: "/c/*/t/*",
      per: "/c/*",
      where: { path: "/n", operator: "greaterThan", value: { count: { item: "/t/*" } } },
      unique: true,
    },
    {
      c: [
        {
          t: [
            { n: 5, t: ["x", "y", "z", "w"] },
            { n: 5, t: ["x", "y", "z", "w"] },
          ],
        },
      ],
    },
    [twins("/c/0/t/1", "/c/0/t/0", "/c/0/t/1")],
  );
  finds(
    "does not offer to remove an item that differs elsewhere",
    { at: "/c/*/n", unique: true },
    {
      c: [
        { n: "a", x: 1 },
        { n: "a", x: 2 },
      ],
    },
    [{ path: "/c/1/n", first: "/candidate/c/0/n" }],
  );
  finds(
    "offers to remove an item that is equal as a whole",
    { at: "/c/*/n", unique: true },
    {
      c: [
        { n: "a", x: [1] },
        { x: [1], n: "a" },
      ],
    },
    [twins("/c/1/n", "/c/0/n", "/c/1")],
  );
  finds(
    "looks at all items of all arrays where nothing is said of groups",
    { at: "/g/*/t/*", unique: true },
    { g: [{ t: ["a", "b"] }, { t: ["b"] }] },
    [twins("/g/1/t/0", "/g/0/t/1", "/g/1/t/0")],
  );
  finds(
    "looks at the items of each place of `per`",
    { at: "/g/*/t/*", per: "/g/*", unique: true },
    { g: [{ t: ["a", "b"] }, { t: ["b", "b"] }] },
    [twins("/g/1/t/1", "/g/1/t/0", "/g/1/t/1")],
  );
  finds(
    "looks at several pointers together, in their order",
    { at: ["/b", "/a", "/l/*"], unique: true },
    { a: "x", b: "x", l: ["y", "x"] },
    [
      { path: "/a", first: "/candidate/b" },
      { path: "/l/1", first: "/candidate/b" },
    ],
  );
  finds(
    "looks at the values of each declared name",
    { at: "/rows/*/{fields}", unique: true },
    { fields: [{ name: "id" }, { name: "n" }], rows: [{ id: 1, n: 1 }, { id: 2, n: 1 }, { n: 2 }, 5, { id: 1 }] },
    [
      { path: "/rows/4/id", key: "id", first: "/candidate/rows/0/id" },
      { path: "/rows/1/n", key: "n", first: "/candidate/rows/0/n" },
    ],
  );
  passes("leaves booleans and null alone", { at: "/c/*", unique: true }, { c: [null, null, true, true, false, false] });
  passes("leaves what is no array to the shape", { at: "/c/*", unique: true }, { c: { 0: "a", 1: "a" } });
});

const sorted = { at: "/c/*", sorted: "ascending" };
describe("sorted", () => {
  passes("passes what is in order, and what is equal", sorted, { c: ["A", "a", "a", "b"] });
  finds("finds the first that is not, and no other", sorted, { c: [1, 3, 2, 1] }, [{ path: "/c/2", previous: 3 }]);
  finds("compares numbers by value", sorted, { c: [2, 10, 9] }, [{ path: "/c/2", previous: 10 }]);
  finds("compares strings by their characters", sorted, { c: ["2", "10"] }, [{ path: "/c/1", previous: "2" }]);
  finds(
    "compares dates and date-times as such",
    sorted,
    { c: ["2026-01-01T00:00:00+02:00", "2025-12-31T23:00:00Z", "2026-01-01", "2025-12-31T23:59:59Z"] },
    [{ path: "/c/3", previous: "2026-01-01" }],
  );
  finds(
    "finds what rises where it must fall",
    { at: "/c/*/n", sorted: "descending" },
    { c: [{ n: 3 }, { n: 3 }, { n: 2 }, { n: 2.5 }] },
    [{ path: "/c/3/n", previous: 2 }],
  );
  finds("passes over values of other types, which are left to the shape", sorted, { c: [2, null, true, [], {}, 1] }, [
    { path: "/c/5", previous: 2 },
  ]);
  passes("leaves alone values of two kinds", sorted, { c: ["b", 1, "2026-01-01"] });
});

const counted = (path: string, size: number, limits: Record<string, Json>) => ({
  path,
  expected: limits,
  size,
  ...limits,
});

describe("count", () => {
  passes("passes the limits themselves", { at: "/c/*", count: { min: 1, max: 2 } }, { c: [1, 2] });
  finds("finds too few and too many, at the array", { at: ["/c/*"], count: { min: 1, max: 2 } }, { c: [1, 2, 3] }, [
    counted("/c", 3, { min: 1, max: 2 }),
  ]);
  finds("counts zero", { at: "/c/*", count: { min: 1 } }, { c: [] }, [counted("/c", 0, { min: 1 })]);
  passes("leaves an absent array to the shape", { at: "/c/*", count: { min: 1 } }, {});
  passes("leaves what is no array to the shape", { at: "/c/*", count: { min: 1 } }, { c: {} });
  finds("counts values of any type", { at: "/c/*", count: { max: 0 } }, { c: [null, 1, true, {}, []] }, [
    counted("/c", 5, { max: 0 }),
  ]);
  finds(
    "counts properties that are there, at what the pointers share",
    { at: ["/contact/email", "/contact/phone"], count: { min: 1 } },
    { contact: { fax: 1 } },
    [counted("/contact", 0, { min: 1 })],
  );
  finds("says either or", { at: ["/email", "/phone"], count: { min: 1, max: 1 } }, { email: 1, phone: 1 }, [
    counted("", 2, { min: 1, max: 1 }),
  ]);
  passes(
    "is skipped where what the pointers share is absent",
    { at: ["/contact/email", "/contact/phone"], count: { min: 1 } },
    {},
  );
  finds(
    "counts items that meet `where`, of any type",
    { at: "/columns/*", where: { path: "/primaryKey", operator: "equal", value: true }, count: { min: 1, max: 1 } },
    { columns: [{ primaryKey: true }, { primaryKey: false }, 5, {}, { primaryKey: true }] },
    [counted("/columns", 2, { min: 1, max: 1 })],
  );
  finds(
    "counts in each place of `per`, and reports there",
    { at: "/g/*/t/*", per: "/g/*", count: { max: 1 } },
    { g: [{ t: [1, 2] }, { t: [] }, {}, { t: [1, 2, 3] }] },
    [counted("/g/0", 2, { max: 1 }), counted("/g/3", 3, { max: 1 })],
  );
  finds(
    "counts in all places together where `per` is the candidate",
    { at: "/g/*/t/*", per: "", count: { max: 2 } },
    { g: [{ t: [1, 2] }, { t: [3] }] },
    [counted("", 3, { max: 2 })],
  );
  finds(
    "counts in all places together, at the first array, where nothing is said",
    { at: "/g/*/t/*", count: { max: 2 } },
    { g: [{ t: [1, 2] }, { t: [3] }] },
    [counted("/g", 3, { max: 2 })],
  );
  finds(
    "takes limits from data, from the candidate and from the item of the group",
    { at: "/g/*/t/*", per: "/g/*", count: { min: { candidate: "/least" }, max: { item: "/most" } } },
    { least: 1, g: [{ most: 1, t: [1, 2] }, { most: 2, t: [1, 2] }, { t: [] }] },
    [counted("/g/0", 2, { min: 1, max: 1 }), counted("/g/2", 0, { min: 1 })],
  );
  passes(
    "knows no limit where the place that it refers to holds no number",
    { at: "/c/*", count: { max: { candidate: "/most" } } },
    { most: "1", c: [1, 2, 3] },
  );
  finds(
    "counts the values of each declared name, and reports at the declaration",
    { at: "/rows/*/{fields}", count: { min: 2 } },
    { fields: [{ name: 1 }, { name: "a" }, { name: "b" }], rows: [{ a: 1, b: 1 }, { a: 1 }] },
    [{ key: "b", ...counted("/fields/2", 1, { min: 2 }) }],
  );
  passes(
    "leaves absent records to the shape",
    { at: "/rows/*/{fields}", count: { min: 1 } },
    { fields: [{ name: "a" }] },
  );
});

describe("distinct", () => {
  passes("passes values that differ", { at: "/c/*", distinct: { min: 2 } }, { c: [1, 1, 2] });
  finds("finds values that are all the same", { at: "/c/*", distinct: { min: 2 } }, { c: ["a", "a"] }, [
    counted("/c", 1, { min: 2 }),
  ]);
  finds(
    "says that all must be the same",
    { at: "/c/*/unit", distinct: { max: 1 } },
    { c: [{ unit: "g" }, { unit: "kg" }, {}] },
    [counted("/c", 2, { max: 1 })],
  );
  finds(
    "tells values of all types apart, whatever the order of keys",
    { at: "/c/*", distinct: { max: 0 } },
    { c: [1, "1", true, "true", null, "null", [1], { a: 1, b: 2 }, { b: 2, a: 1 }, 1.0, "A", "a"] },
    [counted("/c", 10, { max: 0 })],
  );
  finds(
    "does not take case to matter with ignoreCase",
    { at: "/c/*", distinct: { max: 2 }, ignoreCase: true },
    { c: ["A", "a", "B", "b", 1] },
    [counted("/c", 3, { max: 2 })],
  );
  finds("counts zero", { at: "/c/*", distinct: { min: 1 } }, { c: [] }, [counted("/c", 0, { min: 1 })]);
});

describe("unique by several properties", () => {
  finds(
    "compares them together",
    { at: "/a/*", unique: true, by: ["/c", "/d/e"] },
    {
      a: [
        { c: 1, d: { e: "x" } },
        { c: 1, d: { e: "y" } },
        { c: 1, d: { e: "x" }, f: 1 },
      ],
    },
    [{ path: "/a/2", first: "/candidate/a/0" }],
  );
  passes(
    "compares no item that lacks one",
    { at: "/a/*", unique: true, by: ["/c", "/d"] },
    { a: [{ c: 1 }, { c: 1 }, { c: 1, d: null }, { c: 1, d: null }] },
  );
  finds(
    "does not take case to matter with ignoreCase",
    { at: "/a/*", unique: true, by: ["/c", "/d"], ignoreCase: true },
    {
      a: [
        { c: "x", d: 1 },
        { c: "X", d: 1 },
      ],
    },
    [{ path: "/a/1", first: "/candidate/a/0" }],
  );
});

const sortedAs = (as: string, values: Json[]): [CheckSource, Json] => [
  { at: "/a/*", sorted: "ascending", as },
  { a: values },
];
const VERSIONS = [
  "v0.9.0",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0",
  "1.0.0+build",
  "1.2.10",
  "1.10.0",
];

describe("sorted as", () => {
  finds("versions", ...sortedAs("semantic-version", VERSIONS), []);
  finds("versions, finds one", ...sortedAs("semantic-version", ["1.10.0", "1.9.0"]), [
    { path: "/a/1", previous: "1.10.0" },
  ]);
  finds("what is no version", ...sortedAs("semantic-version", ["2.0.0", "1.0.0-01", "1.0.0-a..b"]), []);
  finds("numbers in text", ...sortedAs("number", ["Chapter 2", "Chapter 10", 11, "11.5", "-no"]), []);
  finds("negative numbers in text", ...sortedAs("number", ["-2", "-10"]), [{ path: "/a/1", previous: "-2" }]);
  finds("text, whatever it says", ...sortedAs("text", ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00+01:00"]), [
    { path: "/a/1", previous: "2026-01-01T00:00:00Z" },
  ]);
  finds("dates", ...sortedAs("date", ["2026-01-01T00:00:00+01:00", "2026-01-01T00:00:00Z"]), []);
  finds(
    "several keys, each in its own order",
    { at: "/a/*", sorted: "ascending", by: [{ at: "/n" }, { at: "/v", as: "semantic-version", order: "descending" }] },
    {
      a: [
        { n: "a", v: "1.10.0" },
        { n: "a", v: "1.9.0" },
        { n: "b", v: "1.9.0" },
        { n: "b", v: "1.10.0" },
      ],
    },
    [{ path: "/a/3", previous: ["b", "1.9.0"] }],
  );
});

const total = (path: string, sum: number | string, expected: Record<string, number>) => ({
  path,
  expected,
  sum,
  ...expected,
});

describe("sum", () => {
  passes("adds decimals exactly", { at: "/a/*/w", sum: { min: 0.3, max: 0.3 } }, { a: [{ w: 0.1 }, { w: 0.2 }] });
  finds("finds another sum", { at: "/a/*/w", sum: { min: 100, max: 100 } }, { a: [{ w: 99.9 }, { w: 0.2 }] }, [
    total("/a", 100.1, { min: 100, max: 100 }),
  ]);
  finds("excludes a limit", { at: "/a/*", sum: { below: 3 } }, { a: [1, 2] }, [total("/a", 3, { below: 3 })]);
  finds("is written out where no number is as large", { at: "/a/*", sum: { max: 9 } }, { a: [1.25e308, 1.25e308] }, [
    total("/a", "2.5e+308", { max: 9 }),
  ]);
  finds("is zero for none", { at: "/a/*", sum: { above: 0 } }, { a: [] }, [total("/a", 0, { above: 0 })]);
  finds(
    "is compared with a property of each group",
    { at: "/a/*/l/*", per: "/a/*", sum: { max: { item: "/most" } } },
    {
      a: [
        { most: 3, l: [1, 2] },
        { most: 3, l: [2, 2] },
      ],
    },
    [total("/a/1", 4, { max: 3 })],
  );
  passes("leaves other values to the shape", { at: "/a/*", sum: { max: 1 } }, { a: [5, "1"] });
  finds("takes the largest and the smallest numbers", { at: "/a/*", sum: { max: 1e308 } }, { a: [1e308, 5e-324] }, [
    total("/a", 1e308, { max: 1e308 }),
  ]);
});

const ids = { candidate: "/s/*/id" };
const acyclic = { at: "/s/*/after/*", "refers-to": { names: ids, order: "acyclic" } };
const earlier = { at: "/s/*/after/*", "refers-to": { names: ids, order: "earlier" } };

describe("refers-to, acyclic", () => {
  passes("passes a diamond", acyclic, {
    s: [{ id: "a", after: ["b", "c"] }, { id: "b", after: ["d"] }, { id: "c", after: ["d"] }, { id: "d" }],
  });
  finds("finds an item that refers to itself", acyclic, { s: [{ id: "a", after: ["a"] }] }, [
    { path: "/s/0/after/0", cycle: ["a", "a"] },
  ]);
  finds(
    "finds what closes a cycle, once",
    acyclic,
    { s: [{ id: "x", after: ["a"] }, { id: "a", after: ["b"] }, { id: "b", after: ["c", "a"] }, { id: "c" }] },
    [{ path: "/s/2/after/1", cycle: ["a", "b", "a"] }],
  );
  passes("leaves unknown names to others", acyclic, { s: [{ id: "a", after: ["z", 5] }] });
  finds(
    "takes one reference for each item, too",
    { at: "/s/*/parent", "refers-to": { names: ids, order: "acyclic" } },
    {
      s: [
        { id: "a", parent: "b" },
        { id: "b", parent: "a" },
      ],
    },
    [{ path: "/s/1/parent", cycle: ["a", "b", "a"] }],
  );
});

const inGroups = {
  at: "/g/*/s/*/after/*",
  per: "/g/*",
  "refers-to": { names: { candidate: "/g/*/s/*/id" }, order: "acyclic" },
};
const circle = [
  { id: "a", after: ["b"] },
  { id: "b", after: ["a"] },
];
describe("refers-to, acyclic in each group", () => {
  finds(
    "finds the circle of every group",
    inGroups,
    { g: [{ s: circle }, { s: [{ id: "a" }] }, { s: circle }] },
    [0, 2].map((group) => ({ path: `/g/${group}/s/1/after/0`, cycle: ["a", "b", "a"] })),
  );
  passes("does not take the name of another group", inGroups, {
    g: [{ s: [{ id: "a", after: ["b"] }] }, { s: [{ id: "b", after: ["a"] }] }],
  });
});

describe("refers-to, earlier", () => {
  passes("passes what is declared before", earlier, { s: [{ id: "a" }, { id: "b", after: ["a"] }] });
  finds("finds what is declared later, and itself", earlier, { s: [{ id: "a", after: ["b", "a"] }, { id: "b" }] }, [
    { path: "/s/0/after/0", declaration: "/candidate/s/1/id" },
    { path: "/s/0/after/1", declaration: "/candidate/s/0/id" },
  ]);
});

test("a chain of references may be longer than the call stack", () => {
  const s = Array.from({ length: 20_000 }, (_, n) => ({ id: `n${n}`, after: [`n${(n + 1) % 20_000}`] }));
  const [cycle, ...others] = found(acyclic, { s });
  expect(others).toEqual([]);
  expect(cycle?.path).toBe("/s/19999/after/0");
});
