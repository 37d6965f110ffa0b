import type { Operation } from "../../json/patch.js";
import { join } from "../../json/pointer.js";
import { isObject, type JsonObject, kindOf } from "../../json/value.js";
import { allows, propertiesOf } from "../../json-schema/schemas-in.js";
import { fold } from "../../text/fold.js";
import type { Meaning } from "../../text/meaning.js";
import { quote } from "../../text/quote.js";
import { type Fix, fixOf } from "../problem.js";
import { knownNames, type NestedTarget, type Properties } from "./known-properties.js";
import { isEmpty } from "./redundant.js";
import type { MisplacedProperties, PropertyError } from "./shape-error.js";

/**
 * The only property of an object property that an unknown name means and that has no value yet: `ownerId`, `owner.id`
 * or an alias of `id` in `owner`.
 */
export function findNested(unknown: string, object: JsonObject, properties: Properties): NestedTarget | undefined {
  const targets = targetsNamed(unknown, properties);
  const [target, ...others] = targets.filter(({ holder, name }) => isFree(object[holder], name));
  return others.length === 0 ? target : undefined;
}

/** The values that are already where an unknown property belongs, if its name begins with that of its holder. */
export function nestedValues(unknown: string, object: JsonObject, properties: Properties): unknown[] {
  return targetsNamed(unknown, properties).flatMap(({ holder, name, sure }) => {
    const held = object[holder];
    return sure && isObject(held) && !isFree(held, name) ? [held[name]] : [];
  });
}

function targetsNamed(unknown: string, properties: Properties): readonly NestedTarget[] {
  return knownNames(properties).nested.get(fold(unknown.replaceAll(".", ""))) ?? [];
}

/** Whether a holder has no value for a property, and could get one. */
function isFree(held: unknown, name: string): boolean {
  if (!isObject(held)) return held === undefined || isEmpty(held);
  return !Object.hasOwn(held, name) || isEmpty(held[name]);
}

export function moveIntoHolder(
  path: string,
  parentPath: string,
  { holder, name, sure }: NestedTarget,
  object: JsonObject,
): Fix {
  const to = join(parentPath, holder);
  return fixOf(`Move it into ${quote(holder)} as ${quote(name)}`, sure, [
    ...addObject(object[holder], to),
    { op: "move", from: path, path: join(to, name) },
  ]);
}

/** Adds an empty object, unless there is an object. */
function addObject(held: unknown, path: string): Operation[] {
  return isObject(held) ? [] : [{ op: "add", path, value: {} }];
}

/** Fewer names of the object's properties may be beside it by chance. */
const MIN_KNOWN_NAMES = 2;

/**
 * The unknown properties that belong in an open object beside them, such as the candidate of a request: those that its
 * schema lists and that it lacks or, if the object is empty, all. Properties in `matches` have another meaning, and an
 * object that one of them is meant as is not empty.
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
    const known = propertiesOf(properties[holder]);
    const held = Object.hasOwn(object, holder) ? object[holder] : undefined;
    if (held === undefined || isEmpty(held)) {
      const { aliases } = knownNames(known);
      const isKnown = names.filter((name) => aliases.has(fold(name))).length >= MIN_KNOWN_NAMES;
      if (isKnown) return { holder, names, isTogether: true };
    } else if (isObject(held)) {
      const missing = names.filter((name) => Object.hasOwn(known, name) && !Object.hasOwn(held, name));
      if (missing.length > 0) return { holder, names: missing, isTogether: false };
    }
  }
  return undefined;
}

/** The open object that a missing property is in by mistake; undefined if there is none. */
export function wrongHolderOf({ value, name, schema }: PropertyError): string | undefined {
  const properties = propertiesOf(schema);
  return openObjects(properties).find((holder) => {
    const held = value[holder];
    if (!isObject(held) || !Object.hasOwn(held, name)) return false;
    const isListed = Object.hasOwn(propertiesOf(properties[holder]), name);
    return !isListed && allows(properties[name] ?? {}, kindOf(held[name]));
  });
}

function openObjects(properties: Properties): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.additionalProperties === true);
}

export function moveOutOf(holder: string, { path, name }: PropertyError): Fix {
  const from = join(join(path, holder), name);
  return fixOf(`Move it out of ${quote(holder)}`, true, [{ op: "move", from, path: join(path, name) }]);
}

export function moveMisplaced(
  { holder, names, isTogether }: MisplacedProperties,
  { path, name, value }: PropertyError,
): Fix {
  const to = join(path, holder);
  const added = addObject(value[holder], to);
  const moves = (isTogether ? names : [name]).map(
    (one): Operation => ({ op: "move", from: join(path, one), path: join(to, one) }),
  );
  return fixOf(`Move ${moves.length > 1 ? "them" : "it"} into ${quote(holder)}`, true, [...added, ...moves]);
}
