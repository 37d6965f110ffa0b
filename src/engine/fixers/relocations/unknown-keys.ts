import { groupBy } from "../../../ground/json/group-by.js";
import { joinPointer, lastToken, parentPointer } from "../../../ground/json/pointer.js";
import { isObject, type JsonObject, kindOf } from "../../../ground/json/value.js";
import { allows, propertiesOf, requiredOf } from "../../../ground/json-schema/schemas-in.js";
import { isExcluded } from "../../../ground/text/closest-value.js";
import { isSameName, stem } from "../../../ground/text/fold-name.js";
import { Meaning } from "../../../ground/text/meaning.js";
import { nameComparisons, type Subject } from "../../memo.js";
import { MAX_KEPT } from "../../problem.js";
import { type KnownNames, knownNames, type Properties, readAliases } from "../known-properties.js";
import { isOwnId, isSecret } from "../names/foreign-value.js";
import { isAnnotation, isAnswer, lacksValue, makeRedundancyTest } from "../redundant.js";
import type { Relocation, UnknownKey } from "../relocation.js";
import type { FoundError, RequestValues, UnknownProperty } from "../shape-error.js";
import { isInOtherUnit } from "../units.js";
import { addsNoWord, isContrary } from "../words-of-keys.js";
import { isConfirmed, type ShownNames } from "./confirmed-name.js";
import { moveIntoHolders } from "./into-holders.js";
import { matchKeys } from "./match-keys.js";
import { repeatsRequest } from "./repeats-request.js";
import { findWrapped, listNames, MAX_SEARCHED_KEYS, unwrap } from "./unwrap.js";

/** What the unknown keys of a candidate were meant as. */
export interface Explained {
  readonly byError: ReadonlyMap<FoundError, UnknownKey>;
  /** Where the values of absent properties are instead, by the pointers of the properties. */
  readonly actualPlaces: ReadonlyMap<string, string>;
}

/** Finds what each unknown key of a candidate was probably meant as. */
export function explainUnknown(
  errors: readonly UnknownProperty[],
  subject: Subject & ShownNames,
  requestValues: RequestValues,
): Explained {
  const byError = new Map<FoundError, UnknownKey>();
  const actualPlaces = new Map<string, string>();
  for (const [path, siblings] of groupBy(errors, (error) => error.path)) {
    // Further errors are only counted.
    const kept = siblings.slice(0, MAX_KEPT);
    const { found, explain } = explainObject(kept, subject, requestValues);
    for (const error of kept) byError.set(error, explain(error.name));
    for (const [place, actual] of found) actualPlaces.set(path + place, path + actual);
  }
  return { byError, actualPlaces };
}

interface ExplainedObject {
  /** The absent places whose values are elsewhere: pointers from the object. */
  readonly found: ReadonlyMap<string, string>;
  explain(key: string): UnknownKey;
}

function explainObject(
  siblings: readonly UnknownProperty[],
  subject: Subject & ShownNames,
  requestValues: RequestValues,
) {
  const [{ schema, value: object, path }] = siblings as [UnknownProperty];
  const keys = siblings.map(({ name }) => name);
  const properties = propertiesOf(schema);
  const known = knownNames(properties);
  const isSafeToDrop = (key: string, value: unknown) =>
    isAnnotation(key) || repeatsRequest(path, key, value, requestValues);
  const names = listNames(path, schema, requestValues);
  // Found once for all trials of fixes of other objects.
  const unwrapped = subject.memo.derive(["unwrapped", object, properties, path], () => {
    const wrapped = findWrapped(object, keys, known, subject.memo);
    return wrapped && unwrap(wrapped, object, path, properties, isSafeToDrop, names);
  });
  if (unwrapped !== undefined) return toExplained(keys, [], new Map(), [unwrapped], object, properties);
  const absent = new Set(known.index.names.filter((name) => lacksValue(object, name, properties[name])));
  const matches = findMatches(keys, object, path, schema, known, absent, subject);
  for (const { value } of matches.values()) absent.delete(value);
  const homeless = keys.filter((key) => !matches.has(key));
  const isTaken = (name: string) => !absent.has(name) && lacksValue(object, name, properties[name]);
  const relocations = moveIntoHolders(homeless, object, path, properties, isTaken);
  for (const place of relocations.flatMap(({ found }) => [...found.keys()]))
    if (parentPointer(place) === "") absent.delete(lastToken(place));
  return toExplained(keys, [...absent], matches, relocations, object, properties);
}

function toExplained(
  keys: readonly string[],
  absent: readonly string[],
  matches: ReadonlyMap<string, Meaning>,
  relocations: readonly Relocation[],
  object: JsonObject,
  properties: Properties,
): ExplainedObject {
  const byKey = new Map(relocations.flatMap((relocation) => relocation.keys.map((key) => [key, relocation] as const)));
  const first = keys.find((key) => !matches.has(key) && !byKey.has(key));
  const isRedundant = makeRedundancyTest(
    object,
    (name) => Object.hasOwn(properties, name),
    (name) => readAliases(properties[name]),
  );
  return {
    found: new Map([
      // Reversed, because of two keys for one property the first counts.
      ...[...matches].reverse().map(([key, { value }]) => [joinPointer("", value), joinPointer("", key)] as const),
      ...relocations.flatMap(({ found }) => [...found]),
    ]),
    explain: (key) => ({
      meant: matches.get(key),
      relocation: byKey.get(key),
      absent,
      isFirst: key === first,
      isRedundant,
    }),
  };
}

/** The absent properties of the same object that unknown keys are other names of. */
function findMatches(
  keys: readonly string[],
  object: JsonObject,
  path: string,
  schema: JsonObject,
  { index }: KnownNames,
  absent: ReadonlySet<string>,
  subject: Subject & ShownNames,
): Map<string, Meaning> {
  const properties = propertiesOf(schema);
  const matches = matchKeys(object, keys, (name) => absent.has(name), index, nameComparisons(subject));
  const keyOf = new Map([...matches].reverse().map(([key, { value }]) => [value, key]));
  const unmatched = keys.filter((key) => !matches.has(key) && isObject(object[key]));
  for (const name of unmatched.length > MAX_SEARCHED_KEYS ? [] : absent) {
    if (keyOf.has(name)) continue;
    // `spec` for `candidate`: the only unknown object that has several properties of the absent one.
    const [only, ...others] = unmatched.filter(
      (key) => isAlike(object[key] as JsonObject, properties[name]) && !isContrary(key, name),
    );
    if (only === undefined || others.length > 0 || matches.has(only)) continue;
    matches.set(only, new Meaning(name, addsNoWord(only, [name, ...readAliases(properties[name])])));
  }
  const byName = groupBy(matches.values(), ({ value }) => value);
  const isOnlyMatch = ({ value }: Meaning) => byName.get(value)?.length === 1;
  const valueUnder = (name: string) =>
    lacksValue(object, name, properties[name]) ? object[keyOf.get(name) ?? ""] : object[name];
  const required = requiredOf(schema);
  const isAwaited = (name: string) => required.includes(name) || isTelling(properties[name]);
  for (const [key, meant] of matches) {
    const value = object[key];
    const isForeign =
      isExcluded(key) ||
      (typeof value === "number" && isInOtherUnit(object, key, meant.value)) ||
      isSecret(value, key) ||
      !isOwnId(value, key, meant.value, properties[meant.value], valueUnder);
    if (isForeign || isAnswer(object, meant.value, (value) => allowsEmpty(properties[meant.value] ?? {}, value)))
      matches.set(key, meant.uncertainIf(true));
    else if (isOnlyMatch(meant) && isConfirmed(key, value, meant.value, path, properties, valueUnder, subject))
      matches.set(key, new Meaning(meant.value, true));
    else if (!isAwaited(meant.value) && mayBeAnotherName(key, value, meant.value, properties))
      matches.set(key, meant.uncertainIf(true));
  }
  return matches;
}

/**
 * Whether a key may be another name than the one that it resembles: a letter makes `contact` of `contract`, and a plural
 * that has a number may count: `days` and `day`.
 */
function mayBeAnotherName(key: string, value: unknown, name: string, properties: Properties): boolean {
  const isSame = typeof value === "number" ? isSameName : (one: string, other: string) => stem(one) === stem(other);
  return ![name, ...readAliases(properties[name])].some((one) => isSame(one, key));
}

/** Whether few values fit a schema: then a value that fits is probably meant for it. */
function isTelling(schema: JsonObject | undefined): boolean {
  if (schema === undefined) return false;
  const { enum: values, const: only, format, pattern, items, properties } = schema;
  return (
    [values, only, format, pattern].some((one) => one !== undefined) ||
    (isObject(properties) && Object.keys(properties).length > 0) ||
    isTelling(isObject(items) ? items : undefined)
  );
}

/** Whether a schema allows a null, or an array or an object without content. */
function allowsEmpty(schema: JsonObject, value: unknown): boolean {
  return allows(schema, kindOf(value)) && Number(schema.minItems ?? requiredOf(schema).length) === 0;
}

/** Whether an object has at least three properties of a schema: fewer may be common by chance. */
function isAlike(object: JsonObject, schema: JsonObject | undefined): boolean {
  const known = propertiesOf(schema);
  return Object.keys(object).filter((key) => Object.hasOwn(known, key)).length > 2;
}
