import { isObject } from "../../../json/value.js";
import { allows } from "../../../json-schema/schemas-in.js";
import { timesOf, writtenDate, writtenDateTime } from "./dates.js";
import { quotedLiteral } from "./literals.js";
import { type Reading, sure } from "./reading.js";

const taggedDate: Reading = function* (value, schema) {
  const [, count = value] = taggedIn(value) ?? [];
  const number = typeof count === "object" ? Number.NaN : Number(count);
  // A number is always a number of milliseconds.
  const [written = value] = Number.isInteger(number) ? timesOf(number / 1000) : [];
  yield* writtenDate(written, schema);
  yield* writtenDateTime(written, schema);
};

const taggedText: Reading = function* (value, schema) {
  if (typeof value === "string" && allows(schema, "string")) yield sure(value);
};

/** How the values of tags are read. The tag is the type of the value, so no other type is meant. */
const TAGS: Readonly<Record<string, Reading>> = {
  $date: taggedDate,
  $numberInt: quotedLiteral,
  $numberLong: quotedLiteral,
  $numberDouble: quotedLiteral,
  $numberDecimal: quotedLiteral,
  $oid: taggedText,
  $uuid: taggedText,
  $symbol: taggedText,
};

/** A date, a number or an id with its type, as MongoDB exports them. */
export const extendedJson: Reading = function* (value, schema) {
  const [tag = "", inner] = taggedIn(value) ?? [];
  yield* TAGS[tag]?.(inner, schema) ?? [];
};

/** The tag and the value of an object with its type as the only key. */
export function taggedIn(value: unknown): [tag: string, inner: unknown] | undefined {
  if (!isObject(value)) return undefined;
  // Only the first key is looked at, because an object may have thousands.
  for (const tag in value)
    return Object.hasOwn(TAGS, tag) && Object.keys(value).length === 1 ? [tag, value[tag]] : undefined;
  return undefined;
}
