import type { Ajv, FuncKeywordDefinition } from "ajv";
import { equal, type Json, withSortedKeys } from "../json/value.js";

/**
 * AJV compares with fast-deep-equal, which calls `valueOf` and `toString` of what it compares and throws where a candidate
 * has members of these names. It also compares each item of a list with each other one.
 */
const KEYWORDS: FuncKeywordDefinition[] = [
  { keyword: "const", validate: (wanted: Json, value: unknown) => equal(wanted, value) },
  {
    keyword: "enum",
    schemaType: "array",
    validate: (allowed: Json[], value: unknown) => allowed.some((one) => equal(one, value)),
  },
  {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    validate: (wanted: boolean, list: Json[]) =>
      !wanted || new Set(list.map((item) => JSON.stringify(withSortedKeys(item)))).size === list.length,
  },
];

export function addEquality(ajv: Ajv): void {
  for (const keyword of KEYWORDS) ajv.removeKeyword(keyword.keyword as string).addKeyword(keyword);
}
