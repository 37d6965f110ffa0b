import { cacheByObject } from "../../../ground/cache/cache-by-object.js";
import { keepsDigits } from "../../../ground/json/kept-digits.js";
import { isObject, type Json, type JsonObject, kindOf } from "../../../ground/json/value.js";
import { allows, itemsOf, listedValues, propertiesOf } from "../../../ground/json-schema/schemas-in.js";
import { isExcluded } from "../../../ground/text/closest-value.js";
import { foldName } from "../../../ground/text/fold-name.js";
import { isQuotable, isShortText } from "../../../ground/text/quote.js";
import type { Column } from "../../declared/declaration.js";
import { knownNames } from "../known-properties.js";
import { isEmpty } from "../redundant.js";
import { saysNoValue } from "../remarks.js";
import { isLiteral, isNumber } from "./literals.js";
import { certain, certainIfFits, guess, type Reader, type ReadMeaning } from "./reader.js";
import { splitCells } from "./tables.js";

const SLASH = /[/&+]/;
/** A path or a pattern of paths, such as `src/**`, `./dist` or `lib/index.js`: its slashes separate no values. */
const PATH = /^(?:\.{0,2}|~)\/|\*|^[^\s/]+(?:\/[^\s/]+)*\/(?:\.[\w-]+|[\w-]+\.\w+)?$/;

/** One URL, in which no sign separates values. */
const ONE_URL = /^[a-z][a-z\d+.-]*:\/\/(?:[^\s,;|:]|:(?!\/\/))+$/i;

/**
 * Separators, the strongest first, each with a sign that rules it out quickly. They match from the start of white space
 * only: trying at each character of it would take quadratic time.
 */
const LIST_SEPARATORS: readonly [sign: RegExp, separator: RegExp][] = [
  [/\n/, /(?:(?<!\s)\s+)?\n\s*(?:[-*\u2022]\s+|\d{1,2}[.)]\s+)?/],
  [/\t/, /(?:(?<!\s)\s+)?\t\s*/],
  [/[\u00b7\u2022\u2023\u25aa]/, /(?:(?<!\s)\s+)?[\u00b7\u2022\u2023\u25aa]\s*/],
  [/;/, /(?:(?<!\s)\s+)?;\s*/],
  [/\|/, /(?:(?<!\s)\s+)?\|\s*/],
  [/,/, /(?:(?<!\s)\s+)?,\s*(?:(?:and|or)\s+)?/],
  [/\s(?:and|or)\s/, /(?<!\s)\s+(?:and|or)\s+/],
  [SLASH, /(?:(?<!\s)\s+)?[/&+]\s*/],
  [/\s/, /\s+/],
];
/** The separators of alternatives, of which a template or a document asks to choose one. */
const CHOICE = /\||\sor\s/i;
const ALTERNATIVE = /\sor\s/i;
/** The index of the first separator that may be part of a phrase. */
const FIRST_WEAK = LIST_SEPARATORS.findIndex(([sign]) => sign.test(" and "));
/** Lists of YAML and of databases. */
const LIST_IN_BRACKETS = /^\s*[[{(]([^[\]{}()"':]*)[\]})]\s*$/;
/** Signs of another notation. */
const NOTATION = /[\]})=\\:>]/;
/** Words of a sentence, which are hardly items. */
const NO_ITEM = /^(?:not?|non|nor|none|never|without|except|but|only|all|any|both|every|see|a|an|the|to|be|is|are|n)$/i;
/** One number, such as "1,200", and not a list of two. */
const CUT_NUMBER = /\d[,/]\d/;
const GROUPED = /^\s*\d{1,3}(?:,\d{3})+(?:\.\d+)?\s*$/;
/** The name of a person or a place: words with capital letters, such as "Jane Roe" or "Rio de Janeiro". */
const FULL_NAME = /^ *\p{Lu}[\p{L}.'\u2019-]*(?: +\p{L}[\p{L}.'\u2019-]*){0,3} +\p{Lu}[\p{L}.'\u2019-]* *$/u;
const BULLET = /^(?:[-*\u2022]\s+|\d{1,2}[.)]\s+)/;

/**
 * Several values in one string, with separators between them. A list is certain only if the result has no problem left:
 * words that are all known have no other meaning.
 */
export const separatedList: Reader<string> = function* (value, schema) {
  const items = itemsOf(schema);
  if (items && !allows(items, "string")) return yield* readNumbers(value, items);
  if (saysNoValue(value)) return;
  const [bracket = "", inner] = LIST_IN_BRACKETS.exec(value) ?? [];
  if (inner === undefined && /^\s*[[{(]/.test(value)) return;
  const parts = splitList(inner ?? value);
  const words = listedValues(items ?? {});
  if (words.length === 0 && FULL_NAME.test(value)) return;
  if (parts.length < 2 && (inner === undefined || parts[0] === "")) return;
  // Words in brackets without separators are hardly a list, and a single word may be a placeholder.
  const areLinks = parts.every((part) => /^https?:\/\//i.test(part));
  const isListed =
    inner === undefined
      ? areLinks || (!NOTATION.test(value) && !hasOnlySpaces(value))
      : /[,;|\n]/.test(inner) && !bracket.includes("(");
  // "a or b" asks to choose, and the list would have both.
  if (isAlternative(value)) return;
  // Signs between free texts may be a part of one: "Hand tools, steel". White space always is.
  const areTexts = items !== undefined && words.length === 0 && items.format === undefined && !areLinks;
  if ((areTexts && hasOnlySpaces(value) && !parts.every(isCode)) || parts.some(hasOpenBracket)) return;
  if (isChoice(value) || parts.some((part) => isExcluded(part) || saysNoValue(part))) return yield guess(parts);
  const isKnown = () =>
    hasOnlySpaces(value)
      ? parts.every((part) => formsOfWords(items ?? {}).has(foldName(part)))
      : words.some((word) => parts.includes(word as string));
  const isCertain = !areTexts && !isSentence(value) && !CUT_NUMBER.test(value) && (isListed || isKnown());
  yield isCertain ? certainIfFits(parts) : guess(parts);
};

/** Signs that surely separate numbers, and those that may not: a comma may stand before a fraction, and a slash in one. */
const SEPARATOR = /[,;|\t\n]/;
const UNCLEAR_SEPARATOR = /[/&+]|,(?!\s)/;

/** Several numbers in one string. A comma alone may stand before a fraction, and white space may group digits. */
function* readNumbers(value: string, items: JsonObject): Generator<ReadMeaning> {
  if (!allows(items, "integer", "number") || !isShortText(value)) return;
  const [, inner = value] = LIST_IN_BRACKETS.exec(value) ?? [];
  const parts = splitList(inner);
  if (parts.length < 2 || isAlternative(inner) || !parts.every((part) => isNumber(part) && keepsDigits(part))) return;
  const numbers = parts.map(Number);
  // A bullet may be a minus sign.
  const isClear = SEPARATOR.test(inner) && !UNCLEAR_SEPARATOR.test(inner) && !BULLET.test(inner.trim());
  yield isClear ? certainIfFits(numbers) : guess(numbers);
}

/** Whether a string is a sentence about the list, such as `not realistic` or `see the notes`. */
function isSentence(text: string): boolean {
  if (/[,;|/&+\n\t]/.test(text)) return false;
  const words = text.split(/[\s()[\]{}]+/);
  return words.length > 1 && words.some((word) => NO_ITEM.test(word));
}

/** Whether a string may ask to choose one of several words. */
export function isChoice(text: string): boolean {
  return CHOICE.test(text);
}

/** Whether a string names alternatives, of which not all are meant. */
export function isAlternative(text: string): boolean {
  return ALTERNATIVE.test(text);
}

/** Whether a string has a separator that cannot be part of a phrase, unlike white space or an ampersand. */
export function isSeparated(text: string): boolean {
  return LIST_SEPARATORS.slice(0, FIRST_WEAK).some(([sign]) => sign.test(text));
}

/** Whether nothing but white space, which may be part of a phrase, separates the parts of a string. */
function hasOnlySpaces(text: string): boolean {
  return !LIST_SEPARATORS.slice(0, -1).some(([sign]) => sign.test(text));
}

/** Splits a string at its strongest separator. Without one, the string is the only part. */
export function splitList(text: string): string[] {
  const bare = text.trim().replace(BULLET, "");
  // Separators in quotes separate nothing.
  if (/"[^",;]*[;,][^"]*"/.test(bare)) {
    const [cells = [bare]] = [";", ","].map((one) => splitCells(bare, one)).filter(({ length }) => length > 1);
    return cells.filter((cell) => cell !== "");
  }
  for (const [sign, separator] of LIST_SEPARATORS) {
    if (!sign.test(bare) || (sign === SLASH && (PATH.test(bare) || ONE_URL.test(bare)))) continue;
    const parts = bare.split(separator).filter((part) => part !== "");
    if (parts.length > 1) return splitLast(parts);
  }
  return [bare];
}

/** Whether a part was cut inside brackets. */
function hasOpenBracket(part: string): boolean {
  return part.split(/[([{]/).length !== part.split(/[)\]}]/).length;
}

/** Splits the end of an enumeration of single words: "S, M and L". */
function splitLast(parts: string[]): string[] {
  const last = (parts.at(-1) as string).split(/ (?:and|or|&|\+) /);
  const all = [...parts.slice(0, -1), ...last];
  return all.every((part) => /^\S+$/.test(part)) ? all : parts;
}

/**
 * Reads one value as an array of it, a value that means "none" as an empty array, an array of one as its item, and an
 * array of lines or words as one string.
 */
export const loneValue: Reader = function* (value, schema, { columns } = {}) {
  if (Array.isArray(value)) return yield* fromArray(value, schema);
  if (!allows(schema, "array")) return;
  if (isEmpty(value) || saysNoValue(value)) {
    if (schema.minItems === undefined) yield guess([]);
    return;
  }
  const items = itemsOf(schema);
  // A map is not one of the words of an array.
  if (isObject(value) && items && (!allows(items, "object") || !hasKnownKey(value, items))) return;
  yield isOneItem(value, items, columns) ? certainIfFits([value as Json]) : guess([value as Json]);
};

/** Signs of another notation, of an entry, or of a list that was cut. */
const NO_WORD = /^\s*[[{(]|[\]})=\\]|[,;|]\s*$/;

function* fromArray(array: readonly Json[], schema: JsonObject): Generator<ReadMeaning> {
  const [only, ...others] = array.filter((item) => item !== null && item !== "null");
  if (only === undefined) return;
  if (others.length === 0 && Array.isArray(only)) return yield* fromArray(only, schema);
  // The patch repeats the value, so a long one is not moved out.
  if (others.length === 0)
    yield array.length === 1 && (isObject(only) ? !isRecordForMap(only, schema) : isQuotable(only))
      ? certain(only)
      : guess(only);
  else if (allows(schema, "string") && array.every((item) => typeof item === "string")) {
    const isProse = array.some((item) => /\S\s+\S|[.!?]$/.test(item));
    // Single words are hardly lines of a text, and ids are not words of a phrase.
    if (isProse) yield guess(array.join("\n"));
    if (isProse || array.every((item) => /^\p{L}+$/u.test(item))) yield guess(array.join(" "));
  }
}

/** Whether an object where a map is expected may be one entry of it, in a notation with a property for the key. */
function isRecordForMap(object: JsonObject, schema: JsonObject): boolean {
  return isObject(schema.additionalProperties) && Object.keys(object).length > 1;
}

/** Whether the examples of items contain no separators. */
function areWords({ examples = [] }: JsonObject = {}): boolean {
  const areSingle = (examples as Json[]).every((example) => splitList(String(example)).length === 1);
  return areSingle && (examples as Json[]).length > 0;
}

/** The forms by which the listed words of items are compared. */
const formsOfWords = cacheByObject((items: JsonObject): ReadonlySet<string> => {
  return new Set(listedValues(items).flatMap((word) => (typeof word === "string" ? foldName(word) : [])));
});

/** Whether a word is marked as one of several, or has letters and digits, as codes have: `#summer`, `A1001`. */
function isCode(word: string): boolean {
  return /^[#@]/.test(word) || (/\p{L}/u.test(word) && /\d/.test(word));
}

/** Whether a value is one item, and not another notation of an array or a value with several parts. */
function isOneItem(value: unknown, items: JsonObject | undefined, columns: readonly Column[] = []): boolean {
  if (!isObject(value) && items && !allows(items, kindOf(value))) return false;
  // `false` may mean that there are no items.
  if (typeof value === "boolean") return items !== undefined;
  if (typeof value === "string") {
    if (listedValues(items ?? {}).includes(value)) return true;
    if (ONE_URL.test(value.trim())) return true;
    // "0" and "all" may say how many there are.
    if (isLiteral(value) || GROUPED.test(value) || NO_ITEM.test(value.trim()) || BULLET.test(value)) return false;
    if (NO_WORD.test(value) || isAlternative(value) || isSentence(value)) return false;
    const parts = splitList(value);
    if (parts.some(isExcluded)) return false;
    if (parts.length === 1 || items === undefined) return true;
    if (parts.some((part) => formsOfWords(items).has(foldName(part))) || parts.every(isCode)) return false;
    return hasOnlySpaces(value) && !areWords(items) && items.format === undefined;
  }
  if (!isObject(value)) return true;
  // Without a schema of items, an object may be a map of them.
  if (items === undefined) return false;
  const inner = Object.values(value);
  if (inner.length === 1) return typeof inner[0] !== "object";
  if (isRecord(value, columns)) return true;
  // An object of objects or arrays may be several items, or their columns.
  const containers = inner.filter((one) => typeof one === "object" && one !== null).length;
  if (containers * 2 > inner.length) return false;
  return hasKnownKey(value, items);
}

/** Whether an object has a property of an item; the keys of a map of items are none. */
function hasKnownKey(object: JsonObject, items: JsonObject): boolean {
  const { byName } = knownNames(propertiesOf(items));
  return byName.size === 0 || Object.keys(object).some((key) => byName.has(foldName(key)));
}

/** Whether at least half of the properties are columns with fitting values. */
function isRecord(value: Record<string, unknown>, columns: readonly Column[]): boolean {
  const fitting = columns.filter(({ name, accepts }) => Object.hasOwn(value, name) && accepts(value[name]));
  return fitting.length > 0 && fitting.length * 2 >= Object.keys(value).length;
}
