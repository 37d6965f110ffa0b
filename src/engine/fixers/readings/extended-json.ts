import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { timesOf } from "./epoch.js";
import { quotedLiteral } from "./quoted-literal.js";
import { allows, type Read, type Reading, sure } from "./reading.js";
import { writtenDate } from "./written-date.js";
import { writtenDateTime } from "./written-date-time.js";

const NUMBERS: readonly string[] = ["$numberInt", "$numberLong", "$numberDouble", "$numberDecimal"];
const STRINGS: readonly string[] = ["$oid", "$uuid", "$symbol"];

const DATE: JsonObject = { type: "string", format: "date" };
const TIME: JsonObject = { type: "string", format: "date-time" };

/** The tag says of which type the value is, so no other type is meant. */
export const extendedJson: Reading = {
  name: "extended-json",
  summary: "A date, a number or an id with its type, as MongoDB exports them.",
  from: ["object"],
  *read(value, schema) {
    const [tag, inner] = taggedIn(value) ?? [];
    if (tag === undefined) return;
    if (tag === "$date") yield* readDate(inner as Json, schema);
    else if (NUMBERS.includes(tag)) yield* quotedLiteral.read(inner, schema);
    else if (STRINGS.includes(tag) && typeof inner === "string" && allows(schema, "string")) yield sure(inner);
  },
  examples: [
    [{ $date: "2026-01-31T09:30:00Z" }, TIME, sure("2026-01-31T09:30:00Z")],
    [{ $date: 1769851800000 }, TIME, sure("2026-01-31T09:30:00Z")],
    [{ $date: { $numberLong: "1769851800000" } }, TIME, sure("2026-01-31T09:30:00Z")],
    [{ $date: "2026-01-31T00:00:00.000Z" }, DATE, sure("2026-01-31")],
    [{ $date: { $numberLong: "1769817600000" } }, DATE, sure("2026-01-31")],
    [{ $date: "last March" }, DATE],
    [{ $numberInt: "6" }, { type: "integer" }, sure(6)],
    [{ $numberDecimal: "12.50" }, { type: "number" }, sure(12.5)],
    [{ $oid: "65f1c0de9b1e8a0012345678" }, { type: "string" }, sure("65f1c0de9b1e8a0012345678")],
    [{ $date: "2026-01-31", zone: "UTC" }, DATE],
    [{ $ref: "users" }, { type: "string" }],
  ],
};

/** Whether a value has its type beside it. */
export function isTagged(value: unknown): boolean {
  return taggedIn(value) !== undefined;
}

function taggedIn(value: unknown): [tag: string, inner: unknown] | undefined {
  if (!isObject(value)) return undefined;
  // Look at the first key only: an object may have thousands.
  for (const tag in value) {
    const isKnown = tag === "$date" || NUMBERS.includes(tag) || STRINGS.includes(tag);
    return isKnown && Object.keys(value).length === 1 ? [tag, value[tag]] : undefined;
  }
  return undefined;
}

function* readDate(inner: Json, schema: JsonObject): Generator<Read> {
  const [, counted] = taggedIn(inner) ?? [];
  const number = Number(counted ?? inner);
  // Numbers are always milliseconds.
  const [written = inner] = Number.isInteger(number) ? timesOf(number / 1000) : [];
  yield* writtenDate.read(written, schema);
  yield* writtenDateTime.read(written, schema);
}
