import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { allows, fitting, type Reading, unsure } from "./reading.js";
import { isNoValue } from "./remarks.js";
import { cellsOf } from "./text-table.js";

/**
 * Separators, the strongest first, each with a sign that rules it out quickly. They match from the start of white space
 * only: trying at each character of it would take quadratic time.
 */
const SEPARATORS: readonly [sign: RegExp, separator: RegExp][] = [
  [/\n/, /(?:(?<!\s)\s+)?\n\s*(?:[-*\u2022]\s+|\d{1,2}[.)]\s+)?/],
  [/\t/, /(?:(?<!\s)\s+)?\t\s*/],
  [/[\u00b7\u2022\u2023\u25aa]/, /(?:(?<!\s)\s+)?[\u00b7\u2022\u2023\u25aa]\s*/],
  [/;/, /(?:(?<!\s)\s+)?;\s*/],
  [/\|/, /(?:(?<!\s)\s+)?\|\s*/],
  [/,/, /(?:(?<!\s)\s+)?,\s*(?:(?:and|or)\s+)?/],
  [/\s(?:and|or)\s/, /(?<!\s)\s+(?:and|or)\s+/],
  [/[/&+]/, /(?:(?<!\s)\s+)?[/&+]\s*/],
  [/\s/, /\s+/],
];
/** The index of the first separator that may be part of a phrase. */
const FIRST_WEAK = SEPARATORS.findIndex(([sign]) => sign.test(" and "));
const MAX_LIST_LENGTH = 2_000;
/** Lists of YAML and of databases. */
const BRACKETS = /^\s*[[{(]([^[\]{}()"':]*)[\]})]\s*$/;
/** Signs of another notation. */
const NOTATION = /[\]})=\\:>]/;
/** Words of a sentence, which are hardly items. */
const NO_ITEM = /^(?:not?|non|nor|none|never|without|except|but|only|all|any|both|every|see|a|an|the|to|be|is|are|n)$/i;
const NAMES = /^\w{1,64}(?:[ \t\r]*[,;\n][ \t]*\w{1,64}){1,99}$/;
const GROUPED = /^\s*\d{1,3}(?:,\d{3})+(?:\.\d+)?\s*$/;
const BULLET = /^(?:[-*\u2022]\s+|\d{1,2}[.)]\s+)/;

/** A list is certain only if the result has no problem left: words that are all known have no other reading. */
export const separatedList: Reading = {
  name: "separated-list",
  summary: "Several values in one string, with separators between them.",
  from: ["string"],
  to: ["array"],
  *read(value, schema) {
    if (typeof value !== "string") return;
    const { items } = schema;
    // The string lists the names of objects.
    if (isObject(items) && allows(items, "object") && isObject(items.properties) && NAMES.test(value))
      yield unsure(partsOf(value));
    if ((isObject(items) && !allows(items, "string")) || isNoValue(value)) return;
    const [bracket = "", inner] = BRACKETS.exec(value) ?? [];
    if (inner === undefined && /^\s*[[{(]/.test(value)) return;
    const parts = partsOf(inner ?? value);
    if (parts.length < 2 && (inner === undefined || parts[0] === "")) return;
    // Words in brackets without separators are hardly a list, and a single word may be a placeholder.
    const isListed = inner === undefined ? !NOTATION.test(value) : /[,;|\n]/.test(inner) && !bracket.includes("(");
    yield !isSentence(value) && !isGrouped(value) && (isListed || hasKnownItem(parts, schema))
      ? fitting(parts)
      : unsure(parts);
  },
};

/** Whether a string is one number, such as "1,200", and not a list of two. */
export function isGrouped(text: string): boolean {
  return GROUPED.test(text);
}

/** Whether a string is a sentence about the list, such as `not realistic` or `see the notes`. */
export function isSentence(text: string): boolean {
  return text.length <= MAX_LIST_LENGTH && !/[,;|/&+\n\t]/.test(text) && text.split(/[\s()[\]{}]+/).some(isNoItem);
}

function isNoItem(part: string, _at: number, { length }: readonly string[]): boolean {
  return length > 1 && NO_ITEM.test(part);
}

/** Whether a part is a known item. */
function hasKnownItem(parts: readonly string[], { items }: JsonObject): boolean {
  const { examples = [], enum: values = [] } = (isObject(items) ? items : {}) as { examples?: Json[]; enum?: Json[] };
  return parts.some((part) => examples.includes(part) || values.includes(part));
}

/** Whether a string has a separator that cannot be part of a phrase, unlike white space or an ampersand. */
export function isSeparated(text: string): boolean {
  return SEPARATORS.slice(0, FIRST_WEAK).some(([sign]) => sign.test(text));
}

/** Splits a string at its strongest separator. Without one, the string is the only part. */
export function partsOf(text: string): string[] {
  if (text.length > MAX_LIST_LENGTH) return [text];
  const bare = text.trim().replace(BULLET, "");
  // Separators in quotes separate nothing.
  if (/"[^",;]*[;,][^"]*"/.test(bare)) {
    const [cells = [bare]] = [";", ","].map((one) => cellsOf(bare, one)).filter(({ length }) => length > 1);
    return cells.filter((cell) => cell !== "");
  }
  for (const [sign, separator] of SEPARATORS) {
    if (!sign.test(bare)) continue;
    const parts = bare.split(separator).filter((part) => part !== "");
    if (parts.length > 1) return parts;
  }
  return [bare];
}
