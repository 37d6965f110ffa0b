import { isLight } from "../json/weigh.js";

const MAX_QUOTE_LENGTH = 200;

/** A value as it is echoed in diagnostics: itself, or the first 200 characters of it. */
export function excerpt(value: unknown): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value !== "object" || value === null) return value;
  const text = startOfJson(value);
  return text.length <= MAX_QUOTE_LENGTH ? value : cut(text);
}

/** JSON writes such a string as it is, and it is not cut. */
const PLAIN = /^[ !#-[\]-~]{0,198}$/;

export function quote(value: unknown): string {
  if (typeof value === "string" && PLAIN.test(value)) return `"${value}"`;
  return cut(typeof value === "string" ? JSON.stringify(cut(value, MAX_QUOTE_LENGTH - 2)) : startOfJson(value));
}

/**
 * A value of at most so many nodes is written whole: to stop in the middle takes longer. Deeper ones are not counted,
 * because values that are quoted do not overlap: all of them together are no larger than the request.
 */
const FEW_NODES = 64;
const LEVELS = 2;

/**
 * The starts of large values, each of which is quoted several times: V8 lists all names of a large object before the
 * first one can be read, and is slow at writing deep nesting. Nobody changes these values.
 */
const STARTS = new WeakMap<object, string>();
/** A shorter text is written as quickly as it is found. */
const LONG = 64;

/** The result of `JSON.stringify`, or more than 200 characters of it: a value may be as large as a request. */
function startOfJson(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, MAX_QUOTE_LENGTH));
  if (typeof value !== "object" || value === null) return String(JSON.stringify(value));
  const known = STARTS.get(value);
  if (known !== undefined) return known;
  const start = isLight(value, FEW_NODES, LEVELS) ? JSON.stringify(value) : startOfLarge(value);
  if (start.length > LONG) STARTS.set(value, start);
  return start;
}

function startOfLarge(value: object): string {
  let text = "";
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const name = typeof key === "number" ? "" : `${startOfJson(key)}:`;
    text += `${text === "" ? "" : ","}${name}${startOfJson(value[key as keyof typeof value])}`;
    if (text.length > MAX_QUOTE_LENGTH) break;
  }
  return Array.isArray(value) ? `[${text}]` : `{${text}}`;
}

/** As many names as fit into 200 characters, or `longest`, and an ellipsis if there are more. */
export function someOf(names: readonly string[], longest = MAX_QUOTE_LENGTH): string[] {
  const some: string[] = [];
  let length = 0;
  for (const name of names) {
    length += name.length + 2;
    if (length > longest) return [...some, "…"];
    some.push(name);
  }
  return some;
}

export function isShort(value: unknown): boolean {
  return (typeof value === "string" ? value : startOfJson(value)).length <= MAX_QUOTE_LENGTH;
}

function cut(text: string, longest = MAX_QUOTE_LENGTH): string {
  // Cutting between two surrogates would leave half a character.
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
