import type { Operation } from "../../ground/json/patch.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isObject, type JsonObject, kindOf } from "../../ground/json/value.js";
import { allows, propertiesOf } from "../../ground/json-schema/schemas-in.js";
import { foldName, wordsIn } from "../../ground/text/fold-name.js";
import { MAX_COMPARED } from "../../ground/text/match-names.js";
import type { Meaning } from "../../ground/text/meaning.js";
import { quote } from "../../ground/text/quote.js";
import type { Memo } from "../memo.js";
import { type Fix, makeFix } from "../problem.js";
import { type KnownNames, knownNames, type NestedTarget, type Properties } from "./known-properties.js";
import { jsonString } from "./readers/json-string.js";
import { isAnnotation, isEmpty } from "./redundant.js";
import type {
  IntendedObject,
  MisplacedProperties,
  OuterProperty,
  PropertyError,
  PropertyGroup,
} from "./shape-error.js";

/** In an object with more unknown properties, their contents are not searched. */
export const MAX_SEARCHED_PROPERTIES = 10;

/** The object in a wrapper, and the error of the wrapper. */
export interface Wrapper extends IntendedObject {
  readonly error: PropertyError;
}

/** The only unknown property that contains, at some depth, known properties. Undefined if the object has one itself. */
export function findWrapper(siblings: readonly PropertyError[]): Wrapper | undefined {
  const [{ value: object, schema }] = siblings as [PropertyError];
  const properties = propertiesOf(schema);
  const names = Object.keys(properties);
  if (names.some((name) => Object.hasOwn(object, name)) || siblings.length > MAX_SEARCHED_PROPERTIES) return undefined;
  const known = knownNames(properties);
  const wrappers = siblings.flatMap((error): Wrapper[] => {
    const wrapped = wrappedIn(object[error.name], joinPointer("", error.name), known, error.context.memo);
    return wrapped === undefined ? [] : [{ error, ...wrapped }];
  });
  return wrappers.length === 1 ? wrappers[0] : undefined;
}

/** The object with known properties inside a value, or inside a string that is JSON. */
function wrappedIn(value: unknown, path: string, known: KnownNames, memo: Memo): IntendedObject | undefined {
  if (typeof value === "string") {
    // Remembered, because every trial of a fix asks again.
    const [meaning] = memo.ofString(value, objectsIn);
    const object = meaning?.isCertain ? (meaning.value as JsonObject) : {};
    return hasKnownNames(object, known) ? { path, object, isJsonString: true } : undefined;
  }
  if (Array.isArray(value)) return value.length === 1 ? wrappedIn(value[0], `${path}/0`, known, memo) : undefined;
  if (!isObject(value)) return undefined;
  if (hasKnownNames(value, known)) return { path, object: value, isJsonString: false };
  const entries = Object.entries(value);
  const [only, ...others] = entries.filter(([, inner]) => mayContainObject(inner));
  if (only === undefined || others.length > 0 || entries.length > MAX_SEARCHED_PROPERTIES) return undefined;
  return wrappedIn(only[1], joinPointer(path, only[0]), known, memo);
}

/** Whether an object has several known names. Of aliases, three are needed: two may be there by chance. */
function hasKnownNames(object: JsonObject, { names, aliases }: KnownNames): boolean {
  const keys = Object.keys(object).slice(0, MAX_COMPARED).map(foldName);
  return keys.filter((key) => names.has(key)).length > 1 || keys.filter((key) => aliases.has(key)).length > 2;
}

function mayContainObject(value: unknown): boolean {
  return typeof value === "string" ? /^\s*\{/.test(value) : typeof value === "object" && value !== null;
}

/** The properties that are not on the path to a wrapped object, the outermost first. */
export function outerProperties(object: JsonObject, [token, ...rest]: readonly string[], path = ""): OuterProperty[] {
  if (token === undefined) return [];
  const beside = Object.entries(object).filter(([name]) => name !== token);
  return [
    ...beside.map(([name, value]) => ({ path: joinPointer(path, name), name, value })),
    ...outerProperties(object[token] as JsonObject, rest, joinPointer(path, token)),
  ];
}

/**
 * The absent properties that are grouped in an unknown one: `{ "book": { "id": …, "title": … } }` for `bookId` and
 * `title`. Undefined if most keys are other ones. A group of several properties is certain if
 *
 * - several begin with the name of the group, or one has several words,
 * - none is meant by an alias, which may be about something else,
 * - and nothing is lost with the other keys.
 */
export function findGroup(
  holder: string,
  value: unknown,
  absent: readonly string[],
  { byAlias }: KnownNames,
): PropertyGroup | undefined {
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length === 0 || keys.length > 2 * absent.length) return undefined;
  const absentLike = (folded: string) => absent.find((name) => foldName(name) === folded);
  const members = keys.flatMap((key) => {
    const prefixed = absentLike(foldName(holder + key));
    const absentName = prefixed ?? absentLike(foldName(key));
    const name = absentName ?? byAlias.get(foldName(key))?.find((one) => absent.includes(one));
    return name === undefined
      ? []
      : [{ key, name, hasPrefix: prefixed !== undefined, isAlias: absentName === undefined }];
  });
  const hasTwins = new Set(members.map(({ name }) => name)).size < members.length;
  if (members.length * 2 <= keys.length || hasTwins) return undefined;
  const otherKeys = keys.filter((key) => !members.some((member) => member.key === key));
  const hasOwnNames = !members.some(({ isAlias }) => isAlias);
  const areExact = members.every(({ key, name }) => foldName(key) === foldName(name));
  if (members.length === 1) return areExact ? { members, otherKeys, hasOwnNames, isCertain: false } : undefined;
  const sharesName = members.filter(({ hasPrefix }) => hasPrefix).length > 1;
  // A name of several words hardly means something else.
  const isKnown = sharesName || (areExact && members.some(({ name }) => wordsIn(name).length > 1));
  const isSafe = otherKeys.every((key) => isEmpty(value[key]) || isAnnotation(key));
  return { members, otherKeys, hasOwnNames, isCertain: hasOwnNames && isKnown && isSafe };
}

/** Moves the properties out of their group, which is removed if nothing is lost with its other keys. */
export function ungroup(path: string, parentPath: string, { members, otherKeys, isCertain }: PropertyGroup): Fix {
  const moves = members.map(
    ({ key, name }): Operation => ({ op: "move", from: joinPointer(path, key), path: joinPointer(parentPath, name) }),
  );
  const removed: Operation[] = isCertain || otherKeys.length === 0 ? [{ op: "remove", path }] : [];
  const title = `Move its properties up, as ${members.map(({ name }) => quote(name)).join(", ")}`;
  return makeFix(title, isCertain, [...moves, ...removed]);
}

/** The objects that a string may contain as JSON. */
function objectsIn(text: string) {
  return [...jsonString(text, { type: "object" })];
}

/**
 * The only property of an object property that an unknown name means and that has no value yet: `ownerId`, `owner.id`
 * or an alias of `id` in `owner`.
 */
export function findNested(unknown: string, object: JsonObject, properties: Properties): NestedTarget | undefined {
  const targets = targetsNamed(unknown, properties);
  const [target, ...others] = targets.filter(({ holder, name }) => canHold(object[holder], name));
  return others.length === 0 ? target : undefined;
}

/** The values that are already where an unknown property belongs, if its name begins with that of its holder. */
export function nestedValues(unknown: string, object: JsonObject, properties: Properties): unknown[] {
  return targetsNamed(unknown, properties).flatMap(({ holder, name, isCertain }) => {
    const held = object[holder];
    return isCertain && isObject(held) && !canHold(held, name) ? [held[name]] : [];
  });
}

function targetsNamed(unknown: string, properties: Properties): readonly NestedTarget[] {
  return knownNames(properties).nested.get(foldName(unknown.replaceAll(".", ""))) ?? [];
}

/** Whether a holder has no value for a property, and could get one. */
function canHold(holderValue: unknown, name: string): boolean {
  if (!isObject(holderValue)) return holderValue === undefined || isEmpty(holderValue);
  return !Object.hasOwn(holderValue, name) || isEmpty(holderValue[name]);
}

export function moveIntoHolder(
  path: string,
  parentPath: string,
  { holder, name, isCertain }: NestedTarget,
  object: JsonObject,
): Fix {
  const to = joinPointer(parentPath, holder);
  return makeFix(`Move it into ${quote(holder)} as ${quote(name)}`, isCertain, [
    ...addObject(object[holder], to),
    { op: "move", from: path, path: joinPointer(to, name) },
  ]);
}

/** Adds an empty object, unless there is an object. */
export function addObject(holderValue: unknown, path: string): Operation[] {
  return isObject(holderValue) ? [] : [{ op: "add", path, value: {} }];
}

/**
 * The unknown properties that belong in an open object beside them, such as the candidate of a request. If the object
 * is empty, all of them do; otherwise those that its schema lists and that it lacks. Properties in `matches` have
 * another meaning. If one of them is meant as the object, nothing is moved into it.
 */
export function findMisplaced(
  unknown: readonly string[],
  object: JsonObject,
  properties: Properties,
  matches: ReadonlyMap<string, Meaning>,
): MisplacedProperties | undefined {
  for (const holder of openObjects(properties)) {
    if ([...matches.values()].some(({ value }) => value === holder)) continue;
    const names = unknown.filter((name) => !matches.has(name));
    const listed = propertiesOf(properties[holder]);
    const holderValue = Object.hasOwn(object, holder) ? object[holder] : undefined;
    if (holderValue === undefined || isEmpty(holderValue)) {
      const { aliases } = knownNames(listed);
      // One of them may be beside the object by chance.
      const isKnown = names.filter((name) => aliases.has(foldName(name))).length > 1;
      if (isKnown) return { holder, names, isTogether: true };
    } else if (isObject(holderValue)) {
      const missing = names.filter((name) => Object.hasOwn(listed, name) && !Object.hasOwn(holderValue, name));
      if (missing.length > 0) return { holder, names: missing, isTogether: false };
    }
  }
  return undefined;
}

/** The open object that a missing property is in by mistake; undefined if there is none. */
export function wrongHolderOf({ value, name, schema }: PropertyError): string | undefined {
  const properties = propertiesOf(schema);
  return openObjects(properties).find((holder) => {
    const holderValue = value[holder];
    if (!isObject(holderValue) || !Object.hasOwn(holderValue, name)) return false;
    const isListed = Object.hasOwn(propertiesOf(properties[holder]), name);
    return !isListed && allows(properties[name] ?? {}, kindOf(holderValue[name]));
  });
}

function openObjects(properties: Properties): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.additionalProperties === true);
}

export function moveOutOf(holder: string, { path, name }: PropertyError): Fix {
  const from = joinPointer(joinPointer(path, holder), name);
  return makeFix(`Move it out of ${quote(holder)}`, true, [{ op: "move", from, path: joinPointer(path, name) }]);
}

export function moveMisplaced(misplaced: MisplacedProperties, { path, name, value }: PropertyError): Fix {
  const { holder, names, isTogether } = misplaced;
  const to = joinPointer(path, holder);
  const added = addObject(value[holder], to);
  const moves = (isTogether ? names : [name]).map(
    (moved): Operation => ({ op: "move", from: joinPointer(path, moved), path: joinPointer(to, moved) }),
  );
  return makeFix(`Move ${moves.length > 1 ? "them" : "it"} into ${quote(holder)}`, true, [...added, ...moves]);
}
