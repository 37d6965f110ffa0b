import type { Condition } from "../../../src/engine/grammar.js";
import type { Json } from "../../../src/json/value.js";
import { cases, type Row } from "./cases.js";

const noX = { "none-of": ["x"] };

cases("at", [
  ["selects a property of a property", { at: "/a/b", ...noX }, { a: { b: "x" } }, [{ path: "/a/b" }]],
  ["selects the candidate", { at: "", ...noX }, "x", [{ path: "" }]],
  [
    "selects the items of arrays in arrays",
    { at: "/a/*/*/b", ...noX },
    { a: [[{ b: "x" }], 5, { b: "x" }, [{}, { b: "x" }]] },
    [{ path: "/a/0/0/b" }, { path: "/a/3/1/b" }],
  ],
  [
    "selects with several pointers",
    { at: ["/b", "/a/*"], ...noX },
    { a: ["x", "y", "x"], b: "x" },
    [{ path: "/b" }, { path: "/a/0" }, { path: "/a/2" }],
  ],
  ["takes escaped names", { at: "/a~1b/c~0d", ...noX }, { "a/b": { "c~d": "x" } }, [{ path: "/a~1b/c~0d" }]],
  ["selects no property of an array", { at: "/a/length", "none-of": [1] }, { a: ["x"] }, []],
  [
    "selects the item of an array, or the property of an object, that a number names",
    { at: ["/a/1", "/b/1", "/c/01"], ...noX },
    { a: ["x", "x"], b: { 1: "x" }, c: ["x", "x"] },
    [{ path: "/a/1" }, { path: "/b/1" }],
  ],
  [
    "selects the first and the last item, which may be the same one",
    { at: ["/a/~first/b", "/a/~last/b", "/c/~first", "/c/~last", "/d/~first", "/e/~last"], ...noX },
    { a: [{ b: "x" }, { b: "x" }, { b: "x" }], c: ["x"], d: [], e: { "~last": "x" } },
    [{ path: "/a/0/b" }, { path: "/a/2/b" }, { path: "/c/0" }, { path: "/c/0" }],
  ],
  [
    "selects the last items of arrays in arrays",
    { at: "/a/*/~last", ...noX },
    { a: [["x", "y"], ["y", "x"], []] },
    [{ path: "/a/1/1" }],
  ],
  ["selects nothing that is inherited", { at: "/toString", ...noX, "none-of": [""] }, {}, []],
  [
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
  ],
  [
    "selects the declared properties of one object",
    { at: "/row/{names}", ...noX },
    { fields: [{ name: "a" }], row: { a: "x" } },
    [{ path: "/row/a", key: "a" }],
  ],
  ["selects none where nothing is declared", { at: "/rows/*/{names}", ...noX }, { rows: [{ a: "x" }] }, []],
  [
    "selects no inherited name",
    { at: "/rows/*/{names}", pattern: "^$" },
    { fields: [{ name: "toString" }], rows: [{}] },
    [],
  ],
]);

const where = (title: string, at: string | string[], condition: Condition, candidate: Json, paths: string[]): Row => [
  title,
  { at, where: condition, ...noX },
  candidate,
  paths.map((path) => ({ path })),
];
const TWO = { on: true, a: [{ v: "x", k: 1 }, { v: "x" }, { v: "y", k: 1 }] };

cases("where", [
  where("asks of the item", "/a/*/v", { path: "/k", operator: "exists", value: true }, TWO, ["/a/0/v"]),
  where("asks of the item by its name", "/a/*/v", { fact: "item", path: "/k", operator: "equal", value: 1 }, TWO, [
    "/a/0/v",
  ]),
  where("asks of the item itself", "/l/*", { path: "", operator: "equal", value: "x" }, { l: ["x", "y", "x"] }, [
    "/l/0",
    "/l/2",
  ]),
  where(
    "takes the last `*` for the item",
    "/a/*/b/*",
    { path: "", operator: "equal", value: "x" },
    { a: [{ b: ["x", "y"] }] },
    ["/a/0/b/0"],
  ),
  where("asks of the candidate", "/a/*/v", { fact: "candidate", path: "/on", operator: "equal", value: true }, TWO, [
    "/a/0/v",
    "/a/1/v",
  ]),
  where(
    "asks of the candidate where there is no item",
    "/v",
    { path: "/k", operator: "equal", value: 1 },
    { v: "x", k: 1 },
    ["/v"],
  ),
  where("holds nowhere", "/v", { path: "/k", operator: "equal", value: 1 }, { v: "x", k: 2 }, []),
  where(
    "asks of each pointer's own item",
    ["/v", "/a/*/v"],
    { path: "/k", operator: "equal", value: 1 },
    { v: "x", a: [{ v: "x", k: 1 }, { v: "x" }] },
    ["/a/0/v"],
  ),
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
  ),
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
  ),
  where(
    "is made of all, any and not",
    "/a/*/v",
    { any: [{ not: { path: "/k", operator: "exists", value: true } }, { path: "/k", operator: "in", value: [3] }] },
    { a: [{ v: "x", k: 3 }, { v: "x", k: 4 }, { v: "x" }] },
    ["/a/0/v", "/a/2/v"],
  ),
  [
    "asks of the declaration behind a declared name",
    { at: "/rows/*/{names}", where: { path: "/secret", operator: "equal", value: true }, ...noX },
    { fields: [{ name: "a", secret: true }, { name: "b" }], rows: [{ a: "x", b: "x" }] },
    [{ path: "/rows/0/a", key: "a" }],
  ],
  [
    "asks of the candidate behind a declared name",
    {
      at: "/rows/*/{names}",
      where: { fact: "candidate", path: "/strict", operator: "equal", value: true },
      ...noX,
    },
    { strict: true, fields: [{ name: "a" }], rows: [{ a: "x" }] },
    [{ path: "/rows/0/a", key: "a" }],
  ],
]);

cases("a reference to the item", [
  [
    "is to the declaration behind a declared name",
    { at: "/rows/*/{names}", range: { max: { item: "/most" } } },
    { fields: [{ name: "a", most: 1 }, { name: "b", most: 2 }, { name: "c" }], rows: [{ a: 2, b: 2, c: 2 }] },
    [{ path: "/rows/0/a", key: "a", expected: { max: 1 }, max: 1 }],
  ],
  [
    "is to the candidate where there is no item",
    { at: "/validity/end", range: { above: { item: "/validity/start" } } },
    { validity: { start: 2, end: 1 } },
    [{ path: "/validity/end", expected: { above: 2 }, above: 2 }],
  ],
]);
