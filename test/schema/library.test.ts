import { readFileSync } from "node:fs";
import type * as Library from "../../src/schema-library.js";

// The file that `assay/schema` is.
const BUILT = new URL("../../dist/schema-library.js", import.meta.url);
const { compileSchema, InvalidSchema }: typeof Library = await import(BUILT.href);

const ORDER = {
  type: "object",
  required: ["kind"],
  properties: { kind: { enum: ["espresso", "filter"] }, price: { type: "number" } },
};

test.each([
  [ORDER, { kind: "filtr", price: "2.8" }, ["/kind", "/price"], { kind: "filter", price: 2.8 }],
  [{ type: "array", items: { type: "integer" } }, ["1", 2], ["/0"], [1, 2]],
  [{ type: "string", format: "date" }, "2026/01/31", [""], "2026-01-31"],
])("a schema is one call: %j", async (schema, value, paths, meant) => {
  const { valid, diagnostics, repaired } = await compileSchema(schema)(value);
  expect([valid, diagnostics.map(({ path }) => path), repaired]).toEqual([false, paths, meant]);
  expect(await compileSchema(schema)(meant)).toEqual({ valid: true, diagnostics: [] });
});

test("pointers are into the value, and the repair is that of the service", async () => {
  const value = { kind: "filtr", price: "2.8" };
  const { diagnostics, repair } = await compileSchema(ORDER)(value);
  const patch = [
    { op: "replace", path: "/kind", value: "filter" },
    { op: "replace", path: "/price", value: 2.8 },
  ];
  expect(diagnostics.flatMap(({ fixes }) => fixes.flatMap((fix) => fix.patch))).toEqual(patch);
  expect(repair).toEqual({
    patch: expect.arrayContaining(patch),
    remaining: 0,
    complete: true,
    open: [],
  });
  expect(value).toEqual({ kind: "filtr", price: "2.8" });
});

test.each([
  ["an array", [], false],
  ["a number that programs round", 2 ** 53 + 2, true],
  ["null", null, false],
])("the root may be anything: %s", async (_, value, expected) => {
  expect((await compileSchema({ type: ["number", "string"] })(value)).valid).toBe(expected);
});

test("a schema that cannot be used is refused with every reason, and its place", () => {
  const compile = () =>
    compileSchema({ properties: { a: { $ref: "#/$defs/b" }, c: { pattern: "(" } } });
  expect(compile).toThrow(InvalidSchema);
  expect(compile).toThrow(
    /schema\.json#\/properties\/a: refers to "#\/\$defs\/b", which does not exist/,
  );
});

test("the file is at most 500 KB, and imports nothing", () => {
  const text = readFileSync(BUILT, "utf8");
  expect(text.length).toBeLessThan(500_000);
  expect(
    text.match(/\bimport\s*["'{*][^;]{0,200}from\s*["'][^"']+["']|\bfrom"[a-z@][^"]*"/g) ?? [],
  ).toEqual([]);
  // The programs of the service, and the engine that decides rules.
  for (const name of ["koa", "ioredis", "json-rules-engine", "Almanac"])
    expect(text).not.toContain(name);
});
