import { DAY } from "../../../json/order.js";
import { type Reading, sure, unsure } from "./reading.js";
import { DAY_NAME, EPOCH, readDate, timesOf, withPlainDashes } from "./written-date.js";

const TIME =
  /^(.*?)(?:[Tt]|,?\s+(?:at\s+)?)(\d{1,2}:\d\d)(:\d\d(?:[.,]\d{1,9})?)?(?:\s*([AaPp])\.?[Mm]\.?)?\s*(?:([Zz]|UTC|GMT)|(?:UTC|GMT)?([+-]\d\d):?(\d\d)?)?$/;
const WEEKDAY_BEHIND = new RegExp(`,?\\s*\\(?${DAY_NAME}\\)?$`, "i");
const REGION = /\s*(?:\[([\w/+-]+)\]|(?<![\w/])([A-Z]\w+(?:\/[\w+-]+)+))$/;
/** The name of a time zone, which JavaScript and Go write after an offset. */
const ZONE_NAME = /(?<=[+-]\d\d:?\d\d)\s+(?:UTC|\([A-Za-z ]+\))$/;
const COMPACT = /^(\d{8})T(\d\d)(\d\d)(\d\d)(?=Z|[+-]|$)/;
const MAX_DATE_TIME_LENGTH = 80;
/** The offsets of time zones by their names. A name may mean several zones; the offset is that of the best known. */
const ZONES = new Map(
  "WET+00:00 BST+01:00 CET+01:00 CEST+02:00 EET+02:00 EST-05:00 EDT-04:00 CST-06:00 CDT-05:00 MST-07:00 MDT-06:00 PST-08:00 PDT-07:00 JST+09:00"
    .split(" ")
    .map((zone) => [zone.slice(0, -6), zone.slice(-6)] as const),
);

export const writtenDateTime: Reading = {
  name: "written-date-time",
  summary: "A date-time as people write it, or as the time since 1970. A missing time zone is a guess.",
  from: ["string", "integer", "number"],
  *read(value, { format }) {
    if (format !== "date-time") return;
    if (typeof value === "number" || (typeof value === "string" && EPOCH.test(value)))
      for (const time of timesOf(Number(value))) yield unsure(time);
    if (typeof value !== "string" || value.length > MAX_DATE_TIME_LENGTH) return;
    const [, written = value, name = ""] = /^(.*\d)\s*([A-Z]{3,4})$/.exec(value.trim()) ?? [];
    const named = ZONES.get(name);
    const plain = withPlainDashes(named === undefined ? value : written);
    const [weekday = ""] = WEEKDAY_BEHIND.exec(plain) ?? [];
    const [behind = "", inBrackets, region = inBrackets] = REGION.exec(plain) ?? [];
    const text = plain
      .slice(0, plain.length - weekday.length - behind.length)
      .replace(ZONE_NAME, "")
      .replace(COMPACT, "$1T$2:$3:$4")
      .replace(/(?<=-\d\dT\d\d)(\d\d)(?=Z|[+-]\d|$)/, ":$1")
      .replace(/(?<=T\d\d)\.(\d\d)\.(?=\d\d)/, ":$1:");
    const [, day, clock, seconds = ":00", half, utc, hours, minutes = "00"] = TIME.exec(text) ?? [];
    if (day === undefined || clock === undefined) {
      // A time in an unknown form would be lost.
      const dates = /\d[:T]\d/.test(text) || region !== undefined ? [] : readDate(text + weekday);
      for (const date of dates) yield unsure(`${date.value}T00:00:00Z`);
      return;
    }
    const isUtc = utc !== undefined || /^(?:Etc\/)?(?:UTC|GMT)$/.test(region ?? "");
    const zone = hours !== undefined ? `${hours}:${minutes}` : isUtc ? "Z" : undefined;
    const time = in24Hours(clock, half);
    // The offset of a region changes over the year.
    if (time === undefined || (zone === undefined && region !== undefined)) return;
    for (const date of readDate(day + weekday)) {
      const local = `${date.value}T${time}${seconds.replace(",", ".")}`;
      const style = zone === undefined ? undefined : date.style;
      // Programs disagree about the second that a leap second means.
      const isSure = date.sure && zone !== undefined && !seconds.startsWith(":60");
      const read = (isSure ? sure : unsure)(`${nextMidnight(local) ?? local}${zone ?? named ?? "Z"}`);
      yield style === undefined ? read : { ...read, style, separator: date.separator };
    }
  },
};

/** The next midnight, if a time means it: 24:00 does in ISO 8601, and 23:59:60 usually does. */
function nextMidnight(local: string): string | undefined {
  const [, day = "", time = ""] = /^(.*)T(24:00:00|23:59:60)$/.exec(local) ?? [];
  const start = time === "" ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? undefined : new Date(start + DAY).toISOString().slice(0, 19);
}

/** The time in 24 hours; undefined if the hour and the half of the day contradict each other. */
function in24Hours(clock: string, half: string | undefined): string | undefined {
  const [written = "", minute = ""] = clock.split(":");
  const hour = Number(written);
  const isAfternoon = half?.toLowerCase() === "p";
  if (half !== undefined && (isAfternoon ? hour === 0 : hour > 12)) return undefined;
  const counted = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  return `${String(counted).padStart(2, "0")}:${minute}`;
}
