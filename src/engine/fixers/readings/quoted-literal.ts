import { withoutCall } from "./fenced-text.js";
import { allows, type Reading, sure, unsure } from "./reading.js";

/** Includes white space around the literal. */
const MAX_LITERAL_LENGTH = 200;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Further quotes inside the string, including those of word processors. */
const QUOTES = /^["'`\u2018\u201c\u00ab]([^"'`\u2018-\u201d\u00ab\u00bb]*)["'`\u2019\u201d\u00bb]$/;

export const quotedLiteral: Reading = {
  name: "quoted-literal",
  summary: "A number or a boolean in quotes.",
  from: ["string"],
  to: ["integer", "number", "boolean"],
  *read(value, schema) {
    if (typeof value !== "string" || value.length > MAX_LITERAL_LENGTH) return;
    const bare = withoutCall(value.trim()).replace(QUOTES, (_, inner: string) => inner.trim());
    if (allows(schema, "integer", "number") && NUMBER.test(bare)) {
      // "1.000" may be a thousand.
      if (!allows(schema, "number") && /^-?[1-9]\d{0,2}\.000$/.test(bare)) yield unsure(Number(bare));
      else if (isExact(bare)) yield sure(Number(bare));
      else if (Number.isFinite(Number(bare))) yield unsure(Number(bare));
    }
    if (allows(schema, "boolean") && /^(true|false)$/i.test(bare)) yield sure(bare.toLowerCase() === "true");
  },
};

/** Whether the content of a string is a JSON number or boolean, or looks like an array or an object. */
export function isLiteral(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const bare = text.trim();
  return NUMBER.test(bare) || /^(?:true|false)$/i.test(bare) || /^\[.*\]$|^\{.*\}$/s.test(bare);
}

/** Whether a number keeps its value as a double, which has fifteen significant digits and a range of exponents. */
export function isExact(text: string): boolean {
  // Settles most numbers, because replacing characters takes longer than all other steps.
  if (text.length <= 15 && Number(text) !== 0) return Number.isFinite(Number(text));
  const digits = text
    .replace(/[eE].*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+/, "");
  const number = Number(text);
  return digits.length <= 15 && Number.isFinite(number) && (number !== 0 || digits === "");
}

/** A string without enum, format or pattern is prose, where nobody means to write `false`. */
export const numberAsText: Reading = {
  name: "number-as-text",
  summary: "A number or a boolean where a string is expected.",
  from: ["integer", "number", "boolean"],
  to: ["string"],
  *read(value, schema) {
    const isExact = typeof value === "number" && (!Number.isInteger(value) || Number.isSafeInteger(value));
    if (typeof value !== "boolean" && !isExact) return;
    const isProse = schema.enum === undefined && schema.format === undefined && schema.pattern === undefined;
    yield isProse ? unsure(String(value)) : sure(String(value));
  },
};
