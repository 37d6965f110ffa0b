import type { Operation } from "../../../ground/json/patch.js";
import { childOf, isIndex, joinPointer, lastToken, toTokens } from "../../../ground/json/pointer.js";
import { copyObject, isObject, type JsonObject, setProperty } from "../../../ground/json/value.js";
import { propertiesOf } from "../../../ground/json-schema/schemas-in.js";
import { foldName, isSameName } from "../../../ground/text/fold-name.js";
import { MAX_COMPARED } from "../../../ground/text/match-names.js";
import { quote } from "../../../ground/text/quote.js";
import type { Memo } from "../../memo.js";
import { CANDIDATE, type Fix } from "../../problem.js";
import { type KnownNames, knownNames, type Properties, readAliases } from "../known-properties.js";
import { jsonString } from "../readers/json-string.js";
import { lacksValue, makeRedundancyTest } from "../redundant.js";
import { fixByRelocation, type Relocation } from "../relocation.js";
import type { PropertyError, RequestValues } from "../shape-error.js";
import { addsNoWord, isContrary } from "../words-of-keys.js";
import { findNested } from "./into-holders.js";

/** In an object with more unknown keys, their contents are not searched. */
export const MAX_SEARCHED_KEYS = 10;

/** The object that an unknown key wraps. */
interface Wrapped {
  readonly key: string;
  /** The pointer from the outer object. */
  readonly place: string;
  readonly inner: JsonObject;
  /** Whether the object is JSON in a string. */
  readonly isJsonString: boolean;
}

/** The only object with known properties in the unknown keys of an object that has no known property itself. */
export function findWrapped(
  object: JsonObject,
  keys: readonly string[],
  known: KnownNames,
  memo: Memo,
): Wrapped | undefined {
  const { names } = known.index;
  if (keys.length > MAX_SEARCHED_KEYS || names.some((name) => Object.hasOwn(object, name))) return undefined;
  const [wrapped, ...others] = keys.flatMap((key) => findInside(key, object[key], joinPointer("", key), known, memo));
  return others.length === 0 ? wrapped : undefined;
}

/**
 * Takes an object out of its wrapper. What is beside it and would be lost is moved into it. Certain if all of that has a
 * free name there, and no other meaning, and the wrapper only says that something follows, or repeats `names`.
 */
export function unwrap(
  wrapped: Wrapped,
  object: JsonObject,
  path: string,
  properties: Properties,
  isSafeToDrop: (key: string, value: unknown) => boolean,
  names: readonly string[],
): Relocation {
  const { key, place, inner } = wrapped;
  const { index, byAlias } = knownNames(properties);
  const isRedundant = makeRedundancyTest(
    inner,
    (name) => Object.hasOwn(properties, name),
    (name) => readAliases(properties[name]),
  );
  const kept = findOutside(object, place).filter(
    (one) => !isSafeToDrop(one.key, one.value) && !isRedundant(one.key, one.value),
  );
  // If several have the same name, only the first can be moved.
  const byKey = new Map(kept.toReversed().map((one) => [one.key, one]));
  const moved = kept.filter((one) => byKey.get(one.key) === one && !Object.hasOwn(inner, one.key));
  // An alias such as an id or a name may be that of the wrapper.
  const isAlias = (outer: string) =>
    byAlias.get(foldName(outer))?.some((name) => !isSameName(outer, name) && lacksValue(inner, name, properties[name]));
  const hasOtherMeaning = (one: Outside) => isAlias(one.key) || findNested(one.key, inner, properties) !== undefined;
  return {
    keys: [key],
    title: `Move the properties of ${quote(toTokens(place).join("/"))} up`,
    patch: replaceByInner(path, wrapped, moved),
    isCertain: isNeutralPlace(place, names) && moved.length === kept.length && !moved.some(hasOtherMeaning),
    found: new Map(index.names.map((name) => [joinPointer("", name), joinPointer(place, name)])),
  };
}

/**
 * The names of the object at a place: its title, and that of the property, also of an array around it, or the domain of
 * a candidate.
 */
export function listNames(path: string, { title }: JsonObject, { domainId }: RequestValues): string[] {
  const property = toTokens(path).findLast((token) => !/^\d+$/.test(token));
  return [title, path === CANDIDATE ? domainId : property].filter((name) => typeof name === "string");
}

/**
 * Takes an object out of its wrapper. Where other keys are allowed, only the missing properties show that there is a
 * wrapper. The fix is certain if nothing is beside the object.
 */
export function fixWrapped({ value: object, schema, path, context }: PropertyError): Fix[] {
  const keys = Object.keys(object);
  const properties = propertiesOf(schema);
  const unwrapped = context.memo.derive(["missing unwrapped", object, properties, path], () => {
    const wrapped = findWrapped(object, keys, knownNames(properties), context.memo);
    return (
      wrapped && unwrap(wrapped, object, path, properties, () => false, listNames(path, schema, context.requestValues))
    );
  });
  if (unwrapped === undefined) return [];
  return [fixByRelocation({ ...unwrapped, isCertain: unwrapped.isCertain && keys.length === 1 })];
}

/** Whether no key on the way to a place says what is there: without `cancelled`, an item would be a planned one. */
export function isNeutralPlace(place: string, names: readonly string[] = []): boolean {
  return toTokens(place).every((token) => isIndex(token) || addsNoWord(token, names));
}

function findInside(key: string, value: unknown, place: string, known: KnownNames, memo: Memo): Wrapped[] {
  if (typeof value === "string") {
    // Remembered, because every trial of a fix asks again.
    const [meaning] = memo.ofString(value, readObjects);
    const inner = meaning?.isCertain ? (meaning.value as JsonObject) : {};
    return hasKnownNames(inner, known) && !isContrary(key) ? [{ key, place, inner, isJsonString: true }] : [];
  }
  if (Array.isArray(value)) return value.length === 1 ? findInside(key, value[0], `${place}/0`, known, memo) : [];
  if (!isObject(value) || isContrary(key)) return [];
  if (hasKnownNames(value, known)) return [{ key, place, inner: value as JsonObject, isJsonString: false }];
  const entries = Object.entries(value);
  const [only, ...others] = entries.filter(([, inner]) => mayContainObject(inner));
  if (only === undefined || others.length > 0 || entries.length > MAX_SEARCHED_KEYS) return [];
  return findInside(key, only[1], joinPointer(place, only[0]), known, memo);
}

/** The objects that a string may contain as JSON. */
function readObjects(text: string) {
  return [...jsonString(text, { type: "object" })];
}

/** Whether an object has several known names. Of aliases, three are needed: two may be there by chance. */
function hasKnownNames(object: Readonly<Record<string, unknown>>, { byName, aliases }: KnownNames): boolean {
  const keys = Object.keys(object).slice(0, MAX_COMPARED).map(foldName);
  return keys.filter((key) => byName.has(key)).length > 1 || keys.filter((key) => aliases.has(key)).length > 2;
}

function mayContainObject(value: unknown): boolean {
  return typeof value === "string" ? /^\s*\{/.test(value) : typeof value === "object" && value !== null;
}

/** A property that is not on the path to a wrapped object. */
interface Outside {
  readonly key: string;
  readonly value: unknown;
  /** The pointer from the outermost object. */
  readonly place: string;
}

/** The properties that are not on the path to a place, the outermost first. */
export function findOutside(object: JsonObject, place: string): Outside[] {
  const outside: Outside[] = [];
  let [value, path]: [unknown, string] = [object, ""];
  for (const token of toTokens(place)) {
    for (const [key, beside] of isObject(value) ? Object.entries(value) : [])
      if (key !== token) outside.push({ key, value: beside, place: joinPointer(path, key) });
    [value, path] = [childOf(value, token), joinPointer(path, token)];
  }
  return outside;
}

function replaceByInner(path: string, { place, inner, isJsonString }: Wrapped, moved: readonly Outside[]): Operation[] {
  // A move to the place of an array item would insert the object before that item.
  if (isJsonString || isIndex(lastToken(path))) {
    // Not spread: V8 spreads a second object of 1,000 properties into a new one in 40 ms.
    const whole = copyObject(inner);
    for (const { key, value } of moved) setProperty(whole, key, value);
    return [{ op: "replace", path, value: whole as JsonObject }];
  }
  const from = path + place;
  return [
    ...moved.map((one): Operation => ({ op: "move", from: path + one.place, path: joinPointer(from, one.key) })),
    { op: "move", from, path },
  ];
}
