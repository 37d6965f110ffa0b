import { readFileSync } from "node:fs";
import { applyPatch, type Operation } from "../../../src/ground/json/patch.js";
import { valueAt } from "../../../src/ground/json/pointer.js";
import type { Json } from "../../../src/ground/json/value.js";

interface SuiteCase {
  readonly comment?: string;
  readonly doc: Json;
  readonly patch: readonly { readonly op: string; readonly path: string; readonly value?: Json }[];
  readonly expected?: Json;
  /** Why the patch must fail. */
  readonly error?: string;
  readonly disabled?: boolean;
}

/**
 * `test` is no operation of ours: here it says what a pointer finds. npm has no suite for pointers
 * alone.
 */
const SUPPORTED = ["add", "remove", "replace", "move", "test"];

const suiteCases = ["tests.json", "spec_tests.json"]
  .flatMap((file): SuiteCase[] =>
    JSON.parse(readFileSync(`node_modules/json-patch-test-suite/${file}`, "utf8")),
  )
  .filter(({ disabled, patch }) => !disabled && patch.every(({ op }) => SUPPORTED.includes(op)))
  // The type of an operation demands its value.
  .filter(({ error }) => error !== "missing 'value' parameter");

function run({ doc, patch }: SuiteCase): unknown {
  let document: unknown = doc;
  for (const operation of patch) {
    if (operation.op === "test") expect(valueAt(document, operation.path)).toEqual(operation.value);
    else document = applyPatch(document, [operation as Operation]);
  }
  return document;
}

describe("the JSON Patch suite", () => {
  test.each(
    suiteCases.map((one) => [one.comment ?? one.error ?? JSON.stringify(one.patch), one] as const),
  )("%s", (_, one) => {
    if (one.error !== undefined) expect(() => run(one)).toThrow();
    else expect(run(one)).toEqual(one.expected ?? expect.anything());
  });

  test("has cases for most of what fixes are made of", () => {
    expect(suiteCases.length).toBeGreaterThan(80);
  });
});

test("a patch creates a property with a name that is special in JavaScript", () => {
  expect(applyPatch({}, [{ op: "add", path: "/__proto__", value: 1 }])).toEqual(
    JSON.parse('{"__proto__":1}'),
  );
});

test("what a patch does not touch is shared, not copied", () => {
  const root = { a: { deep: [1] }, b: { deep: [2] } };
  const patched = applyPatch(root, [{ op: "replace", path: "/a/deep/0", value: 9 }]) as typeof root;
  expect(patched.b).toBe(root.b);
  expect(patched.a).not.toBe(root.a);
});
