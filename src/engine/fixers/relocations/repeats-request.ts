import { isShortText } from "../../../ground/text/quote.js";
import { CANDIDATE } from "../../problem.js";
import type { RequestValues } from "../shape-error.js";
import { addsNoWord } from "../words-of-keys.js";

/** Shorter values, such as "1.0", may be equal by chance. */
const MIN_REPEATED_LENGTH = 5;
/** Words of keys that say what a document is, as its domain does. */
const KIND_OF_DOCUMENT = ["kind", "type"];

/** Whether an unknown property of the candidate repeats a value of the request: its domain, product or version. */
export function repeatsRequest(path: string, name: string, value: unknown, requestValues: RequestValues): boolean {
  if (path !== CANDIDATE) return false;
  const isRepeated = (requested: RequestValues[string]) =>
    requested instanceof RegExp ? isShortText(value) && requested.test(value) : requested === value;
  if (Object.hasOwn(requestValues, name)) return requestValues[name] === undefined || isRepeated(requestValues[name]);
  const isLong = typeof value === "string" && value.length >= MIN_REPEATED_LENGTH;
  // What a pattern describes is written by programs, under any name.
  const saysSame = (key: string, requested: RequestValues[string]) =>
    requested instanceof RegExp || addsNoWord(name, [key, ...KIND_OF_DOCUMENT]);
  return isLong && Object.entries(requestValues).some(([key, one]) => saysSame(key, one) && isRepeated(one));
}
