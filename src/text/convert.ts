import { parseStrictJson } from "../json/parse-strict.js";
import { isObject, type Json, type JsonObject } from "../json/value.js";

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * What the author may have meant by a value of the wrong type, most likely first. Each is only a proposal: it counts
 * where it fits the schema and nothing is lost by it.
 */
export function* conversions(value: unknown, schema: JsonObject): Generator<Json> {
  const types = [schema.type ?? []].flat();
  const written = typeof value === "string" ? parsed(value.trim(), types) : undefined;
  if (written !== undefined) return yield written;
  if (typeof value === "string") yield* fromText(value, types, schema.format);
  if (types.includes("string") && (typeof value === "boolean" || isExactNumber(value))) yield String(value);
  if (Array.isArray(value) && value.length === 1 && !types.includes("array")) yield value[0];
  if (types.includes("array") && !Array.isArray(value) && value !== null) yield [value as Json];
}

function* fromText(text: string, types: Json[], format: Json | undefined): Generator<Json> {
  const bare = text.trim();
  if ((types.includes("integer") || types.includes("number")) && NUMBER.test(bare) && isExact(bare)) {
    yield Number(bare);
  }
  if (types.includes("boolean") && /^(true|false)$/i.test(bare)) yield bare.toLowerCase() === "true";
  if (types.includes("string")) yield* asFormat(bare, format);
  if (types.includes("array") && bare.includes(",")) yield bare.split(",").map((part) => part.trim());
}

/** Doubles hold fifteen significant digits and a range of exponents; beyond that a conversion would change the value. */
function isExact(text: string): boolean {
  const digits = text
    .replace(/[eE].*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+/, "");
  const number = Number(text);
  return digits.length <= 15 && Number.isFinite(number) && (number !== 0 || digits === "");
}

/** A number of more digits than a double holds is no longer what the author wrote. */
function isExactNumber(value: unknown): value is number {
  return typeof value === "number" && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function* asFormat(text: string, format: Json | undefined): Generator<Json> {
  yield text;
  if (format === "date" && /^\d{4}[/.]\d\d[/.]\d\d$/.test(text)) yield text.replace(/[/.]/g, "-");
  if (format === "date-time" && /^\d{4}-\d\d-\d\d \d\d:/.test(text)) yield text.replace(" ", "T");
}

/** A list or an object that is due and stands there as JSON in a text: nothing else can be meant. */
function parsed(text: string, types: Json[]): Json | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  // As strict as the request itself: what it would refuse is not put into it by a fix.
  const read = parseStrictJson(text);
  if ("explain" in read) return undefined;
  return types.includes(isObject(read.value) ? "object" : "array") ? (read.value as Json) : undefined;
}
