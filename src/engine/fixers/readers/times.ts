import { ZONE_OFFSETS } from "../../../ground/json-schema/time-zones.js";
import { DAY_MS } from "../../order.js";
import { COUNTED_TIMES, readDate, WEEKDAY_BEHIND, withPlainDashes } from "./dates.js";
import { matchNotations, type Notation, readNotations } from "./notation.js";
import { guess, ReadMeaning } from "./reader.js";

/** The time of a match in 24 hours; undefined if the hour and the half of the day contradict each other. */
function toClock([, written = "", minute = "", second = "00", half]: RegExpExecArray): string | undefined {
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

/** The time zone behind a time. The offset of a region changes over the year, so a region alone is none. */
export const ZONES: readonly Notation<string>[] = [
  {
    form: /^(?:[Zz]|UTC|GMT)(?:\s*\[[\w/+-]+\]|\s+[A-Z]\w+(?:\/[\w+-]+)+)?$/,
    read: () => "Z",
    certain: true,
    examples: { z: "Z", UTC: "Z", "Z[Europe/London]": "Z" },
  },
  {
    // JavaScript and Go write the name of a zone after an offset, Java a region.
    form: /^(?:UTC|GMT)?([+-]\d\d):?(\d\d)?(?:\s+UTC|\s+\([A-Za-z ]+\)|\s*\[[\w/+-]+\]|\s+[A-Z]\w+(?:\/[\w+-]+)+)?$/,
    read: ([, hours = "", minutes = "00"]) => `${hours}:${minutes}`,
    certain: true,
    examples: {
      "+0530": "+05:30",
      "-08": "-08:00",
      "GMT+0100 (Central European Standard Time)": "+01:00",
      "+01:00[Europe/Oslo]": "+01:00",
    },
  },
  {
    form: /^[A-Z]{3,4}$/,
    read: ([name]) => ZONE_OFFSETS.get(name),
    certain: false,
    examples: { CET: "+01:00" },
  },
];

/** Where a date ends, and the clock that follows. Digits without colons follow a "T" only. */
const SPLIT =
  /(?:T|(?<![\s,]),?\s+(?:at\s+)?)(\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:\s*[ap]\.?m\b\.?)?)|(?<=\d)T(\d{6}|\d{4})(?![\d.])/i;

/** A date-time as people write it, or as programs count it. A missing time zone is a guess. */
export function* readDateTime(written: string): Generator<ReadMeaning> {
  for (const { value } of matchNotations(written, COUNTED_TIMES)) yield guess(value);
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
  if (zone === undefined || clock === undefined) return;
  for (const date of readDate(text.slice(0, split.index) + weekday)) {
    const local = `${date.value}T${clock.value}`;
    const isCertain = date.isCertain && clock.isCertain && zone.isCertain;
    const meant = `${nextMidnight(local) ?? local}${zone.value}`;
    yield new ReadMeaning(meant, isCertain, zone.isCertain ? date.spelling : {});
  }
}

/** The next midnight, if a time means it: 24:00 does in ISO 8601, and 23:59:60 usually does. */
function nextMidnight(local: string): string | undefined {
  const [, day = "", time = ""] = /^(.*)T(24:00:00|23:59:60)$/.exec(local) ?? [];
  const start = time === "" ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? undefined : new Date(start + DAY_MS).toISOString().slice(0, 19);
}
