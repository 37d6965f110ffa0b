import { keepsDigits } from "../../../ground/json/kept-digits.js";
import { allows } from "../../../ground/json-schema/schemas-in.js";
import { isShortText } from "../../../ground/text/quote.js";
import { guess, type Reader, ReadMeaning } from "./reader.js";

const NUMBER_WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

const FULL_WIDTH_DIGIT = /[\uff10-\uff19]/g;
const MULTIPLES: readonly (readonly [unit: RegExp, factor: number])[] = [
  [/^(?:[kK]|thousand)$/, 1e3],
  [/^(?:[mM](?:io)?|million)$/, 1e6],
  [/^(?:B|bn|billion)$/, 1e9],
];

/** Styles: which sign stands before the fraction. The other one groups digits. */
const COMMA = "decimal comma";
const POINT = "decimal point";

/** Codes of ISO 4217 that people write beside an amount. Any other three letters may be a unit. */
const CURRENCIES =
  "AED|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD|PHP|PLN|RON|SEK|SGD|THB|TRY|TWD|UAH|USD|ZAR";
const CURRENCY_BEFORE = new RegExp(
  `^(?:(?:US|CA|AU|A|C)?[$\\u20ac\\u00a3\\u00a5]|(?:${CURRENCIES})\\s)\\s*([\\d.,\\s]*\\d)$`,
);
const CURRENCY_AFTER = new RegExp(`^([\\d.,\\s]*\\d)\\s*(?:[$\\u20ac\\u00a3\\u00a5]|${CURRENCIES})$`);

/** A number as people write it: with a sign, separators, a currency or a unit. */
export const writtenNumber: Reader = function* (value, schema) {
  if (!isShortText(value)) return;
  const text = value
    .trim()
    .replace(/,$/, "")
    .replace(FULL_WIDTH_DIGIT, (digit) => String(digit.charCodeAt(0) - 0xff10));
  const wantsInteger = !allows(schema, "number");
  for (const read of [readCount, readNumber, readAmongWords]) {
    const meanings = [...read(text, wantsInteger)];
    if (meanings.length > 0) return yield* meanings;
  }
};

/** Reads `three` and `3rd`. */
function* readCount(text: string): Generator<ReadMeaning> {
  const counting = NUMBER_WORDS.indexOf(text.toLowerCase());
  if (counting !== -1) yield guess(counting);
  const ordinal = /^([1-9]\d{0,5})(?:st|nd|rd|th)$/i.exec(text)?.[1];
  if (ordinal !== undefined) yield guess(Number(ordinal));
}

/** Reads digits, with or without something around them. */
function* readNumber(text: string, wantsInteger: boolean): Generator<ReadMeaning> {
  const { digits, factor, multiple, unit, isPercent, isAbout, isBare, losesLetters, mayBeCode } = takeApart(text);
  const isAllowed = (number: number) => !wantsInteger || Number.isInteger(number);
  const values = decimals(digits).filter(({ value }) => isAllowed(value) || multiple !== undefined);
  // "1.234" is a group of thousands in some countries and a fraction in others. Alone, it is a fraction as in JSON.
  const hasGroup = /^[1-9]\d{0,2}\.\d{3}$/.test(digits) && (wantsInteger || !isBare) && !isPercent;
  if (hasGroup) yield new ReadMeaning(factor * Number(digits.replace(".", "")), false, { style: COMMA });
  const isClear = values.length === 1 && !hasGroup && !mayBeCode && !isAbout;
  // Dropping a unit may lose its meaning; a currency is the same in the whole column.
  const losesNothing = !isPercent && unit === undefined && !losesLetters;
  for (const { value, style } of values) {
    const number = factor * value;
    if (multiple !== undefined) yield guess(Math.round(number * multiple * 1e6) / 1e6);
    if (!isAllowed(number)) continue;
    yield new ReadMeaning(number, isClear && losesNothing, { style, unit: isClear ? unit : undefined });
    if (isPercent) yield guess(number / 100);
  }
}

const SIGNED =
  /^(~|\u2248|#|n[ro]\.\s*|(?:about|around|roughly|circa|approx(?:imately|\.)?)\s+|ca?\.\s*)?(minus|[+\-\u2212]?)\s*(.*)$/is;

/** A written number in its parts: the digits with their separators, and what the rest of the string says. */
function takeApart(text: string) {
  const [, about, sign = "", body = ""] = SIGNED.exec(text) ?? [];
  const percent = /^([\d.,\s]*\d)\s*%$/.exec(body)?.[1];
  const amount = (CURRENCY_BEFORE.exec(body) ?? CURRENCY_AFTER.exec(body))?.[1];
  const [, counted, unit] = amount !== undefined ? [] : (/^([\d.,]*\d)\s*([\u00b0\p{L}][\p{L}./]*)$/u.exec(body) ?? []);
  const digits = percent ?? amount ?? counted ?? body;
  return {
    digits,
    factor: sign === "" || sign === "+" ? 1 : -1,
    unit,
    /** The number that the unit stands for, as in `5k`. */
    multiple: MULTIPLES.find(([pattern]) => pattern.test(unit ?? ""))?.[1],
    isPercent: percent !== undefined,
    isAbout: about !== undefined,
    /** Whether there is nothing but digits and a sign. */
    isBare: digits === body && about === undefined,
    /** Whether the letters of "US$" would be lost, which distinguish several dollars. */
    losesLetters: amount !== undefined && /^[A-Z]+\$/.test(body),
    /** Postal codes and account numbers start with a zero; a long number with a plus sign is a telephone number. */
    mayBeCode: /^0\d/.test(digits) || (sign === "+" && /^\d[\d\s]{6,}$/.test(digits)),
  };
}

/** Reads the only number among other words, which would be lost. In parentheses, it may be negative. */
function* readAmongWords(text: string, wantsInteger: boolean): Generator<ReadMeaning> {
  const [, before = "", digits = "", after = ""] = /^(\D*?)(\d(?:[\d.,]*\d)?)(\D*)$/.exec(text) ?? [];
  const [value, ...others] = decimals(digits).map((one) => one.value);
  if (value === undefined || others.length > 0 || (wantsInteger && !Number.isInteger(value))) return;
  if (before === "(" && after === ")") yield guess(-value);
  yield guess(/[-\u2212]$/.test(before) ? -value : value);
}

/** The forms of digits with separators, how JSON writes the number, and the style, if the separators show it. */
const DECIMALS: readonly (readonly [form: RegExp, toJson: (digits: string) => string, style?: string])[] = [
  [/^(?:\d+\.?\d*|\.\d+)$/, (digits) => digits],
  // Digits are grouped only if they do not start with zero.
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, (digits) => digits.replaceAll(",", ""), POINT],
  [/^[1-9]\d{0,2}([\s'\u2019_])\d{3}(?:\1\d{3})*(?:\.\d+)?$/, (digits) => digits.replace(/[\s'\u2019_]/g, "")],
  [
    /^[1-9]\d{0,2}(?:(?:\s\d{3})+|(?:\.\d{3})+),\d+$/,
    (digits) => digits.replace(/[\s.]/g, "").replace(",", "."),
    COMMA,
  ],
  [/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, (digits) => digits.replaceAll(".", ""), COMMA],
  [/^\d+,\d+$/, (digits) => digits.replace(",", "."), COMMA],
];

/** The numbers that digits with separators can mean. */
function decimals(digits: string): { value: number; style: string | undefined }[] {
  return DECIMALS.flatMap(([form, toJson, style]) => {
    if (!form.test(digits) || !keepsDigits(toJson(digits))) return [];
    return [{ value: Number(toJson(digits)), style }];
  });
}
