import { isObject, type Json, type JsonObject, kindOf } from "../../../ground/json/value.js";
import { allows, itemsOf, listedValues, requiredOf } from "../../../ground/json-schema/schemas-in.js";
import { foldName, isName, splitWords } from "../../../ground/text/fold-name.js";
import { isQuotable } from "../../../ground/text/quote.js";
import { readAliases } from "../known-properties.js";
import { isAnnotation, isEmpty } from "../redundant.js";
import { addsNoWord } from "../words-of-keys.js";
import { readBoolean } from "./literals.js";
import { MAX_NAMED } from "./objects.js";
import { certain, certainIfFits, guess, type Reader, ReadMeaning } from "./reader.js";

/** The schema of items if the array has none. */
const ANY_WORD: JsonObject = { type: "string" };

/** An object for an array: its keys are the items, or their names or indexes, or the array is one of its properties. */
export const mapAsList: Reader<JsonObject> = function* (value, schema, { property, usedNames } = {}) {
  const items = itemsOf(schema) ?? ANY_WORD;
  const isAlone = items !== ANY_WORD || Object.keys(value).length === 1;
  // An array of words under another key may list the words that are not meant.
  const isWrapper = (key: string) =>
    (isAlone || allows(items, "object")) && addsNoWord(key, [property ?? "", ...readAliases(schema)]);
  const meaning = readMap(Object.entries(value), items, isWrapper, usedNames);
  if (meaning !== undefined) yield meaning;
};

type Entries = readonly [string, Json][];

/** `readInner` is given for a map inside another one. */
function readMap(
  entries: Entries,
  items: JsonObject,
  isWrapper: (key: string) => boolean,
  usedNames?: ReadonlySet<string>,
  readInner?: typeof certain,
): ReadMeaning | undefined {
  const required = requiredOf(items);
  const isItem = required.length > 0 && required.every((name) => entries.some(([key]) => key === name));
  if (entries.length === 0 || isItem) return undefined;
  const read = readInner ?? certain;
  const list = wrappedArray(entries, isWrapper, read) ?? indexedItems(entries, read);
  if (list !== undefined) return list;
  // A long key is not a name, and the patch would repeat it.
  if (!entries.every(([key]) => isQuotable(key))) return undefined;
  if (allows(items, "string")) return readFlags(entries, items);
  if (!allows(items, "object")) return undefined;
  if (required.length === 0) return readRecords(entries);
  const [inner, ...others] = entries.filter(([, value]) => isObject(value));
  // The properties of a JSON Schema beside its other keywords.
  if (readInner === undefined && inner !== undefined && others.length === 0 && entries.length > 1)
    return readMap(
      Object.entries(inner[1] as JsonObject),
      items,
      isWrapper,
      usedNames,
      isWrapper(inner[0]) && isOnlyContent(entries) ? certain : guess,
    );
  // Other keys may say anything of their items: `stopped`, `morning`, `wing1`.
  const areNames = usedNames !== undefined && entries.every(([key]) => usedNames.has(key));
  return namedItems(entries, required[0] as string, read) ?? itemsByKey(entries, items, areNames ? read : guess);
}

/** Reads the only array among the values. */
function wrappedArray(entries: Entries, isWrapper: (key: string) => boolean, read: typeof certain) {
  const [inner, ...others] = entries.filter(([, value]) => typeof value === "object" && value !== null);
  if (inner === undefined || others.length > 0) return undefined;
  const [key, array] = inner;
  if (!Array.isArray(array) || array.length === 0) return undefined;
  return isWrapper(key) && isOnlyContent(entries) ? read(array) : guess(array);
}

/** Reads values under numbers, which are certain to be indexes if they count from 0 or 1. */
function indexedItems(entries: Entries, read: typeof certain): ReadMeaning | undefined {
  if (!entries.every(([key]) => /^\d+$/.test(key))) return undefined;
  const isCounted = [0, 1].some((first) =>
    entries.every(([key, value], index) => value !== null && key === String(index + first)),
  );
  return (isCounted ? read : guess)(entries.map(([, value]) => value));
}

/** The words of keys that say how many items there are: `total`, `itemCount`. */
const SIZE_WORDS = new Set(["count", "length", "size", "total"]);
const ITEM_WORDS = new Set(["item", "items", "record", "records", "row", "rows", "entry", "entries"]);

function saysSize(key: string): boolean {
  const words = isName(key) ? splitWords(key).map((word) => word.toLowerCase()) : [];
  const isSize = (word: string) => SIZE_WORDS.has(word);
  return words.some(isSize) && words.every((word) => isSize(word) || ITEM_WORDS.has(word));
}

/**
 * Whether nothing is lost beside the only object or array, because the other entries are its length, a list of its
 * keys, keywords of JSON Schema that add nothing, an annotation, or empty.
 */
function isOnlyContent(entries: Entries): boolean {
  const inner = entries.map(([, value]) => value).find((value) => typeof value === "object" && !isEmpty(value));
  const size = Array.isArray(inner) ? inner.length : Object.keys(inner ?? {}).length;
  const isListOfKeys = (value: Json) =>
    isObject(inner) &&
    Array.isArray(value) &&
    value.every((key) => typeof key === "string" && Object.hasOwn(inner, key));
  return entries.every(
    ([key, value]) =>
      value === inner ||
      (value === size && saysSize(key)) ||
      isEmpty(value) ||
      isAnnotation(key) ||
      isListOfKeys(value) ||
      (key === "additionalProperties" && value === false) ||
      (key === "type" && value === kindOf(inner)),
  );
}

/**
 * A key that only counts records. Others, such as `AB-17`, may be ids that the records do not have. No word in this
 * list can be spelled with other words of it, which is why "nr" is missing: "n" and "r" match it. Two ways to match the
 * same text would make a long key take exponential time.
 */
const COUNTING_KEY = /^(?:(?:record|row|item|entry|sample|example|data|object|no|n|r|#)[-_. ]?)*\d+$/i;

/** Reads records that have keys, which are lost unless they only count, or records in several arrays. */
function readRecords(entries: Entries): ReadMeaning | undefined {
  const values = entries.map(([, value]) => value);
  const arrays = values.filter((value) => Array.isArray(value));
  if (arrays.length === values.length && arrays.every((array) => array.length > 0 && array.every(isObject)))
    return guess(arrays.flat());
  if (values.length < 2 || !values.every(isObject)) return undefined;
  const keys = entries.map(([key]) => key);
  return keys.every((key) => COUNTING_KEY.test(key)) ? certain(values) : guessWithout(keys, values);
}

/** A guess that lacks some texts. */
function guessWithout(lost: readonly Json[], value: Json): ReadMeaning {
  const texts = lost.filter((one) => typeof one === "string" && one !== "");
  const dropped = texts.slice(0, MAX_NAMED).join(", ");
  return dropped === "" ? guess(value) : new ReadMeaning(value, false, { dropped });
}

/** Reads items that have a name of their own beside their key. */
function namedItems(entries: Entries, nameProperty: string, read: typeof certain): ReadMeaning | undefined {
  const names = entries.map(([, item]) =>
    isObject(item) && Object.hasOwn(item, nameProperty) ? item[nameProperty] : undefined,
  );
  if (names.includes(undefined)) return undefined;
  const isNameOf = (key: string, name: unknown) => typeof name === "string" && foldName(name) === foldName(key);
  const areSame = entries.every(([key], index) => COUNTING_KEY.test(key) || isNameOf(key, names[index]));
  const items = entries.map(([, item]) => item);
  return areSame
    ? read(items)
    : guessWithout(
        entries.map(([key]) => key),
        items,
      );
}

/**
 * Reads the keys that are switched on or, if the values are explanations, all keys. Losing the keys that are switched
 * off is safe only if they are words of a vocabulary; losing an explanation never is.
 */
function readFlags(entries: Entries, items: JsonObject): ReadMeaning | undefined {
  // No key is a link or an address.
  if (items.format !== undefined)
    return entries.every(([, value]) => typeof value === "string")
      ? guess(entries.map(([, value]) => value))
      : undefined;
  const hasWord = entries.some(([key]) => listedValues(items).includes(key));
  const flags = entries.map(([, value]) => readBoolean(value));
  if (flags.every((flag) => flag !== undefined)) {
    const keys = entries.filter((_, index) => flags[index] === true).map(([key]) => key);
    // Numbers may be weights or positions.
    const areWords = hasWord && !entries.some(([, flag]) => typeof flag === "number");
    return areWords && keys.length > 0 ? certain(keys) : guess(keys);
  }
  if (!entries.every(([, value]) => typeof value === "string" || value === null || isObject(value))) return undefined;
  const keys = entries.map(([key]) => key);
  if (hasWord && entries.every(([, value]) => isEmpty(value))) return certainIfFits(keys);
  return guessWithout(
    entries.map(([, value]) => value),
    keys,
  );
}

/** Reads items without their first required property, which is the key. */
function itemsByKey(entries: Entries, items: JsonObject, read: typeof certain): ReadMeaning | undefined {
  const maps = entries.filter(([, value]) => isObject(value)).length;
  if (maps > 0 && maps < entries.length) return undefined;
  const list = entries.map((entry) => toItem(entry, requiredOf(items)));
  if (!list.every((item) => item !== undefined)) return undefined;
  return entries.some(([, value]) => Array.isArray(value)) ? guess(list) : read(list);
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
  return { [first]: key, ...Object.fromEntries(values.map((one, index) => [others[index] as string, one])) };
}
