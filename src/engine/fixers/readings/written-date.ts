import { DAY } from "../../../json/order.js";
import { type Read, type Reading, sure, unsure } from "./reading.js";

const dayFirst = (value: string, isSure = false, separator = "/"): Read => ({
  value,
  sure: isSure,
  style: "day first",
  separator,
});
const monthFirst = (value: string, isSure = false, separator = "/"): Read => ({
  ...dayFirst(value, isSure, separator),
  style: "month first",
});

export const writtenDate: Reading = {
  name: "written-date",
  summary: "A date as people write it. It is certain only where one order of day and month is possible.",
  from: ["string", "integer", "number"],
  *read(value, { format }) {
    if (format !== "date") return;
    if (typeof value === "number") yield* readNumber(value);
    if (typeof value !== "string" || value.length > MAX_DATE_LENGTH) return;
    // A string of this form means no other date, whether or not the day exists.
    if (ISO.test(value)) return yield sure(value);
    yield* readDate(value);
    if (EPOCH.test(value)) yield* readNumber(Number(value));
  },
};

/** Spreadsheets count days from `start`. The limits are in the years 1954 and 2064. */
const SERIAL = { min: 20_000, max: 60_000, start: Date.UTC(1899, 11, 30) };

/** Reads a number as the digits of a date, as a time since 1970, or as the day of a spreadsheet. All are guesses. */
function* readNumber(value: number): Generator<Read> {
  for (const read of readDay(String(value))) yield unsure(read.value);
  for (const time of timesOf(value)) yield unsure(time.slice(0, 10));
  if (Number.isInteger(value) && value >= SERIAL.min && value <= SERIAL.max)
    yield unsure(new Date(SERIAL.start + value * DAY).toISOString().slice(0, 10));
}

const MAX_DATE_LENGTH = 40;
const ISO = /^\d{4}-\d\d-\d\d$/;
const DASHES = /[\u2010-\u2015\u2212]/g;

export function withPlainDashes(text: string): string {
  return text.trim().replace(DASHES, "-");
}

const DAY_NAMES = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
export const DAY_NAME = "(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?";
const WEEKDAY = new RegExp(`^${DAY_NAME}\\.?,?\\s+(?:the\\s+)?|^the\\s+|,?\\s*\\(?${DAY_NAME}\\)?$`, "gi");

/** The dates that a string can mean, in ISO 8601. A weekday in the string may show which of them is meant. */
export function* readDate(written: string): Generator<Read> {
  const weekdays = new Set<number>();
  const text = withPlainDashes(written).replace(WEEKDAY, (_, before?: string, after?: string) => {
    const name = before ?? after;
    if (name !== undefined) weekdays.add(DAY_NAMES.indexOf(name.slice(0, 3).toLowerCase()));
    return "";
  });
  // A year before 1000 is hardly meant.
  const reads = [...readDay(text)].map((read) => (String(read.value).startsWith("0") ? unsure(read.value) : read));
  if (weekdays.size === 0) return yield* reads;
  const isOn = ({ value }: Read) => weekdays.size === 1 && weekdays.has(new Date(value as string).getUTCDay());
  const [only, ...others] = reads.filter(isOn);
  if (only !== undefined && others.length === 0 && reads.length > 1) yield sure(only.value);
  else for (const read of reads) yield isOn(read) ? read : unsure(read.value);
}

/** Notations with one order of day and month: the year comes first, or the month has a name. */
const FORMS = [
  /^(?<year>\d{4})([-/._ ])(?<month>\d{1,2})\2(?<day>\d{1,2})Z?$/,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
  /^(?<year>\d{4})\s*\u5e74\s*(?<month>\d{1,2})\s*\u6708\s*(?<day>\d{1,2})\s*\u65e5$/,
  /^(?<month>\p{L}{3,10})\.?[\s-]+(?<day>\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(?<year>\d{4})$/u,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|er)?\.?[\s/-]+(?:(?:of|de)\s+)?(?<month>\p{L}{3,10})\.?,?[\s/-]+(?:de\s+)?(?<year>\d{4})$/u,
  /^(?<year>\d{4})[\s-]+(?<month>\p{L}{3,10})\.?[\s-]+(?<day>\d{1,2})$/u,
];

/** Reads the notations with one order of day and month. */
function* readForms(text: string): Generator<Read> {
  for (const form of FORMS) {
    const { year = "", month = "", day = "" } = form.exec(text)?.groups ?? {};
    const number = /^\d/.test(month) ? month : MONTHS.get(month.toLowerCase());
    if (number !== undefined) yield sure(iso(year, String(number), day));
  }
}

/** Reads a date without a weekday. */
function* readDay(text: string): Generator<Read> {
  yield* readForms(text);
  const [, date, rest] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d.*)$/s.exec(text) ?? [];
  if (date && rest) yield MIDNIGHT.test(rest) ? sure(date) : unsure(date);
  yield* readTwoOrders(text);
  const [, short = "", dot = "", middle = "", last = ""] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d\d)$/.exec(text) ?? [];
  // The century is a guess, and with most separators the order too.
  if (dot) for (const read of readTwoOrders(`${short}${dot}${middle}${dot}20${last}`)) yield unsure(read.value);
  const [, named = "", decade = ""] = /^(\d{1,2}[\s-]\p{L}{3,10}[\s-])'?(\d\d)$/u.exec(text) ?? [];
  if (named) for (const read of readForms(`${named}20${decade}`)) yield unsure(read.value);
}

/** Midnight, with a time zone or without. */
const MIDNIGHT = /^00:00(?::00(?:\.0+)?)?\s*(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/** Reads 31/01/2025 in one order and 03/04/2025 in two. With dots, the day comes first for sure. */
function* readTwoOrders(text: string): Generator<Read> {
  const [, one = "", separator, other = "", year = ""] = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})$/.exec(text) ?? [];
  if (separator === undefined) return;
  const byDay = Number(other) <= 12 ? iso(year, other, one) : undefined;
  const byMonth = Number(one) <= 12 ? iso(year, one, other) : undefined;
  if (byDay === byMonth && byDay !== undefined) return yield sure(byDay);
  const hasDots = separator === ".";
  if (byDay !== undefined) yield dayFirst(byDay, hasDots || byMonth === undefined, separator);
  if (byMonth !== undefined) yield monthFirst(byMonth, !hasDots && byDay === undefined, separator);
}

function iso(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Seconds since 1970, from 2001 to 2100. */
const SECONDS = { min: 978_307_200, max: 4_102_444_800 };

/** Digits that may be seconds or milliseconds since 1970. */
export const EPOCH = /^\d{10}(?:\d{3})?$/;

/** The times that a number can mean as seconds or milliseconds since 1970. */
export function* timesOf(number: number): Generator<string> {
  for (const seconds of [number, number / 1000]) {
    if (seconds < SECONDS.min || seconds > SECONDS.max) continue;
    yield new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
  }
}

/** The names and abbreviations of each month in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const MONTH_NAMES = [
  "january januar janvier enero gennaio janeiro januari jan",
  "february februar février fevrier febrero febbraio fevereiro februari feb",
  "march märz maerz mars marzo março marco maart mar mär mrz",
  "april avril abril aprile apr",
  "may mai mayo maggio maio mei",
  "june juni juin junio giugno junho jun",
  "july juli juillet julio luglio julho jul",
  "august août aout agosto augustus aug",
  "september septembre septiembre settembre setembro sep sept",
  "october oktober octobre octubre ottobre outubro oct okt",
  "november novembre noviembre novembro nov",
  "december dezember décembre decembre diciembre dicembre dezembro dec dez",
];

/** The numbers of months by name, from 1. */
const MONTHS = new Map(MONTH_NAMES.flatMap((names, at) => names.split(" ").map((name) => [name, at + 1] as const)));
