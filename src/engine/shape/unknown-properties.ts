import type { Operation } from "../../json/patch.js";
import { isIndex, join, parse, valueAt } from "../../json/pointer.js";
import { equal, type Json, type JsonObject, kindOf } from "../../json/value.js";
import { claimMisspelt, didYouMean, fold } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";
import type { Fix } from "../problem.js";
import { allows } from "../readings/reading.js";
import { isEmpty, isNoLoss, sparesIn } from "../spare.js";
import { findGroup, ungroup } from "./find-group.js";
import { around, wrapperAmong } from "./find-wrapper.js";
import { keyAsName } from "./key-as-name.js";
import { aliasesOf, knownNames, propertiesOf } from "./known-properties.js";
import { findNested, moveInto } from "./nested-property.js";
import type { Group, ShapeError, Unknown } from "./shape-error.js";

/** Absent properties that are offered for an unknown one. */
const MOST_OFFERED = 2;
/** More unknown properties of one object are no groups of known ones. */
const MOST_GROUPS = 10;
const NOTHING_KNOWN: Unknown = { absent: [], isSpare: isEmpty };

/**
 * Says what each unknown property of one object was probably meant as. Gives the names of absent properties for which
 * one of them stands.
 */
export function explainUnknown(siblings: readonly ShapeError[]): string[] {
  const [{ parentSchema, data }] = siblings as [ShapeError];
  const object = data as JsonObject;
  const properties = propertiesOf(parentSchema);
  const names = Object.keys(properties);
  // What stands there empty is given under the other name.
  const absent = names.filter((name) => !Object.hasOwn(object, name) || isEmpty(object[name]));
  const isSpare = sparesIn(object);
  const wrapper = wrapperAmong(siblings, object, properties);
  if (wrapper !== undefined) {
    for (const error of siblings)
      error.unknown = error === wrapper.error ? { inner: wrapper.inner, absent: [], isSpare } : { absent: [], isSpare };
    return names;
  }
  const { words } = knownNames(properties);
  const groups = groupsAmong(siblings, absent);
  const grouped = new Set([...groups.values()].flatMap((group) => group.names.map(([, name]) => name)));
  const claims = claimMisspelt(
    siblings.filter((error) => !groups.has(error)).map(nameOf),
    absent.filter((name) => !grouped.has(name)),
    (name) => aliasesOf(properties[name]),
    (name) => words.get(name),
  );
  const claimed = new Set([...grouped, ...[...claims.values()].map(({ value }) => value)]);
  const free = absent.filter((name) => !claimed.has(name));
  // One for all that nothing is known of: there may be thousands.
  const open: Unknown = { absent: free, isSpare, nestedBy: (name) => findNested(name, object, properties) };
  for (const error of siblings) {
    const meant = claims.get(nameOf(error));
    const group = groups.get(error);
    error.unknown = meant === undefined && group === undefined ? open : { meant, group, absent: free, isSpare };
  }
  return [...claimed];
}

function groupsAmong(siblings: readonly ShapeError[], absent: readonly string[]): Map<ShapeError, Group> {
  const groups = new Map<ShapeError, Group>();
  let free = absent;
  for (const error of siblings.length > MOST_GROUPS ? [] : siblings) {
    const group = findGroup(nameOf(error), (error.data as JsonObject)[nameOf(error)], free);
    if (group === undefined) continue;
    groups.set(error, group);
    free = free.filter((name) => !group.names.some(([, one]) => one === name));
  }
  return groups;
}

function nameOf(error: ShapeError): string {
  return error.params.additionalProperty;
}

export function fixesOfUnknown(error: ShapeError): Fix[] {
  const { instancePath, data, unknown } = error;
  const { meant, inner, group, nestedBy, absent } = unknown ?? NOTHING_KNOWN;
  const name = nameOf(error);
  const path = join(instancePath, name);
  const object = data as JsonObject;
  if (inner !== undefined) return [keyAsName(error) ?? unwrap(inner, instancePath, object)];
  if (meant?.sure) return [rename(path, instancePath, meant.value, true)];
  if (group !== undefined) return [ungroup(path, instancePath, group)];
  const named = keyAsName(error);
  const nested = nestedBy?.(name);
  const moved = nested && moveInto(path, instancePath, nested, object);
  const others =
    meant === undefined ? absent.filter((one) => couldHold(error, one)).slice(0, MOST_OFFERED) : [meant.value];
  const other = otherNameOf(error);
  return [
    ...(named === undefined ? [] : [named]),
    ...(moved === undefined ? [] : [moved]),
    ...others.map((one) => rename(path, instancePath, one, false)),
    ...(other === undefined ? [] : [rename(path, instancePath, other, false)]),
    {
      title: `Remove ${quote(name)}`,
      applicability: removal(error, other ?? nested?.name),
      patch: [{ op: "remove", path }],
    },
  ];
}

function rename(path: string, parentPath: string, name: string, sure: boolean): Fix {
  const move: Operation = { op: "move", from: path, path: join(parentPath, name) };
  return {
    title: `Rename to "${name}"`,
    applicability: sure ? "machine-applicable" : "maybe-incorrect",
    patch: [move],
  };
}

/** What stands around it is dropped: certain where that is short. */
function unwrap(inner: string, to: string, object: JsonObject): Fix {
  const tokens = parse(inner);
  const sure = [...around(object, tokens)].every(isNoLoss);
  return {
    title: `Take what it holds out of ${quote(tokens.join("/"))}`,
    applicability: sure ? "machine-applicable" : "maybe-incorrect",
    // A move to the place of an item would put it before the item.
    patch: [
      isIndex(parse(to).at(-1) ?? "")
        ? { op: "replace", path: to, value: valueAt(object, inner) as Json }
        : { op: "move", from: to + inner, path: to },
    ],
  };
}

/** The property that is given under its own name too, and otherwise. */
function otherNameOf(error: ShapeError): string | undefined {
  const { data, parentSchema } = error;
  const object = data as JsonObject;
  const value = object[nameOf(error)];
  const names = knownNames(propertiesOf(parentSchema)).byAlias.get(fold(nameOf(error)));
  return names?.find(
    (name) =>
      Object.hasOwn(object, name) &&
      !isEmpty(object[name]) &&
      couldHold(error, name) &&
      !saysTheSame(object[name], value),
  );
}

const LONGEST_WORD = 64;

/** Objects and arrays are never converted to strings: `{ "toString": 1 }` would throw. */
function saysTheSame(one: unknown, other: unknown): boolean {
  if (typeof one === "object" || typeof other === "object") return equal(one, other);
  const [text, otherText] = [String(one), String(other)];
  // Prose is said twice only if it is equal. To fold it for each of many names would be quadratic.
  if (text.length > LONGEST_WORD || otherText.length > LONGEST_WORD) return text === otherText;
  return fold(text) === fold(otherText);
}

function couldHold({ data, params, parentSchema }: ShapeError, name: string): boolean {
  const kind = kindOf((data as JsonObject)[params.additionalProperty]);
  return allows(propertiesOf(parentSchema)[name] ?? {}, kind);
}

/** Removing a property is certain where nothing is lost by it. `other` is a property that it could be as well. */
function removal(error: ShapeError, other: string | undefined): Fix["applicability"] {
  const { data, parentSchema, unknown = NOTHING_KNOWN } = error;
  const name = nameOf(error);
  const value = (data as JsonObject)[name];
  const names = Object.keys(propertiesOf(parentSchema));
  if (unknown.isSpare(value)) return "machine-applicable";
  // It may be meant as a property that is absent, or instead of one that has nearly the same name.
  const isUnasked =
    unknown.absent.length === 0 &&
    unknown.meant === undefined &&
    other === undefined &&
    didYouMean(name, names) === undefined;
  return isUnasked && isNoLoss(value) ? "machine-applicable" : "maybe-incorrect";
}
