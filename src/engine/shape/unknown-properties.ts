import type { Operation } from "../../json/patch.js";
import { isIndex, join, parse, valueAt } from "../../json/pointer.js";
import { equal, type Json, type JsonObject, kindOf } from "../../json/value.js";
import { claimMisspelt, didYouMean, isSameName, type Meant, rivalsOf, stem } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";
import { isIssued } from "../derived-value.js";
import { type Fix, KEPT } from "../problem.js";
import { allows } from "../readings/reading.js";
import { isEmpty, isNoLoss, isShortScalar, sparesIn } from "../spare.js";
import { findGroup, ungroup } from "./find-group.js";
import { besides, type Wrapper, wrapperAmong } from "./find-wrapper.js";
import { keyAsName } from "./key-as-name.js";
import { aliasesOf, type KnownNames, knownNames, propertiesOf } from "./known-properties.js";
import { findNested, heldFor, moveInto } from "./nested-property.js";
import type { Group, Home, ShapeError, Unknown } from "./shape-error.js";

/** Absent properties that are offered for an unknown one. */
const MOST_OFFERED = 2;
/** More unknown properties of one object are no groups of known ones. */
const MOST_GROUPS = 10;

/**
 * Says what each unknown property of one object was probably meant as. Gives the names of absent properties for which
 * one of them stands, with the pointers, from the object, of what does.
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
  const home: Home = { path: "", object };
  const isOnly = isOnlyOne(siblings, object);
  const isSpare = sparesIn(object, (name) => Object.hasOwn(properties, name));
  const { claims, groups, free } = standInsAmong(siblings.map(nameOf), object, properties);
  // One for all that nothing is known of: there may be thousands.
  const nestedBy = (name: string) => findNested(name, object, properties);
  const open: Unknown = { home, isOnly, absent: free, isSpare, nestedBy };
  for (const error of siblings) {
    const meant = claims.get(nameOf(error));
    const group = groups.get(nameOf(error));
    error.unknown =
      meant === undefined && group === undefined ? open : { home, isOnly, meant, group, absent: free, isSpare };
  }
  return [
    // Of two that stand for one, the first.
    ...[...claims].reverse().map(([name, { value }]): [string, string] => [value, join("", name)]),
    ...[...groups].flatMap(([holder, { names }]) =>
      names.map(([key, name]): [string, string] => [name, join(join("", holder), key)]),
    ),
  ];
}

function isOnlyOne(siblings: readonly ShapeError[], object: JsonObject): boolean {
  return siblings.length === 1 && Object.keys(object).length === 1;
}

/** What stands beside a wrapped object may belong into it. */
function explainWrapped(
  siblings: readonly ShapeError[],
  { error: wrapping, inner }: Wrapper,
  object: JsonObject,
  properties: Record<string, JsonObject>,
): void {
  const wrapped = valueAt(object, inner) as JsonObject;
  const home: Home = { path: inner, object: wrapped };
  // More are only counted when they are unwrapped.
  const unknown = Object.keys(wrapped)
    .filter((name) => !Object.hasOwn(properties, name))
    .slice(0, KEPT);
  const nested = new Set(unknown.map((name) => findNested(name, wrapped, properties)?.holder));
  const free = standInsAmong(unknown, wrapped, properties).free.filter((name) => !nested.has(name));
  const found = besides(object, parse(inner));
  const outside = Object.fromEntries(found.map(({ name, value }) => [name, value as Json]));
  const { claims, free: absent } = standInsAmong(Object.keys(outside), outside, properties, free);
  // An id or a name may be that of the wrapper.
  const meantBy = (name: string) => {
    const meant = claims.get(name);
    return meant && { ...meant, sure: meant.sure && isSameName(name, meant.value) };
  };
  const isSpare = sparesIn(wrapped, (name) => Object.hasOwn(properties, name));
  const nestedBy = (name: string) => findNested(name, wrapped, properties);
  const isOnly = isOnlyOne(siblings, object);
  for (const error of siblings) {
    const beside = error === wrapping ? found.map((one) => ({ ...one, meant: meantBy(one.name) })) : undefined;
    const meant = error === wrapping ? undefined : meantBy(nameOf(error));
    error.unknown = { home, isOnly, absent, isSpare, nestedBy, meant, ...(beside && { beside }) };
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
  // What stands there empty is given under the other name.
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
  doubtRivals(claims, said, object, known);
  return { claims, groups, free: absent.filter((name) => !claimed.has(name)) };
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
  let free = absent;
  for (const name of unknown.length > MOST_GROUPS ? [] : unknown) {
    const group = findGroup(name, object[name], free, known);
    if (group === undefined || !(group.sure || (group.areOwn && group.rest.length === 0))) continue;
    groups.set(name, group);
    free = free.filter((one) => !group.names.some(([, grouped]) => grouped === one));
  }
  return groups;
}

function nameOf(error: ShapeError): string {
  return error.params.additionalProperty;
}

export function fixesOfUnknown(error: ShapeError): Fix[] {
  const { instancePath, data, unknown, parentSchema } = error;
  if (unknown === undefined) return [];
  const { meant, beside, group, nestedBy, absent, home } = unknown;
  const name = nameOf(error);
  const path = join(instancePath, name);
  const at = instancePath + home.path;
  if (beside !== undefined) return [keyAsName(error) ?? unwrap(error, unknown, beside)];
  if (group !== undefined) return [ungroup(path, at, group)];
  const value = (data as JsonObject)[name];
  const loose = findGroup(
    name,
    value,
    [...absent, ...(meant ? [meant.value] : [])],
    knownNames(propertiesOf(parentSchema)),
  );
  const ungrouped = loose === undefined ? [] : [ungroup(path, at, loose)];
  const named = keyAsName(error);
  const asNamed = named === undefined ? [] : [named];
  if (meant?.sure) {
    const sure = !isForeignId(error, meant.value);
    return [rename(path, at, meant.value, sure, isFitting(error, meant.value)), ...asNamed, ...ungrouped];
  }
  const nested = nestedBy?.(name);
  const moved = nested && moveInto(path, at, nested, home.object);
  const others =
    meant === undefined ? absent.filter((one) => couldHold(error, one)).slice(0, MOST_OFFERED) : [meant.value];
  const other = otherNameOf(error, home.object);
  return [
    ...ungrouped,
    ...asNamed,
    ...(moved === undefined ? [] : [moved]),
    ...moveUp(error, path),
    ...others.map((one) => rename(path, at, one, false)),
    ...(other === undefined || !couldHold(error, other) ? [] : [rename(path, at, other, false)]),
    {
      title: `Remove ${quote(name)}`,
      applicability: removal(error, unknown, other ?? nested?.name),
      patch: [{ op: "remove", path }],
    },
  ];
}

/** Of an object within the candidate: where the candidate itself lacks the property, it is in the wrong place. */
function moveUp({ ofCandidate = {}, candidate, instancePath, params }: ShapeError, path: string): Fix[] {
  const name: string = params.additionalProperty;
  if (instancePath === "/candidate" || !Object.hasOwn(ofCandidate, name)) return [];
  if (!saysNothing(candidate as JsonObject, name, ofCandidate[name])) return [];
  const to = join("/candidate", name);
  const patch: Operation[] = [{ op: "move", from: path, path: to }];
  return [{ title: `Move it to ${quote(`/${name}`)}`, applicability: "machine-applicable", patch, mustFit: to }];
}

/** A value of another type than expected is certain only where it is right in the end. */
function rename(path: string, parentPath: string, name: string, sure: boolean, isFitting = true): Fix {
  const to = join(parentPath, name);
  return {
    title: `Rename to "${name}"`,
    applicability: sure ? "machine-applicable" : "maybe-incorrect",
    patch: [{ op: "move", from: path, path: to }],
    ...(isFitting ? {} : { mustFit: to }),
  };
}

/**
 * Whether a property that can be made from another one would get an id that some system has issued, such as
 * `user_4821`. With a hyphen it may be chosen, such as `weather-2`.
 */
function isForeignId(error: ShapeError, name: string): boolean {
  const value = (error.data as JsonObject)[nameOf(error)];
  if (typeof value !== "string" || !value.includes("_") || !isIssued(value)) return false;
  if (isSameName(nameOf(error), name)) return false;
  return propertiesOf(error.parentSchema)[name]?.derive !== undefined;
}

function isFitting(error: ShapeError, name: string): boolean {
  return couldHold(error, name) || isSameName(nameOf(error), name);
}

/** What stands beside it is dropped, but for what belongs into it: certain where nothing is lost. */
function unwrap(
  { instancePath: to, parentSchema }: ShapeError,
  { home, absent, isSpare, nestedBy }: Unknown,
  beside: NonNullable<Unknown["beside"]>,
): Fix {
  const { required = [] } = (parentSchema ?? {}) as { required?: string[] };
  const isComplete = !absent.some((name) => required.includes(name));
  const names = beside.map(({ meant }) => meant?.value);
  const taken = beside.filter(({ meant }, at) => meant && names.indexOf(meant.value) === at);
  const isLost = ({ name, value, meant }: (typeof beside)[number]) =>
    !isSpare(value) && !(isNoLoss(value) && isComplete && !meant && !nestedBy?.(name)?.sure);
  const sure = beside.every((one) => one.meant?.sure || !isLost(one));
  const nameIn = ({ meant }: (typeof beside)[number]) => meant?.value as string;
  const added = Object.fromEntries(taken.map((one) => [nameIn(one), one.value as Json]));
  return {
    title: `Take what it holds out of ${quote(parse(home.path).join("/"))}`,
    applicability: sure ? "machine-applicable" : "maybe-incorrect",
    // A move to the place of an item would put it before the item.
    patch: isIndex(parse(to).at(-1) ?? "")
      ? [{ op: "replace", path: to, value: { ...home.object, ...added } }]
      : [
          ...taken.map(
            (one): Operation => ({
              op: "move",
              from: to + one.path,
              path: join(to + home.path, nameIn(one)),
            }),
          ),
          { op: "move", from: to + home.path, path: to },
        ],
  };
}

/** The property that is given under its own name too, and otherwise. */
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

/** False where the name is that of a property of the candidate, which says something else. */
function isSaidAbove({ ofCandidate = {}, candidate, instancePath, params }: ShapeError, value: unknown): boolean {
  const name: string = params.additionalProperty;
  if (instancePath === "/candidate" || !Object.hasOwn(ofCandidate, name)) return true;
  return saysTheSame((candidate as JsonObject)[name], value);
}

/** Removing a property is certain where nothing is lost by it. `other` is a property that it could be as well. */
function removal(error: ShapeError, unknown: Unknown, other: string | undefined): Fix["applicability"] {
  const { data, parentSchema } = error;
  const { home, absent, meant, isSpare } = unknown;
  const name = nameOf(error);
  const value = (data as JsonObject)[name];
  const properties = propertiesOf(parentSchema);
  if (isSpare(value)) return "machine-applicable";
  // It may be meant as a property that is absent, or instead of one that has nearly the same name.
  const isUnasked =
    absent.length === 0 &&
    meant === undefined &&
    other === undefined &&
    heldFor(name, home.object, properties).every((held) => saysTheSame(held, value)) &&
    isSaidAbove(error, value) &&
    didYouMean(name, Object.keys(properties)) === undefined;
  const isLoss = home.path === "" ? !isShortScalar(value) : !isNoLoss(value);
  return isUnasked && !isLoss ? "machine-applicable" : "maybe-incorrect";
}
