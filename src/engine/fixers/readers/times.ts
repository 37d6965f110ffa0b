import { DAY_MS } from "../../order.js";
import { readDate, WEEKDAY_BEHIND, withPlainDashes } from "./dates.js";
import { type Notation, readNotations } from "./notation.js";
import { guess, ReadMeaning } from "./reader.js";

/** The time of a match in 24 hours; undefined if the hour and the half of the day contradict each other. */
function toClock([, written = "", minute = "", second = "00", half]: readonly string[]): string | undefined {
  const hour = Number(written);
  const isAfternoon = half?.toLowerCase() === "p";
  if (half !== undefined && (isAfternoon ? hour === 0 || hour > 23 : hour > 12)) return undefined;
  const counted = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  return `${String(counted).padStart(2, "0")}:${minute}:${second.replace(",", ".")}`;
}

/** The time of a day. Programs disagree about the second that a leap second means. */
export const CLOCKS: readonly Notation<string>[] = [
  {
    form: /^(\d{1,2}):(\d\d)(?::(\d\d(?:[.,]\d{1,9})?))?(?:\s*([ap])\.?m\.?)?$/i,
    read: toClock,
    certain: ([, , , second = ""]) => !second.startsWith("60"),
    examples: { "9:30": "09:30:00", "09:30:05,25": "09:30:05.25", "9:30 p.m.": "21:30:00", "12:05:00AM": "00:05:00" },
  },
  {
    form: /^(\d\d)(\d\d)(\d\d)?$/,
    read: toClock,
    certain: ([, , , second]) => second !== "60",
    examples: { "093005": "09:30:05", "0930": "09:30:00" },
  },
];

/** The name of a zone behind an offset, as programs write it. */
const ZONE_NAME = "(?<name>\\s*\\[[\\w/+-]+\\]|\\s+(?:\\([\\p{L} ]+\\)|[A-Z]\\w+(?:/[\\w+-]+)*))?";

/** The name behind an offset. Only that of universal time says nothing more. */
function findLostName({ groups: { hours = "+00", minutes = "00", name = "" } = {} }: RegExpExecArray) {
  const written = name.trim();
  const isUniversal = /^\W?(?:UTC|GMT|Z)\W?$/.test(written) && `${hours}${minutes}` === "+0000";
  return written === "" || isUniversal ? undefined : written;
}

/** The time zone behind a time. A region alone is none, because its offset changes over the year. */
export const ZONES: readonly Notation<string>[] = [
  {
    form: new RegExp(`^(?:[Zz]|UTC|GMT)${ZONE_NAME}$`, "u"),
    read: () => "Z",
    certain: (match) => findLostName(match) === undefined,
    dropped: findLostName,
    examples: { z: "Z", UTC: "Z", "Z[UTC]": "Z", "Z[Europe/London]": "Z" },
  },
  {
    form: new RegExp(`^(?:UTC|GMT)?(?<hours>[+-]\\d\\d|(?<=T|C)[+-]\\d):?(?<minutes>\\d\\d)?${ZONE_NAME}$`, "u"),
    read: ({ groups: { hours = "", minutes = "00" } = {} }) => `${hours.replace(/^.(?=.$)/, "$&0")}:${minutes}`,
    certain: (match) => findLostName(match) === undefined,
    dropped: findLostName,
    examples: {
      "+0530": "+05:30",
      "-08": "-08:00",
      "GMT+2": "+02:00",
      "GMT+0100 (Central European Standard Time)": "+01:00",
      "+01:00[Europe/Oslo]": "+01:00",
    },
  },
];

/** Where a date ends, and the clock that follows. Digits without colons follow a "T" only. */
const SPLIT =
  /(?:T|(?<![\s,]),?\s+(?:at\s+)?)(\d{1,2}(?::\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:\s*[ap]\.?m\b\.?)?|\s*[ap]\.?m\b\.?))|(?<=\d)T(\d{6}|\d{4})(?![\d.])/i;

/** A date-time as people write it. A missing time zone is a guess. */
export function* readDateTime(written: string): Generator<ReadMeaning> {
  const text = withPlainDashes(written);
  const split = SPLIT.exec(text);
  if (split === null) {
    // A time in an unknown form would be lost.
    if (!/\d[:T]\d|(?<![\w/])[A-Z]\w+\/[A-Z]|\[/.test(text))
      for (const { value } of readDate(text)) yield guess(`${value}T00:00:00Z`);
    return;
  }
  const behind = text.slice(split.index + split[0].length).trim();
  const [weekday = ""] = WEEKDAY_BEHIND.exec(behind) ?? [];
  const zoned = behind.slice(0, behind.length - weekday.length);
  const [zone] = zoned === "" ? [guess("Z")] : readNotations(zoned, ZONES);
  const [clock] = readNotations(split[1] ?? split[2] ?? "", CLOCKS);
  if (zone === undefined || clock === undefined || mayBePeriod(clock, zone)) return;
  for (const date of readDate(text.slice(0, split.index) + weekday)) {
    const local = `${date.value}T${clock.value}`;
    const meant = `${nextMidnight(local) ?? local}${zone.value}`;
    // A column can show in which style a date is written, but neither a zone nor a second.
    const isTimeCertain = clock.isCertain && zone.isCertain;
    yield new ReadMeaning(meant, date.isCertain && isTimeCertain, isTimeCertain ? date.spelling : zone.spelling);
  }
}

/** Whether an offset may be the end of a period: 09:30-11:00. */
function mayBePeriod(clock: ReadMeaning, zone: ReadMeaning): boolean {
  const [, end] = /^-(\d\d:\d\d)$/.exec(String(zone.value)) ?? [];
  return end !== undefined && end > String(clock.value).slice(0, end.length);
}

/** The next midnight, if a time means it: 24:00 does in ISO 8601, and 23:59:60 usually does. */
function nextMidnight(local: string): string | undefined {
  const [, day = "", time = ""] = /^(.*)T(24:00:00|23:59:60)$/.exec(local) ?? [];
  const start = time === "" ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? undefined : new Date(start + DAY_MS).toISOString().slice(0, 19);
}
