import type { Operation } from "../../json/patch.js";
import { isIndex, join, parse } from "../../json/pointer.js";
import { equal, isObject, type Json, type JsonObject, kindOf } from "../../json/value.js";
import { claimMisspelt, isSameName, type Meant, rivalsOf, stem } from "../../text/did-you-mean.js";
import { isShort, quote, someOf } from "../../text/quote.js";
import { type Fix, fixOf, MAX_KEPT } from "../problem.js";
import { isOwnId, isSecret } from "./names/foreign-value.js";
import { aliasesOf, type KnownNames, knownNames, propertiesOf } from "./names/known-properties.js";
import { findGroup, ungroup } from "./places/find-group.js";
import { besides, type Wrapper, wrapperAmong } from "./places/find-wrapper.js";
import { keyAsName } from "./places/key-as-name.js";
import { findNested, heldFor, moveInto } from "./places/nested-property.js";
import { moveStray, strayAmong } from "./places/open-object.js";
import { allows } from "./readings/reading.js";
import { typeOf } from "./readings/schema-as-type.js";
import { isAnnotation, isEmpty, redundantIn } from "./redundant.js";
import type { Beside, Group, Home, RequestFacts, ShapeError, Stray, Unknown } from "./shape-error.js";

/** Absent properties that are offered as the name of an unknown one. */
const MAX_OFFERED = 2;
/** An object with more unknown properties has no groups of known ones. */
const MAX_GROUPS = 10;

/**
 * Notes what each unknown property of one object was probably meant as. Returns the names of absent properties that
 * stand under another name, with their pointers from the object.
 */
export function explainUnknown(siblings: readonly ShapeError[]): [name: string, place: string][] {
  const [{ parentSchema, data }] = siblings as [ShapeError];
  const object = data as JsonObject;
  const properties = propertiesOf(parentSchema);
  const wrapper = wrapperAmong(siblings, object, properties);
  if (wrapper !== undefined) {
    explainWrapped(siblings, wrapper, object, properties);
    return Object.keys(properties).map((name) => [name, join(wrapper.inner, name)]);
  }
  const home: Home = { path: "", object, isWritten: false };
  const isOnly = isOnlyOne(siblings, object);
  const isRedundant = redundantIn(object, (name) => Object.hasOwn(properties, name));
  const names = siblings.map(nameOf);
  const { claims, groups, free } = standInsAmong(names, object, properties);
  // Thousands of properties of which nothing is known share one.
  const nestedBy = (name: string) => findNested(name, object, properties);
  const open: Unknown = { home, isOnly, absent: free, isRedundant, nestedBy };
  const stray = strayAmong(
    names.filter((name) => !groups.has(name)),
    object,
    properties,
    claims,
  );
  const strays = new Set(stray?.names);
  const foreign = foreignAmong(claims, object, properties);
  for (const error of siblings) {
    const claim = claims.get(nameOf(error));
    const meant = claim && foreign.has(nameOf(error)) ? { ...claim, sure: false } : claim;
    const group = groups.get(nameOf(error));
    if (meant !== undefined || group !== undefined)
      error.unknown = { home, isOnly, meant, group, absent: free, isRedundant };
    else error.unknown = strays.has(nameOf(error)) ? { ...open, stray } : open;
  }
  const [first] = stray?.isTogether ? stray.names : [];
  return [
    ...(first === undefined ? [] : [[(stray as Stray).holder, join("", first)] as [string, string]]),
    // If two stand for one, the first counts.
    ...[...claims].reverse().map(([name, { value }]): [string, string] => [value, join("", name)]),
    ...[...groups].flatMap(([holder, { names }]) =>
      names.map(([key, name]): [string, string] => [name, join(join("", holder), key)]),
    ),
  ];
}

/**
 * The properties that have the alias of an absent one, but probably not its value: an id that some system has issued,
 * for an id that is made from a name.
 */
function foreignAmong(
  claims: ReadonlyMap<string, Meant>,
  object: JsonObject,
  properties: Record<string, JsonObject>,
): Set<string> {
  const aliases = new Map([...claims].map(([name, { value }]) => [value, name]));
  const valueUnder = (name: string) =>
    saysNothing(object, name, properties[name]) ? object[aliases.get(name) ?? ""] : object[name];
  const isForeign = ([name, { value }]: [string, Meant]) =>
    isSecret(object[name], name) || !isOwnId(object[name], name, value, properties[value], valueUnder);
  return new Set([...claims].filter(isForeign).map(([name]) => name));
}

function isOnlyOne(siblings: readonly ShapeError[], object: JsonObject): boolean {
  return siblings.length === 1 && Object.keys(object).length === 1;
}

/** A property beside a wrapped object may belong in it. */
function explainWrapped(
  siblings: readonly ShapeError[],
  { error: wrapping, inner, wrapped, isWritten }: Wrapper,
  object: JsonObject,
  properties: Record<string, JsonObject>,
): void {
  const home: Home = { path: inner, object: wrapped, isWritten };
  // After it is unwrapped, more unknown properties are only counted.
  const unknown = Object.keys(wrapped)
    .filter((name) => !Object.hasOwn(properties, name))
    .slice(0, MAX_KEPT);
  const nested = new Set(unknown.map((name) => findNested(name, wrapped, properties)?.holder));
  const free = standInsAmong(unknown, wrapped, properties).free.filter((name) => !nested.has(name));
  const found = besides(object, parse(inner));
  const outside = Object.fromEntries(found.map(({ name, value }) => [name, value as Json]));
  const { claims, free: absent } = standInsAmong(Object.keys(outside), outside, properties, free);
  // An id or a name may be that of the wrapper.
  const meantBy = (name: string) => {
    const meant = claims.get(name);
    return meant && { ...meant, sure: meant.sure && (isSameName(name, meant.value) || isObject(outside[name])) };
  };
  const isRedundant = redundantIn(wrapped, (name) => Object.hasOwn(properties, name));
  const nestedBy = (name: string) => findNested(name, wrapped, properties);
  const isOnly = isOnlyOne(siblings, object);
  for (const error of siblings) {
    const beside = error === wrapping ? found.map((one) => ({ ...one, meant: meantBy(one.name) })) : undefined;
    const meant = error === wrapping ? undefined : meantBy(nameOf(error));
    error.unknown = { home, isOnly, absent, isRedundant, nestedBy, meant, ...(beside && { beside }) };
  }
}

/** Unknown properties that stand for absent ones. */
interface StandIns {
  readonly claims: ReadonlyMap<string, Meant>;
  readonly groups: ReadonlyMap<string, Group>;
  /** The absent properties for which none stands. */
  readonly free: readonly string[];
}

function standInsAmong(
  unknown: readonly string[],
  object: JsonObject,
  properties: Record<string, JsonObject>,
  // An empty property may be given under another name.
  absent: readonly string[] = Object.keys(properties).filter((name) => saysNothing(object, name, properties[name])),
): StandIns {
  const known = knownNames(properties);
  const groups = groupsAmong(unknown, object, absent, known);
  const claimed = new Set([...groups.values()].flatMap((group) => group.names.map(([, name]) => name)));
  const claims = new Map<string, Meant>();
  const wordsOf = (name: string) => known.words.get(name);
  const claim = (names: readonly string[]) => {
    const free = absent.filter((name) => !claimed.has(name));
    for (const [name, meant] of claimMisspelt(names, free, (one) => aliasesOf(properties[one]), wordsOf)) {
      claims.set(name, meant);
      claimed.add(meant.value);
    }
  };
  const alone = unknown.filter((name) => !groups.has(name));
  const said = alone.filter((name) => !isEmpty(object[name]));
  claim(said);
  if (said.length < alone.length) claim(alone.filter((name) => isEmpty(object[name])));
  const unclaimed = alone.filter((name) => !claims.has(name));
  for (const [name, value] of claimsByContents(unclaimed, object, absent, properties)) {
    if (claimed.has(value)) continue;
    claims.set(name, { value, sure: true });
    claimed.add(value);
  }
  doubtRivals(claims, said, object, known);
  return { claims, groups, free: absent.filter((name) => !claimed.has(name)) };
}

/** Fewer names that are known within an object are there by chance. */
const MIN_KNOWN_WITHIN = 3;

/** The unknown objects that alone have the properties of an absent one: `spec` for `candidate`. */
function claimsByContents(
  unknown: readonly string[],
  object: JsonObject,
  absent: readonly string[],
  properties: Record<string, JsonObject>,
): [name: string, value: string][] {
  const holders = unknown.length > MAX_GROUPS ? [] : unknown.filter((name) => isObject(object[name]));
  return absent.flatMap((value): [string, string][] => {
    const within = propertiesOf(properties[value]);
    const isLike = (name: string) =>
      Object.keys(object[name] as JsonObject).filter((key) => Object.hasOwn(within, key)).length >= MIN_KNOWN_WITHIN;
    const [holder, ...others] = holders.filter(isLike);
    return holder === undefined || others.length > 0 ? [] : [[holder, value]];
  });
}

/** Whether a property is absent, empty, or still a placeholder. */
function saysNothing(object: JsonObject, name: string, schema: JsonObject | undefined): boolean {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return value === undefined || isEmpty(value) || (typeof value === "string" && value === schema?.placeholder);
}

/** Where two names could stand for one property and say different things, the author decides. */
function doubtRivals(
  claims: Map<string, Meant>,
  names: readonly string[],
  object: JsonObject,
  known: KnownNames,
): void {
  const claimants = new Map([...claims].map(([name, { value }]) => [value, name]));
  const unclaimed = names.filter((name) => !claims.has(name));
  const rivals = rivalsOf(
    unclaimed,
    new Set(claimants.keys()),
    (look) => known.byStem.get(look) ?? [],
    (name) => known.words.get(name),
  );
  for (const [rival, value] of rivals) {
    const claimant = claimants.get(value) as string;
    if (saysTheSame(object[rival], object[claimant])) continue;
    claims.set(rival, { value, sure: false });
    // Its own name in another spelling goes before an alias.
    if (!isSameName(claimant, value) || isSameName(rival, value)) claims.set(claimant, { value, sure: false });
  }
}

function groupsAmong(
  unknown: readonly string[],
  object: JsonObject,
  absent: readonly string[],
  known: KnownNames,
): Map<string, Group> {
  const groups = new Map<string, Group>();
  const holders = new Map<string, string>();
  for (const name of unknown.length > MAX_GROUPS ? [] : unknown) {
    const group = findGroup(name, object[name], absent, known);
    if (group === undefined || group.names.length < 2) continue;
    if (!(group.sure || (group.areOwn && group.rest.length === 0))) continue;
    // Where two hold the same properties, the author decides.
    const rivals = group.names.flatMap(([, held]) => holders.get(held) ?? []);
    for (const rival of rivals) groups.set(rival, { ...(groups.get(rival) as Group), sure: false });
    if (rivals.length > 0) continue;
    groups.set(name, group);
    for (const [, held] of group.names) holders.set(held, name);
  }
  return groups;
}

function nameOf(error: ShapeError): string {
  return error.params.additionalProperty;
}

export function fixesOfUnknown(error: ShapeError): Fix[] {
  const { instancePath, data, unknown, parentSchema } = error;
  if (unknown === undefined) return [];
  const { meant, beside, group, nestedBy, absent, home, stray } = unknown;
  const name = nameOf(error);
  const path = join(instancePath, name);
  const at = instancePath + home.path;
  if (beside !== undefined) return [keyAsName(error) ?? unwrap(error, unknown, beside)];
  if (group !== undefined) return [ungroup(path, at, group)];
  if (stray !== undefined) return [moveStray(name, stray, error)];
  const value = (data as JsonObject)[name];
  const loose = findGroup(
    name,
    value,
    [...absent, ...(meant ? [meant.value] : [])],
    knownNames(propertiesOf(parentSchema)),
  );
  const isLoose = loose !== undefined && (loose.names.length > 1 || !meant?.sure);
  const ungrouped = isLoose ? ungroup(path, at, loose) : [];
  const asNamed = keyAsName(error) ?? [];
  if (meant?.sure)
    return [rename(path, at, meant.value, true, isFitting(error, meant.value)), asNamed, ungrouped].flat();
  const removed = fixOf(`Remove ${quote(name)}`, isSafeToDrop(error, unknown), [{ op: "remove", path }]);
  // A secret is not copied to another place, where it would be kept and shown.
  if (isSecret(value, name)) return [removed];
  const nested = nestedBy?.(name);
  const others =
    meant === undefined ? absent.filter((one) => couldHold(error, one)).slice(0, MAX_OFFERED) : [meant.value];
  const other = otherNameOf(error, home.object);
  if (other !== undefined && couldHold(error, other)) others.push(other);
  return [
    withFormat(error),
    ungrouped,
    asNamed,
    nested === undefined ? [] : moveInto(path, at, nested, home.object),
    moveUp(error, path),
    others.map((one) => rename(path, at, one, false)),
    removed,
    removeAll(error),
  ].flat();
}

/** Formats of JSON Schema and OpenAPI that say no more than a type does. Others, such as a currency, would be lost. */
const SAYS_A_TYPE = /^(?:date|date-?time|e?mail|ur[il]|uuid|int32|int64|float|double)$/i;

/** A format of JSON Schema says more than the type beside it: `{ "type": "string", "format": "date" }` is a date. */
function withFormat({ instancePath, data, params, parentSchema }: ShapeError): Fix[] {
  const { type, format } = data as JsonObject;
  const isFormat = params.additionalProperty === "format" && Object.hasOwn(propertiesOf(parentSchema), "type");
  if (!isFormat || typeof type !== "string" || typeof format !== "string" || isEmpty(format)) return [];
  const narrowed = isShort(format) ? typeOf({ type, format }) : undefined;
  if (narrowed === undefined) return [];
  const path = join(instancePath, "type");
  const patch: Operation[] = [
    { op: "replace", path, value: narrowed },
    { op: "remove", path: join(instancePath, "format") },
  ];
  return [fixOf(`Use the format ${quote(narrowed)} as the type`, SAYS_A_TYPE.test(format), patch, path)];
}

/** Properties that are offered to be removed together. */
const MAX_LEFTOVERS = 50;

/** The first of several properties that nobody asked for offers to remove all of them. */
function removeAll(error: ShapeError): Fix[] {
  const { allUnknown } = error;
  if (allUnknown === undefined || allUnknown.errors.length < 2) return [];
  allUnknown.leftovers ??= allUnknown.errors.filter(isLeftover);
  const { leftovers } = allUnknown;
  if (leftovers[0] !== error || leftovers.length < 2 || leftovers.length > MAX_LEFTOVERS) return [];
  const names = new Set(leftovers.map((one) => quote(nameOf(one))));
  const patch = leftovers.map((one): Operation => ({ op: "remove", path: join(one.instancePath, nameOf(one)) }));
  const title = `Remove all ${leftovers.length} unknown properties: ${someOf([...names]).join(", ")}`;
  return [fixOf(title, false, patch)];
}

/** Whether nothing else is probably meant by an unknown property, and something would be lost with it. */
function isLeftover(error: ShapeError): boolean {
  const { unknown } = error;
  if (unknown === undefined || unknown.beside || unknown.group || unknown.meant || unknown.stray) return false;
  return !isSafeToDrop(error, unknown) && unknown.nestedBy?.(nameOf(error))?.sure !== true;
}

/** If the candidate itself lacks a property that an object within it has, it is in the wrong place. */
function moveUp({ ofCandidate = {}, candidate, instancePath, params }: ShapeError, path: string): Fix[] {
  const name: string = params.additionalProperty;
  if (instancePath === "/candidate" || !Object.hasOwn(ofCandidate, name)) return [];
  if (!saysNothing(candidate as JsonObject, name, ofCandidate[name])) return [];
  const to = join("/candidate", name);
  return [fixOf(`Move it to ${quote(`/${name}`)}`, true, [{ op: "move", from: path, path: to }], to)];
}

/** Renaming a value of another type than expected is certain only if the result has no problem left. */
function rename(path: string, parentPath: string, name: string, sure: boolean, isFitting = true): Fix {
  const to = join(parentPath, name);
  return fixOf(`Rename to "${name}"`, sure, [{ op: "move", from: path, path: to }], isFitting ? undefined : to);
}

function isFitting(error: ShapeError, name: string): boolean {
  return couldHold(error, name) || isSameName(nameOf(error), name);
}

/**
 * Takes an object out of its wrapper. Properties beside it are moved into it, unless nothing is lost without them.
 * Certain if none of these could be meant as a property that the object lacks.
 */
function unwrap(
  error: ShapeError,
  { home, isRedundant, nestedBy }: Unknown,
  beside: NonNullable<Unknown["beside"]>,
): Fix {
  const { instancePath: to } = error;
  const isLost = ({ name, value }: Beside) => !isAnnotation(name) && !isSaid(error, name, value) && !isRedundant(value);
  const kept = beside.filter((one) => one.meant || isLost(one));
  const names = kept.map(({ name, meant }) => meant?.value ?? name);
  const isFree = (name: string, at: number) => names.indexOf(name) === at && !Object.hasOwn(home.object, name);
  const moved = kept.filter(({ meant }, at) => isFree(names[at] as string, at) || meant);
  const sure = kept.every(({ name, meant }, at) =>
    meant ? meant.sure : isFree(names[at] as string, at) && nestedBy?.(name) === undefined,
  );
  const nameIn = ({ name, meant }: (typeof beside)[number]) => meant?.value ?? name;
  const added = Object.fromEntries(moved.map((one) => [nameIn(one), one.value as Json]));
  const title = `Move the properties of ${quote(parse(home.path).join("/"))} up`;
  // A move to the place of an item would put it before the item.
  if (home.isWritten || isIndex(parse(to).at(-1) ?? ""))
    return fixOf(title, sure, [{ op: "replace", path: to, value: { ...home.object, ...added } }]);
  const moves = moved.map(
    (one): Operation => ({ op: "move", from: to + one.path, path: join(to + home.path, nameIn(one)) }),
  );
  return fixOf(title, sure, [...moves, { op: "move", from: to + home.path, path: to }]);
}

/** The known property that has another value under its own name. */
function otherNameOf(error: ShapeError, object: JsonObject): string | undefined {
  const { data, parentSchema } = error;
  const value = (data as JsonObject)[nameOf(error)];
  const names = knownNames(propertiesOf(parentSchema)).byStem.get(stem(nameOf(error)));
  return names?.find(
    (name) => Object.hasOwn(object, name) && !isEmpty(object[name]) && !saysTheSame(object[name], value),
  );
}

/** Objects and arrays are never converted to strings: `{ "toString": 1 }` would throw. */
function saysTheSame(one: unknown, other: unknown): boolean {
  if (typeof one === "object" || typeof other === "object") return equal(one, other);
  return String(one).trim() === String(other).trim();
}

function couldHold({ data, params, parentSchema }: ShapeError, name: string): boolean {
  const kind = kindOf((data as JsonObject)[params.additionalProperty]);
  return allows(propertiesOf(parentSchema)[name] ?? {}, kind);
}

/** Whether nothing is lost without the property: it is empty, a repetition, or an annotation of tools. */
function isSafeToDrop(error: ShapeError, { isRedundant }: Unknown): boolean {
  const name = nameOf(error);
  const value = (error.data as JsonObject)[name];
  if (isAnnotation(name) || isSaid(error, name, value) || isRedundant(value)) return true;
  // `ownerId` may repeat the id of the owner.
  return heldFor(name, error.data as JsonObject, propertiesOf(error.parentSchema)).some((held) =>
    saysTheSame(held, value),
  );
}

/** Shorter values are equal by chance. */
const MIN_SAID_LENGTH = 5;

/** Whether an unknown property of the candidate repeats its domain, product or version, which the request names. */
function isSaid({ facts = {}, instancePath }: ShapeError, name: string, value: unknown): boolean {
  if (instancePath !== "/candidate") return false;
  const isFact = (fact: RequestFacts[string]) =>
    fact instanceof RegExp ? typeof value === "string" && isShort(value) && fact.test(value) : fact === value;
  if (Object.hasOwn(facts, name)) return facts[name] === undefined || isFact(facts[name]);
  return typeof value === "string" && value.length >= MIN_SAID_LENGTH && Object.values(facts).some(isFact);
}
