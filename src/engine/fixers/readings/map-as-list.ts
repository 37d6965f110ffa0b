import { isObject, type Json, type JsonObject, kindOf } from "../../../json/value.js";
import { fold } from "../../../text/did-you-mean.js";
import { isShort } from "../../../text/quote.js";
import { isAnnotation, isEmpty } from "../redundant.js";
import { booleanWord } from "./boolean-word.js";
import { quotedLiteral } from "./quoted-literal.js";
import { allows, fitting, isNeutral, type Read, type Reading, sure, unsure } from "./reading.js";
import { takesBack } from "./remarks.js";
import { typeOf } from "./schema-as-type.js";

/** Items of which nothing is said. */
const ANY_WORDS: JsonObject = { type: "string" };

/** Keys that say no more than that an array follows. */
const NEUTRAL = new Set(["items", "values", "list", "array", "data", "entries", "elements", "results", "value"]);

export const mapAsList: Reading = {
  name: "map-as-list",
  summary:
    "An object for an array: its keys are the items, or their names or indexes, or the array is one of its properties.",
  from: ["object"],
  to: ["array"],
  *read(value, schema, _columns, name) {
    if (!isObject(value)) return;
    const items = (isObject(schema.items) ? schema.items : ANY_WORDS) as JsonObject;
    const isAlone = items !== ANY_WORDS || Object.keys(value).length === 1;
    // An array of words under another key may list those that are not meant.
    const isWrapper = (key: string) => allows(items, "object") || (isAlone && isNeutral(key, NEUTRAL, schema, name));
    yield* fromMap(value as JsonObject, items, isWrapper);
  },
};

function* fromMap(
  map: JsonObject,
  items: JsonObject,
  isWrapper: (key: string) => boolean,
  read = sure,
  isInner = false,
): Generator<Read> {
  const entries = Object.entries(map);
  const required = (items.required ?? []) as string[];
  // One item without its array.
  if (entries.length === 0 || (required.length > 0 && required.every((name) => Object.hasOwn(map, name)))) return;
  const [inner, ...others] = entries.filter(([, value]) => typeof value === "object" && value !== null);
  const array = others.length === 0 && Array.isArray(inner?.[1]) ? inner[1] : [];
  if (array.length > 0)
    return yield isWrapper(inner?.[0] as string) && hasNoLoss(entries) ? read(array) : unsure(array);
  if (entries.every(([key]) => /^\d+$/.test(key))) {
    const isCounted = [0, 1].some((first) =>
      entries.every(([key, value], at) => value !== null && key === String(at + first)),
    );
    return yield (isCounted ? read : unsure)(entries.map(([, value]) => value));
  }
  // A key of such a length is no name, and would be in the patch as a whole.
  if (!entries.every(([key]) => isShort(key))) return;
  if (allows(items, "string")) return yield* fromFlags(entries, items);
  if (!allows(items, "object")) return;
  const maps = entries.filter(([, value]) => isObject(value));
  if (required.length === 0) return yield* fromRecords(entries, maps.length);
  // The properties of a JSON Schema, beside what else it says.
  if (!isInner && maps.length === 1 && entries.length > 1)
    return yield* fromMap(maps[0]?.[1] as JsonObject, items, isWrapper, hasNoLoss(entries) ? sure : unsure, true);
  if (
    maps.length === entries.length &&
    maps.every(([, value]) => Object.hasOwn(value as JsonObject, required[0] ?? ""))
  )
    return yield* fromNamed(entries as [string, JsonObject][], required[0] as string);
  // A phrase is none of the words of a vocabulary.
  const { properties = {} } = items as { properties?: Record<string, JsonObject> };
  const hasWords = (name: string) => properties[name]?.examples !== undefined;
  const order = entries.every(([, value]) => isPhrase(value)) ? required.filter((name) => !hasWords(name)) : required;
  const list = entries.map(([key, value]) => toItem([key, withoutFormat(value, items)], order));
  const areAlike = maps.length === 0 || maps.length === entries.length;
  const areArrays = entries.some(([, value]) => Array.isArray(value));
  if (areAlike && list.every((item) => item !== undefined)) yield areArrays ? unsure(list as Json) : read(list as Json);
}

/**
 * Whether nothing is lost beside the one object or array: only its length, a list of its keys, the JSON Schema type
 * that says the same, or an annotation.
 */
function hasNoLoss(entries: readonly [string, Json][]): boolean {
  const inner = entries.map(([, value]) => value).find((value) => isObject(value) || isFilledArray(value));
  const size = Array.isArray(inner) ? inner.length : Object.keys(inner ?? {}).length;
  const isListOfKeys = (value: Json) =>
    isObject(inner) &&
    Array.isArray(value) &&
    value.every((key) => typeof key === "string" && Object.hasOwn(inner, key));
  return entries.every(
    ([key, value]) =>
      value === inner ||
      value === size ||
      isEmpty(value) ||
      isAnnotation(key) ||
      isListOfKeys(value) ||
      (key === "type" && value === kindOf(inner)),
  );
}

function isFilledArray(value: Json): boolean {
  return Array.isArray(value) && value.length > 0;
}

const FLAG: JsonObject = { type: "boolean" };
const NUMBERED = /^\D*\d+$/;
/** Keys that only count records. Others, such as `AB-17`, may be ids that the records do not have. */
const COUNTING = /^(?:(?:record|row|item|entry|sample|example|data|object|no|nr|n|r|#)[-_. ]?)*\d+$/i;

/** Records by a key of their own, which says nothing where it only counts them; or in several arrays. */
function* fromRecords(entries: readonly [string, Json][], maps: number): Generator<Read> {
  const arrays = entries.map(([, value]) => value).filter((value) => Array.isArray(value));
  if (arrays.length === entries.length && arrays.every((array) => array.length > 0 && array.every(isObject)))
    return yield unsure(arrays.flat());
  if (maps < entries.length || maps < 2) return;
  const records = entries.map(([, record]) => record);
  yield entries.every(([key]) => COUNTING.test(key)) ? sure(records) : unsure(records);
}

/** Items that have their names themselves too. */
function* fromNamed(entries: readonly [string, JsonObject][], keyed: string): Generator<Read> {
  const isSame = entries.every(([key, item]) => NUMBERED.test(key) || fold(String(item[keyed])) === fold(key));
  const values = entries.map(([, item]) => item);
  yield isSame ? sure(values) : unsure(values);
}

/**
 * The keys that are switched on; or all, where the values are about them. What is switched off is said as well, which
 * is a loss unless the keys are of a vocabulary.
 */
function* fromFlags(entries: readonly [string, Json][], { examples = [], ...items }: JsonObject): Generator<Read> {
  const words = new Set([...(examples as Json[]), ...((items.enum ?? []) as Json[])]);
  const flags = entries.map(([, value]) =>
    typeof value === "boolean"
      ? value
      : [quotedLiteral, booleanWord].flatMap((one) => [...one.read(value, FLAG)])[0]?.value,
  );
  if (flags.every((flag) => flag !== undefined)) {
    const keys = entries.filter((_, at) => flags[at] === true).map(([key]) => key);
    // Numbers may be weights, or say in which order they come.
    const areWords = entries.some(([key]) => words.has(key)) && !entries.some(([, flag]) => typeof flag === "number");
    yield areWords && keys.length > 0 ? sure(keys) : unsure(keys);
    return;
  }
  if (!entries.every(([, value]) => typeof value === "string" || value === null || isObject(value))) return;
  const keys = entries.map(([key]) => key);
  // An explanation of a known word is not lost, unless it takes the word back.
  yield entries.some(([key]) => words.has(key)) && !entries.some(([, value]) => takesBack(value))
    ? fitting(keys)
    : unsure(keys);
}

/** The type that a JSON Schema gives to a property, where items have no place for its format. */
function withoutFormat(value: Json, { properties }: JsonObject): Json {
  if (!isObject(value) || !isObject(properties) || !("type" in properties) || "format" in properties) return value;
  const { type = null, format, ...others } = value as JsonObject;
  const narrowed = format === undefined ? undefined : typeOf({ type, format });
  return narrowed === undefined ? value : { type: narrowed, ...others };
}

/** At least three words. */
function isPhrase(value: Json): boolean {
  return typeof value === "string" && /\S\s+\S+\s+\S/.test(value);
}

/** The key goes to the first required property, a scalar to the second, several to the others. */
function toItem([key, value]: [string, Json], [keyed, ...others]: readonly string[]): JsonObject | undefined {
  if (keyed === undefined) return undefined;
  if (isObject(value)) return Object.hasOwn(value, keyed) ? undefined : { [keyed]: key, ...(value as JsonObject) };
  const values = Array.isArray(value) ? value : [value];
  const isWhole = Array.isArray(value) ? values.length === others.length : others.length > 0;
  if (!isWhole) return undefined;
  return { [keyed]: key, ...Object.fromEntries(values.map((one, at) => [others[at] as string, one])) };
}
