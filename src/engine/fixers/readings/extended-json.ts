import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { quotedLiteral } from "./quoted-literal.js";
import { allows, type Read, type Reading, sure } from "./reading.js";
import { timesOf, writtenDate } from "./written-date.js";
import { writtenDateTime } from "./written-date-time.js";

const NUMBERS: readonly string[] = ["$numberInt", "$numberLong", "$numberDouble", "$numberDecimal"];
const STRINGS: readonly string[] = ["$oid", "$uuid", "$symbol"];

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
