import { parseStrictJson } from "../../../ground/json/parse-strict.js";
import { isObject, type Json } from "../../../ground/json/value.js";
import { allows } from "../../../ground/json-schema/schemas-in.js";
import { certain, guess, MAX_TEXT_LENGTH, type Reader } from "./reader.js";

// No part can match the start of the next one, so a fence without an end takes linear time too.
const FENCE = /^([^`]*)```[\w-]*[^\S\n]*\n([^`]*)```([^`]*)$/;

/**
 * An object or an array as JSON in a string, also encoded twice, in an array of one, in a Markdown fence, as one object on
 * each line, or as Python writes it.
 */
export const jsonString: Reader = function* (value, schema) {
  const written = unwrapItem(value);
  if (typeof written !== "string") return;
  const text = unquoted(written.trim());
  const [, before = "", json = text, after = ""] = FENCE.exec(text) ?? [];
  if (!/^\s*[[{]/.test(json)) return;
  const wantsArray = allows(schema, "array");
  const read = parsed(json) ?? parsed(toStrictJson(json)) ?? (wantsArray ? readLines(json) : undefined);
  const meant = wantsArray ? read : (unwrapItem(read) as Json | undefined);
  if (meant === undefined || !allows(schema, isObject(meant) ? "object" : "array")) return;
  // Words around a fence would be lost.
  yield (before + after).trim() === "" ? certain(meant) : guess(meant);
};

/** The value inside arrays of one item, or the value itself. */
function unwrapItem(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? unwrapItem(value[0]) : value;
}

/** Decodes JSON that was encoded several times. Each round makes the string shorter. */
function unquoted(text: string): string {
  const read = text.startsWith('"') && /[[{]/.test(text) ? parsed(text) : undefined;
  return typeof read === "string" ? unquoted(read.trim()) : text;
}

/** Parses a string as strictly as the request itself: a fix never inserts a value that the service refuses. */
function parsed(text: string): Json | undefined {
  const read = parseStrictJson(text);
  return "value" in read ? (read.value as Json) : undefined;
}

/** The objects in a string that has one on each line. */
function readLines(text: string): Json[] | undefined {
  const values = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parsed);
  return values.length > 1 && values.every(isObject) ? values : undefined;
}

/**
 * What Python and JavaScript write in another way than JSON. A string in double quotes is left as it is. Strings and
 * names match from their start only: trying at each of their characters would take quadratic time.
 */
const OTHER_SYNTAX =
  /(?<!\\)"(?:[^"\\]|\\.)*"|(?<!\\)'((?:[^'"\\]|\\')*)'|\u201c([^\u201c\u201d"\\]*)\u201d|(?<![\w$])([A-Za-z_$][\w$]*)(?![\w$])(?=\s*:)|\b(?:true|false|null|none|undefined)\b|,(?=\s*[\]}])/gisu;

/**
 * Converts a literal of Python or JavaScript to JSON: other quotes, keys without quotes, `None`, a comma at the end.
 * Whatever else is in the string stays there, and is not read as JSON.
 */
function toStrictJson(text: string): string {
  if (text.length > MAX_TEXT_LENGTH) return "";
  return text.replace(OTHER_SYNTAX, (token: string, single?: string, curly?: string, key?: string) => {
    const content = single?.replaceAll("\\'", "'") ?? curly ?? key;
    if (content !== undefined) return JSON.stringify(content);
    if (token === ",") return "";
    return token.startsWith('"') ? token : token.toLowerCase().replace(/none|undefined/, "null");
  });
}
