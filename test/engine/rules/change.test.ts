import { applyPatch as applyIndependently, type Operation } from "rfc6902";
import { compileDeclaration } from "../../../src/engine/declared/declaration.js";
import type { ChangeSource, DeclarationSource } from "../../../src/engine/grammar.js";
import { makeSubject } from "../../../src/engine/memo.js";
import { compileChange } from "../../../src/engine/rules/change.js";
import { NO_VALUES, type Values } from "../../../src/engine/rules/template.js";
import type { Json } from "../../../src/ground/json/value.js";

const DECLARATIONS: Record<string, DeclarationSource> = {
  columns: {
    at: "/columns/*",
    name: "/name",
    records: "/rows/*",
    references: ["/columns/*/references", "/key"],
  },
  units: { at: "/units/*", name: "/label/short" },
};
const declarations = new Map(
  Object.entries(DECLARATIONS).map(([name, source]) => [
    name,
    compileDeclaration(name, source, new Map()),
  ]),
);

const patchOf = (change: ChangeSource, candidate: Json, values: Values = NO_VALUES) =>
  compileChange(change, declarations)(makeSubject(candidate), values);

/** The candidate after a change, by another implementation of RFC 6902 than the engine's. */
function changed(change: ChangeSource, candidate: Json, values?: Values): Json | undefined {
  const patch = patchOf(change, candidate, values);
  if (patch === undefined) return undefined;
  const root = structuredClone({ candidate });
  const operations = patch.map((operation) => ({
    ...operation,
    path: `/candidate${operation.path}`,
    ...("from" in operation && { from: `/candidate${operation.from}` }),
  }));
  expect(
    applyIndependently(root, operations as Operation[]).filter((failure) => failure !== null),
  ).toEqual([]);
  return root.candidate;
}

/** What a change makes of a candidate; undefined where it cannot be made. */
type Row = [change: ChangeSource, candidate: Json, expected: Json | undefined];
const table = {
  columns: [
    { name: "id" },
    { name: "parent", references: "id" },
    { name: "other", references: "parent" },
  ],
  key: "id",
  rows: [{ id: 1, parent: 2 }, { parent: 3 }, 5],
};

test.each<Row>([
  [{ set: { "/a": 2 } }, { a: 1 }, { a: 2 }],
  [{ set: { "/b": 2 } }, { a: 1 }, { a: 1, b: 2 }],
  [{ set: { "/l/1": "x" } }, { l: [1, 2, 3] }, { l: [1, "x", 3] }],
  [{ set: { "/l/-": 3 } }, { l: [1] }, { l: [1, 3] }],
  [{ set: { "": { b: 1 } } }, { a: 1 }, { b: 1 }],
  [
    { set: { "/l/*/a": 2 } },
    { l: [{ a: 1 }, {}, { a: 3 }] },
    { l: [{ a: 2 }, { a: 2 }, { a: 2 }] },
  ],
  [{ set: { "/g/*/l/*/a": 1 } }, { g: [{ l: [{}] }, {}] }, { g: [{ l: [{ a: 1 }] }, {}] }],
  [{ set: { "/l/*/a": 1 } }, { l: [] }, { l: [] }],
  [{ set: { "/a": {}, "/a/b": 1 } }, {}, { a: { b: 1 } }],
  [{ remove: "/a" }, { a: 1, b: 2 }, { b: 2 }],
  [{ remove: ["/a", "/x/y"] }, { a: 1 }, {}],
  [{ remove: "/l/*" }, { l: [1, 2, 3] }, { l: [] }],
  [{ remove: "/l/*/a" }, { l: [{ a: 1 }, { b: 1 }, { a: 2 }] }, { l: [{}, { b: 1 }, {}] }],
  [{ remove: ["/l/0", "/l/2"] }, { l: ["a", "b", "c"] }, { l: ["b"] }],
  [{ remove: ["/l/10", "/l/2"] }, { l: [..."abcdefghijkl"] }, { l: [..."abdefghijl"] }],
  [{ remove: ["/l/*", "/l/0"] }, { l: ["a", "b"] }, { l: [] }],
  [{ remove: ["/a", "/a/b"] }, { a: { b: 1 }, c: 1 }, { c: 1 }],
  [{ rename: { "/a~1b": "c/~d" } }, { "a/b": 1 }, { "c/~d": 1 }],
  [{ rename: { "/a": "b" } }, { a: 1, b: 2 }, undefined],
  [{ rename: { "/a": "b" } }, { c: 1 }, undefined],
  [{ rename: { "/l/0": "b" } }, { l: [1] }, undefined],
  [{ rename: { "/l/*/a": "b" } }, { l: [{ a: 1 }, { a: 2 }] }, { l: [{ b: 1 }, { b: 2 }] }],
  [{ rename: { "/l/*/a": "b" } }, { l: [{ a: 1 }, { a: 2, b: 3 }] }, undefined],
  [
    { rename: { "/columns/0/name": "key" } },
    table,
    {
      columns: [
        { name: "key" },
        { name: "parent", references: "key" },
        { name: "other", references: "parent" },
      ],
      key: "key",
      rows: [{ key: 1, parent: 2 }, { parent: 3 }, 5],
    },
  ],
  [{ rename: { "/columns/0/name": "parent" } }, table, undefined],
  [{ rename: { "/columns/0/name": "x" } }, { columns: [{ name: 1 }] }, undefined],
  [
    { rename: { "/units/0/label/short": "kg" } },
    { units: [{ label: { short: "kilo" } }] },
    { units: [{ label: { short: "kg" } }] },
  ],
  [
    { rename: { "/rows/0/id": "ident" } },
    { columns: [{ name: "id" }], rows: [{ id: 1 }] },
    { columns: [{ name: "id" }], rows: [{ ident: 1 }] },
  ],
  [{ resize: { "/l": 1 } }, { l: ["a", "b", "c"] }, { l: ["a"] }],
  [{ resize: { "/l": 5 } }, { l: ["a", "b"] }, { l: ["a", "b", "a", "b", "a"] }],
  [
    { resize: { "/g/*/l": 2 } },
    { g: [{ l: [1] }, { l: [1, 2, 3] }] },
    { g: [{ l: [1, 1] }, { l: [1, 2] }] },
  ],
  [{ resize: { "/l": 2 } }, { l: [] }, undefined],
  [{ resize: { "/l": 2 } }, { l: "ab" }, undefined],
  [
    { set: { "/b/2": "z", "/c": 1 }, resize: { "/b": 3 }, rename: { "/a": "b" }, remove: "/b" },
    { a: ["x"], b: 1 },
    { b: ["x", "x", "z"], c: 1 },
  ],
  [{ remove: "/a", set: { "/x/y": 1 } }, { a: 1 }, undefined],
  [{ remove: "/a", set: { "/a/b": 1 } }, { a: {} }, undefined],
  [
    {
      patch: [
        { op: "add", path: "/b", value: { c: [1] } },
        { op: "replace", path: "/b/c/0", value: 2 },
        { op: "move", from: "/b/c", path: "/d" },
        { op: "remove", path: "/a" },
      ],
    },
    { a: 1 },
    { b: {}, d: [2] },
  ],
])("%j makes %j into %j", (change, candidate, expected) => {
  const before = structuredClone(candidate);
  expect(changed(change, candidate)).toEqual(expected);
  expect(candidate).toEqual(before);
});

test("a key that is called * is that key, not every item", () => {
  const values: Values = {
    get: (name) => (name === "path" ? "/candidate/rows/*" : "*"),
    isCertain: () => true,
    dropped: () => undefined,
    alternatives: () => [],
  };
  const rows = { "*": 1, a: 2 };
  expect(changed({ remove: "{path}" }, { rows }, values)).toEqual({ rows: { a: 2 } });
  expect(changed({ rename: { "/rows/{key}": "b" } }, { rows }, values)).toEqual({
    rows: { a: 2, b: 1 },
  });
  expect(changed({ set: { "{path}": 5 } }, { rows }, values)).toEqual({ rows: { "*": 5, a: 2 } });
});

test("placeholders are filled in pointers, names and values", () => {
  const filled: Record<string, unknown> = {
    path: "/candidate/rows/0",
    key: "a/b",
    nearest: "c",
    free: [1],
  };
  const values: Values = {
    get: (name) => filled[name],
    isCertain: () => true,
    dropped: () => undefined,
    alternatives: () => [],
  };
  expect(
    changed(
      {
        remove: "{path}/x",
        rename: { "{path}/{key}": "{nearest}" },
        set: { "/free": "{free}", "/rows/*/{nearest}2": "{key}!" },
      },
      { rows: [{ "a/b": 1, x: 1 }] },
      values,
    ),
  ).toEqual({ rows: [{ c: 1, c2: "a/b!" }], free: [1] });
  expect(
    patchOf(
      { patch: [{ op: "move", from: "{path}/{key}", path: "{path}/{nearest}" }] },
      {},
      values,
    ),
  ).toEqual([{ op: "move", from: "/rows/0/a~1b", path: "/rows/0/c" }]);
});
