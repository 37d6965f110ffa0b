import { isLostInteger } from "../../ground/json/kept-digits.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { isShortText, namesThatFit, quote } from "../../ground/text/quote.js";
import { FORMATS, type Mistake } from "../../schema/formats.js";
import { allows, placeholderOf, propertiesOf } from "../../schema/schemas-in.js";
import type { Column } from "../declared/declaration.js";

/**
 * A pattern means a format if it accepts all of the first strings and none of the others, which are
 * nearly right.
 */
const MEANT: readonly {
  accepted: string[];
  refused: string[];
  mistakes: readonly Mistake[] | undefined;
}[] = [
  {
    accepted: ["http://example.com/", "https://example.com/"],
    refused: ["ftp://example.com/", "example.com", "https://example.com/a b"],
    mistakes: [
      [/^(?![A-Za-z][\w+.-]*:)/, "has no scheme, such as https://"],
      [/^(?!https?:\/\/)/, "does not start with http:// or https://"],
      [/\s/, "has white space"],
    ],
  },
  {
    accepted: ["01234567-89ab-4cde-8f01-23456789abcd"],
    refused: ["0123456789ab4cde8f0123456789abcd", "01234567-89ab-4cde-8f01-23456789abcg"],
    mistakes: FORMATS.get("uuid")?.mistakes,
  },
];

/**
 * The reason why a value does not have its format, such as "has no time zone"; undefined if it is
 * not a usual one.
 */
export function whyNotInFormat(value: unknown, schema: JsonObject): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const { format, pattern } = schema;
  const mistakes =
    format == null ? mistakesAgainst(pattern) : FORMATS.get(String(format))?.mistakes;
  for (const [wrong, reason] of mistakes ?? []) {
    const match = wrong.exec(value);
    const said = match === null || typeof reason === "string" ? reason : reason(match);
    if (match !== null && said !== undefined) return said as string;
  }
  return undefined;
}

/** A type that a value should have, and the test whether it has. */
interface NamedType {
  readonly name: string;
  readonly schema: JsonObject;
  accepts(value: unknown): boolean;
}

/**
 * What is wrong with a value of the field `key` that does not have its type, and how values of the
 * type look.
 */
export function explainMismatch(value: unknown, type: NamedType, key: string): string {
  const { name, schema } = type;
  if (
    isShortText(value) &&
    allows(schema, "integer", "number") &&
    NUMBER.test(value.trim()) &&
    isLostInteger(value.trim())
  )
    return `as a number it would lose digits; declare ${quote(key)} as string`;
  if ((typeof value === "number" || typeof value === "boolean") && type.accepts(String(value)))
    return `it is a ${typeof value}; write ${quote(String(value))}`;
  const reason = Array.isArray(value) ? whyNotItem(value, type) : whyNotInFormat(value, schema);
  if (Array.isArray(value) && reason !== undefined) return reason;
  return `${reason === undefined ? "" : `it ${reason}; `}${formSentence(name, schema)}`;
}

const NUMBER = /^-?\d+$/;
/** The number of items that are searched for the wrong one. */
const MAX_SEARCHED_ITEMS = 100;

/** The first item that an array of this type cannot have, and what is wrong with it. */
function whyNotItem(
  array: readonly Json[],
  { name, schema, accepts }: NamedType,
): string | undefined {
  const { items } = schema;
  if (!isObject(items) || !accepts([])) return undefined;
  const index = array.slice(0, MAX_SEARCHED_ITEMS).findIndex((item) => !accepts([item]));
  if (index === -1) return undefined;
  const [, itemName = items.title ?? items.format ?? items.type] = /\bof (.+)$/.exec(name) ?? [];
  const isNot =
    typeof itemName === "string" ? `is not ${withArticle(itemName)}` : "is not of the right type";
  return `item ${index}, ${quote(array[index])}, ${whyNotInFormat(array[index], items) ?? isNot}`;
}

/** The usual mistakes in strings of the format that a pattern means. */
function mistakesAgainst(pattern: unknown): readonly Mistake[] | undefined {
  if (typeof pattern !== "string") return undefined;
  const regex = new RegExp(pattern, "u");
  const accepts = (sample: string) => regex.test(sample);
  return MEANT.find(({ accepted, refused }) => accepted.every(accepts) && !refused.some(accepts))
    ?.mistakes;
}

/** A sentence about the values of a type: "a date looks like 2026-01-31". */
export function formSentence(name: string, schema: JsonObject): string {
  const { type = "string", format, pattern, examples } = schema;
  const example =
    (examples as Json[] | undefined)?.[0] ??
    placeholderOf(schema) ??
    FORMATS.get(String(format))?.samples[0];
  if (example === undefined) return `${withArticle(name)} is a JSON ${[type].flat().join(" or ")}`;
  const isPlain = format === undefined && pattern === undefined;
  return `${withArticle(name)} looks like ${typeof example === "string" && !isPlain ? example : quote(example)}`;
}

/** The name of a type with its article: "an integer", "a UUID". */
export function withArticle(name: string): string {
  return `${/^[aeio]/i.test(name) ? "an" : "a"} ${/^(?:ur[il]|uuid)$/.test(name) ? name.toUpperCase() : name}`;
}

/** A JSON Schema may describe arrays of themselves, without an end. */
const MAX_LEVELS = 2;

/**
 * The title of a schema, or a description of the values that it expects: "array of objects with the
 * properties name, type". `declared` are the columns that the candidate itself declares for these
 * objects.
 */
export function describeExpected(
  schema: unknown,
  declared: readonly Column[] = [],
  levels = MAX_LEVELS,
): string {
  if (!isObject(schema)) return "another value";
  const { type, items, title } = schema;
  if (typeof title === "string") return title;
  const types = [type ?? "value"].flat().join(" or ");
  if (isObject(items) && typeof items.title === "string" && levels > 0)
    return `${types} of ${quote(items.title)}`;
  if (isObject(items) && levels > 0)
    return `${types} of ${describeExpected(items, declared, levels - 1).replace(/^\w+(?: or \w+)*/, inPlural)}`;
  const isDeclared = type === "object" && !hasProperties(schema) && declared.length > 0;
  return types + (isDeclared ? withProperties(declared.map(({ name }) => name)) : details(schema));
}

/** Types in plural: "strings or numbers". */
function inPlural(types: string): string {
  return types.replace(/\b(?!or\b)\w+/g, "$&s");
}

function hasProperties(schema: JsonObject): boolean {
  return Object.keys(propertiesOf(schema)).length > 0;
}

function details(schema: JsonObject): string {
  const { enum: allowed, format } = schema;
  if (hasProperties(schema)) return withProperties(Object.keys(propertiesOf(schema)));
  if (Array.isArray(allowed))
    return ` that is ${allowed.length > 1 ? "one of " : ""}${namesThatFit(allowed.map(quote)).join(", ")}`;
  if (typeof format !== "string") return "";
  return FORMATS.has(format) ? `; ${formSentence(format, { format })}` : ` of format ${format}`;
}

function withProperties(names: readonly string[]): string {
  return ` with the properties ${namesThatFit(names).join(", ")}`;
}
