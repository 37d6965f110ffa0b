import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import { groupBy } from "../../ground/json/group-by.js";
import type { Operation } from "../../ground/json/patch.js";
import {
  childOf,
  isIndex,
  isWithin,
  joinPointer,
  lastToken,
  parentPointer,
  toTokens,
  valueAt,
} from "../../ground/json/pointer.js";
import {
  copyObject,
  isEmpty,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  kindOf,
  onlyItem,
  setProperty,
} from "../../ground/json/value.js";
import { foldName, isSameName, stem } from "../../ground/text/fold-name.js";
import {
  findRivals,
  MAX_COMPARED,
  makeNameIndex,
  matchNames,
  type NameComparisons,
  type NameIndex,
} from "../../ground/text/match-names.js";
import { Meaning } from "../../ground/text/meaning.js";
import { isShortText, quote } from "../../ground/text/quote.js";
import type { SchemaError } from "../../schema/schema-error.js";
import { allows, itemsOf, lacksValue, propertiesOf, requiredOf } from "../../schema/schemas-in.js";
import { MAX_KEPT } from "../bounds.js";
import type { Memo, Subject } from "../memo.js";
import { CANDIDATE, type Fix, inCandidate, makeFix } from "../violation.js";
import { findTypeName, readJsonText } from "./containers.js";
import { isSecret } from "./names.js";
import { MAX_OFFERED } from "./reading.js";
import type {
  InContext,
  Named,
  Properties,
  Relocation,
  RequestValues,
  UnknownKey,
} from "./shape-error.js";
import {
  addsNoWord,
  hasSameWords,
  isAnnotation,
  isContrary,
  isExcluded,
  isInOtherUnit,
  readAliases,
  saysSame,
  sharesWord,
  toStems,
} from "./words.js";

/** In an object with more unknown keys, their contents are not searched. */
const MAX_SEARCHED_KEYS = 10;
/** An object with more keys that no property has is a map. */
const MAX_FREE_KEYS = 64;

export type KnownNames = ReturnType<typeof knownNames>;

/** Kept, because all items of an array have the same properties. */
export const knownNames = cacheByObject((properties: Properties) => {
  const names = Object.keys(properties);
  const index = makeNameIndex(names, (name) => readAliases(properties[name]));
  const aliases = new Set([...index.byName.keys(), ...index.byAlias.keys()]);
  const isOpen = (name: string) => properties[name]?.additionalProperties === true;
  /** The properties of object properties: `ownerId` is `id` in `owner`. */
  const nested: { form: string; holder: string; name: string }[] = [];
  for (const holder of names.filter((name) => !isOpen(name)))
    for (const [name, schema] of Object.entries(propertiesOf(properties[holder])))
      for (const form of new Set([holder + name, ...readAliases(schema)].map(foldName)))
        nested.push({ form, holder, name });
  return {
    index,
    aliases,
    nested: groupBy(nested, ({ form }) => form),
    open: names.filter(isOpen),
  };
});

/**
 * Whether a property can be removed without loss: it is empty, or its value also stands under a
 * name that says the same.
 */
export function makeRedundancyTest(
  object: Record<string, unknown>,
  stays: (name: string) => boolean,
  properties: Properties = {},
) {
  let names: readonly string[] | undefined;
  return (key: string, value: unknown): boolean => {
    if (isEmpty(value)) return true;
    names ??= Object.keys(object).filter(stays).slice(0, MAX_COMPARED);
    return names.some(
      (name) =>
        name !== key &&
        (object[name] === value || typeof object[name] === "object") &&
        saysSame(key, [name, ...readAliases(properties[name])]) &&
        isEqual(object[name], value),
    );
  };
}

/**
 * The absent names that the first unknown keys were probably meant as. An empty value replaces no
 * other, and of two values for one name the author chooses.
 */
export function matchKeys(
  object: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  isAbsent: (name: string) => boolean,
  index: NameIndex,
  comparisons: NameComparisons,
): Map<string, Meaning> {
  const matches = new Map<string, Meaning>();
  const keyOf = new Map<string, string>();
  const isFilled = (key: string) => !isEmpty(object[key]);
  // Further errors are only counted.
  const unknown = keys.slice(0, MAX_KEPT);
  for (const alike of [unknown.filter(isFilled), unknown.filter((key) => !isFilled(key))])
    for (const [key, meant] of matchNames(
      alike,
      (name) => !keyOf.has(name) && isAbsent(name),
      index,
      comparisons,
    )) {
      if (!isFilled(key) && Object.hasOwn(object, meant.value)) continue;
      matches.set(key, meant);
      keyOf.set(meant.value, key);
    }
  const unmatched = unknown.filter((key) => isFilled(key) && !matches.has(key));
  for (const [rival, name] of findRivals(unmatched, keyOf, index, comparisons)) {
    const key = keyOf.get(name) as string;
    // An object may have a property `toString`.
    const isScalar = typeof object[key] !== "object" && typeof object[rival] !== "object";
    if (isScalar && String(object[rival]).trim() === String(object[key]).trim()) continue;
    matches.set(rival, new Meaning(name, false));
    // Another spelling of the name itself stays certain beside an alias.
    if (!isSameName(key, name) || isSameName(rival, name))
      matches.set(key, new Meaning(name, false));
  }
  return matches;
}

/** What the unknown keys of a candidate were meant as. */
export interface Explained {
  readonly byError: ReadonlyMap<SchemaError, UnknownKey>;
  /** Where the values of absent properties are, by pointers. */
  readonly actualPlaces: ReadonlyMap<string, string>;
}

/** Finds what each unknown key of a candidate was probably meant as. */
export function explainUnknown(
  errors: readonly (SchemaError & Named)[],
  subject: Subject,
  requestValues: RequestValues,
): Explained {
  const byError = new Map<SchemaError, UnknownKey>();
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

function explainObject(
  siblings: readonly (SchemaError & Named)[],
  subject: Subject,
  requestValues: RequestValues,
) {
  const [{ schema, value: object, path }] = siblings as [SchemaError & Named];
  const keys = siblings.map(({ name }) => name);
  const properties = propertiesOf(schema);
  const known = knownNames(properties);
  const matches = new Map<string, Meaning>();
  const absent = new Set<string>();
  const relocations: Relocation[] = [];
  const isSafeToDrop = (key: string, value: unknown) =>
    isAnnotation(key) || repeatsRequest(path, key, value, requestValues);
  // Found once for all trials of fixes of other objects.
  const wrapped = subject.memo.derive(["wrapped", object, schema, path], () =>
    findWrapped(object, keys, schema, known, subject.memo),
  );
  if (wrapped !== undefined)
    relocations.push(unwrap(wrapped, object, path, schema, isSafeToDrop, requestValues));
  else {
    for (const name of known.index.names)
      if (lacksValue(object, name, properties[name])) absent.add(name);
    for (const [key, meant] of findMatches(keys, object, schema, known, absent, subject))
      matches.set(key, meant);
    for (const { value } of matches.values()) absent.delete(value);
    const isTaken = (name: string) =>
      !absent.has(name) && lacksValue(object, name, properties[name]);
    relocations.push(
      ...moveIntoHolders(
        keys.filter((key) => !matches.has(key)),
        object,
        path,
        properties,
        isTaken,
      ),
    );
    for (const place of relocations.flatMap(({ found }) => [...found.keys()]))
      if (parentPointer(place) === "") absent.delete(lastToken(place));
  }
  const byKey = new Map(relocations.flatMap((one) => one.keys.map((key) => [key, one] as const)));
  const first = keys.find((key) => !matches.has(key) && !byKey.has(key));
  const isRedundant = makeRedundancyTest(
    object,
    (name) => Object.hasOwn(properties, name),
    properties,
  );
  return {
    found: new Map([
      // Reversed, because of two keys for one property the first counts.
      ...[...matches]
        .reverse()
        .map(([key, { value }]) => [joinPointer("", value), joinPointer("", key)] as const),
      ...relocations.flatMap(({ found }) => [...found]),
    ]),
    explain: (key: string): UnknownKey => ({
      meant: matches.get(key),
      relocation: byKey.get(key),
      absent: [...absent],
      isFirst: key === first,
      isRedundant,
    }),
  };
}

/** The absent properties that unknown keys of the same object mean. */
function findMatches(
  keys: readonly string[],
  object: JsonObject,
  schema: JsonObject,
  { index }: KnownNames,
  absent: ReadonlySet<string>,
  subject: Subject,
): Map<string, Meaning> {
  const properties = propertiesOf(schema);
  const isAbsent = (name: string) => absent.has(name);
  const matches = matchKeys(object, keys, isAbsent, index, subject.comparisons);
  const unmatched = keys.filter((key) => !matches.has(key) && !isEmpty(object[key]));
  const canHold = (name: string, value: unknown) => allows(properties[name] ?? {}, kindOf(value));
  // A number is not given a unit that its key does not say.
  const isPossible = (key: string, name: string) =>
    !(typeof object[key] === "number" && !saysSame(key, [name])) &&
    canHold(name, object[key]) &&
    !isContrary(key, name);
  const taken = new Set([...matches.values()].map(({ value }) => value));
  for (const { find } of unmatched.length > MAX_SEARCHED_KEYS ? [] : KEY_MATCHES) {
    const left = unmatched.filter((key) => !matches.has(key));
    const names = [...absent].filter((name) => !taken.has(name));
    for (const [key, meant] of find({ keys: left, names, object, schema, isPossible })) {
      if (taken.has(meant.value)) continue;
      matches.set(key, meant);
      taken.add(meant.value);
    }
  }
  for (const [key, meant] of matches) {
    const [name, value] = [meant.value, object[key]];
    // A value of another type than text says that there is nothing.
    const isAnswered =
      Object.hasOwn(object, name) &&
      typeof object[name] !== "string" &&
      canHold(name, object[name]);
    const isDoubtful =
      isAnswered ||
      (typeof value === "number" && isInOtherUnit(key, name, object)) ||
      isExcluded(key) ||
      isSecret(value, key) ||
      isOfOther(value, key, name, object, properties) ||
      (!requiredOf(schema).includes(name) && mayBeAnotherName(key, value, name, properties));
    matches.set(key, meant.uncertainIf(isDoubtful));
  }
  return matches;
}

/** Keys without a known name, and the absent names that they may mean. */
interface Unmatched {
  readonly keys: readonly string[];
  readonly names: readonly string[];
  readonly object: JsonObject;
  readonly schema: JsonObject;
  isPossible(key: string, name: string): boolean;
}

interface KeyMatch {
  readonly name: string;
  find(unmatched: Unmatched): Iterable<readonly [key: string, meant: Meaning]>;
}

/** How to find the absent names that keys mean without resembling them, the plainest first. */
export const KEY_MATCHES: readonly KeyMatch[] = [
  {
    name: "object with the properties of one",
    // `spec` for `candidate`. Two common properties may be chance.
    *find({ keys, names, object, schema, isPossible }) {
      for (const name of names) {
        const property = propertiesOf(schema)[name];
        const isKnown = (inner: string) => Object.hasOwn(propertiesOf(property), inner);
        const isAlike = (value: unknown) =>
          isObject(value) && Object.keys(value).filter(isKnown).length > 2;
        const key = onlyItem(keys.filter((one) => isAlike(object[one]) && isPossible(one, name)));
        if (key !== undefined)
          yield [key, new Meaning(name, addsNoWord(key, [name, ...readAliases(property)]))];
      }
    },
  },
  {
    name: "same words",
    *find({ keys, names, isPossible }) {
      for (const key of keys) {
        const name = onlyItem(
          names.filter((one) => hasSameWords(key, one) && isPossible(key, one)),
        );
        if (name !== undefined) yield [key, new Meaning(name, true)];
      }
    },
  },
  {
    name: "words of a required name",
    find: matchByWords,
  },
];

/**
 * Pairs keys and required names by their words: `file` is `file_path`, `oldText` is `oldString`. A
 * key that adds a word pairs only if as many keys are unknown as names are missing.
 */
function* matchByWords({ object, schema, isPossible, ...unmatched }: Unmatched) {
  const keys = unmatched.keys.filter((key) => typeof object[key] !== "boolean");
  const names = unmatched.names.filter((name) => requiredOf(schema).includes(name));
  const isEven = keys.length === names.length;
  const isOnly = isEven && keys.length === 1;
  const has = (one: string, other: string) =>
    toStems(one).every((word) => toStems(other).includes(word));
  const couldMean = (key: string, name: string) =>
    ((sharesWord(key, name) && (has(key, name) || saysSame(key, [name]))) ||
      (isEven && toStems(name).length > 0 && has(name, key)) ||
      (isOnly && (addsNoWord(key) || (NAME_OF_FILE.test(key) && NAME_OF_FILE.test(name))))) &&
    isPossible(key, name);
  const pairs = keys
    .filter((key) => /^[\w .-]+$/.test(key))
    .flatMap((key) => names.filter((name) => couldMean(key, name)).map((name) => ({ key, name })));
  for (const { key, name } of pairs)
    if (pairs.every((other) => (other.key === key) === (other.name === name)))
      yield [key, new Meaning(name, addsNoWord(key, names) || NAME_OF_FILE.test(key))] as const;
}

/** The names under which programs expect a file. */
const NAME_OF_FILE = /^(?:file|file[_-]?name|file[_-]?path|path)$/i;

/** Renames the key of a missing property where other keys are allowed too. */
function fixByOtherKey(error: SchemaError & Named & InContext): Fix[] {
  const { value: object, name, schema, path, context } = error;
  const properties = propertiesOf(schema);
  const keys = Object.keys(object).filter((key) => !Object.hasOwn(properties, key));
  if (schema.additionalProperties === false || keys.length === 0 || keys.length > MAX_FREE_KEYS)
    return [];
  const absent = requiredOf(schema).filter((one) => lacksValue(object, one, properties[one]));
  const matches = context.memo.derive(["free keys", object, schema], () =>
    findMatches(keys, object, schema, knownNames(properties), new Set(absent), context),
  );
  const [key, meant] = onlyItem([...matches].filter(([, { value }]) => value === name)) ?? [];
  if (key === undefined) return [];
  const place = joinPointer(path, name);
  const isCertain =
    meant?.isCertain === true &&
    (isSameName(key, name) || sharesWord(key, name) || addsNoWord(key));
  const patch: Operation[] = [{ op: "move", from: joinPointer(path, key), path: place }];
  return [makeFix(`Rename ${quote(key)} to ${quote(name)}`, isCertain, patch, place)];
}

/** Whether a key may be a name of its own: one letter makes `contact` of `contract`. */
function mayBeAnotherName(
  key: string,
  value: unknown,
  name: string,
  properties: Properties,
): boolean {
  const property = properties[name] ?? {};
  const { enum: values, format, pattern, properties: inner } = property;
  if ([values, format, pattern].some((one) => one !== undefined) || isObject(inner)) return false;
  return ![name, ...readAliases(property)].some((one) =>
    typeof value === "number"
      ? isSameName(one, key)
      : stem(one) === stem(key) || hasSameWords(one, key),
  );
}

/** Whether an id is hardly that of the object: it shares no word with the name it is made from. */
function isOfOther(
  value: unknown,
  key: string,
  name: string,
  object: JsonObject,
  properties: Properties,
): boolean {
  const derive = properties[name]?.derive;
  if (
    !isObject(derive) ||
    derive.as === undefined ||
    typeof value !== "string" ||
    stem(key) === stem(name)
  )
    return false;
  const source = object[String(derive.from).slice(1)];
  return !isShortText(source) || !isShortText(value) || !sharesWord(value, source);
}

/** Whether a property repeats a value of the request: its domain, product or version. */
function repeatsRequest(
  path: string,
  name: string,
  value: unknown,
  requestValues: RequestValues,
): boolean {
  if (path !== CANDIDATE) return false;
  const repeats = (one: RequestValues[string]) =>
    one instanceof RegExp ? isShortText(value) && one.test(value) : one === value;
  if (Object.hasOwn(requestValues, name))
    return requestValues[name] === undefined || repeats(requestValues[name]);
  return (
    typeof value === "string" &&
    value.length > 4 &&
    Object.entries(requestValues).some(
      ([key, one]) =>
        (one instanceof RegExp || addsNoWord(name, [key, "kind", "type"])) && repeats(one),
    )
  );
}

/** The object that an unknown key wraps. */
interface Wrapped {
  readonly key: string;
  /** The pointer from the outer object. */
  readonly place: string;
  readonly inner: JsonObject;
  /** Whether the object is JSON in a string. */
  readonly isJson: boolean;
}

/**
 * The only object with known properties beside none, or with exactly all that are missing beside
 * it.
 */
export function findWrapped(
  object: JsonObject,
  keys: readonly string[],
  schema: JsonObject,
  known: KnownNames,
  memo: Memo,
): Wrapped | undefined {
  if (keys.length > MAX_SEARCHED_KEYS) return undefined;
  if (!known.index.names.some((name) => Object.hasOwn(object, name)))
    return onlyItem(
      keys.flatMap((key) =>
        findInside(key, object[key], joinPointer("", key), schema, known, memo),
      ),
    );
  const missing = requiredOf(schema).filter((name) => !Object.hasOwn(object, name));
  const key = onlyItem(keys.filter((one) => isObject(object[one]) && !isContrary(one)));
  if (key === undefined || missing.length === 0) return undefined;
  const inner = object[key] as JsonObject;
  const isWhole =
    hasOnly(inner, propertiesOf(schema), missing) &&
    !Object.keys(inner).some((name) => Object.hasOwn(object, name));
  return isWhole ? { key, place: joinPointer("", key), inner, isJson: false } : undefined;
}

/** Whether an object has only known properties, and all that are required. */
function hasOnly(object: JsonObject, known: Properties, required: readonly string[]): boolean {
  return (
    required.every((name) => Object.hasOwn(object, name)) &&
    Object.keys(object).every((key) => Object.hasOwn(known, key))
  );
}

function findInside(
  key: string,
  value: unknown,
  place: string,
  schema: JsonObject,
  known: KnownNames,
  memo: Memo,
): Wrapped[] {
  if (isContrary(key)) return [];
  if (Array.isArray(value))
    return value.length === 1 ? findInside(key, value[0], `${place}/0`, schema, known, memo) : [];
  const inner = typeof value === "string" ? memo.ofString(value, readObject) : value;
  if (!isObject(inner)) return [];
  const isJson = inner !== value;
  if (isOfSchema(inner, schema, known)) return [{ key, place, inner, isJson }];
  const entries = Object.entries(inner);
  const only = onlyItem(
    entries.filter(([, one]) =>
      typeof one === "string" ? /^\s*\{/.test(one) : typeof one === "object" && one !== null,
    ),
  );
  if (only === undefined || entries.length > MAX_SEARCHED_KEYS || isJson) return [];
  return findInside(key, only[1], joinPointer(place, only[0]), schema, known, memo);
}

/** The object that a string certainly contains as JSON. */
function readObject(text: string): Json | undefined {
  const read = readJsonText(text);
  return read?.isCertain ? read.value : undefined;
}

/**
 * Whether an object has two names of a schema, three aliases, or only names and all required ones.
 */
function isOfSchema(
  object: JsonObject,
  schema: JsonObject,
  { index, aliases }: KnownNames,
): boolean {
  const keys = Object.keys(object).slice(0, MAX_COMPARED).map(foldName);
  const named = keys.filter((key) => index.byName.has(key)).length;
  return (
    named > 1 ||
    keys.filter((key) => aliases.has(key)).length > 2 ||
    (named > 0 &&
      named === keys.length &&
      requiredOf(schema).every((name) => Object.hasOwn(object, name)))
  );
}

/**
 * Takes an object out of its wrapper, and moves what is beside it into it. Certain if all of that
 * has a free name there and no other meaning, and the wrapper adds no word.
 */
function unwrap(
  { key, place, inner, isJson }: Wrapped,
  object: JsonObject,
  path: string,
  schema: JsonObject,
  isSafeToDrop: (key: string, value: unknown) => boolean,
  { domainId }: RequestValues,
): Relocation {
  const properties = propertiesOf(schema);
  const { names, byAlias } = knownNames(properties).index;
  const property = toTokens(path).findLast((token) => !isIndex(token));
  const ownNames = [schema.title, path === CANDIDATE ? domainId : property].filter(
    (name) => typeof name === "string",
  );
  const isKnown = (name: string) => Object.hasOwn(properties, name);
  const isRedundant = makeRedundancyTest(inner, isKnown, properties);
  const kept = findOutside(object, place).filter(
    (one) => !isSafeToDrop(one.key, one.value) && !isRedundant(one.key, one.value),
  );
  const byKey = new Map(kept.toReversed().map((one) => [one.key, one]));
  const moved = kept.filter((one) => byKey.get(one.key) === one && !Object.hasOwn(inner, one.key));
  const mayBeMeant = ({ key: outer }: Outside) =>
    byAlias.get(foldName(outer))?.some((name) => lacksValue(inner, name, properties[name])) ||
    findNested(outer, inner, properties) !== undefined;
  // Around a whole candidate, a word says what it is; elsewhere, which one.
  const isWhole =
    path === CANDIDATE &&
    Object.keys(object).length === 1 &&
    requiredOf(schema).length > 0 &&
    hasOnly(inner, properties, requiredOf(schema)) &&
    !toTokens(place).some((one) => isContrary(one));
  const from = path + place;
  const move = (source: string, target: string): Operation => ({
    op: "move",
    from: source,
    path: target,
  });
  let patch: Operation[];
  if (names.some((name) => Object.hasOwn(object, name)))
    patch = [
      ...Object.keys(inner).map((name) => move(joinPointer(from, name), joinPointer(path, name))),
      { op: "remove", path: from },
    ];
  // A move to the place of an array item would insert the object before that item.
  else if (isJson || isIndex(lastToken(path))) {
    const value = copyObject(inner) as JsonObject;
    for (const one of moved) setProperty(value, one.key, one.value);
    patch = [{ op: "replace", path, value }];
  } else
    patch = [
      ...moved.map((one) => move(path + one.place, joinPointer(from, one.key))),
      move(from, path),
    ];
  return {
    keys: [key],
    title: `Move the properties of ${quote(toTokens(place).join("/"))} up`,
    patch,
    isCertain:
      isWhole ||
      (isNeutralPlace(place, ownNames) && moved.length === kept.length && !moved.some(mayBeMeant)),
    found: new Map(names.map((name) => [joinPointer("", name), joinPointer(place, name)])),
  };
}

/** Takes an object out of its wrapper where other keys are allowed. */
function fixWrapped(error: SchemaError & Named & InContext): Fix[] {
  const { value: object, schema, path, context } = error;
  const keys = Object.keys(object);
  const wrapped = context.memo.derive(["missing wrapped", object, schema, path], () =>
    findWrapped(object, keys, schema, knownNames(propertiesOf(schema)), context.memo),
  );
  if (wrapped === undefined) return [];
  const mayDrop = () => false;
  const one = unwrap(wrapped, object, path, schema, mayDrop, context.requestValues);
  return [makeFix(one.title, one.isCertain && keys.length === 1, [...one.patch])];
}

/** Whether no key on the way says which value is there, as `cancelled` does. */
export function isNeutralPlace(place: string, names: readonly string[] = []): boolean {
  return toTokens(place).every((token) => isIndex(token) || addsNoWord(token, names));
}

/** A property that is not on the path to a wrapped object. */
interface Outside {
  readonly key: string;
  readonly value: unknown;
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

/**
 * Moves the properties of an absent object, or of the only item of an absent array, into it: `id`
 * into `user`. Certain if no other place takes them.
 */
function fixFlattened(error: SchemaError & Named & InContext): Fix[] {
  const { value: object, name, schema, path, context } = error;
  const properties = propertiesOf(schema);
  const target = properties[name] ?? {};
  const isList = allows(target, "array");
  const inner = isList ? (itemsOf(target) ?? {}) : target;
  const keys = Object.keys(object).filter((key) => !Object.hasOwn(properties, key));
  const isWhole =
    keys.length > 0 &&
    keys.every((key) => Object.hasOwn(propertiesOf(inner), key)) &&
    requiredOf(inner).every((one) => keys.includes(one));
  if (!isWhole || Object.hasOwn(object, name) || keys.length > MAX_COMPARED) return [];
  const place = joinPointer(path, name);
  const holder = isList ? joinPointer(place, 0) : place;
  const patch: Operation[] = [{ op: "add", path: holder, value: {} }];
  if (isList) patch.unshift({ op: "add", path: place, value: [] });
  for (const key of keys)
    patch.push({ op: "move", from: joinPointer(path, key), path: joinPointer(holder, key) });
  const isOnly = requiredOf(schema).every(
    (one) =>
      one === name ||
      Object.hasOwn(object, one) ||
      !keys.every((key) => Object.hasOwn(propertiesOf(properties[one]), key)),
  );
  return [moveInside(name, keys, isOnly && context.unknownCount <= keys.length, patch, place)];
}

function moveInside(
  name: string,
  keys: readonly string[],
  isCertain: boolean,
  patch: Operation[],
  mustFitAt: string,
): Fix {
  const moved = keys.length > 1 ? "them" : quote(keys[0]);
  return makeFix(`Move ${moved} into ${quote(name)}`, isCertain, patch, mustFitAt);
}

/** A key that is a path: `user.name`, `user[name]`, `items[0].id`. */
const PATH_KEY = /^[\w-]{1,64}(?:\.[\w-]{1,64}|\[[\w-]{1,64}\]){1,16}$/;

/** Makes a missing property of keys that are paths into it, if the schema has each step. */
function fixByPaths({ value: object, name, schema, path }: SchemaError & Named & InContext): Fix[] {
  const keys = Object.keys(object).filter((key) => PATH_KEY.test(key) && toSteps(key)[0] === name);
  if (keys.length === 0 || keys.length > MAX_COMPARED || Object.hasOwn(object, name)) return [];
  const patch: Operation[] = [];
  /** The objects and arrays that are made, with the number of their items. */
  const made = new Map<string, number>();
  for (const key of keys) {
    let place = joinPointer(path, name);
    let view: JsonObject | undefined = propertiesOf(schema)[name];
    for (const step of toSteps(key).slice(1)) {
      const isNext = isIndex(step) && itemsOf(view ?? {}) !== undefined;
      if (!made.has(place)) patch.push({ op: "add", path: place, value: isNext ? [] : {} });
      const count = made.get(place) ?? 0;
      view = isNext ? itemsOf(view ?? {}) : propertiesOf(view)[step];
      // An item behind a gap has no place.
      if (view === undefined || (isNext && Number(step) > count)) return [];
      made.set(place, isNext ? Math.max(count, Number(step) + 1) : count);
      place = joinPointer(place, step);
    }
    patch.push({ op: "move", from: joinPointer(path, key), path: place });
  }
  return [moveInside(name, keys, true, patch, path)];
}

const toSteps = (key: string) => key.match(/[\w-]+/g) ?? [];

/** The only empty property of an inner object that a key means: `ownerId`, `owner.id`. */
function findNested(key: string, object: JsonObject, properties: Properties) {
  const targets = knownNames(properties).nested.get(foldName(key.replaceAll(".", ""))) ?? [];
  return onlyItem(
    targets.filter(({ holder, name }) => {
      const value = object[holder];
      return isObject(value)
        ? !Object.hasOwn(value, name) || isEmpty(value[name])
        : value === undefined || isEmpty(value);
    }),
  );
}

/**
 * Moves unknown keys into objects beside them: `ownerId` into `owner` as `id`, and what its schema
 * lists into an open object. Keys for one absent object move together.
 */
function moveIntoHolders(
  keys: readonly string[],
  object: JsonObject,
  path: string,
  properties: Properties,
  isTaken: (name: string) => boolean,
): Relocation[] {
  for (const holder of knownNames(properties).open.filter((name) => !isTaken(name))) {
    const [value, listed] = [object[holder], propertiesOf(properties[holder])];
    if (isObject(value) && !isEmpty(value)) {
      const moved = keys.filter((key) => Object.hasOwn(listed, key) && !Object.hasOwn(value, key));
      if (moved.length > 0)
        return moved.map((key) => moveInto(holder, [{ key, name: key }], object, path, true));
    } else if (
      (value === undefined || isEmpty(value)) &&
      keys.filter((key) => knownNames(listed).aliases.has(foldName(key))).length > 1
    ) {
      const moves = keys.map((key) => ({ key, name: key }));
      return [moveInto(holder, moves, object, path, true)];
    }
  }
  const targets = keys.flatMap((key) => {
    const target = findNested(key, object, properties);
    if (target === undefined || isTaken(target.holder)) return [];
    const { form, holder, name } = target;
    const isCertain = form.startsWith(foldName(holder));
    const group = isObject(object[holder]) || !isCertain ? key : `${holder}/`;
    return [{ key, holder, name, isCertain, group }];
  });
  return [...groupBy(targets, ({ group }) => group).values()].map((moves) => {
    const [{ holder, isCertain }] = moves as [(typeof targets)[number]];
    // Of two keys for one property, the first is moved.
    const byName = new Map(moves.toReversed().map((one) => [one.name, one]));
    return moveInto(holder, [...byName.values()].toReversed(), object, path, isCertain);
  });
}

function moveInto(
  holder: string,
  moves: readonly { key: string; name: string }[],
  object: JsonObject,
  path: string,
  isCertain: boolean,
): Relocation {
  const to = joinPointer(path, holder);
  const renamed = moves.filter(({ key, name }) => key !== name).map(({ name }) => quote(name));
  const patch: Operation[] = [];
  const found = new Map<string, string>();
  const place = joinPointer("", holder);
  if (!isObject(object[holder])) {
    patch.push({ op: "add", path: to, value: {} });
    if (isCertain) found.set(place, joinPointer("", moves[0]?.key ?? ""));
  }
  for (const { key, name } of moves) {
    patch.push({ op: "move", from: joinPointer(path, key), path: joinPointer(to, name) });
    if (isCertain) found.set(joinPointer(place, name), joinPointer("", key));
  }
  return {
    keys: moves.map(({ key }) => key),
    title: `Move ${moves.length > 1 ? "them" : "it"} into ${quote(holder)}${renamed.length > 0 ? ` as ${renamed.join(", ")}` : ""}`,
    patch,
    isCertain,
    holder,
    found,
  };
}

interface KeyRule {
  readonly name: string;
  fixes(error: SchemaError & Named & InContext): readonly Fix[];
}

/** Ways to find a missing property under other keys, the best first. */
export const RULES_OF_MISSING: readonly KeyRule[] = [
  { name: "under another name", fixes: fixByOtherKey },
  { name: "in a wrapper", fixes: fixWrapped },
  { name: "under keys that are paths", fixes: fixByPaths },
  { name: "without its level", fixes: fixFlattened },
];

/** The ways to find a better place for an unknown property, the best first. */
export const RULES_OF_UNKNOWN: readonly KeyRule[] = [
  { name: "format as type", fixes: useFormatAsType },
  { name: "wrapper, or object beside", fixes: relocate },
  { name: "place elsewhere", fixes: moveElsewhere },
];

/** The fixes of an unknown property, best first. */
export function fixUnknown(error: SchemaError & Named & InContext): Fix[] {
  const { unknown, name, value: object, schema, context } = error;
  if (unknown === undefined) return [];
  const { meant, relocation, absent } = unknown;
  const [path, value] = [joinPointer(error.path, name), object[name]];
  const properties = propertiesOf(schema);
  const couldHold = (known: string) => allows(properties[known] ?? {}, kindOf(value));
  const rename = (to: string, isCertain: boolean) => {
    const place = joinPointer(error.path, to);
    const property = properties[to] ?? {};
    const isNamed = [to, ...readAliases(property)].some((one) => stem(one) === stem(name));
    // One value is put into the array when it is there.
    const isItem =
      typeof value !== "object" &&
      allows(property, "array") &&
      allows(itemsOf(property) ?? {}, kindOf(value));
    // A value that does not fit is certain only if the result has no problem.
    const fits =
      isSameName(name, to) ||
      (couldHold(to) && (isNamed || typeof value === "object")) ||
      (isNamed && isItem);
    return makeFix(
      `Rename to "${to}"`,
      isCertain,
      [{ op: "move", from: path, path: place }],
      isCertain && !fits ? place : undefined,
    );
  };
  if (meant?.isCertain) return [rename(meant.value, true)];
  if (relocation?.isCertain) return relocate(error);
  // An allowed null is a value. An object with nothing but remarks is no record.
  const saysNone = meant !== undefined && isEmpty(value) && couldHold(meant.value);
  const isRemark = isAnnotation(name) && !Object.keys(object).every(isAnnotation);
  const isRemovable =
    !saysNone &&
    (isRemark ||
      repeatsRequest(error.path, name, value, context.requestValues) ||
      unknown.isRedundant(name, value));
  const removed = makeFix(`Remove ${quote(name)}`, isRemovable, [{ op: "remove", path }]);
  // A secret is not moved to a property that is shown, and a remark is no value.
  if (isSecret(value, name) || isAnnotation(name)) return [removed];
  const moved = RULES_OF_UNKNOWN.flatMap(({ fixes }) => fixes(error));
  if (relocation !== undefined && relocation.holder === undefined) return moved;
  const isConvertible = (known: string) =>
    !(typeof value === "number" && isInOtherUnit(name, known, object));
  const possible = absent.filter(
    (known) => typeof value !== "boolean" && couldHold(known) && !isContrary(name, known),
  );
  const others =
    possible.length > 1
      ? possible.filter((known) => sharesWord(known, name)).slice(0, MAX_OFFERED - 1)
      : possible;
  const names = meant === undefined ? others : [meant.value];
  // The value belongs there in another unit: only its author can convert it.
  if (names.length > 0 && !names.some(isConvertible)) return moved;
  return [...moved, ...names.filter(isConvertible).map((known) => rename(known, false)), removed];
}

function relocate({ unknown }: SchemaError & Named & InContext): Fix[] {
  if (unknown?.relocation === undefined) return [];
  const { title, isCertain, patch } = unknown.relocation;
  return [makeFix(title, isCertain, [...patch])];
}

/** Narrows a type by the format beside it. */
function useFormatAsType({
  path,
  value: { type, format },
  name,
  schema,
}: SchemaError & Named & InContext): Fix[] {
  const narrowed =
    name === "format" && isShortText(format)
      ? findTypeName({ type: type as Json, format })
      : undefined;
  if (narrowed === undefined || isEmpty(format) || !Object.hasOwn(propertiesOf(schema), "type"))
    return [];
  const place = joinPointer(path, "type");
  const patch: Operation[] = [
    { op: "replace", path: place, value: narrowed },
    { op: "remove", path: joinPointer(path, "format") },
  ];
  return [
    makeFix(
      `Use the format ${quote(narrowed)} as the type`,
      /^[a-z][a-z\d-]*$/i.test(narrowed),
      patch,
      place,
    ),
  ];
}

/**
 * Moves a property to another object; certain if only one takes it, inside the object that has it.
 */
function moveElsewhere({ path, name, unknown, context }: SchemaError & Named & InContext): Fix[] {
  if (context.unknownCount > MAX_SEARCHED_KEYS) return [];
  const holders = context.findHolders(name, path);
  const depth = (holder: string) =>
    toTokens(holder).filter((token, index) => token === toTokens(path)[index]).length;
  return holders
    .toSorted((one, other) => depth(other) - depth(one))
    .slice(0, MAX_OFFERED)
    .map((holder) => {
      const isCertain =
        holders.length === 1 && isWithin(holder, path) && unknown?.meant === undefined;
      const add: Operation[] = isObject(valueAt(context, holder))
        ? []
        : [{ op: "add", path: holder, value: {} }];
      const to = joinPointer(holder, name);
      return makeFix(
        `Move it to ${quote(inCandidate(to))}`,
        isCertain,
        [...add, { op: "move", from: joinPointer(path, name), path: to }],
        to,
      );
    });
}
