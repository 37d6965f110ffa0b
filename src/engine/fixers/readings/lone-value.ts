import { isObject, type Json, type JsonObject, kindOf } from "../../../json/value.js";
import { fold } from "../../../text/fold.js";
import type { Column } from "../../declared/declaration.js";
import { isEmpty } from "../redundant.js";
import { allows, KINDS, type Read, type Reading, sure, unsure } from "./reading.js";
import { isNoValue } from "./remarks.js";
import { isGrouped, isSentence, partsOf } from "./separated-list.js";

export const loneValue: Reading = {
  name: "lone-value",
  summary:
    "One value where an array is expected, an array of one where a value is expected; nothing for an empty array, several lines for a string.",
  from: KINDS,
  *read(value, schema, columns) {
    if (Array.isArray(value)) {
      if (!allows(schema, "array")) yield* fromArray(value as Json[], schema);
      return;
    }
    if (!allows(schema, "array")) return;
    if (meansNone(value)) {
      if (schema.minItems === undefined) yield unsure([]);
      return;
    }
    const { items } = schema;
    // A map is not one of the words of an array.
    if (isObject(value) && isObject(items) && !allows(items as JsonObject, "object")) return;
    yield isItem(value, schema, columns) ? sure([value as Json]) : unsure([value as Json]);
  },
};

/** Signs of another notation, of an entry, or of a list that was cut. */
const NO_WORD = /^\s*[[{(]|[\]})=\\]|[,;|]\s*$/;

/** Whether a value means that the array is empty. */
function meansNone(value: unknown): boolean {
  return value === null || (typeof value === "string" ? isNoValue(value) : isObject(value) && isEmpty(value));
}

function* fromArray(array: readonly Json[], schema: JsonObject): Generator<Read> {
  const present = array.filter((item) => item !== null && item !== "null");
  const [only, ...others] = present;
  if (only === undefined) return;
  if (others.length === 0 && Array.isArray(only)) return yield* fromArray(only, schema);
  // The other items may have been lost, unless the only one is an object.
  if (others.length === 0) yield isObject(only) && array.length === 1 ? sure(only) : unsure(only);
  else if (allows(schema, "string") && array.every((item) => typeof item === "string")) {
    const isProse = array.some((item) => /\S\s+\S|[.!?]$/.test(item));
    // Single words are hardly lines of a text, and ids are not words of a phrase.
    if (isProse) yield unsure(array.join("\n"));
    if (isProse || array.every((item) => /^\p{L}+$/u.test(item))) yield unsure(array.join(" "));
  }
}

/** Whether the examples of items contain no separators. */
function areWords(items: Json | undefined): boolean {
  const { examples = [] } = (isObject(items) ? items : {}) as { examples?: Json[] };
  return examples.length > 0 && examples.every((example) => partsOf(String(example)).length === 1);
}

/** Whether a value is one item, and not another notation of an array or a value with several parts. */
function isItem(value: unknown, { items }: JsonObject, columns: readonly Column[] = []): boolean {
  if (!isObject(value) && isObject(items) && !allows(items as JsonObject, kindOf(value))) return false;
  // `false` may mean that there are no items.
  if (typeof value === "boolean") return isObject(items);
  if (typeof value === "string")
    return (
      !NO_WORD.test(value) &&
      !isSentence(value) &&
      !isGrouped(value) &&
      (partsOf(value).length === 1 || !areWords(items))
    );
  if (!isObject(value)) return true;
  // Without a schema of items, an object may be a map of them.
  if (!isObject(items)) return false;
  const inner = Object.values(value);
  if (inner.length === 1) return typeof inner[0] !== "object";
  if (isRecord(value, columns)) return true;
  // An object of objects or arrays may be several items, or their columns.
  const containers = inner.filter((one) => typeof one === "object" && one !== null).length;
  if (containers > 1 && containers * 2 > inner.length) return false;
  const known = isObject(items.properties) ? new Set(Object.keys(items.properties).map(fold)) : undefined;
  const isKnown = known === undefined || Object.keys(value).some((key) => known.has(fold(key)));
  return isKnown && allows(items as JsonObject, kindOf(value));
}

/** Whether at least half of the properties are columns with fitting values. */
function isRecord(value: Record<string, unknown>, columns: readonly Column[]): boolean {
  const fitting = columns.filter(({ name, accepts }) => Object.hasOwn(value, name) && accepts(value[name]));
  return fitting.length > 0 && fitting.length * 2 >= Object.keys(value).length;
}
