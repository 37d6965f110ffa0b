import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { quotedLiteral } from "./quoted-literal.js";
import { allows, type Read, type Reading, sure } from "./reading.js";
import { timesOf, writtenDate } from "./written-date.js";
import { writtenDateTime } from "./written-date-time.js";

const NUMBERS: readonly string[] = ["$numberInt", "$numberLong", "$numberDouble", "$numberDecimal"];
const STRINGS: readonly string[] = ["$oid", "$uuid", "$symbol"];

/** The tag is the type of the value, so no other type is meant. */
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

/** Whether a value is an object with its type as the only key. */
export function isTagged(value: unknown): boolean {
  return taggedIn(value) !== undefined;
}

/** The tag and the value of an object with its type as the only key. */
function taggedIn(value: unknown): [tag: string, inner: unknown] | undefined {
  if (!isObject(value)) return undefined;
  // Only the first key is looked at, because an object may have thousands.
  for (const tag in value) {
    const isKnown = tag === "$date" || NUMBERS.includes(tag) || STRINGS.includes(tag);
    return isKnown && Object.keys(value).length === 1 ? [tag, value[tag]] : undefined;
  }
  return undefined;
}

function* readDate(inner: Json, schema: JsonObject): Generator<Read> {
  const [, count] = taggedIn(inner) ?? [];
  const number = Number(count ?? inner);
  // A number is always a number of milliseconds.
  const [written = inner] = Number.isInteger(number) ? timesOf(number / 1000) : [];
  yield* writtenDate.read(written, schema);
  yield* writtenDateTime.read(written, schema);
}
