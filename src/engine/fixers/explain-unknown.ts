import { joinPointer, toTokens } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { propertiesOf } from "../../ground/json-schema/schemas-in.js";
import { isSameName } from "../../ground/text/fold-name.js";
import { findRivals, matchNames } from "../../ground/text/match-names.js";
import { Meaning } from "../../ground/text/meaning.js";
import { nameComparisons, type Subject } from "../memo.js";
import { MAX_KEPT_PROBLEMS } from "../problem.js";
import { knownNames, type Properties } from "./known-properties.js";
import { isOwnId, isSecret } from "./names/foreign-value.js";
import { isEmpty, isEqualAsText, lacksValue, redundancyTest } from "./redundant.js";
import type { IntendedObject, ObjectWithUnknown, PropertyError, PropertyGroup } from "./shape-error.js";
import {
  findGroup,
  findMisplaced,
  findNested,
  findWrapper,
  MAX_SEARCHED_PROPERTIES,
  outerProperties,
  type Wrapper,
} from "./wrong-depth.js";

/** An absent property, and the pointer of its value from the object that lacks it. */
type ActualPlace = readonly [name: string, place: string];

/**
 * Finds what each unknown property of one object was probably meant as, and notes it in `error.unknown`. Returns each
 * absent property whose value is in another place, with that place. If a property occurs twice, the last entry counts.
 */
export function explainUnknown(siblings: readonly PropertyError[]): ActualPlace[] {
  const [{ schema, value: object, context }] = siblings as [PropertyError];
  const properties = propertiesOf(schema);
  const wrapper = findWrapper(siblings);
  const intended: IntendedObject = wrapper ?? { path: "", object, isJsonString: false };
  const holder = {
    intended,
    isRedundant: redundancyTest(intended.object, (name) => Object.hasOwn(properties, name)),
  };
  if (wrapper !== undefined) {
    explainWrapped(siblings, wrapper, holder);
    return Object.keys(properties).map((name) => [name, joinPointer(wrapper.path, name)]);
  }
  const names = siblings.map(({ name }) => name);
  const { matches, groups, absent } = matchAbsent(names, object, properties, context);
  const ungrouped = names.filter((name) => !groups.has(name));
  const misplaced = findMisplaced(ungrouped, object, properties, matches);
  const common = { ...holder, absent };
  const isMisplaced = new Set(misplaced?.names);
  const foreign = foreignValues(matches, object, properties);
  for (const error of siblings) {
    const { name } = error;
    const group = groups.get(name);
    if (group) error.unknown = { ...common, kind: "group", group };
    else if (misplaced && isMisplaced.has(name)) error.unknown = { ...common, kind: "misplaced", misplaced };
    else error.unknown = { ...common, kind: "other", meant: matches.get(name)?.uncertainIf(foreign.has(name)) };
  }
  const [first] = misplaced?.isTogether ? misplaced.names : [];
  return [
    ...(misplaced === undefined || first === undefined ? [] : [[misplaced.holder, joinPointer("", first)] as const]),
    // Reversed, so that the first of two names for one property counts.
    ...[...matches].reverse().map(([name, { value }]) => [value, joinPointer("", name)] as const),
    ...[...groups].flatMap(([group, { members }]) =>
      members.map(({ key, name }) => [name, joinPointer(joinPointer("", group), key)] as const),
    ),
  ];
}

/**
 * The names that match an absent property, but probably do not have its value: a secret, or an id that some system has
 * issued for an id that is made from a name.
 */
function foreignValues(matches: ReadonlyMap<string, Meaning>, object: JsonObject, properties: Properties): Set<string> {
  const aliases = new Map([...matches].map(([name, { value }]) => [value, name]));
  const valueUnder = (name: string) =>
    lacksValue(object, name, properties[name]) ? object[aliases.get(name) ?? ""] : object[name];
  const isForeign = ([name, { value }]: [string, Meaning]) =>
    isSecret(object[name], name) || !isOwnId(object[name], name, value, properties[value], valueUnder);
  return new Set([...matches].filter(isForeign).map(([name]) => name));
}

/** Explains a wrapper, and the properties beside the wrapped object, which may belong in it. */
function explainWrapped(
  siblings: readonly PropertyError[],
  { object: wrapped, path, error: wrapper }: Wrapper,
  holder: Omit<ObjectWithUnknown, "absent">,
): void {
  const properties = propertiesOf(wrapper.schema);
  // Only as many names are looked at as problems are kept when the object is out of its wrapper.
  const unknown = Object.keys(wrapped)
    .filter((name) => !Object.hasOwn(properties, name))
    .slice(0, MAX_KEPT_PROBLEMS);
  const holders = new Set(unknown.map((name) => findNested(name, wrapped, properties)?.holder));
  const unmatched = matchAbsent(unknown, wrapped, properties, wrapper.context).absent.filter(
    (name) => !holders.has(name),
  );
  const outer = outerProperties(wrapper.value, toTokens(path));
  const outerObject = Object.fromEntries(outer.map(({ name, value }) => [name, value as Json]));
  const { matches, absent } = matchAbsent(
    Object.keys(outerObject),
    outerObject,
    properties,
    wrapper.context,
    unmatched,
  );
  // An alias such as an id or a name may be that of the wrapper.
  const meantBy = (name: string) => {
    const meant = matches.get(name);
    return meant?.uncertainIf(!isSameName(name, meant.value) && !isObject(outerObject[name]));
  };
  const common = { ...holder, absent };
  for (const error of siblings) error.unknown = { ...common, kind: "other", meant: meantBy(error.name) };
  const explained = outer.map((property) => ({ ...property, meant: meantBy(property.name) }));
  wrapper.unknown = { ...common, kind: "wrapper", outer: explained };
}

/**
 * Matches unknown properties with absent ones, and also returns the absent ones without a match. By default, a property
 * without a value counts as absent.
 */
function matchAbsent(
  unknown: readonly string[],
  object: JsonObject,
  properties: Properties,
  subject: Subject,
  absent: readonly string[] = Object.keys(properties).filter((name) => lacksValue(object, name, properties[name])),
) {
  const groups = findGroups(unknown, object, absent, properties);
  const ungrouped = unknown.filter((name) => !groups.has(name));
  const filled = ungrouped.filter((name) => !isEmpty(object[name]));
  const matches = new Map<string, Meaning>();
  const free = new Set(absent);
  for (const { members } of groups.values()) for (const { name } of members) free.delete(name);
  const match = (name: string, meant: Meaning) => {
    matches.set(name, meant);
    free.delete(meant.value);
  };
  const { index } = knownNames(properties);
  const comparisons = nameComparisons(subject);
  for (const names of [filled, ungrouped.filter((name) => isEmpty(object[name]))])
    for (const [name, meant] of matchNames(names, (name) => free.has(name), index, comparisons)) match(name, meant);
  const unmatched = ungrouped.filter((name) => !matches.has(name));
  const objects = unmatched.length > MAX_SEARCHED_PROPERTIES ? [] : unmatched.filter((name) => isObject(object[name]));
  for (const name of [...free]) {
    // `spec` for `candidate`: the only unknown object that has several properties of the absent one.
    const [only, ...others] = objects.filter((unknownName) =>
      isAlike(object[unknownName] as JsonObject, properties[name]),
    );
    if (only !== undefined && others.length === 0) match(only, new Meaning(name, true));
  }
  const matched = new Map([...matches].map(([name, { value }]) => [value, name]));
  const rivals = findRivals(
    filled.filter((name) => !matches.has(name)),
    new Set(matched.keys()),
    index,
    comparisons,
  );
  doubtRivals(matches, matched, rivals, object);
  return { matches, groups, absent: absent.filter((name) => free.has(name)) };
}

/** Whether an object has at least three properties of a schema: fewer may be common by chance. */
function isAlike(object: JsonObject, schema: JsonObject | undefined): boolean {
  const known = propertiesOf(schema);
  return Object.keys(object).filter((key) => Object.hasOwn(known, key)).length > 2;
}

/** If two names could mean one property and have different values, the author has to choose. */
function doubtRivals(
  matches: Map<string, Meaning>,
  matched: ReadonlyMap<string, string>,
  rivals: ReadonlyMap<string, string>,
  object: JsonObject,
): void {
  for (const [rival, value] of rivals) {
    const match = matched.get(value) as string;
    if (isEqualAsText(object[rival], object[match])) continue;
    matches.set(rival, new Meaning(value, false));
    // Another spelling of the name itself stays certain beside an alias.
    if (!isSameName(match, value) || isSameName(rival, value)) matches.set(match, new Meaning(value, false));
  }
}

/** The groups of absent properties among the unknown ones, by their names. */
function findGroups(
  unknown: readonly string[],
  object: JsonObject,
  absent: readonly string[],
  properties: Properties,
): Map<string, PropertyGroup> {
  const groups = new Map<string, PropertyGroup>();
  /** The names of groups, by the properties in them. */
  const groupOf = new Map<string, string>();
  for (const name of unknown.length > MAX_SEARCHED_PROPERTIES ? [] : unknown) {
    const group = findGroup(name, object[name], absent, knownNames(properties));
    if (group === undefined || group.members.length < 2) continue;
    if (!(group.isCertain || (group.hasOwnNames && group.otherKeys.length === 0))) continue;
    // If two groups contain the same property, the author has to choose.
    const rivals = group.members.flatMap((member) => groupOf.get(member.name) ?? []);
    for (const rival of rivals) groups.set(rival, { ...(groups.get(rival) as PropertyGroup), isCertain: false });
    if (rivals.length > 0) continue;
    groups.set(name, group);
    for (const member of group.members) groupOf.set(member.name, name);
  }
  return groups;
}
