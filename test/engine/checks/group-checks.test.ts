import type { Json } from "../../../src/ground/json/value.js";
import { finds, found, inArray, passes } from "./found.js";

/**
 * What is said about a value that another place has already, and of an item that can be removed.
 */
const first = (place: string) => ({ first: `/candidate${place}` });
const twin = (place: string, item: string) => ({ ...first(place), twin: `/candidate${item}` });

const unique = { unique: true };
describe("unique", () => {
  inArray("passes distinct values", unique, ["a", "b", "A", 1, "1", [1], { a: 1 }], []);
  inArray("finds the second, and the whole item to remove", unique, ["a", "b", "a"], {
    2: twin("/c/0", "/c/2"),
  });
  inArray(
    "compares whole items, whatever the order of their keys",
    unique,
    [
      { a: 1, b: [{ x: 1, y: 2 }] },
      { a: 1 },
      { b: [{ y: 2, x: 1 }], a: 1 },
      [1, 2],
      [2, 1],
      [1, 2],
    ],
    { 2: twin("/c/0", "/c/2"), 5: twin("/c/3", "/c/5") },
  );
  const inner = { n: 5, t: ["x", "y", "z", "w"] };
  finds(
    "keeps its places while the condition visits the same selector inside an item",
    {
      at: "/c/*/t/*",
      per: "/c/*",
      where: { path: "/n", operator: "greaterThan", value: { count: { item: "/t/*" } } },
      ...unique,
    },
    { c: [{ t: [inner, inner] }] },
    { "/c/0/t/1": twin("/c/0/t/0", "/c/0/t/1") },
  );
  const byName = { at: "/c/*/n", ...unique };
  const named = (...others: Json[]) => ({
    c: others.map((x, at) => (at === 0 ? { n: "a", x } : { x, n: "a" })),
  });
  finds("does not offer to remove an item that differs elsewhere", byName, named(1, 2), {
    "/c/1/n": first("/c/0/n"),
  });
  finds("offers to remove an item that is equal as a whole", byName, named([1], [1]), {
    "/c/1/n": twin("/c/0/n", "/c/1"),
  });
  finds(
    "looks at several pointers together, in their order",
    { at: ["/b", "/a", "/l/*"], ...unique },
    { a: "x", b: "x", l: ["y", "x"] },
    { "/a": first("/b"), "/l/1": first("/b") },
  );
  finds(
    "looks at the values of each declared name",
    { at: "/rows/*/{fields}", ...unique },
    {
      fields: [{ name: "id" }, { name: "n" }],
      rows: [{ id: 1, n: 1 }, { id: 2, n: 1 }, { n: 2 }, 5, { id: 1 }],
    },
    {
      "/rows/4/id": { key: "id", ...first("/rows/0/id") },
      "/rows/1/n": { key: "n", ...first("/rows/0/n") },
    },
  );
  inArray("leaves booleans and null alone", unique, [null, null, true, true, false, false], []);
  passes(
    "leaves what is no array to the shape",
    { at: "/c/*", ...unique },
    { c: { 0: "a", 1: "a" } },
  );
});

describe("unique by several properties", () => {
  inArray(
    "compares them together",
    { ...unique, by: ["/c", "/d/e"] },
    [
      { c: 1, d: { e: "x" } },
      { c: 1, d: { e: "y" } },
      { c: 1, d: { e: "x" }, f: 1 },
    ],
    { 2: first("/c/0") },
  );
  const by = ["/c", "/d"];
  const incomplete = [{ c: 1 }, { c: 1 }, { c: 1, d: null }, { c: 1, d: null }];
  inArray("compares no item that lacks one", { ...unique, by }, incomplete, []);
  inArray(
    "ignores case",
    { ...unique, by, ignoreCase: true },
    [
      { c: "x", d: 1 },
      { c: "X", d: 1 },
    ],
    { 1: first("/c/0") },
  );
});

const sorted = { sorted: "ascending" };
describe("sorted", () => {
  inArray("passes what is in order, and what is equal", sorted, ["A", "a", "a", "b"], []);
  inArray("finds the first that is not, and no other", sorted, [1, 3, 2, 1], {
    2: { previous: 3 },
  });
  inArray("compares strings by their characters", sorted, ["2", "10"], { 1: { previous: "2" } });
  inArray(
    "compares dates and date-times as such",
    sorted,
    ["2026-01-01T00:00:00+02:00", "2025-12-31T23:00:00Z", "2026-01-01", "2025-12-31T23:59:59Z"],
    { 3: { previous: "2026-01-01" } },
  );
  inArray("passes over values of other types", sorted, [2, null, true, [], {}, 1], {
    5: { previous: 2 },
  });
  inArray("leaves alone values of two kinds", sorted, ["b", 1, "2026-01-01"], []);
});

describe("sorted as", () => {
  const as = (name: string) => ({ ...sorted, as: name });
  const versions = [
    ...[
      "v0.9.0",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
    ],
    ...["1.0.0", "1.0.0+build", "1.2.10", "1.10.0"],
  ];
  inArray("versions", as("semantic-version"), versions, []);
  inArray("versions, finds one", as("semantic-version"), ["1.10.0", "1.9.0"], {
    1: { previous: "1.10.0" },
  });
  inArray("what is no version", as("semantic-version"), ["2.0.0", "1.0.0-01", "1.0.0-a..b"], []);
  inArray(
    "numbers in text",
    as("number"),
    ["Chapter 2", "Chapter-3", "Chapter 10", 11, "11.5", "-no"],
    [],
  );
  inArray("negative numbers in text", as("number"), ["-5 °C", "-2", "at -10"], {
    2: { previous: "-2" },
  });
  const times = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00+01:00"];
  inArray("text, whatever it says", as("text"), times, { 1: { previous: times[0] } });
  inArray("dates", as("date"), times.toReversed(), []);
  inArray(
    "several keys, each in its own order",
    { ...sorted, by: [{ at: "/n" }, { at: "/v", as: "semantic-version", order: "descending" }] },
    ["a 1.10.0", "a 1.9.0", "b 1.9.0", "b 1.10.0"].map((text) => ({
      n: text.slice(0, 1),
      v: text.slice(2),
    })),
    { 3: { previous: ["b", "1.9.0"] } },
  );
});

/** The size of a group, and the limits that it is not within. */
const size = (number: number, expected: object) => ({ size: number, expected });

describe("count", () => {
  const one = { min: 1, max: 1 };
  const min = (number: number) => ({ count: { min: number } });
  const max = (number: number) => ({ count: { max: number } });
  inArray("passes the limits themselves", { count: { min: 1, max: 2 } }, [1, 2], []);
  inArray("finds too many of any type, at the array", max(4), [null, 1, true, {}, []], {
    "": size(5, { max: 4 }),
  });
  inArray("counts zero", min(1), [], { "": size(0, { min: 1 }) });
  for (const candidate of [{}, { c: {} }])
    passes("leaves what is no array to the shape", { at: "/c/*", ...min(1) }, candidate);
  const contact = { at: ["/contact/email", "/contact/phone"], ...min(1) };
  finds(
    "counts properties, at what they share",
    contact,
    { contact: { fax: 1 } },
    { "/contact": size(0, { min: 1 }) },
  );
  passes("is skipped where what the pointers share is absent", contact, {});
  finds(
    "says either or",
    { at: ["/email", "/phone"], count: one },
    { email: 1, phone: 1 },
    { "": size(2, one) },
  );
  inArray(
    "counts items that meet `where`, of any type",
    { where: { path: "/primaryKey", operator: "equal", value: true }, count: one },
    [{ primaryKey: true }, { primaryKey: false }, 5, {}, { primaryKey: true }],
    { "": size(2, one) },
  );
  finds(
    "counts in each place of `per`, and reports there",
    { at: "/g/*/t/*", per: "/g/*", ...max(1) },
    { g: [{ t: [1, 2] }, { t: [] }, {}, { t: [1, 2, 3] }] },
    { "/g/0": size(2, { max: 1 }), "/g/3": size(3, { max: 1 }) },
  );
  const three = { g: [{ t: [1, 2] }, { t: [3] }] };
  finds(
    "counts in all places together where `per` is the candidate",
    { at: "/g/*/t/*", per: "", ...max(2) },
    three,
    {
      "": size(3, { max: 2 }),
    },
  );
  finds(
    "takes limits from data, from the candidate and from the item of the group",
    {
      at: "/g/*/t/*",
      per: "/g/*",
      count: { min: { candidate: "/least" }, max: { item: "/most" } },
    },
    { least: 1, g: [{ most: 1, t: [1, 2] }, { most: 2, t: [1, 2] }, { t: [] }] },
    { "/g/0": size(2, one), "/g/2": size(0, { min: 1 }) },
  );
  passes(
    "knows no limit where the place that it refers to holds no number",
    { at: "/c/*", count: { max: { candidate: "/most" } } },
    { most: "1", c: [1, 2, 3] },
  );
  const declared = (number: number) => ({ at: "/rows/*/{fields}", ...min(number) });
  finds(
    "counts the values of each declared name, and reports at the declaration",
    declared(2),
    { fields: [{ name: 1 }, { name: "a" }, { name: "b" }], rows: [{ a: 1, b: 1 }, { a: 1 }] },
    { "/fields/2": { key: "b", ...size(1, { min: 2 }) } },
  );
  passes("leaves absent records to the shape", declared(1), { fields: [{ name: "a" }] });
});

describe("distinct", () => {
  inArray("passes values that differ", { distinct: { min: 2 } }, [1, 1, 2], []);
  inArray("finds values that are all the same", { distinct: { min: 2 } }, ["a", "a"], {
    "": size(1, { min: 2 }),
  });
  inArray(
    "tells values of all types apart, whatever the order of keys",
    { distinct: { max: 0 } },
    [1, "1", true, "true", null, "null", [1], { a: 1, b: 2 }, { b: 2, a: 1 }, 1.0, "A", "a"],
    { "": size(10, { max: 0 }) },
  );
  inArray("ignores case", { distinct: { max: 2 }, ignoreCase: true }, ["A", "a", "B", "b", 1], {
    "": size(3, { max: 2 }),
  });
});

describe("sum", () => {
  inArray("adds decimals exactly", { sum: { min: 0.3, max: 0.3 } }, [0.1, 0.2], []);
  finds(
    "finds another sum",
    { at: "/a/*/w", sum: { min: 100, max: 100 } },
    { a: [{ w: 99.9 }, { w: 0.2 }] },
    { "/a": { expected: { min: 100, max: 100 }, sum: 100.1 } },
  );
  inArray("excludes a limit", { sum: { below: 3 } }, [1, 2], {
    "": { expected: { below: 3 }, sum: 3 },
  });
  inArray("is the largest number if it is larger", { sum: { max: 9 } }, [1.25e308, 1.25e308], {
    "": { sum: Number.MAX_VALUE },
  });
  inArray("is zero for none", { sum: { above: 0 } }, [], { "": { sum: 0 } });
  inArray("leaves other values to the shape", { sum: { max: 1 } }, [5, "1"], []);
});

const refers = (order: string) => ({ "refers-to": { names: { candidate: "/s/*/id" }, order } });
const acyclic = { at: "/s/*/after/*", ...refers("acyclic") };
/** Steps by their names, each with those that come before it. */
const steps = (after: Record<string, Json[]>) => ({
  s: Object.entries(after).map(([id, all]) => ({ id, after: all })),
});

describe("refers-to, acyclic", () => {
  passes("passes a diamond", acyclic, steps({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }));
  finds("finds an item that refers to itself", acyclic, steps({ a: ["a"] }), {
    "/s/0/after/0": { cycle: ["a", "a"] },
  });
  finds(
    "finds what closes a cycle, once",
    acyclic,
    steps({ x: ["a"], a: ["b"], b: ["c", "a"], c: [] }),
    {
      "/s/2/after/1": { cycle: ["a", "b", "a"] },
    },
  );
  passes("leaves unknown names to others", acyclic, steps({ a: ["z", 5] }));

  test("takes a chain that is longer than the call stack", () => {
    const s = Array.from({ length: 20_000 }, (_, n) => ({
      id: `n${n}`,
      after: [`n${(n + 1) % 20_000}`],
    }));
    expect(found(acyclic, { s }).map(({ path }) => path)).toEqual(["/s/19999/after/0"]);
  });
});

describe("refers-to, acyclic in each group", () => {
  const inGroups = {
    at: "/g/*/s/*/after/*",
    per: "/g/*",
    "refers-to": { names: { candidate: "/g/*/s/*/id" }, order: "acyclic" },
  };
  const circle = steps({ a: ["b"], b: ["a"] });
  finds(
    "finds the circle of every group",
    inGroups,
    { g: [circle, steps({ a: [] }), circle] },
    {
      "/g/0/s/1/after/0": { cycle: ["a", "b", "a"] },
      "/g/2/s/1/after/0": { cycle: ["a", "b", "a"] },
    },
  );
  passes("does not take the name of another group", inGroups, {
    g: [steps({ a: ["b"] }), steps({ b: ["a"] })],
  });
});

describe("refers-to, earlier", () => {
  const earlier = { at: "/s/*/after/*", ...refers("earlier") };
  passes("passes what is declared before", earlier, steps({ a: [], b: ["a"] }));
  finds("finds what is declared later, and itself", earlier, steps({ a: ["b", "a"], b: [] }), {
    "/s/0/after/0": { declaration: "/candidate/s/1/id" },
    "/s/0/after/1": { declaration: "/candidate/s/0/id" },
  });
});
