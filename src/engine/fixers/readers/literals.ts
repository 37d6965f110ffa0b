import { saysNoValue } from "../remarks.js";
import { matchNotations, type Notation } from "./notation.js";
import { certain, guess, type Reader } from "./reader.js";

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:true|false)$/i;

/** Whether a string is a number as JSON writes it. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

/** Whether the content of a string is a JSON number or boolean, or looks like an array or an object. */
export function isLiteral(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const bare = text.trim();
  return NUMBER.test(bare) || BOOLEAN.test(bare) || /^\[.*\]$|^\{.*\}$/s.test(bare);
}

/** Yes or no, on or off, a letter or a digit. */
export const BOOLEANS: readonly Notation<boolean>[] = [
  {
    form: /^(?:true|yes|ja|oui|s\u00ed|si|sim|wahr|vrai|on|y|t|1)$/i,
    read: () => true,
    certain: true,
    examples: { TRUE: true, Yes: true, oui: true, "1": true },
  },
  {
    form: /^(?:false|no|nein|nee|non|n\u00e3o|falsch|faux|off|n|f|0)$/i,
    read: () => false,
    certain: true,
    examples: { False: false, off: false, "0": false },
  },
];

/** A string which says that there is no value, where null may. */
export const noValue: Reader<string> = function* (text) {
  if (text.trim() === "null") yield certain(null);
  else if (saysNoValue(text)) yield guess(null);
};

/** The boolean that is most likely meant by a value; undefined for an object or another word. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === "object") return undefined;
  const [match] = matchNotations(String(value).trim(), BOOLEANS);
  return match?.value;
}
