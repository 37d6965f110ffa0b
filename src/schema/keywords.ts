import type { Ajv, Code, CodeKeywordDefinition, KeywordCxt, Name } from "ajv";
import { _ } from "ajv/dist/core.js";
import { cacheByString } from "../ground/cache/bounded-map.js";
import { identityOf, isEqual, type Json, type JsonObject } from "../ground/json/value.js";

// The module of meta-schemas that build.js writes imports these too.
export function isOneOf(allowed: readonly Json[], value: unknown): boolean {
  return allowed.some((one) => isEqual(one, value));
}

export function hasUniqueItems(items: readonly Json[]): boolean {
  return new Set(items.map(identityOf)).size === items.length;
}

const SURROGATE = /[\ud800-\udbff]/;

/** The number of code points, which JSON Schema counts as characters. */
export function countCodePoints(text: string): number {
  return SURROGATE.test(text) ? countPairsOnce(text) : text.length;
}

/** The last ones are kept, because every trial of a fix counts the same texts. */
const countPairsOnce = cacheByString((text) => {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    if (
      (text.charCodeAt(index) & 0xfc00) === 0xdc00 &&
      (text.charCodeAt(index - 1) & 0xfc00) === 0xd800
    )
      count--;
  }
  return count;
}, 64);

/** Whether a schema allows strings as long as this one. */
export function isLengthAllowed(
  text: string,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonObject,
): boolean {
  const length = countCodePoints(text);
  return length >= Number(minLength) && length <= Number(maxLength);
}

const inWords = (values: Json[]) => values.map((value) => JSON.stringify(value)).join(", ");

/**
 * Keywords that replace those of AJV.
 *
 * AJV compares values with fast-deep-equal, which calls `valueOf` and `toString` of the values, and
 * throws if a candidate has properties of these names; and it compares each array item with every
 * other item.
 *
 * It also counts the characters of every string. A string of `length` code units has at most as
 * many and at least half as many characters, so most need no counting: the shape of a typical
 * candidate is checked in a fifth of the time, and that of a text of 60,000 characters is not
 * counted by every trial of a fix.
 */
const KEYWORDS: readonly CodeKeywordDefinition[] = [
  keyword(
    { keyword: "const", error: { message: ({ schema }) => `must be ${JSON.stringify(schema)}` } },
    { ref: isEqual, code: _`isEqual` },
    (isEqual, { data, schemaCode }) => _`!${isEqual}(${schemaCode}, ${data})`,
  ),
  keyword(
    {
      keyword: "enum",
      schemaType: "array",
      error: { message: ({ schema }) => `must be one of ${inWords(schema)}` },
    },
    { ref: isOneOf, code: _`isOneOf` },
    (isKnown, { data, schemaCode }) => _`!${isKnown}(${schemaCode}, ${data})`,
  ),
  keyword(
    {
      keyword: "uniqueItems",
      type: "array",
      schemaType: "boolean",
      error: { message: "must not have duplicate items" },
    },
    { ref: hasUniqueItems, code: _`hasUniqueItems` },
    (isUnique, { data, schema }) => _`${schema} && !${isUnique}(${data})`,
  ),
  keyword(
    { keyword: "maxLength", type: "string", schemaType: "number" },
    { ref: countCodePoints, code: _`countCodePoints` },
    (count, { data, schema }) =>
      _`${data}.length > ${schema} && (${data}.length > ${2 * schema} || ${count}(${data}) > ${schema})`,
  ),
  keyword(
    { keyword: "minLength", type: "string", schemaType: "number" },
    { ref: countCodePoints, code: _`countCodePoints` },
    (count, { data, schema }) =>
      _`${data}.length < ${2 * schema} && (${data}.length < ${schema} || ${count}(${data}) < ${schema})`,
  ),
];

/**
 * A keyword that calls a function. `code` is its name in validators that are compiled ahead of
 * time.
 */
function keyword(
  definition: Omit<CodeKeywordDefinition, "code">,
  called: { readonly ref: unknown; readonly code: Code },
  failsIf: (called: Name, context: KeywordCxt) => Code,
): CodeKeywordDefinition {
  const code = (context: KeywordCxt) =>
    context.fail(failsIf(context.gen.scopeValue("func", called), context));
  return { ...definition, code };
}

/**
 * Lets AJV note no evaluated properties, which only `unevaluatedProperties` asks for. Its code for
 * that throws where `patternProperties` stand beside a union with `additionalProperties`, and all
 * errors are collected.
 */
export function withoutEvaluated<Instance extends Pick<Ajv, "opts">>(ajv: Instance): Instance {
  ajv.opts.unevaluated = false;
  return ajv;
}

export function addKeywords(ajv: Ajv): void {
  for (const replaced of KEYWORDS)
    ajv.removeKeyword(replaced.keyword as string).addKeyword(replaced);
}
