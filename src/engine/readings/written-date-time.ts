import { type Reading, sure, unsure } from "./reading.js";

const PARTS =
  /^(\d{4}-\d\d-\d\d)(?:([Tt ])(\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?\s*(?:([Zz]|UTC|GMT)|([+-]\d\d):?(\d\d)?)?)?$/;

export const writtenDateTime: Reading = {
  name: "written-date-time",
  summary: "A date-time with a space, without seconds or without a time zone. A missing time zone is a guess.",
  *read(value, { format }) {
    if (typeof value !== "string" || value.length > 40 || format !== "date-time") return;
    const [, date, separator, time, seconds = ":00", utc, hours, minutes = "00"] = PARTS.exec(value.trim()) ?? [];
    if (date === undefined) return;
    if (separator === undefined) {
      yield unsure(`${date}T00:00:00Z`);
      return;
    }
    const zone = utc === undefined ? (hours === undefined ? undefined : `${hours}:${minutes}`) : "Z";
    const local = `${date}T${time}${seconds}`;
    yield zone === undefined ? unsure(`${local}Z`) : sure(local + zone);
  },
  examples: [
    ["2025-03-01 09:30:00Z", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00Z")],
    ["2025-03-01T09:30Z", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00Z")],
    ["2025-03-01 09:30:00 UTC", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00Z")],
    ["2025-03-01T09:30:00+0100", { type: "string", format: "date-time" }, sure("2025-03-01T09:30:00+01:00")],
    ["2025-03-01T09:30:00", { type: "string", format: "date-time" }, unsure("2025-03-01T09:30:00Z")],
    ["2025-03-01 09:30", { type: "string", format: "date-time" }, unsure("2025-03-01T09:30:00Z")],
    ["2025-03-01", { type: "string", format: "date-time" }, unsure("2025-03-01T00:00:00Z")],
    ["tomorrow", { type: "string", format: "date-time" }],
  ],
};
