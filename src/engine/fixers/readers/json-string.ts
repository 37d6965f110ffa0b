import { parseStrictJson } from "../../../json/parse-strict.js";
import { isObject, type Json } from "../../../json/value.js";
import { allows } from "../../../json-schema/schemas-in.js";
import { certain, guess, MAX_TEXT_LENGTH, type Reader } from "./reader.js";
import { isDenial } from "./remarks.js";

// No part can match the start of the next one, so that a fence without an end takes linear time too.
const FENCES = [/^([^`]*)```[\w-]*[^\S\n]*\n([^`]*)```([^`]*)$/, /^([^~]*)~~~[\w-]*[^\S\n]*\n([^~]*)~~~([^~]*)$/];
const LONG_NUMBER = /(?<=[[,:\s]-?)\d{16,}/g;
/** A line that introduces the JSON and says nothing else about it. */
const INTRODUCTION =
  /^(?:(?:(?:sure|ok|okay|certainly|of course)[,.!]\s*)?(?:here|this|these|below|the|my|json|output|result)\b[^\n().;]{0,60}:\s*)?$/i;

/**
 * An object or an array as JSON in a string, also encoded twice, in an array of one, in a Markdown fence, as one object on
 * each line, or as Python writes it.
 */
export const jsonString: Reader = function* (value, schema) {
  const written = onlyIn(value);
  if (typeof written !== "string") return;
  const text = unquoted(written.trim());
  const [, before = "", json = text, after = ""] = FENCES[0]?.exec(text) ?? FENCES[1]?.exec(text) ?? [];
  if (!/^\s*[[{]/.test(json)) return;
  const wantsArray = allows(schema, "array");
  const read = parsed(json) ?? parsed(toStrictJson(json)) ?? (wantsArray ? readLines(json) : undefined);
  const meant = wantsArray ? read : (onlyIn(read) as Json | undefined);
  if (meant === undefined || !allows(schema, isObject(meant) ? "object" : "array")) return;
  // Words around a fence would be lost, unless they only introduce it.
  const isAlone = after === "" && INTRODUCTION.test(before) && !isDenial(before);
  yield isAlone && isPrecise(json) ? certain(meant) : guess(meant);
};

/** The value inside arrays of one item, or the value itself. */
function onlyIn(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? onlyIn(value[0]) : value;
}

/** Decodes JSON that was encoded several times. Each round makes the string shorter. */
function unquoted(text: string): string {
  const read = text.startsWith('"') && /[[{]/.test(text) ? parsed(text) : undefined;
  return typeof read === "string" ? unquoted(read.trim()) : text;
}

/** Whether no whole number has more digits than JavaScript keeps. */
function isPrecise(json: string): boolean {
  return (json.match(LONG_NUMBER) ?? []).every((digits) => Number.isSafeInteger(Number(digits)));
}

/** Parses a string as strictly as the request itself, so that a fix never inserts a value that the service refuses. */
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

/** Tokens of JSON, Python and JavaScript: white space, strings, numbers, names and punctuation. */
const TOKEN =
  /\s+|"(?:[^"\\]|\\.)*"|'(?:[^'"\\]|\\')*'|\u201c[^\u201c\u201d"\\]*\u201d|-?\d[\d.eE+-]*|[A-Za-z_$][\w$]*|[{}[\],:]/suy;
const CONSTANT = /^(?:true|false|null|none|undefined)$/i;

/**
 * Converts a literal of Python or JavaScript to JSON: other quotes, keys without quotes, `None`, a comma at the end.
 * Empty if the string is neither.
 */
function toStrictJson(text: string): string {
  if (text.length > MAX_TEXT_LENGTH) return "";
  let strict = "";
  /** The last name, which is a key without quotes if a colon follows. */
  let name = "";
  let comma = "";
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return "";
    if (token.trim() === "") continue;
    if (name !== "") {
      if (token !== ":") return "";
      strict += JSON.stringify(name);
      name = "";
    }
    // A comma at the end of an array or an object is dropped.
    if (token !== "}" && token !== "]") strict += comma;
    comma = token === "," ? token : "";
    if (comma !== "") continue;
    if (!/^[a-z_$]/i.test(token)) strict += withDoubleQuotes(token);
    else if (CONSTANT.test(token)) strict += token.toLowerCase().replace(/none|undefined/, "null");
    else name = token;
  }
  return name === "" ? strict + comma : "";
}

function withDoubleQuotes(token: string): string {
  if (token.startsWith("'")) return JSON.stringify(token.slice(1, -1).replaceAll("\\'", "'"));
  return token.startsWith("\u201c") ? JSON.stringify(token.slice(1, -1)) : token;
}
