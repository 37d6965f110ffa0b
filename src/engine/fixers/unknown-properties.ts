import type { Operation } from "../../ground/json/patch.js";
import { isItem, joinPointer, toTokens } from "../../ground/json/pointer.js";
import { type Json, kindOf } from "../../ground/json/value.js";
import { allows, propertiesOf } from "../../ground/json-schema/schemas-in.js";
import { isSameName } from "../../ground/text/fold-name.js";
import type { Meaning } from "../../ground/text/meaning.js";
import { isOpposite } from "../../ground/text/opposite.js";
import { isShortText, namesThatFit, quote } from "../../ground/text/quote.js";
import { CANDIDATE, type Fix, makeFix } from "../problem.js";
import { knownNames } from "./known-properties.js";
import { moveElsewhere } from "./move-elsewhere.js";
import { isSecret } from "./names/foreign-value.js";
import { typeNameOf } from "./readers/objects.js";
import { isAnnotation, isEmpty, isEqualAsText } from "./redundant.js";
import type { ObjectWithUnknown, OuterProperty, PropertyError, RequestValues } from "./shape-error.js";
import { findGroup, findNested, moveIntoHolder, moveMisplaced, nestedValues, ungroup } from "./wrong-depth.js";

/** The number of absent properties that are offered as the name of an unknown one. */
const MAX_OFFERED_NAMES = 2;
/** The number of unknown properties that one fix offers to remove. */
const MAX_LEFTOVERS = 50;
/** Shorter values, such as "1.0", may be equal by chance. */
const MIN_REPEATED_LENGTH = 5;

/** The fixes of an unknown property, best first. */
export function fixesOfUnknown(error: PropertyError): Fix[] {
  const { unknown } = error;
  if (unknown === undefined) return [];
  if (unknown.kind === "wrapper") return [unwrap(error, unknown, unknown.outer)];
  if (unknown.kind === "group") return [ungroup(joinPointer(error.path, error.name), error.path, unknown.group)];
  if (unknown.kind === "misplaced") return [moveMisplaced(unknown.misplaced, error)];
  return fixesOfOther(error, unknown, unknown.meant);
}

/** The fixes of a property that is only another name, or that has no meaning. */
function fixesOfOther(error: PropertyError, holder: ObjectWithUnknown, meant: Meaning | undefined): Fix[] {
  const { name, value: object, schema } = error;
  const { absent, intended } = holder;
  const path = joinPointer(error.path, name);
  const intendedPath = error.path + intended.path;
  const value = object[name];
  const unmatched = [...absent, ...(meant ? [meant.value] : [])];
  const looseGroup = findGroup(name, value, unmatched, knownNames(propertiesOf(schema)));
  const isOffered = looseGroup !== undefined && (looseGroup.members.length > 1 || !meant?.isCertain);
  const ungrouped = isOffered ? ungroup(path, intendedPath, looseGroup) : [];
  if (meant?.isCertain) {
    const fits = couldHold(error, meant.value) || isSameName(name, meant.value);
    return [rename(path, intendedPath, meant.value, true, fits), ungrouped].flat();
  }
  const removed = makeFix(`Remove ${quote(name)}`, isSafeToDrop(error, holder), [{ op: "remove", path }]);
  // A secret is not moved to a property that is kept and shown.
  if (isSecret(value, name)) return [removed];
  const nested = meant === undefined ? findNested(name, intended.object, propertiesOf(schema)) : undefined;
  return [
    useFormatAsType(error),
    ungrouped,
    nested === undefined ? [] : moveIntoHolder(path, intendedPath, nested, intended.object),
    moveElsewhere(error, meant),
    otherNames(error, holder, meant).map((otherName) => rename(path, intendedPath, otherName, false)),
    removed,
    removeLeftovers(error),
  ].flat();
}

/** The properties that an unknown one may be renamed to, if the author agrees. */
function otherNames(error: PropertyError, { absent }: ObjectWithUnknown, meant: Meaning | undefined): string[] {
  if (meant !== undefined) return [meant.value];
  return absent.filter((name) => couldHold(error, name) && !isOpposite(error.name, name)).slice(0, MAX_OFFERED_NAMES);
}

/**
 * The formats of JSON Schema and OpenAPI that mean a type. The meaning of others, such as a currency, would be lost.
 */
const TYPE_FORMAT = /^(?:date|date-?time|e?mail|ur[il]|uuid|int32|int64|float|double)$/i;

/** Replaces a type by the format beside it, which is narrower: `{ "type": "string", "format": "date" }` is a date. */
function useFormatAsType({ path: objectPath, value, name, schema }: PropertyError): Fix[] {
  const { type, format } = value;
  const isFormat = name === "format" && Object.hasOwn(propertiesOf(schema), "type");
  if (!isFormat || typeof type !== "string" || typeof format !== "string" || isEmpty(format)) return [];
  const narrowed = isShortText(format) ? typeNameOf({ type, format }) : undefined;
  if (narrowed === undefined) return [];
  const path = joinPointer(objectPath, "type");
  const patch: Operation[] = [
    { op: "replace", path, value: narrowed },
    { op: "remove", path: joinPointer(objectPath, "format") },
  ];
  return [makeFix(`Use the format ${quote(narrowed)} as the type`, TYPE_FORMAT.test(format), patch, path)];
}

/** Removes all unknown properties without another meaning. Only the first of them offers this fix. */
function removeLeftovers(error: PropertyError): Fix[] {
  const { allUnknown, memo } = error.context;
  if (allUnknown.length < 2) return [];
  const leftovers = memo.derive(["leftovers", allUnknown], () => allUnknown.filter(isLeftover));
  if (leftovers[0] !== error || leftovers.length < 2 || leftovers.length > MAX_LEFTOVERS) return [];
  const names = new Set(leftovers.map((leftover) => quote(leftover.name)));
  const patch = leftovers.map(
    (leftover): Operation => ({ op: "remove", path: joinPointer(leftover.path, leftover.name) }),
  );
  const title = `Remove all ${leftovers.length} unknown properties: ${namesThatFit([...names]).join(", ")}`;
  return [makeFix(title, false, patch)];
}

/** Whether an unknown property has no other meaning, and something would be lost without it. */
function isLeftover(error: PropertyError): boolean {
  const { unknown } = error;
  if (unknown?.kind !== "other" || unknown.meant !== undefined) return false;
  const nested = findNested(error.name, unknown.intended.object, propertiesOf(error.schema));
  return !isSafeToDrop(error, unknown) && nested?.isCertain !== true;
}

/** Renames a property. If its value does not fit, the fix is certain only if the result has no problem. */
function rename(path: string, parentPath: string, name: string, isCertain: boolean, fits = true): Fix {
  const to = joinPointer(parentPath, name);
  return makeFix(`Rename to "${name}"`, isCertain, [{ op: "move", from: path, path: to }], fits ? undefined : to);
}

/**
 * Takes an object out of its wrapper, together with the outer properties that would be lost. Certain if all of these
 * can be kept, and none of them could be meant as another property.
 */
function unwrap(
  error: PropertyError,
  { intended, isRedundant }: ObjectWithUnknown,
  outer: readonly OuterProperty[],
): Fix {
  const { path: to, schema } = error;
  const properties = propertiesOf(schema);
  const isLost = ({ name, value }: OuterProperty) =>
    !isAnnotation(name) && !repeatsRequest(error, name, value) && !isRedundant(value);
  const keptProperties = outer
    .filter((one) => one.meant || isLost(one))
    .map((one) => ({ ...one, newName: one.meant?.value ?? one.name }));
  const isUnclaimed = ({ newName }: { newName: string }, index: number) =>
    keptProperties.findIndex((one) => one.newName === newName) === index && !Object.hasOwn(intended.object, newName);
  const moved = keptProperties.filter((one, index) => one.meant || isUnclaimed(one, index));
  const isCertain = keptProperties.every((property, index) =>
    property.meant
      ? property.meant.isCertain
      : isUnclaimed(property, index) && findNested(property.name, intended.object, properties) === undefined,
  );
  const title = `Move the properties of ${quote(toTokens(intended.path).join("/"))} up`;
  // A move to the place of an array item would insert the object before that item.
  if (intended.isJsonString || isItem(to)) {
    const added = Object.fromEntries(moved.map(({ newName, value }) => [newName, value as Json]));
    return makeFix(title, isCertain, [{ op: "replace", path: to, value: { ...intended.object, ...added } }]);
  }
  const moves = moved.map(
    ({ path, newName }): Operation => ({ op: "move", from: to + path, path: joinPointer(to + intended.path, newName) }),
  );
  return makeFix(title, isCertain, [...moves, { op: "move", from: to + intended.path, path: to }]);
}

/** Whether a known property allows the type of the unknown one's value. */
function couldHold({ value, name: unknown, schema }: PropertyError, name: string): boolean {
  return allows(propertiesOf(schema)[name] ?? {}, kindOf(value[unknown]));
}

/** Whether nothing is lost without the property: it is empty, a repetition, or an annotation of tools. */
function isSafeToDrop(error: PropertyError, { isRedundant }: ObjectWithUnknown): boolean {
  const { name, value: object } = error;
  const value = object[name];
  if (isAnnotation(name) || repeatsRequest(error, name, value) || isRedundant(value)) return true;
  // `ownerId` may repeat the id of the owner.
  const values = nestedValues(name, object, propertiesOf(error.schema));
  return values.some((nested) => isEqualAsText(nested, value));
}

/** Whether an unknown property of the candidate repeats a value of the request: its domain, product or version. */
function repeatsRequest({ path, context: { requestValues } }: PropertyError, name: string, value: unknown): boolean {
  if (path !== CANDIDATE) return false;
  const isRepeated = (requested: RequestValues[string]) =>
    requested instanceof RegExp ? isShortText(value) && requested.test(value) : requested === value;
  if (Object.hasOwn(requestValues, name)) return requestValues[name] === undefined || isRepeated(requestValues[name]);
  const isLong = typeof value === "string" && value.length >= MIN_REPEATED_LENGTH;
  return isLong && Object.values(requestValues).some(isRepeated);
}
