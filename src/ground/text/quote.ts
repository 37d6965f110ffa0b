import { cacheByObject } from "../cache/cache-by-object.js";
import { countNodes } from "../json/size.js";

const MAX_QUOTE_LENGTH = 200;

/** A value as diagnostics show it: itself, or its first 200 characters. */
export function excerpt(value: unknown): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value !== "object" || value === null) return value;
  const text = startOfJson(value);
  return text.length <= MAX_QUOTE_LENGTH ? value : cut(text);
}

/** A value as JSON, cut to 200 characters. */
export function quote(value: unknown): string {
  return cut(
    typeof value === "string"
      ? JSON.stringify(cut(value, MAX_QUOTE_LENGTH - 2))
      : startOfJson(value),
  );
}

/**
 * A larger value is not written as a whole. Deeper nodes are not counted: quoted values do not
 * overlap, and together are no larger than the request.
 */
const MAX_WHOLE_NODES = 64;
const COUNTED_LEVELS = 2;

/** The JSON of a value, or its start with more than 200 characters. */
function startOfJson(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, MAX_QUOTE_LENGTH));
  return typeof value !== "object" || value === null
    ? String(JSON.stringify(value))
    : startOfObject(value);
}

/**
 * Kept, because values never change. V8 lists the names of a large object and writes deep nesting
 * slowly.
 */
const startOfObject = cacheByObject((value: object): string => {
  const isLarge = countNodes(value, COUNTED_LEVELS, MAX_WHOLE_NODES) > MAX_WHOLE_NODES;
  return isLarge ? startOfLarge(value) : JSON.stringify(value);
});

function startOfLarge(value: object): string {
  let text = "";
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const name = typeof key === "number" ? "" : `${startOfJson(key)}:`;
    text += `${text === "" ? "" : ","}${name}${startOfJson(value[key as keyof typeof value])}`;
    if (text.length > MAX_QUOTE_LENGTH) break;
  }
  return Array.isArray(value) ? `[${text}]` : `{${text}}`;
}

/** The names that fit into `maxLength` characters, and an ellipsis if there are more. */
export function namesThatFit(names: readonly string[], maxLength = MAX_QUOTE_LENGTH): string[] {
  const listed: string[] = [];
  let length = 0;
  for (const name of names) {
    length += name.length + 2;
    if (length > maxLength) return [...listed, "…"];
    listed.push(name);
  }
  return listed;
}

/** Whether a value can be quoted without being cut. */
export function isQuotable(value: unknown): boolean {
  return (typeof value === "string" ? value : startOfJson(value)).length <= MAX_QUOTE_LENGTH;
}

/** Whether a string is short enough to search it for words, names and numbers. */
export function isShortText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_QUOTE_LENGTH;
}

function cut(text: string, maxLength = MAX_QUOTE_LENGTH): string {
  // Cutting between two surrogates would leave half a character.
  return text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A number with its noun: "1 item", "2 items". */
export function countedNoun(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
