import { type Read, type Reading, sure, unsure } from "./reading.js";
import { plainDate, readDate } from "./written-date.js";

const TIME =
  /^(.*?)(?:[Tt]|,?\s+)(\d{1,2}:\d\d)(:\d\d(?:[.,]\d{1,9})?)?(?:\s*([AaPp])\.?[Mm]\.?)?\s*(?:([Zz]|UTC|GMT)|([+-]\d\d):?(\d\d)?)?$/;
const COMPACT = /^(\d{8})T(\d\d)(\d\d)(\d\d)(?=Z|[+-]|$)/;
/** From 2001 to 2100. */
const SECONDS = { min: 978_307_200, max: 4_102_444_800 };

export const writtenDateTime: Reading = {
  name: "written-date-time",
  summary: "A date-time as people write it, or as the time since 1970. A missing time zone is a guess.",
  *read(value, { format }) {
    if (format !== "date-time") return;
    if (typeof value === "number") yield* readEpoch(value);
    if (typeof value !== "string" || value.length > 60) return;
    const text = plainDate(value).replace(COMPACT, "$1T$2:$3:$4");
    const [, day, clock, seconds = ":00", half, utc, hours, minutes = "00"] = TIME.exec(text) ?? [];
    if (day === undefined || clock === undefined) {
      for (const date of readDate(text)) yield unsure(`${date.value}T00:00:00Z`);
      return;
    }
    const zone = utc !== undefined ? "Z" : hours === undefined ? undefined : `${hours}:${minutes}`;
    for (const date of readDate(day)) {
      const local = `${date.value}T${onTheClock(clock, half)}${seconds.replace(",", ".")}`;
      yield date.sure && zone !== undefined ? sure(local + zone) : unsure(`${local}${zone ?? "Z"}`);
    }
  },
  examples: [
    ["2025-03-01 09:30:00Z", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00Z")],
    ["2025-03-01T09:30Z", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00Z")],
    ["2025-03-01 09:30:00 UTC", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00Z")],
    ["2025-03-01T09:30:00+0100", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00+01:00")],
    ["20250301T093000Z", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00Z")],
    ["2025/03/01 09:30:00Z", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00Z")],
    ["Sat, 1 Mar 2025 09:30:00 GMT", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00Z")],
    ["2025-03-01T09:30:00", { type: "string", format: "date-time" }, unsure("2025-03-01T09:30:00Z")],
    ["2025-03-01 09:30", { type: "string", format: "date-time" }, unsure("2025-03-01T09:30:00Z")],
    ["2025-03-01 9:30 PM", { type: "string", format: "date-time" }, unsure("2025-03-01T21:30:00Z")],
    ["2025-03-01", { type: "string", format: "date-time" }, unsure("2025-03-01T00:00:00Z")],
    [1740821400, { type: "string", format: "date-time" }, unsure("2025-03-01T09:30:00Z")],
    [1740821400000, { type: "string", format: "date-time" }, unsure("2025-03-01T09:30:00Z")],
    ["tomorrow", { type: "string", format: "date-time" }],
  ],
};

function* readEpoch(number: number): Generator<Read> {
  for (const seconds of [number, number / 1000]) {
    if (seconds < SECONDS.min || seconds > SECONDS.max) continue;
    yield unsure(new Date(seconds * 1000).toISOString().replace(".000Z", "Z"));
  }
}

/** On the clock of 24 hours. */
function onTheClock(clock: string, half: string | undefined): string {
  const [hour = "", minute = ""] = clock.split(":");
  const isAfternoon = half !== undefined && half.toLowerCase() === "p";
  const counted = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  return `${String(counted).padStart(2, "0")}:${minute}`;
}
