import { readLooseText } from "./ground/json/loose-text.js";
import { parseStrictJson } from "./ground/json/parse-strict.js";
import { type JsonPosition, jsonPosition } from "./ground/json/scanner.js";
import type { Json } from "./ground/json/value.js";

/** How a text was read. An `offered` value has to be confirmed. The last two have no value. */
export type Syntax = "strict" | "repaired" | "offered" | "truncated" | "invalid";

export interface ReadText {
  readonly syntax: Syntax;
  /** What was checked. */
  readonly value?: Json;
  /** Why the text is not JSON that every parser reads in the same way. */
  readonly syntaxError?: { readonly detail: string; readonly position?: JsonPosition };
}

interface Checked {
  readonly valid: boolean;
  readonly diagnostics: readonly object[];
  readonly repair?: { readonly remaining: number };
  readonly repaired?: Json;
}

/** Of several readings, the schema decides; `keys` are the properties at its root. */
export async function checkText<Result extends Checked>(
  text: string,
  check: (value: unknown) => Promise<Result>,
  keys: ReadonlySet<string>,
): Promise<Result & ReadText> {
  const strict = parseStrictJson(text);
  if ("value" in strict)
    return { ...(await check(strict.value)), syntax: "strict", value: strict.value as Json };
  const syntaxError = strict.explain();
  const none = { valid: false, diagnostics: [], syntax: "invalid", syntaxError } as Checked &
    ReadText as Result & ReadText;
  const loose = syntaxError.code === "unacceptable-json" ? undefined : readLooseText(text, keys);
  if (loose === undefined) return none;
  if ("problem" in loose) {
    const error = {
      detail: loose.problem,
      position: jsonPosition(text, loose.isCutOff ? text.length : 0),
    };
    return { ...none, syntax: loose.isCutOff ? "truncated" : "invalid", syntaxError: error };
  }
  const parsed = loose.readings.map(({ json, isPlain }) => ({ isPlain, ...parseStrictJson(json) }));
  const values = parsed.flatMap((one) =>
    "value" in one ? [{ value: one.value as Json, isPlain: one.isPlain }] : [],
  );
  const read = await Promise.all(
    values.map(async (one) => ({ ...one, result: await check(one.value) })),
  );
  const fits = read.filter(({ result }) => result.valid || result.repair?.remaining === 0);
  const likely = fits.length > 0 ? fits : read;
  const plain = likely.filter(({ isPlain }) => isPlain);
  const [first = likely[0]] = plain;
  if (first === undefined) return none;
  const meanings = new Set(
    plain.map(({ value, result }) => JSON.stringify(result.repaired ?? value)),
  );
  const syntax = meanings.size === 1 && !loose.isOpen ? "repaired" : "offered";
  return { ...first.result, syntax, value: first.value, syntaxError };
}
