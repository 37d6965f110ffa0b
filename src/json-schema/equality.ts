import type { Ajv, FuncKeywordDefinition } from "ajv";
import { equal, type Json, withSortedKeys } from "../json/value.js";

const list = (values: Json[]) => values.map((value) => JSON.stringify(value)).join(", ");

/**
 * Replaces AJV's comparison by fast-deep-equal, which calls `valueOf` and `toString` of the values and throws if a
 * candidate has properties of these names. AJV also compares each item of an array with every other item.
 */
const KEYWORDS: FuncKeywordDefinition[] = [
  {
    keyword: "const",
    error: { message: ({ schema }) => `must be ${JSON.stringify(schema)}` },
    validate: (expected: Json, value: unknown) => equal(expected, value),
  },
  {
    keyword: "enum",
    schemaType: "array",
    error: { message: ({ schema }) => `must be one of ${list(schema)}` },
    validate: (allowed: Json[], value: unknown) => allowed.some((one) => equal(one, value)),
  },
  {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must not have duplicate items" },
    validate: (unique: boolean, items: Json[]) =>
      !unique || new Set(items.map((item) => JSON.stringify(withSortedKeys(item)))).size === items.length,
  },
];

export function addEquality(ajv: Ajv): void {
  for (const keyword of KEYWORDS) ajv.removeKeyword(keyword.keyword as string).addKeyword(keyword);
}
