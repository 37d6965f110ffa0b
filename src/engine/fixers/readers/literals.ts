import { isLostInteger, keepsDigits } from "../../../ground/json/kept-digits.js";
import { isObject } from "../../../ground/json/value.js";
import { allows } from "../../../ground/json-schema/schemas-in.js";
import { isShortText } from "../../../ground/text/quote.js";
import { writtenDate, writtenDateTime } from "./dates.js";
import { certain, guess, type Reader, ReadMeaning } from "./reader.js";
import { GROUP_OR_FRACTION, POINT } from "./written-number.js";

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:true|false)$/i;
/** Quotes inside the string, including those of word processors. */
const QUOTES = /^["'`\u2018\u201c\u00ab](.*)["'`\u2019\u201d\u00bb]$/s;

/** A number or a boolean in quotes. */
export const quotedLiteral: Reader = function* (value, schema) {
  if (!isShortText(value)) return;
  const bare = withoutCall(value.trim()).replace(QUOTES, "$1").trim();
  if (allows(schema, "integer", "number") && NUMBER.test(bare)) {
    // "1.500" may be a fraction, or more than a thousand.
    if (GROUP_OR_FRACTION.test(bare.replace("-", ""))) return;
    const style = /\./.test(bare) ? { style: POINT } : {};
    if (keepsDigits(bare)) yield new ReadMeaning(Number(bare), true, style);
    else if (Number.isFinite(Number(bare)) && !isLostInteger(bare)) yield guess(Number(bare));
  }
  if (allows(schema, "boolean") && BOOLEAN.test(bare)) yield certain(bare.toLowerCase() === "true");
};

/** Whether the content of a string is a JSON number or boolean, or looks like an array or an object. */
export function isLiteral(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const bare = text.trim();
  return NUMBER.test(bare) || BOOLEAN.test(bare) || /^\[.*\]$|^\{.*\}$/s.test(bare);
}

/** A number or a boolean where a string is expected. */
export const numberAsText: Reader = function* (value, { enum: values, format, pattern }) {
  const isPrecise = typeof value === "number" && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (typeof value !== "boolean" && !isPrecise) return;
  // A string without enum, format or pattern is prose, where nobody means to write `false`.
  const isProse = values === undefined && format === undefined && pattern === undefined;
  yield isProse ? guess(String(value)) : certain(String(value));
};

/** Words, marks and states that mean true or false. An empty string is the contrary of a mark. */
const BOOLEAN_WORDS = new Map<string, ReadMeaning>([
  ["", guess(false)],
  ...entriesOf(certain(true), "true yes ja oui s\u00ed si sim wahr vrai on y t 1"),
  ...entriesOf(certain(false), "false no nein nee non n\u00e3o falsch faux off n f 0"),
  ...entriesOf(guess(true), "x ok enabled active included checked available always \u2713 \u2714 \u2705"),
  ...entriesOf(guess(false), "disabled inactive excluded unchecked unavailable none never - \u2717 \u2718 \u274c"),
]);

function entriesOf(meaning: ReadMeaning, words: string): [word: string, meaning: ReadMeaning][] {
  return words.split(" ").map((word) => [word, meaning]);
}

/** Yes or no, on or off, a letter or a digit for a boolean; a mark or a state is a guess. */
export const booleanWord: Reader = function* (value) {
  const meaning = typeof value === "object" ? undefined : BOOLEAN_WORDS.get(String(value).trim().toLowerCase());
  if (meaning !== undefined) yield meaning;
};

const FENCE = /^(?:```[\w-]*[^\S\n]*\n([^`]*)```|~~~[\w-]*[^\S\n]*\n([^~]*)~~~)$/;
const IN_BRACKETS = /^(?:\(([^()]*)\)|<([^<>]*)>|\[([^[\]]*)\])$/;
const LABEL = /^(?:[A-Za-z][A-Za-z-]{1,15}\s*[:=]\s+|(?:ur[il]|uuid|guid|e-?mail):(?!\/))/i;
/** Labels that only name the kind of value. Others may change its meaning: `Before: 2026-01-31`. */
const NEUTRAL_LABEL = /^(?:(?:date|time)[-\s]?(?:time)?|timestamp|url|uri|link|e-?mail|mail|uuid|guid|id|value)\b/i;
/** A literal as the argument of a constructor: `UUID('…')`, `Decimal("3.8")`, `ISODate("…")`. */
const CALL =
  /^(?:new\s+)?[\w.]{0,40}(?:u?id|date|time|stamp|decimal|number|int|long|float|double|str|text|ur[il])\w{0,4}\(\s*(["'])([^"'()]*)\1\s*\)$/i;

/** The argument of a constructor call, or the string itself. */
function withoutCall(text: string): string {
  return text.replace(CALL, "$2");
}

/** A string in a Markdown fence, in quotes, in brackets, in a constructor call, after its label or in white space. */
export const fencedText: Reader<string> = function* (value) {
  const text = withoutCall(value.trim());
  const [, ticks, tildes = ticks] = FENCE.exec(text) ?? [];
  const labelled = (tildes ?? QUOTES.exec(text)?.[1] ?? text.replace(IN_BRACKETS, "$1$2$3")).trim();
  const inner = labelled.replace(LABEL, "");
  if (inner === value || inner === "") return;
  yield inner === labelled || NEUTRAL_LABEL.test(labelled) ? certain(inner) : guess(inner);
};

const taggedDate: Reader = function* (value, schema) {
  const [, count = value] = taggedIn(value) ?? [];
  const date = new Date(typeof count === "object" ? Number.NaN : Number(count));
  // A number is a number of milliseconds. If it leads to 1970, it is probably one of seconds.
  const isLikely = date.getUTCFullYear() > 1970 && date.getUTCFullYear() <= 9999;
  const written = isLikely ? date.toISOString().replace(".000Z", "Z") : value;
  yield* writtenDate(written, schema);
  yield* writtenDateTime(written, schema);
};

const taggedText: Reader = function* (value, schema) {
  if (typeof value === "string" && allows(schema, "string")) yield certain(value);
};

/** How the values of tags are read. The tag is the type of the value, so no other type is meant. */
const TAGS: Readonly<Record<string, Reader>> = {
  $date: taggedDate,
  $numberInt: quotedLiteral,
  $numberLong: quotedLiteral,
  $numberDouble: quotedLiteral,
  $numberDecimal: quotedLiteral,
  $oid: taggedText,
  $uuid: taggedText,
  $symbol: taggedText,
};

/** A date, a number or an id with its type, as MongoDB exports them. */
export const extendedJson: Reader = function* (value, schema) {
  const [tag = "", inner] = taggedIn(value) ?? [];
  yield* TAGS[tag]?.(inner, schema) ?? [];
};

/** The tag and the value of an object with its type as the only key. */
export function taggedIn(value: unknown): [tag: string, inner: unknown] | undefined {
  const [entry, ...others] = isObject(value) ? Object.entries(value) : [];
  return entry !== undefined && others.length === 0 && Object.hasOwn(TAGS, entry[0]) ? entry : undefined;
}
