import type { Operation } from "../../../ground/json/patch.js";
import { isWithin, joinPointer, toTokens, valueAt } from "../../../ground/json/pointer.js";
import { type JsonObject, kindOf } from "../../../ground/json/value.js";
import { allows, propertiesOf } from "../../../ground/json-schema/schemas-in.js";
import { isSameName, stem } from "../../../ground/text/fold-name.js";
import { isShortText, quote } from "../../../ground/text/quote.js";
import { type Fix, inCandidate, makeFix } from "../../problem.js";
import { readAliases } from "../known-properties.js";
import { isSecret } from "../names/foreign-value.js";
import { findTypeName } from "../readers/objects.js";
import { MAX_OFFERED } from "../readers/reader.js";
import { isAnnotation, isEmpty } from "../redundant.js";
import { addObject, fixByRelocation, type UnknownKey } from "../relocation.js";
import type { PropertyError } from "../shape-error.js";
import { isInOtherUnit, nameOtherUnits } from "../units.js";
import { isContrary, toStems } from "../words-of-keys.js";
import { repeatsRequest } from "./repeats-request.js";
import { MAX_SEARCHED_KEYS } from "./unwrap.js";

/** The number of absent properties that are offered as the name of an unknown one. */
const MAX_OFFERED_NAMES = 2;

/** The fixes of an unknown property, best first. */
export function fixUnknown(error: PropertyError): Fix[] {
  const { unknown, name, value: object, schema } = error;
  if (unknown === undefined) return [];
  const { meant, relocation } = unknown;
  const path = joinPointer(error.path, name);
  const properties = propertiesOf(schema);
  const couldHold = (known: string) => allows(properties[known] ?? {}, kindOf(object[name]));
  // A flag under another name hardly says the same, and may say the contrary.
  const words = toStems(name);
  const sharesWord = (known: string) => toStems(known).some((word) => words.includes(word));
  const couldMean = (known: string) =>
    typeof object[name] !== "boolean" && couldHold(known) && !isContrary(name, known);
  const rename = (to: string, isCertain: boolean) => {
    const place = joinPointer(error.path, to);
    // If the value does not fit, the fix is certain only if the result has no problem. A misspelled name may be another.
    const names = [to, ...readAliases(properties[to])];
    const isNamed = names.some((one) => stem(one) === stem(name));
    const fits = !isCertain || isSameName(name, to) || (couldHold(to) && (isNamed || typeof object[name] === "object"));
    return makeFix(`Rename to "${to}"`, isCertain, [{ op: "move", from: path, path: place }], fits ? undefined : place);
  };
  if (meant?.isCertain) return [rename(meant.value, true)];
  const relocated = relocation === undefined ? [] : [fixByRelocation(relocation)];
  if (relocation?.isCertain) return relocated;
  // A null where null is allowed is a value: it says that there is nothing.
  const saysNone = meant !== undefined && isEmpty(object[name]) && couldHold(meant.value);
  const isRemovable = !saysNone && isSafeToDrop(error, unknown);
  const removed = makeFix(`Remove ${quote(name)}`, isRemovable, [{ op: "remove", path }]);
  // A secret is not moved to a property that is kept and shown, and a remark is no value.
  if (isSecret(object[name], name) || isAnnotation(name)) return [removed];
  const possible = meant === undefined ? chooseNames(unknown.absent, couldMean, sharesWord) : [meant.value];
  const isInUnitOf = (known: string) => !nameOtherUnits(name, known) && !isInOtherUnit(object, name, known);
  const otherNames = possible.filter(isInUnitOf);
  const moved = [useFormatAsType(error), relocated, moveElsewhere(error, unknown)].flat();
  // The value belongs there in another unit: only its author can convert it.
  const isConverted = possible.length > 0 && otherNames.length === 0;
  if (containsOthers(unknown) || isConverted) return moved;
  return [...moved, ...otherNames.map((known) => rename(known, false)), removed];
}

/** The absent names to offer: the only possible one, or else those that share a word with the unknown name. */
function chooseNames(
  absent: readonly string[],
  couldMean: (known: string) => boolean,
  sharesWord: (known: string) => boolean,
): readonly string[] {
  const first = absent.findIndex(couldMean);
  if (first === -1) return [];
  const isOnly = !absent.slice(first + 1).some(couldMean);
  if (isOnly) return absent.slice(first, first + 1);
  return absent.filter((known) => sharesWord(known) && couldMean(known)).slice(0, MAX_OFFERED_NAMES);
}

/** Whether a property contains values that belong elsewhere, which would be lost without it. */
function containsOthers({ relocation }: UnknownKey): boolean {
  return relocation !== undefined && relocation.holder === undefined;
}

/**
 * Moves a property to another object that it could belong to. Certain if there is only one, inside the object that has
 * it now, and the property means nothing else.
 */
function moveElsewhere({ path, name, context }: PropertyError, { meant }: UnknownKey): Fix[] {
  const { candidate, unknownCount, findHolders } = context;
  if (unknownCount > MAX_SEARCHED_KEYS) return [];
  const holders = findHolders(name, path, candidate);
  return sortByDistance(holders, path)
    .slice(0, MAX_OFFERED)
    .map((holder) => {
      const to = joinPointer(holder, name);
      const added = addObject(valueAt({ candidate }, holder), holder);
      const patch: Operation[] = [...added, { op: "move", from: joinPointer(path, name), path: to }];
      // Moved out of an object, a value is no longer about that one.
      const isCertain = holders.length === 1 && meant === undefined && isWithin(holder, path);
      return makeFix(`Move it to ${quote(inCandidate(to))}`, isCertain, patch, to);
    });
}

/** The places that have the longest way in common with a place first; of those, the shortest. */
function sortByDistance(places: readonly string[], from: string): string[] {
  const tokens = toTokens(from);
  const measure = (place: string) => {
    const others = toTokens(place);
    const common = others.findIndex((token, index) => token !== tokens[index]);
    const shared = common === -1 ? others.length : common;
    return tokens.length + others.length - 2 * shared;
  };
  return places.toSorted((one, other) => measure(one) - measure(other));
}

/** The formats of JSON Schema and OpenAPI that mean a type. The meaning of others, such as a currency, would be lost. */
const TYPE_FORMAT = /^(?:date|date-?time|e?mail|ur[il]|uuid|int32|int64|float|double)$/i;

/** Replaces a type by the format beside it, which is narrower: `{ "type": "string", "format": "date" }` is a date. */
function useFormatAsType({ path: objectPath, value, name, schema }: PropertyError): Fix[] {
  const { type, format } = value;
  const isFormat = name === "format" && Object.hasOwn(propertiesOf(schema), "type");
  if (!isFormat || typeof type !== "string" || typeof format !== "string" || isEmpty(format)) return [];
  const narrowed = isShortText(format) ? findTypeName({ type, format }) : undefined;
  if (narrowed === undefined) return [];
  const path = joinPointer(objectPath, "type");
  const patch: Operation[] = [
    { op: "replace", path, value: narrowed },
    { op: "remove", path: joinPointer(objectPath, "format") },
  ];
  return [makeFix(`Use the format ${quote(narrowed)} as the type`, TYPE_FORMAT.test(format), patch, path)];
}

/** Whether an object has only annotations: they say what its author left out, such as `{ "$comment": "3 more" }`. */
function isRemark(object: JsonObject): boolean {
  return Object.keys(object).every(isAnnotation);
}

/** Whether nothing is lost without the property: it is empty, a repetition, or an annotation of tools. */
function isSafeToDrop({ path, name, value: object, context }: PropertyError, unknown: UnknownKey): boolean {
  const value = object[name];
  return (
    (isAnnotation(name) && !isRemark(object)) ||
    repeatsRequest(path, name, value, context.requestValues) ||
    unknown.isRedundant(name, value)
  );
}
