import { isIndex } from "../../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { fold } from "../../../text/fold.js";
import { isEmpty, isOneWord } from "../redundant.js";
import { allows, fitting, isNeutral, type Read, type Reading, sure, unsure } from "./reading.js";
import { isNoValue, takesBack } from "./remarks.js";

/** Properties that say what an object is about, before all others. */
const TELLING = ["value", "name", "id", "type"];
const MAX_OFFERED = 3;
/** Keys that say no more than that this is the value. */
const NEUTRAL = new Set(["value", "text", "string"]);
/** In place of a property, whose meaning the shape knows, more keys are neutral. A column may be anything. */
const OF_PROPERTY = new Set([...TELLING, ...NEUTRAL, "en", "de", "fr", "es", "it", "pt", "nl"]);
/** Keys of words about the value. */
const EXPLAINING = new Set("description desc summary label title text about details comment name".split(" "));
const FORMS = new Set("url uri href link email mail uuid guid date datetime timestamp".split(" "));

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
    // In an array of words, an explanation beside a word is not part of it.
    const explained = name === undefined || isIndex(name) ? explainedBy(value as JsonObject, schema) : undefined;
    if (explained !== undefined) return yield fitting(explained);
    const scalars = Object.entries(value as Record<string, Json>).filter(([, one]) => typeof one !== "object");
    const rank = (key: string) => (TELLING.includes(key) ? TELLING.indexOf(key) : TELLING.length);
    const ordered = scalars.toSorted(([one], [other]) => rank(one) - rank(other));
    for (const [, scalar] of ordered.slice(0, MAX_OFFERED)) yield unsure(scalar);
  },
};

/**
 * The word of a vocabulary under a telling key, beside an explanation of it. Undefined where something else is said,
 * or where the explanation may mean that the word is not wanted.
 */
function explainedBy(object: JsonObject, { examples, enum: words = examples }: JsonObject): string | undefined {
  if (!Array.isArray(words)) return undefined;
  const key = TELLING.find((one) => Object.hasOwn(object, one));
  const word = object[key ?? ""];
  if (key === undefined || typeof word !== "string" || !isOneWord(word)) return undefined;
  const isExplained = ([name, said]: [string, Json]) =>
    name === key || isEmpty(said) || (EXPLAINING.has(fold(name)) && !takesBack(said));
  return Object.entries(object).every(isExplained) ? word : undefined;
}

/** The value; or the key of it, which may as well be the value with words about it. */
function* fromEntry([key, only]: [string, Json], schema: JsonObject, name?: string): Generator<Read> {
  if (typeof only !== "string" || !allows(schema, "string")) {
    if (only === true && allows(schema, "string")) yield unsure(key);
    else if (!isObject(only)) yield unsure(only);
    return;
  }
  const hasForm = schema.format !== undefined || schema.pattern !== undefined;
  const { examples = [] } = schema as { examples?: Json[] };
  const neutral = name === undefined ? NEUTRAL : OF_PROPERTY;
  if (isNeutral(key, neutral, schema, name) || (hasForm && isNeutral(key, FORMS, schema)))
    return yield isNoValue(only) ? unsure(only) : sure(only);
  yield* examples.includes(key) ? [unsure(key), unsure(only)] : [unsure(only), unsure(key)];
}
