import { isLostInteger, keepsDigits } from "../../../ground/json/kept-digits.js";
import type { JsonObject } from "../../../ground/json/value.js";
import { allows } from "../../../ground/json-schema/schemas-in.js";
import { matchNotations, type Notation } from "./notation.js";
import { BETWEEN_DROPPED, guess, ReadMeaning } from "./reader.js";

/** Styles: which sign stands before the fraction. The other one groups digits. */
const COMMA = "decimal comma";
const POINT = "decimal point";

/** Three digits after a point may be a group of thousands or a fraction, and so may three after a comma. */
const GROUP_OR_FRACTION = /^[1-9]\d{0,2}\.\d{3}$/;

/** Digits with separators. Digits are grouped only if they do not start with zero. */
export const DIGITS: readonly Notation<number>[] = [
  { form: /^\d+$/, read: ([digits]) => exact(digits), certain: true, examples: { "412": 412, "007": 7 } },
  {
    form: /^(?:\d+\.\d*|\.\d+)$/,
    read: ([digits]) => nearest(digits),
    certain: ([digits]) => !GROUP_OR_FRACTION.test(digits) && keepsDigits(digits),
    style: POINT,
    examples: { "12.5": 12.5, ".5": 0.5, "5.": 5, "1.500": 1.5, "0.12345678901234567": 0.12345678901234566 },
  },
  {
    form: /^(?:0|[1-9]\d*)(?:\.\d+)?e[+-]?\d+$/i,
    read: ([digits]) => nearest(digits),
    certain: ([digits]) => keepsDigits(digits),
    examples: { "1.5e3": 1500 },
  },
  {
    form: GROUP_OR_FRACTION,
    read: ([digits]) => exact(digits.replace(".", "")),
    certain: false,
    style: COMMA,
    examples: { "1.500": 1500, "12.500": 12_500 },
  },
  {
    form: /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
    read: ([digits]) => exact(digits.replaceAll(",", "")),
    certain: true,
    style: POINT,
    examples: { "1,234": 1234, "1,234.5": 1234.5, "1,234,567": 1_234_567 },
  },
  {
    form: /^[1-9]\d{0,2}([\s'\u2019_])\d{3}(?:\1\d{3})*(?:\.\d+)?$/,
    read: ([digits]) => exact(digits.replace(/[\s'\u2019_]/g, "")),
    certain: true,
    examples: { "1 234": 1234, "1'234.5": 1234.5, "1_234_567": 1_234_567 },
  },
  {
    form: /^[1-9]\d{0,2}(?:(?:\s\d{3})+|(?:\.\d{3})+),\d+$/,
    read: ([digits]) => exact(digits.replace(/[\s.]/g, "").replace(",", ".")),
    certain: true,
    style: COMMA,
    examples: { "1.234,5": 1234.5, "1 234,50": 1234.5 },
  },
  {
    form: /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/,
    read: ([digits]) => exact(digits.replaceAll(".", "")),
    certain: true,
    style: COMMA,
    examples: { "1.234.567": 1_234_567 },
  },
  {
    form: /^\d+,\d+$/,
    read: ([digits]) => exact(digits.replace(",", ".")),
    certain: true,
    style: COMMA,
    examples: { "12,5": 12.5, "1,234": 1.234, "0,123": 0.123 },
  },
  {
    form: /^,\d+$/,
    read: ([digits]) => exact(digits.replace(",", ".")),
    certain: false,
    style: COMMA,
    examples: { ",35": 0.35 },
  },
];

/** The number in digits; undefined if a double would lose some of them. */
function exact(digits: string): number | undefined {
  return keepsDigits(digits) ? Number(digits) : undefined;
}

/** The nearest number; undefined if it is an integer that a double cannot hold. */
function nearest(digits: string): number | undefined {
  return Number.isFinite(Number(digits)) && !isLostInteger(digits) ? Number(digits) : undefined;
}

const FULL_WIDTH_DIGIT = /[\uff10-\uff19]/g;
/** The words before a number, its sign, its digits, and the words after it. */
const PARTS =
  /^(\D*?)((?:^|(?<=[\s$\u20ac\u00a3\u00a5(]))(?:minus\s+|[+\-\u2212]\s?))?([.,]?\d(?:[\d.,\s'\u2019_]*\d)?\.?(?:e[+-]?\d+)?)(\D*|\s*(?:[kdcm]?m|ft)[23])$/i;
/** A dash that may be a minus sign, and letters that may be digits: without them, the number is hardly the one meant. */
const MAY_BE_SIGN = /[\u2010-\u2015]\s?$/;
const MAY_BE_DIGIT = /^(?:[oil](?![a-z])|[oil]{2,}(?![a-z])|-$|\s*below\b)/i;
const ORDINAL = /^(?:st|nd|rd|th)$/i;
/** A unit or a currency behind a number, in one word. */
const UNIT = /^[\p{L}\u00b0%$\u20ac\u00a3\u00a5][\p{L}./$]*[23\u00b2\u00b3]?$/u;
/** A currency before a number. Any other word before it may be part of a name: `Row 12`. */
const CURRENCY = /^(?:[A-Z]{3}|[A-Z]{0,2}[$\u20ac\u00a3\u00a5])$/;

/** An integer as JSON has it. It can mean nothing else, and most numbers in quotes are such. */
const INTEGER = /^-?[1-9]\d{0,14}$/;

/** A number as people write it: with a sign, separators, a currency or a unit, which the number alone does not say. */
export function* readNumber(written: string, schema: JsonObject): Generator<ReadMeaning> {
  if (INTEGER.test(written)) return yield new ReadMeaning(Number(written), true);
  const text = written
    .trim()
    .replace(/,$/, "")
    .replace(FULL_WIDTH_DIGIT, (digit) => String(digit.charCodeAt(0) - 0xff10));
  const [, before = "", sign = "", digits = "", after = ""] = PARTS.exec(text) ?? [];
  if (MAY_BE_SIGN.test(before) || MAY_BE_DIGIT.test(after) || /[oil]$/i.test(before)) return;
  const isAllowed = (number: number) => allows(schema, "number") || Number.isInteger(number);
  const factor = /[-\u2212m]/i.test(sign) ? -1 : 1;
  const readings = [...matchNotations(digits, DIGITS)].filter(({ value: number }) => isAllowed(number));
  if (before === "(" && after === ")") for (const one of readings) yield guess(-one.value);
  // Postal codes and account numbers start with a zero; a long number with a plus sign is a telephone number.
  const mayBeCode = /^0\d/.test(digits) || (sign === "+" && /^\d[\d\s]{6,}$/.test(digits));
  const mayBeBullet = /^-\s/.test(sign);
  const [first, last] = [before.trim(), after.trim()];
  const dropped = [first, last].filter((part) => part !== "").join(BETWEEN_DROPPED) || undefined;
  const isUnit = first === "" ? UNIT.test(last) && !ORDINAL.test(last) : last === "" && CURRENCY.test(first);
  for (const { row, value: number, isCertain } of readings) {
    const isClear = readings.length === 1 && isCertain && !mayBeCode && !mayBeBullet;
    const { style } = row;
    if (dropped === undefined) yield new ReadMeaning(factor * number, isClear, { style });
    else yield new ReadMeaning(factor * number, false, { style, dropped, isUnit: isClear && isUnit });
  }
}
