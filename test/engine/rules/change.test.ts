import { applyPatch as applyIndependently, type Operation } from "rfc6902";
import { compileDeclaration } from "../../../src/engine/declared/declaration.js";
import type { ChangeSource, DeclarationSource } from "../../../src/engine/grammar.js";
import { makeSubject } from "../../../src/engine/memo.js";
import { compileChange } from "../../../src/engine/rules/change.js";
import { NO_VALUES, type Values } from "../../../src/engine/rules/template.js";
import type { Json } from "../../../src/ground/json/value.js";
import { casesOf } from "../../support/cases.js";

const testEach = casesOf(import.meta.url);

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

testEach<Row>("%j makes %j into %j", (change, candidate, expected) => {
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
