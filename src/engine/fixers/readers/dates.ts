import { ZONE_OFFSETS } from "../../../ground/json-schema/time-zones.js";
import { isShortText } from "../../../ground/text/quote.js";
import { DAY_MS } from "../../order.js";
import { certain, guess, type Reader, ReadMeaning } from "./reader.js";

/** A date as people write it. It is certain only where one order of day and month is possible. */
export const writtenDate: Reader = function* (value, { format }) {
  if (format !== "date") return;
  if (typeof value === "number") yield* readNumber(value);
  if (!isShortText(value)) return;
  // A string of this form means no other date, whether or not the day exists.
  if (ISO.test(value)) return yield certain(value);
  yield* readDate(value);
  if (EPOCH.test(value)) yield* readNumber(Number(value));
};

/** Spreadsheets count days from `start`. The limits are in the years 1954 and 2064. */
const SPREADSHEET_DAY = { min: 20_000, max: 60_000, start: Date.UTC(1899, 11, 30) };

/** Reads a number as the digits of a date, as a time since 1970, or as the day of a spreadsheet. All are guesses. */
function* readNumber(value: number): Generator<ReadMeaning> {
  for (const meaning of readDay(String(value))) yield guess(meaning.value);
  for (const time of timesOf(value)) yield guess(time.slice(0, 10));
  if (Number.isInteger(value) && value >= SPREADSHEET_DAY.min && value <= SPREADSHEET_DAY.max)
    yield guess(new Date(SPREADSHEET_DAY.start + value * DAY_MS).toISOString().slice(0, 10));
}

const ISO = /^\d{4}-\d\d-\d\d$/;
const DASHES = /[\u2010-\u2015\u2212]/g;

function withPlainDashes(text: string): string {
  return text.trim().replace(DASHES, "-");
}

const DAY_NAMES = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const DAY_NAME = "(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?";
const WEEKDAY = new RegExp(`^${DAY_NAME}\\.?,?\\s+(?:the\\s+)?|^the\\s+|,?\\s*\\(?${DAY_NAME}\\)?$`, "gi");

/** The dates that a string can mean, in ISO 8601. A weekday in the string may show which of them is meant. */
function* readDate(written: string): Generator<ReadMeaning> {
  const weekdays = new Set<number>();
  const text = withPlainDashes(written).replace(WEEKDAY, (_, before?: string, after?: string) => {
    const name = before ?? after;
    if (name !== undefined) weekdays.add(DAY_NAMES.indexOf(name.slice(0, 3).toLowerCase()));
    return "";
  });
  // A year before 1000 is hardly meant.
  const meanings = [...readDay(text)].map((meaning) =>
    String(meaning.value).startsWith("0") ? guess(meaning.value) : meaning,
  );
  if (weekdays.size === 0) return yield* meanings;
  const isOn = ({ value }: ReadMeaning) => weekdays.size === 1 && weekdays.has(new Date(value as string).getUTCDay());
  const [only, ...others] = meanings.filter(isOn);
  if (only !== undefined && others.length === 0 && meanings.length > 1) yield certain(only.value);
  else for (const meaning of meanings) yield isOn(meaning) ? meaning : guess(meaning.value);
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
function* readForms(text: string): Generator<ReadMeaning> {
  for (const form of FORMS) {
    const { year = "", month = "", day = "" } = form.exec(text)?.groups ?? {};
    const number = /^\d/.test(month) ? month : MONTHS.get(month.toLowerCase());
    if (number !== undefined) yield certain(iso(year, String(number), day));
  }
}

/** Reads a date without a weekday. */
function* readDay(text: string): Generator<ReadMeaning> {
  yield* readForms(text);
  const [, date, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d.*)$/s.exec(text) ?? [];
  if (date && time) yield MIDNIGHT.test(time) ? certain(date) : guess(date);
  yield* readTwoOrders(text);
  const [, short = "", dot = "", middle = "", last = ""] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d\d)$/.exec(text) ?? [];
  // The century is a guess, and with most separators the order too.
  if (dot) for (const meaning of readTwoOrders(`${short}${dot}${middle}${dot}20${last}`)) yield guess(meaning.value);
  const [, named = "", decade = ""] = /^(\d{1,2}[\s-]\p{L}{3,10}[\s-])'?(\d\d)$/u.exec(text) ?? [];
  if (named) for (const meaning of readForms(`${named}20${decade}`)) yield guess(meaning.value);
}

/** Midnight, with a time zone or without. */
const MIDNIGHT = /^00:00(?::00(?:\.0+)?)?\s*(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/** Reads 31/01/2025 in one order and 03/04/2025 in two. With dots, the day certainly comes first. */
function* readTwoOrders(text: string): Generator<ReadMeaning> {
  const [, first = "", separator, second = "", year = ""] = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})$/.exec(text) ?? [];
  if (separator === undefined) return;
  const byDay = Number(second) <= 12 ? iso(year, second, first) : undefined;
  const byMonth = Number(first) <= 12 ? iso(year, first, second) : undefined;
  if (byDay === byMonth && byDay !== undefined) return yield certain(byDay);
  const hasDots = separator === ".";
  if (byDay !== undefined)
    yield new ReadMeaning(byDay, hasDots || byMonth === undefined, { style: "day first", separator });
  if (byMonth !== undefined)
    yield new ReadMeaning(byMonth, !hasDots && byDay === undefined, { style: "month first", separator });
}

function iso(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Seconds since 1970, from 2001 to 2100. */
const SECONDS = { min: 978_307_200, max: 4_102_444_800 };

/** Digits that may be seconds or milliseconds since 1970. */
const EPOCH = /^\d{10}(?:\d{3})?$/;

/** The times that a number can mean as seconds or milliseconds since 1970. */
function* timesOf(number: number): Generator<string> {
  for (const seconds of [number, number / 1000]) {
    if (seconds < SECONDS.min || seconds > SECONDS.max) continue;
    yield new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
  }
}

/** The numbers of months by name or abbreviation: English, German, French, Spanish, Italian, Portuguese and Dutch. */
const MONTHS = new Map(
  [
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
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

const TIME =
  /^(.*?)(?:[Tt]|,?\s+(?:at\s+)?)(\d{1,2}:\d\d)(:\d\d(?:[.,]\d{1,9})?)?(?:\s*([AaPp])\.?[Mm]\.?)?\s*(?:([Zz]|UTC|GMT)|(?:UTC|GMT)?([+-]\d\d):?(\d\d)?)?$/;
const WEEKDAY_BEHIND = new RegExp(`,?\\s*\\(?${DAY_NAME}\\)?$`, "i");
const REGION = /\s*(?:\[([\w/+-]+)\]|(?<![\w/])([A-Z]\w+(?:\/[\w+-]+)+))$/;
/** The name of a time zone, which JavaScript and Go write after an offset. */
const ZONE_NAME = /(?<=[+-]\d\d:?\d\d)\s+(?:UTC|\([A-Za-z ]+\))$/;
const COMPACT = /^(\d{8})T(\d\d)(\d\d)(\d\d)(?=Z|[+-]|$)/;

/** A date-time as people write it, or as the time since 1970. A missing time zone is a guess. */
export const writtenDateTime: Reader = function* (value, { format }) {
  if (format !== "date-time") return;
  if (typeof value === "number" || (typeof value === "string" && EPOCH.test(value)))
    for (const time of timesOf(Number(value))) yield guess(time);
  if (!isShortText(value)) return;
  const { text, weekday, region, namedZone } = takeEndOff(value);
  const [, day, clock, seconds = ":00", half, utc, hours, minutes = "00"] = TIME.exec(text) ?? [];
  if (day === undefined || clock === undefined) {
    // A time in an unknown form would be lost.
    const dates = /\d[:T]\d/.test(text) || region !== undefined ? [] : readDate(text + weekday);
    for (const date of dates) yield guess(`${date.value}T00:00:00Z`);
    return;
  }
  const isUtc = utc !== undefined || /^(?:Etc\/)?(?:UTC|GMT)$/.test(region ?? "");
  const zone = hours !== undefined ? `${hours}:${minutes}` : isUtc ? "Z" : undefined;
  const time = in24Hours(clock, half);
  // The offset of a region changes over the year.
  if (time === undefined || (zone === undefined && region !== undefined)) return;
  for (const date of readDate(day + weekday)) {
    const local = `${date.value}T${time}${seconds.replace(",", ".")}`;
    // Programs disagree about the second that a leap second means.
    const isCertain = date.isCertain && zone !== undefined && !seconds.startsWith(":60");
    const meant = `${nextMidnight(local) ?? local}${zone ?? namedZone ?? "Z"}`;
    yield new ReadMeaning(meant, isCertain, zone === undefined ? {} : date.spelling);
  }
};

/** Takes what stands behind the time off a date-time: a weekday, a region, the name of a time zone. */
function takeEndOff(value: string) {
  const [, beforeName = "", name = ""] = /^(.*\d)\s*([A-Z]{3,4})$/.exec(value.trim()) ?? [];
  const namedZone = ZONE_OFFSETS.get(name);
  const plain = withPlainDashes(namedZone === undefined ? value : beforeName);
  const [weekday = ""] = WEEKDAY_BEHIND.exec(plain) ?? [];
  const [behind = "", inBrackets, region = inBrackets] = REGION.exec(plain) ?? [];
  const text = plain.slice(0, plain.length - weekday.length - behind.length).replace(ZONE_NAME, "");
  return { text: withColons(text), weekday, region, namedZone };
}

/** Writes the time of a date-time with colons: `20250131T093000`, `2025-01-31T0930`, `2025-01-31T09.30.00`. */
function withColons(text: string): string {
  return text
    .replace(COMPACT, "$1T$2:$3:$4")
    .replace(/(?<=-\d\dT\d\d)(\d\d)(?=Z|[+-]\d|$)/, ":$1")
    .replace(/(?<=T\d\d)\.(\d\d)\.(?=\d\d)/, ":$1:");
}

/** The next midnight, if a time means it: 24:00 does in ISO 8601, and 23:59:60 usually does. */
function nextMidnight(local: string): string | undefined {
  const [, day = "", time = ""] = /^(.*)T(24:00:00|23:59:60)$/.exec(local) ?? [];
  const start = time === "" ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? undefined : new Date(start + DAY_MS).toISOString().slice(0, 19);
}

/** The time in 24 hours; undefined if the hour and the half of the day contradict each other. */
function in24Hours(clock: string, half: string | undefined): string | undefined {
  const [written = "", minute = ""] = clock.split(":");
  const hour = Number(written);
  const isAfternoon = half?.toLowerCase() === "p";
  if (half !== undefined && (isAfternoon ? hour === 0 || hour > 23 : hour > 12)) return undefined;
  const counted = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  return `${String(counted).padStart(2, "0")}:${minute}`;
}
