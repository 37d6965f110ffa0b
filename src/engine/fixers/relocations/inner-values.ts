import type { Operation } from "../../../ground/json/patch.js";
import { isItem, joinPointer, toTokens } from "../../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../../ground/json/value.js";
import { foldName, isSameName, wordsIn } from "../../../ground/text/fold-name.js";
import { MAX_COMPARED } from "../../../ground/text/match-names.js";
import { quote } from "../../../ground/text/quote.js";
import type { Memo } from "../../memo.js";
import { type KnownNames, knownNames, type Properties } from "../known-properties.js";
import { jsonString } from "../readers/json-string.js";
import { isAnnotation, isEmpty, lacksValue, redundancyTest } from "../redundant.js";
import { moveAll, type Relocation } from "../relocation.js";
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

/**
 * Takes an object out of the only unknown key that contains it, if the outer object has no known property. What is beside
 * it and would be lost is moved into it. Certain if all of that has a free name there, and no other meaning.
 */
export function unwrap(
  object: JsonObject,
  keys: readonly string[],
  path: string,
  properties: Properties,
  memo: Memo,
  isSafeToDrop: (key: string, value: unknown) => boolean,
): Relocation | undefined {
  const known = knownNames(properties);
  const { names } = known.index;
  if (keys.length > MAX_SEARCHED_KEYS || names.some((name) => Object.hasOwn(object, name))) return undefined;
  const [wrapped, ...others] = keys.flatMap((key) => findWrapped(key, object[key], joinPointer("", key), known, memo));
  if (wrapped === undefined || others.length > 0) return undefined;
  const { place, inner } = wrapped;
  const isRedundant = redundancyTest(inner, (name) => Object.hasOwn(properties, name));
  const kept = findOutside(object, toTokens(place)).filter(
    ({ key, value }) => !isSafeToDrop(key, value) && !isRedundant(value),
  );
  const isFirst = ({ key }: Outside, index: number) => kept.findIndex((one) => one.key === key) === index;
  const moved = kept.filter((one, index) => isFirst(one, index) && !Object.hasOwn(inner, one.key));
  // An alias such as an id or a name may be that of the wrapper.
  const isAlias = (key: string) =>
    known.byAlias
      .get(foldName(key))
      ?.some((name) => !isSameName(key, name) && lacksValue(inner, name, properties[name]));
  const hasOtherMeaning = ({ key }: Outside) => isAlias(key) || findNested(key, inner, properties) !== undefined;
  return {
    keys: [wrapped.key],
    title: `Move the properties of ${quote(toTokens(place).join("/"))} up`,
    patch: replaceByInner(path, wrapped, moved),
    isCertain: moved.length === kept.length && !moved.some(hasOtherMeaning),
    found: new Map(names.map((name) => [joinPointer("", name), joinPointer(place, name)])),
  };
}

function findWrapped(key: string, value: unknown, place: string, known: KnownNames, memo: Memo): Wrapped[] {
  if (typeof value === "string") {
    // Remembered, because every trial of a fix asks again.
    const [meaning] = memo.ofString(value, objectsIn);
    const inner = meaning?.isCertain ? (meaning.value as JsonObject) : {};
    return hasKnownNames(inner, known) ? [{ key, place, inner, isJsonString: true }] : [];
  }
  if (Array.isArray(value)) return value.length === 1 ? findWrapped(key, value[0], `${place}/0`, known, memo) : [];
  if (!isObject(value)) return [];
  if (hasKnownNames(value, known)) return [{ key, place, inner: value as JsonObject, isJsonString: false }];
  const entries = Object.entries(value);
  const [only, ...others] = entries.filter(([, inner]) => mayContainObject(inner));
  if (only === undefined || others.length > 0 || entries.length > MAX_SEARCHED_KEYS) return [];
  return findWrapped(key, only[1], joinPointer(place, only[0]), known, memo);
}

/** The objects that a string may contain as JSON. */
function objectsIn(text: string) {
  return [...jsonString(text, { type: "object" })];
}

/** Whether an object has several known names. Of aliases, three are needed: two may be there by chance. */
function hasKnownNames(object: Readonly<Record<string, unknown>>, { names, aliases }: KnownNames): boolean {
  const keys = Object.keys(object).slice(0, MAX_COMPARED).map(foldName);
  return keys.filter((key) => names.has(key)).length > 1 || keys.filter((key) => aliases.has(key)).length > 2;
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

function findOutside(value: unknown, [token, ...rest]: readonly string[], path = ""): Outside[] {
  if (token === undefined || typeof value !== "object" || value === null) return [];
  const beside = Object.entries(value).filter(([key]) => key !== token);
  const inner = (value as Record<string, unknown>)[token];
  return [
    ...beside.map(([key, outside]) => ({ key, value: outside, place: joinPointer(path, key) })),
    ...findOutside(inner, rest, joinPointer(path, token)),
  ];
}

function replaceByInner(path: string, { place, inner, isJsonString }: Wrapped, moved: readonly Outside[]): Operation[] {
  // A move to the place of an array item would insert the object before that item.
  if (isJsonString || isItem(path)) {
    const added = Object.fromEntries(moved.map(({ key, value }) => [key, value as Json]));
    return [{ op: "replace", path, value: { ...inner, ...added } }];
  }
  const from = path + place;
  return [
    ...moved.map((one): Operation => ({ op: "move", from: path + one.place, path: joinPointer(from, one.key) })),
    { op: "move", from, path },
  ];
}

/**
 * Takes absent properties out of an unknown object: `{ "book": { "id": …, "title": … } }` for `bookId` and `title`.
 * Undefined if most of its keys are other ones. Certain if
 *
 * - several properties begin with the name of the object, or one has several words,
 * - none is meant by an alias, which may be about something else,
 * - and nothing is lost with the other keys.
 */
export function ungroup(
  key: string,
  value: unknown,
  path: string,
  absent: ReadonlySet<string>,
  { byName, byAlias }: KnownNames,
): Group | undefined {
  const innerKeys = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || innerKeys.length === 0 || innerKeys.length > 2 * absent.size) return undefined;
  const isAbsent = (name: string) => absent.has(name);
  const members = innerKeys.flatMap((inner) => {
    const prefixed = byName.get(foldName(key + inner))?.find(isAbsent);
    const own = prefixed ?? byName.get(foldName(inner))?.find(isAbsent);
    const name = own ?? byAlias.get(foldName(inner))?.find(isAbsent);
    return name === undefined
      ? []
      : [{ key: inner, name, hasPrefix: prefixed !== undefined, isOwn: own !== undefined }];
  });
  const names = new Set(members.map(({ name }) => name));
  if (members.length < 2 || members.length * 2 <= innerKeys.length || names.size < members.length) return undefined;
  const isMember = new Set(members.map((member) => member.key));
  const isSafe = innerKeys.every((inner) => isMember.has(inner) || isEmpty(value[inner]) || isAnnotation(inner));
  const prefixes = members.filter(({ hasPrefix }) => hasPrefix).length;
  // A name of several words hardly means something else.
  const isTelling = prefixes > 1 || (prefixes === 0 && members.some(({ name }) => wordsIn(name).length > 1));
  const hasOwnNames = isSafe && members.every(({ isOwn }) => isOwn);
  const place = joinPointer(path, key);
  return {
    keys: [key],
    title: `Move its properties up, as ${members.map(({ name }) => quote(name)).join(", ")}`,
    patch: [...moveAll(place, path, members), ...(isSafe ? [{ op: "remove", path: place } as const] : [])],
    isCertain: hasOwnNames && isTelling,
    hasOwnNames,
    found: new Map(members.map((one) => [joinPointer("", one.name), joinPointer(joinPointer("", key), one.key)])),
  };
}

interface Group extends Relocation {
  /** Whether nothing is lost, and no property is meant by an alias, so no single property is a better match. */
  readonly hasOwnNames: boolean;
}
