import { _, type Ajv, type CodeKeywordDefinition } from "ajv";
import { equal, identityOf, type Json } from "../json/value.js";

const inWords = (values: Json[]) => values.map((value) => JSON.stringify(value)).join(", ");

export function isOneOf(allowed: readonly Json[], value: unknown): boolean {
  return allowed.some((one) => equal(one, value));
}

export function hasUniqueItems(items: readonly Json[]): boolean {
  return new Set(items.map(identityOf)).size === items.length;
}

/**
 * Keywords that compare values without fast-deep-equal. AJV uses it, but it calls `valueOf` and `toString` of the
 * values, and throws if a candidate has properties of these names. AJV also compares each array item with every other
 * item. `code` is the name of the function in validators that are compiled ahead of time.
 */
const KEYWORDS: CodeKeywordDefinition[] = [
  {
    keyword: "const",
    error: { message: ({ schema }) => `must be ${JSON.stringify(schema)}` },
    code(context) {
      const same = context.gen.scopeValue("func", { ref: equal, code: _`equal` });
      context.fail(_`!${same}(${context.schemaCode}, ${context.data})`);
    },
  },
  {
    keyword: "enum",
    schemaType: "array",
    error: { message: ({ schema }) => `must be one of ${inWords(schema)}` },
    code(context) {
      const isKnown = context.gen.scopeValue("func", { ref: isOneOf, code: _`isOneOf` });
      context.fail(_`!${isKnown}(${context.schemaCode}, ${context.data})`);
    },
  },
  {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must not have duplicate items" },
    code(context) {
      if (context.schema !== true) return;
      const isUnique = context.gen.scopeValue("func", { ref: hasUniqueItems, code: _`hasUniqueItems` });
      context.fail(_`!${isUnique}(${context.data})`);
    },
  },
];

export function addEquality(ajv: Ajv): void {
  for (const keyword of KEYWORDS) ajv.removeKeyword(keyword.keyword as string).addKeyword(keyword);
}
