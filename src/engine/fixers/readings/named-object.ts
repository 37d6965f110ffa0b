import { isIndex } from "../../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { fold } from "../../../text/fold.js";
import { isEmpty, isOneWord } from "../redundant.js";
import { allows, fitting, isNeutral, type Read, type Reading, sure, unsure } from "./reading.js";
import { isNoValue, takesBack } from "./remarks.js";

/** The properties that most likely hold the value of an object, in this order. */
const MAIN_KEYS = ["value", "name", "id", "type"];
const MAX_OFFERED = 3;
/** Keys that only mean that the value follows. */
const NEUTRAL = new Set(["value", "text", "string"]);
/** Keys that are neutral if the shape names the property. For a column, which may mean anything, they are not. */
const NEUTRAL_IN_PROPERTY = new Set([...MAIN_KEYS, ...NEUTRAL, "en", "de", "fr", "es", "it", "pt", "nl"]);
/** Keys of explanations. */
const EXPLAINING = new Set("description desc summary label title text about details comment name".split(" "));
/** Keys that name the format of their value. */
const FORMATS = new Set("url uri href link email mail uuid guid date datetime timestamp".split(" "));

export const namedObject: Reading = {
  name: "named-object",
  summary:
    "An object around a value: its only property, the key of it where that is switched on, or one of its scalars.",
  from: ["object"],
  *read(value, schema, _columns, name) {
    if (!isObject(value) || allows(schema, "object", "array")) return;
    const [entry, ...others] = Object.entries(value) as [string, Json][];
    if (entry === undefined) return;
    if (others.length === 0) return yield* fromEntry(entry, schema, name);
    // An item of an array of words may have an explanation beside the word.
    const explained = name === undefined || isIndex(name) ? explainedWord(value as JsonObject, schema) : undefined;
    if (explained !== undefined) return yield fitting(explained);
    const scalars = Object.entries(value as Record<string, Json>).filter(([, one]) => typeof one !== "object");
    const rank = (key: string) => (MAIN_KEYS.includes(key) ? MAIN_KEYS.indexOf(key) : MAIN_KEYS.length);
    const ordered = scalars.toSorted(([one], [other]) => rank(one) - rank(other));
    for (const [, scalar] of ordered.slice(0, MAX_OFFERED)) yield unsure(scalar);
  },
};

/**
 * The word of a vocabulary in an object that only explains it. Undefined if the object has another content, or if the
 * explanation may mean that the word is not wanted.
 */
function explainedWord(object: JsonObject, { examples, enum: words = examples }: JsonObject): string | undefined {
  if (!Array.isArray(words)) return undefined;
  const key = MAIN_KEYS.find((one) => Object.hasOwn(object, one));
  const word = object[key ?? ""];
  if (key === undefined || typeof word !== "string" || !isOneWord(word)) return undefined;
  const isExplained = ([name, said]: [string, Json]) =>
    name === key || isEmpty(said) || (EXPLAINING.has(fold(name)) && !takesBack(said));
  return Object.entries(object).every(isExplained) ? word : undefined;
}

/** Reads an object with one entry as its value, or as its key, if the value may be an explanation of it. */
function* fromEntry([key, only]: [string, Json], schema: JsonObject, name?: string): Generator<Read> {
  if (typeof only !== "string" || !allows(schema, "string")) {
    if (only === true && allows(schema, "string")) yield unsure(key);
    else if (!isObject(only)) yield unsure(only);
    return;
  }
  const hasFormat = schema.format !== undefined || schema.pattern !== undefined;
  const { examples = [] } = schema as { examples?: Json[] };
  const neutral = name === undefined ? NEUTRAL : NEUTRAL_IN_PROPERTY;
  if (isNeutral(key, neutral, schema, name) || (hasFormat && isNeutral(key, FORMATS, schema)))
    return yield isNoValue(only) ? unsure(only) : sure(only);
  yield* examples.includes(key) ? [unsure(key), unsure(only)] : [unsure(only), unsure(key)];
}
