import { isObject, type Json, type JsonObject, kindOf } from "../../../json/value.js";
import { allows, listedValues, propertiesOf, requiredOf } from "../../../json-schema/schemas-in.js";
import { fold } from "../../../text/fold.js";
import { isShort } from "../../../text/quote.js";
import { isAnnotation, isEmpty } from "../redundant.js";
import { booleanWord } from "./literals.js";
import { isNeutral, typeOf } from "./objects.js";
import { type Read, type Reading, sure, sureIfFits, unsure } from "./reading.js";
import { takesBack } from "./remarks.js";

/** The schema of items if the array has none. */
const ANY_WORD: JsonObject = { type: "string" };

/** Keys that only mean that an array follows. */
const NEUTRAL = new Set(["items", "values", "list", "array", "data", "entries", "elements", "results", "value"]);

/** An object for an array: its keys are the items, or their names or indexes, or the array is one of its properties. */
export const mapAsList: Reading = function* (value, schema, { property } = {}) {
  if (!isObject(value)) return;
  const items = isObject(schema.items) ? schema.items : ANY_WORD;
  const isAlone = items !== ANY_WORD || Object.keys(value).length === 1;
  // An array of words under another key may list the words that are not meant.
  const isWrapper = (key: string) => allows(items, "object") || (isAlone && isNeutral(key, NEUTRAL, schema, property));
  yield* fromMap(value, items, isWrapper);
};

/** `readInner` is given for a map inside another one. */
function* fromMap(
  map: JsonObject,
  items: JsonObject,
  isWrapper: (key: string) => boolean,
  readInner?: typeof sure,
): Generator<Read> {
  const entries = Object.entries(map);
  const required = requiredOf(items);
  const read = readInner ?? sure;
  // The object is one item without its array, and not a map.
  if (entries.length === 0 || (required.length > 0 && required.every((name) => Object.hasOwn(map, name)))) return;
  const [inner, ...others] = entries.filter(([, value]) => typeof value === "object" && value !== null);
  const array = others.length === 0 && Array.isArray(inner?.[1]) ? inner[1] : [];
  if (array.length > 0)
    return yield isWrapper(inner?.[0] as string) && isOnlyContent(entries) ? read(array) : unsure(array);
  if (entries.every(([key]) => /^\d+$/.test(key))) {
    const isCounted = [0, 1].some((first) =>
      entries.every(([key, value], at) => value !== null && key === String(at + first)),
    );
    return yield (isCounted ? read : unsure)(entries.map(([, value]) => value));
  }
  // A long key is not a name, and the patch would repeat it.
  if (!entries.every(([key]) => isShort(key))) return;
  if (allows(items, "string")) return yield* fromFlags(entries, items);
  if (!allows(items, "object")) return;
  const maps = entries.filter(([, value]) => isObject(value));
  if (required.length === 0) return yield* fromRecords(entries, maps.length);
  // The properties of a JSON Schema beside its other keywords.
  if (readInner === undefined && maps.length === 1 && entries.length > 1)
    return yield* fromMap(maps[0]?.[1] as JsonObject, items, isWrapper, isOnlyContent(entries) ? sure : unsure);
  const hasName = ([, value]: [string, Json]) => isObject(value) && Object.hasOwn(value, required[0] ?? "");
  if (entries.every(hasName)) return yield* fromNamed(entries as [string, JsonObject][], required[0] as string);
  // A phrase is not a word of a vocabulary.
  const hasVocabulary = (name: string) => propertiesOf(items)[name]?.examples !== undefined;
  const arePhrases = entries.every(([, value]) => isPhrase(value));
  const order = arePhrases ? required.filter((name) => !hasVocabulary(name)) : required;
  const list = entries.map(([key, value]) => toItem([key, withFormatAsType(value, items)], order));
  const areAlike = maps.length === 0 || maps.length === entries.length;
  const areArrays = entries.some(([, value]) => Array.isArray(value));
  if (areAlike && list.every((item) => item !== undefined)) yield areArrays ? unsure(list) : read(list);
}

/**
 * Whether nothing is lost beside the only object or array, because the other entries are its length, a list of its
 * keys, keywords of JSON Schema that add nothing, an annotation, or empty.
 */
function isOnlyContent(entries: readonly [string, Json][]): boolean {
  const inner = entries.map(([, value]) => value).find((value) => typeof value === "object" && !isEmpty(value));
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
      (key === "additionalProperties" && value === false) ||
      (key === "type" && value === kindOf(inner)),
  );
}

/** A key that ends in a number. */
const NUMBERED = /^\D*\d+$/;
/** A key that only counts records. Others, such as `AB-17`, may be ids that the records do not have. */
const COUNTING = /^(?:(?:record|row|item|entry|sample|example|data|object|no|nr|n|r|#)[-_. ]?)*\d+$/i;

/** Reads records that have keys, which are lost unless they only count, or records in several arrays. */
function* fromRecords(entries: readonly [string, Json][], maps: number): Generator<Read> {
  const arrays = entries.map(([, value]) => value).filter((value) => Array.isArray(value));
  if (arrays.length === entries.length && arrays.every((array) => array.length > 0 && array.every(isObject)))
    return yield unsure(arrays.flat());
  if (maps < entries.length || maps < 2) return;
  const records = entries.map(([, record]) => record);
  yield entries.every(([key]) => COUNTING.test(key)) ? sure(records) : unsure(records);
}

/** Reads items that have a name of their own beside their key. */
function* fromNamed(entries: readonly [string, JsonObject][], nameProperty: string): Generator<Read> {
  const values = entries.map(([, item]) => item);
  const isName = (key: string, name: unknown) => typeof name === "string" && fold(name) === fold(key);
  const isSame = entries.every(([key, item]) => NUMBERED.test(key) || isName(key, item[nameProperty]));
  yield isSame ? sure(values) : unsure(values);
}

/**
 * Reads the keys that are switched on or, if the values are explanations, all keys. Losing the keys that are switched
 * off is safe only if they are words of a vocabulary.
 */
function* fromFlags(entries: readonly [string, Json][], items: JsonObject): Generator<Read> {
  const hasWord = entries.some(([key]) => listedValues(items).includes(key));
  const flags = entries.map(([, value]) => [...booleanWord(value, items)][0]?.value);
  if (flags.every((flag) => flag !== undefined)) {
    const keys = entries.filter((_, at) => flags[at] === true).map(([key]) => key);
    // Numbers may be weights or positions.
    const areWords = hasWord && !entries.some(([, flag]) => typeof flag === "number");
    yield areWords && keys.length > 0 ? sure(keys) : unsure(keys);
    return;
  }
  if (!entries.every(([, value]) => typeof value === "string" || value === null || isObject(value))) return;
  const keys = entries.map(([key]) => key);
  // Losing the explanation of a known word is safe, unless it takes the word back.
  yield hasWord && !entries.some(([, value]) => takesBack(value)) ? sureIfFits(keys) : unsure(keys);
}

/** Replaces the type in a JSON Schema by its format, if items have a type and no format. */
function withFormatAsType(value: Json, { properties }: JsonObject): Json {
  if (!isObject(value) || !isObject(properties) || !("type" in properties) || "format" in properties) return value;
  const { type = null, format = null, ...others } = value;
  const narrowed = format === null ? undefined : typeOf({ type, format });
  return narrowed === undefined ? value : { type: narrowed, ...others };
}

/** Whether a value is a string of at least three words. */
function isPhrase(value: Json): boolean {
  return typeof value === "string" && /\S\s+\S+\s+\S/.test(value);
}

/**
 * Makes an item: the key is the first required property, a scalar the second, and an array has the values of all
 * others.
 */
function toItem([key, value]: [string, Json], [first, ...others]: readonly string[]): JsonObject | undefined {
  if (first === undefined) return undefined;
  if (isObject(value)) return Object.hasOwn(value, first) ? undefined : { [first]: key, ...value };
  const values = Array.isArray(value) ? value : [value];
  const isWhole = Array.isArray(value) ? values.length === others.length : others.length > 0;
  if (!isWhole) return undefined;
  return { [first]: key, ...Object.fromEntries(values.map((one, at) => [others[at] as string, one])) };
}
