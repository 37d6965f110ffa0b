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
  identityOf,
  isEmpty,
  isObject,
  type Json,
  type JsonObject,
  kindOf,
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
import { type Memo, nameComparisons, type Subject } from "../memo.js";
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

/**
 * The names of an object, by the forms in which they are compared. Kept: all items of an array have
 * the same properties.
 */
export const knownNames = cacheByObject((properties: Properties) => {
  const names = Object.keys(properties);
  const index = makeNameIndex(names, (name) => readAliases(properties[name]));
  const aliases = new Set([...index.byName.keys(), ...index.byAlias.keys()]);
  /**
   * The properties of object properties: `ownerId` is `id` in `owner`, and so is an alias of it.
   */
  const nested = names.flatMap((holder) =>
    properties[holder]?.additionalProperties === true
      ? []
      : Object.entries(propertiesOf(properties[holder])).flatMap(([name, schema]) =>
          [...new Set([holder + name, ...readAliases(schema)].map(foldName))].map((form) => ({
            form,
            holder,
            name,
          })),
        ),
  );
  const open = names.filter((name) => properties[name]?.additionalProperties === true);
  return { index, aliases, nested: groupBy(nested, ({ form }) => form), open };
});

/**
 * Whether a property says that there is nothing: it is null, or an array or object that may be
 * empty.
 */
export function isAnswer(
  object: Readonly<Record<string, unknown>>,
  name: string,
  accepts: (value: unknown) => boolean,
): boolean {
  return Object.hasOwn(object, name) && typeof object[name] !== "string" && accepts(object[name]);
}

/**
 * Returns a test: whether a property can be removed without loss, because it is empty, or because
 * the object has its value also under a name that stays and says the same.
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
    const isEqual = (name: string) =>
      object[name] === value ||
      (typeof value === "object" &&
        typeof object[name] === "object" &&
        identityOf(object[name]) === identityOf(value));
    return names.some(
      (name) =>
        name !== key &&
        (object[name] === value || typeof object[name] === "object") &&
        saysSame(key, [name, ...readAliases(properties[name])]) &&
        isEqual(name),
    );
  };
}

/**
 * Finds the absent names that unknown keys were probably meant as. A key with a value comes before
 * one without, and an empty value does not replace another. If two keys with different values could
 * mean one name, the author has to choose.
 */
export function matchKeys(
  object: Readonly<Record<string, unknown>>,
  unknown: readonly string[],
  isAbsent: (name: string) => boolean,
  index: NameIndex,
  comparisons: NameComparisons,
): Map<string, Meaning> {
  const matches = new Map<string, Meaning>();
  const keyOf = new Map<string, string>();
  const isFilled = (key: string) => !isEmpty(object[key]);
  for (const keys of [unknown.filter(isFilled), unknown.filter((key) => !isFilled(key))])
    for (const [key, meant] of matchNames(
      keys,
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
  /** Where the values of absent properties are instead, by the pointers of the properties. */
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

/** The absent properties of the same object that unknown keys are other names of. */
function findMatches(
  keys: readonly string[],
  object: JsonObject,
  schema: JsonObject,
  { index }: KnownNames,
  absent: ReadonlySet<string>,
  subject: Subject,
): Map<string, Meaning> {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const matches = matchKeys(
    object,
    keys,
    (name) => absent.has(name),
    index,
    nameComparisons(subject),
  );
  const taken = new Set([...matches.values()].map(({ value }) => value));
  const unmatched = keys.filter((key) => !matches.has(key) && !isEmpty(object[key]));
  const free =
    unmatched.length > MAX_SEARCHED_KEYS ? [] : [...absent].filter((name) => !taken.has(name));
  // A number is not given a unit that its key does not say.
  const isPossible = (key: string, name: string) =>
    !(typeof object[key] === "number" && !saysSame(key, [name])) &&
    allows(properties[name] ?? {}, kindOf(object[key])) &&
    !isContrary(key, name);
  const isFree = (name: string) => ![...matches.values()].some(({ value }) => value === name);
  for (const { find } of KEY_MATCHES)
    for (const [key, meant] of find({
      keys: unmatched.filter((key) => !matches.has(key)),
      names: free.filter(isFree),
      object,
      schema,
      isPossible,
    }))
      if (isFree(meant.value)) matches.set(key, meant);
  for (const [key, meant] of matches) {
    const value = object[key];
    const isForeign =
      (typeof value === "number" && isInOtherUnit(key, meant.value, object)) ||
      isExcluded(key) ||
      isSecret(value, key) ||
      isOfOther(value, key, meant.value, object, properties);
    const isPresent = isAnswer(object, meant.value, (one) =>
      allows(properties[meant.value] ?? {}, kindOf(one)),
    );
    matches.set(
      key,
      meant.uncertainIf(
        isForeign ||
          isPresent ||
          (!required.includes(meant.value) &&
            mayBeAnotherName(key, value, meant.value, properties)),
      ),
    );
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

/**
 * The ways to find the absent names that keys mean which do not resemble them, the plainest first.
 */
export const KEY_MATCHES: readonly KeyMatch[] = [
  {
    name: "object with the properties of one",
    // `spec` for `candidate`: the only unknown object that has several properties of the absent
    // one.
    find: ({ keys, names, object, schema, isPossible }) =>
      names.flatMap((name) => {
        const property = propertiesOf(schema)[name];
        const [only, ...others] = keys.filter(
          (key) =>
            isObject(object[key]) &&
            isAlike(object[key] as JsonObject, property) &&
            isPossible(key, name),
        );
        return only === undefined || others.length > 0
          ? []
          : [
              [
                only,
                new Meaning(name, addsNoWord(only, [name, ...readAliases(property)])),
              ] as const,
            ];
      }),
  },
  {
    name: "same words",
    find: ({ keys, names, isPossible }) =>
      keys.flatMap((key) => {
        const [only, ...others] = names.filter(
          (name) => hasSameWords(key, name) && isPossible(key, name),
        );
        return only === undefined || others.length > 0
          ? []
          : [[key, new Meaning(only, true)] as const];
      }),
  },
  {
    name: "words of a required name",
    find: ({ keys, names, object, schema, isPossible }) =>
      [
        ...matchByWords(
          keys.filter((key) => typeof object[key] !== "boolean"),
          names.filter((name) => requiredOf(schema).includes(name)),
          isPossible,
        ),
      ].map(([key, name]) => [key, new Meaning(name, true)] as const),
  },
];

/** Renames the key that a missing property is under, where other keys are allowed too. */
function fixByOtherKey({
  value: object,
  name,
  schema,
  path,
  context,
}: SchemaError & Named & InContext): Fix[] {
  const properties = propertiesOf(schema);
  const keys = Object.keys(object).filter((key) => !Object.hasOwn(properties, key));
  if (schema.additionalProperties === false || keys.length === 0 || keys.length > MAX_FREE_KEYS)
    return [];
  const known = knownNames(properties);
  const absent = new Set(
    requiredOf(schema).filter((one) => lacksValue(object, one, properties[one])),
  );
  const matches = context.memo.derive(["free keys", object, schema], () =>
    findMatches(keys, object, schema, known, absent, context),
  );
  const own = [...matches].filter(([, { value }]) => value === name);
  return (own.length > 1 ? [] : own).map(([key, meant]) => {
    const place = joinPointer(path, name);
    const isCertain =
      meant.isCertain && (isSameName(key, name) || sharesWord(key, name) || addsNoWord(key));
    const patch: Operation[] = [{ op: "move", from: joinPointer(path, key), path: place }];
    return makeFix(`Rename ${quote(key)} to ${quote(name)}`, isCertain, patch, place);
  });
}

/**
 * Pairs keys and required names by their own words: `file` is `file_path`, and `oldText` is
 * `oldString`. A key that adds a word, as `filePath` does to `path`, is paired only if as many keys
 * are unknown as names are missing.
 */
function matchByWords(
  keys: readonly string[],
  names: readonly string[],
  isPossible: (key: string, name: string) => boolean,
): Map<string, string> {
  const isEven = keys.length === names.length;
  const isOnly = isEven && keys.length === 1;
  const has = (one: string, other: string) =>
    toStems(one).every((word) => toStems(other).includes(word));
  const couldMean = (key: string, name: string) =>
    ((sharesWord(key, name) && (has(key, name) || saysSame(key, [name]))) ||
      (isEven && toStems(name).length > 0 && has(name, key)) ||
      (isOnly && (addsNoWord(key) || (isPath(key) && isPath(name))))) &&
    isPossible(key, name);
  const pairs = keys
    .filter((key) => /^[\w .-]+$/.test(key))
    .flatMap((key) => names.filter((name) => couldMean(key, name)).map((name) => ({ key, name })));
  const isUnique = ({ key, name }: { key: string; name: string }) =>
    pairs.every((other) => (other.key === key) === (other.name === name));
  return new Map(pairs.filter(isUnique).map(({ key, name }) => [key, name]));
}

/** The names under which programs expect a file. */
const isPath = (name: string) => /^(?:file|filename|filepath|path)$/.test(foldName(name));

/** Whether an object has at least three properties of a schema: fewer may be common by chance. */
function isAlike(object: JsonObject, schema: JsonObject | undefined): boolean {
  return Object.keys(object).filter((key) => Object.hasOwn(propertiesOf(schema), key)).length > 2;
}

/**
 * Whether a key may be another name than the one that it resembles: a letter makes `contact` of
 * `contract`.
 */
function mayBeAnotherName(
  key: string,
  value: unknown,
  name: string,
  properties: Properties,
): boolean {
  const isSame =
    typeof value === "number"
      ? isSameName
      : (one: string, other: string) => stem(one) === stem(other);
  const { enum: values, format, pattern } = properties[name] ?? {};
  if (
    values !== undefined ||
    format !== undefined ||
    pattern !== undefined ||
    isObject(properties[name]?.properties)
  )
    return false;
  return ![name, ...readAliases(properties[name])].some(
    (one) => isSame(one, key) || (typeof value !== "number" && hasSameWords(one, key)),
  );
}

/**
 * Whether an id under an alias is hardly that of the object: it shares no word with the name that
 * the id is made from.
 */
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

/**
 * Whether an unknown property of the candidate repeats a value of the request: its domain, product
 * or version.
 */
function repeatsRequest(
  path: string,
  name: string,
  value: unknown,
  requestValues: RequestValues,
): boolean {
  if (path !== CANDIDATE) return false;
  const isRepeated = (one: RequestValues[string]) =>
    one instanceof RegExp ? isShortText(value) && one.test(value) : one === value;
  if (Object.hasOwn(requestValues, name))
    return requestValues[name] === undefined || isRepeated(requestValues[name]);
  const isNamed = (key: string, one: RequestValues[string]) =>
    one instanceof RegExp || addsNoWord(name, [key, "kind", "type"]);
  return (
    typeof value === "string" &&
    value.length > 4 &&
    Object.entries(requestValues).some(([key, one]) => isNamed(key, one) && isRepeated(one))
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
 * The only object with known properties in the unknown keys of an object that has no known property
 * itself.
 */
export function findWrapped(
  object: JsonObject,
  keys: readonly string[],
  schema: JsonObject,
  known: KnownNames,
  memo: Memo,
): Wrapped | undefined {
  if (keys.length > MAX_SEARCHED_KEYS) return undefined;
  if (known.index.names.some((name) => Object.hasOwn(object, name)))
    return findLevel(object, keys, schema);
  const [wrapped, ...others] = keys.flatMap((key) =>
    findInside(key, object[key], joinPointer("", key), schema, known, memo),
  );
  return others.length === 0 ? wrapped : undefined;
}

/**
 * The only object that has nothing but properties which are absent around it, and all that are
 * missing there.
 */
function findLevel(
  object: JsonObject,
  keys: readonly string[],
  schema: JsonObject,
): Wrapped | undefined {
  const properties = propertiesOf(schema);
  const missing = requiredOf(schema).filter((name) => !Object.hasOwn(object, name));
  const [level, ...others] = keys.filter((key) => isObject(object[key]) && !isContrary(key));
  const inner = level === undefined ? {} : (object[level] as JsonObject);
  const isAbsent = (name: string) =>
    Object.hasOwn(properties, name) && !Object.hasOwn(object, name);
  if (level === undefined || others.length > 0 || missing.length === 0) return undefined;
  const isWhole =
    missing.every((name) => Object.hasOwn(inner, name)) && Object.keys(inner).every(isAbsent);
  return isWhole ? { key: level, place: joinPointer("", level), inner, isJson: false } : undefined;
}

/** Whether an object has nothing but properties of a schema, and all that it requires. */
function isWhole(schema: JsonObject, object: JsonObject): boolean {
  const required = requiredOf(schema);
  const isKnown = (key: string) => Object.hasOwn(propertiesOf(schema), key);
  return (
    required.length > 0 &&
    required.every((name) => Object.hasOwn(object, name)) &&
    Object.keys(object).every(isKnown)
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
  if (isOfSchema(inner as JsonObject, schema, known))
    return [{ key, place, inner: inner as JsonObject, isJson: inner !== value }];
  const entries = Object.entries(inner as JsonObject);
  const [only, ...others] = entries.filter(([, one]) =>
    typeof one === "string" ? /^\s*\{/.test(one) : typeof one === "object" && one !== null,
  );
  if (
    only === undefined ||
    others.length > 0 ||
    entries.length > MAX_SEARCHED_KEYS ||
    inner !== value
  )
    return [];
  return findInside(key, only[1], joinPointer(place, only[0]), schema, known, memo);
}

/** The object that a string certainly contains as JSON. */
function readObject(text: string): Json | undefined {
  const read = readJsonText(text);
  return read?.isCertain ? read.value : undefined;
}

/**
 * Whether an object has two names of a schema, three aliases, or nothing but its names and all that
 * are required.
 */
function isOfSchema(
  object: JsonObject,
  schema: JsonObject,
  { index, aliases }: KnownNames,
): boolean {
  const keys = Object.keys(object).slice(0, MAX_COMPARED).map(foldName);
  const named = keys.filter((key) => index.byName.has(key)).length;
  if (named > 1 || keys.filter((key) => aliases.has(key)).length > 2) return true;
  return (
    named > 0 &&
    named === keys.length &&
    requiredOf(schema).every((name) => Object.hasOwn(object, name))
  );
}

/**
 * Takes an object out of its wrapper. What is beside it and would be lost is moved into it. Certain
 * if all of that has a free name there, and no other meaning, and the wrapper only says that
 * something follows, or repeats a name of the object.
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
  const { index } = knownNames(properties);
  const property = toTokens(path).findLast((token) => !isIndex(token));
  const names = [schema.title, path === CANDIDATE ? domainId : property].filter(
    (name) => typeof name === "string",
  );
  const isRedundant = makeRedundancyTest(
    inner,
    (name) => Object.hasOwn(properties, name),
    properties,
  );
  const kept = findOutside(object, place).filter(
    (one) => !isSafeToDrop(one.key, one.value) && !isRedundant(one.key, one.value),
  );
  const byKey = new Map(kept.toReversed().map((one) => [one.key, one]));
  const moved = kept.filter((one) => byKey.get(one.key) === one && !Object.hasOwn(inner, one.key));
  const mayBeMeant = ({ key: outer }: Outside) =>
    index.byAlias.get(foldName(outer))?.some((name) => lacksValue(inner, name, properties[name])) ||
    findNested(outer, inner, properties) !== undefined;
  const isLevel = index.names.some((name) => Object.hasOwn(object, name));
  return {
    keys: [key],
    title: `Move the properties of ${quote(toTokens(place).join("/"))} up`,
    patch: isLevel
      ? [
          ...Object.keys(inner).map(
            (name): Operation => ({
              op: "move",
              from: joinPointer(path + place, name),
              path: joinPointer(path, name),
            }),
          ),
          { op: "remove", path: path + place },
        ]
      : replaceByInner(path, place, inner, isJson, moved),
    isCertain:
      // Around a whole candidate, a word says what it is; elsewhere, it may say which one.
      (path === CANDIDATE &&
        Object.keys(object).length === 1 &&
        isWhole(schema, inner) &&
        !toTokens(place).some((one) => isContrary(one))) ||
      (isNeutralPlace(place, names) && moved.length === kept.length && !moved.some(mayBeMeant)),
    found: new Map(index.names.map((name) => [joinPointer("", name), joinPointer(place, name)])),
  };
}

/**
 * Takes an object out of its wrapper where other keys are allowed, so only the missing property
 * shows that there is one.
 */
function fixWrapped({
  value: object,
  schema,
  path,
  context,
}: SchemaError & Named & InContext): Fix[] {
  const keys = Object.keys(object);
  const wrapped = context.memo.derive(["missing wrapped", object, schema, path], () =>
    findWrapped(object, keys, schema, knownNames(propertiesOf(schema)), context.memo),
  );
  if (wrapped === undefined) return [];
  const { title, patch, isCertain } = unwrap(
    wrapped,
    object,
    path,
    schema,
    () => false,
    context.requestValues,
  );
  return [makeFix(title, isCertain && keys.length === 1, [...patch])];
}

/**
 * Whether no key on the way to a place says what is there: without `cancelled`, an item would be a
 * planned one.
 */
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

function replaceByInner(
  path: string,
  place: string,
  inner: JsonObject,
  isJson: boolean,
  moved: readonly Outside[],
): Operation[] {
  // A move to the place of an array item would insert the object before that item.
  if (isJson || isIndex(lastToken(path))) {
    const whole = copyObject(inner);
    for (const { key, value } of moved) setProperty(whole, key, value);
    return [{ op: "replace", path, value: whole as JsonObject }];
  }
  const from = path + place;
  return [
    ...moved.map(
      (one): Operation => ({
        op: "move",
        from: path + one.place,
        path: joinPointer(from, one.key),
      }),
    ),
    { op: "move", from, path },
  ];
}

/**
 * Moves the properties of an absent object, or of the only item of an absent array, into it: `{
 * "id": 1 }` for `{ "user": { "id": 1 } }`. Certain, because no other place takes them, and nothing
 * is lost.
 */
function fixFlattened({
  value: object,
  name,
  schema,
  path,
  context,
}: SchemaError & Named & InContext): Fix[] {
  const properties = propertiesOf(schema);
  const target = properties[name] ?? {};
  const inner = allows(target, "array") ? (itemsOf(target) ?? {}) : target;
  const names = propertiesOf(inner);
  const keys = Object.keys(object).filter((key) => !Object.hasOwn(properties, key));
  const isWhole =
    keys.length > 0 &&
    keys.every((key) => Object.hasOwn(names, key)) &&
    requiredOf(inner).every((one) => keys.includes(one));
  if (!isWhole || Object.hasOwn(object, name) || keys.length > MAX_COMPARED) return [];
  const place = joinPointer(path, name);
  const holder = allows(target, "array") ? joinPointer(place, 0) : place;
  const patch: Operation[] = [
    ...(holder === place ? [] : [{ op: "add", path: place, value: [] } satisfies Operation]),
    { op: "add", path: holder, value: {} },
    ...keys.map(
      (key): Operation => ({
        op: "move",
        from: joinPointer(path, key),
        path: joinPointer(holder, key),
      }),
    ),
  ];
  const others = requiredOf(schema).filter((one) => one !== name && !Object.hasOwn(object, one));
  const isOnly = !others.some((one) =>
    keys.every((key) => Object.hasOwn(propertiesOf(properties[one]), key)),
  );
  return [
    makeFix(
      `Move ${keys.length > 1 ? "them" : quote(keys[0])} into ${quote(name)}`,
      isOnly && context.unknownCount <= keys.length,
      patch,
      place,
    ),
  ];
}

/** A key that is a path: `user.name`, `user[name]`, `items[0].id`. */
const PATH_KEY = /^[\w-]{1,64}(?:\.[\w-]{1,64}|\[[\w-]{1,64}\]){1,16}$/;

/**
 * Makes a missing property of the keys that are paths into it. Certain if the schema has each of
 * their steps.
 */
function fixByPaths({ value: object, name, schema, path }: SchemaError & Named & InContext): Fix[] {
  const keys = Object.keys(object).filter((key) => PATH_KEY.test(key) && toSteps(key)[0] === name);
  if (keys.length === 0 || keys.length > MAX_COMPARED || Object.hasOwn(object, name)) return [];
  const patch: Operation[] = [];
  /** The objects and arrays that are made, with the number of their items. */
  const made = new Map<string, number>();
  for (const key of keys) {
    let [place, view]: [string, JsonObject | undefined] = [
      joinPointer(path, name),
      propertiesOf(schema)[name],
    ];
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
  return [
    makeFix(
      `Move ${keys.length > 1 ? "them" : quote(keys[0])} into ${quote(name)}`,
      true,
      patch,
      path,
    ),
  ];
}

const toSteps = (key: string) => key.match(/[\w-]+/g) ?? [];

/**
 * The only property of an object property that an unknown key means and that has no value yet:
 * `ownerId`, `owner.id`.
 */
function findNested(key: string, object: JsonObject, properties: Properties) {
  const canHold = (holder: unknown, name: string) =>
    isObject(holder)
      ? !Object.hasOwn(holder, name) || isEmpty(holder[name])
      : holder === undefined || isEmpty(holder);
  const targets = knownNames(properties).nested.get(foldName(key.replaceAll(".", ""))) ?? [];
  const [target, ...others] = targets.filter(({ holder, name }) => canHold(object[holder], name));
  return others.length === 0 ? target : undefined;
}

/**
 * Moves unknown keys into objects beside them: `ownerId` into `owner` as `id`, and into an open
 * object, such as the candidate of a request, what its schema lists. Keys that move into one absent
 * object are moved together.
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
    const isFilled = isObject(value) && !isEmpty(value);
    const moved = isFilled
      ? keys.filter((key) => Object.hasOwn(listed, key) && !Object.hasOwn(value, key))
      : (value === undefined || isEmpty(value)) &&
          keys.filter((key) => knownNames(listed).aliases.has(foldName(key))).length > 1
        ? keys
        : [];
    const moves = moved.map((key) => ({ key, name: key }));
    if (moves.length > 0)
      return (isFilled ? moves.map((one) => [one]) : [moves]).map((some) =>
        moveInto(holder, some, object, path, true),
      );
  }
  const targets = keys.flatMap((key) => {
    const target = findNested(key, object, properties);
    return target === undefined || isTaken(target.holder) ? [] : [{ key, ...target }];
  });
  const isCertain = ({ form, holder }: { form: string; holder: string }) =>
    form.startsWith(foldName(holder));
  return [
    ...groupBy(targets, (one) =>
      isObject(object[one.holder]) || !isCertain(one) ? one.key : `${one.holder}/`,
    ).values(),
  ].map((moves) => {
    const [first] = moves as [(typeof targets)[number]];
    return moveInto(
      first.holder,
      [...new Map(moves.toReversed().map((one) => [one.name, one])).values()].toReversed(),
      object,
      path,
      isCertain(first),
    );
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
  const keys = moves.map(({ key }) => key);
  const renamed = moves.filter(({ key, name }) => key !== name).map(({ name }) => quote(name));
  const hasHolder = isObject(object[holder]);
  const found = moves.map(
    ({ key, name }) => [joinPointer(joinPointer("", holder), name), joinPointer("", key)] as const,
  );
  return {
    keys,
    title: `Move ${moves.length > 1 ? "them" : "it"} into ${quote(holder)}${renamed.length > 0 ? ` as ${renamed.join(", ")}` : ""}`,
    patch: [
      ...(hasHolder ? [] : [{ op: "add", path: to, value: {} } as const]),
      ...moves.map(
        ({ key, name }): Operation => ({
          op: "move",
          from: joinPointer(path, key),
          path: joinPointer(to, name),
        }),
      ),
    ],
    isCertain,
    holder,
    found: new Map(
      isCertain
        ? [
            ...(hasHolder
              ? []
              : [[joinPointer("", holder), joinPointer("", keys[0] as string)] as const]),
            ...found,
          ]
        : [],
    ),
  };
}

interface KeyRule {
  readonly name: string;
  fixes(error: SchemaError & Named & InContext): readonly Fix[];
}

/** The ways to find a missing property under other keys of the object, the best first. */
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
  // One value is put into the array when it is there.
  const couldHoldItem = (known: string) =>
    typeof value !== "object" &&
    allows(properties[known] ?? {}, "array") &&
    allows(itemsOf(properties[known] ?? {}) ?? {}, kindOf(value));
  const rename = (to: string, isCertain: boolean) => {
    const place = joinPointer(error.path, to);
    // If the value does not fit, the fix is certain only if the result has no problem.
    const isNamed = [to, ...readAliases(properties[to])].some((one) => stem(one) === stem(name));
    const fits =
      isSameName(name, to) ||
      (couldHold(to) && (isNamed || typeof value === "object")) ||
      (isNamed && couldHoldItem(to));
    return makeFix(
      `Rename to "${to}"`,
      isCertain,
      [{ op: "move", from: path, path: place }],
      isCertain && !fits ? place : undefined,
    );
  };
  if (meant?.isCertain) return [rename(meant.value, true)];
  if (relocation?.isCertain) return relocate(error);
  // A null where null is allowed is a value: it says that there is nothing. An object with nothing
  // but remarks is no record.
  const saysNone = meant !== undefined && isEmpty(value) && couldHold(meant.value);
  const isRemark = isAnnotation(name) && !Object.keys(object).every(isAnnotation);
  const isRemovable =
    !saysNone &&
    (isRemark ||
      repeatsRequest(error.path, name, value, context.requestValues) ||
      unknown.isRedundant(name, value));
  const removed = makeFix(`Remove ${quote(name)}`, isRemovable, [{ op: "remove", path }]);
  // A secret is not moved to a property that is kept and shown, and a remark is no value.
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

/** Narrows a type by the format beside it: `{ "type": "string", "format": "date" }` is a date. */
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
 * Moves a property to another object that it could belong to. Certain if there is only one, inside
 * the object that has it.
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
