import type { Operation } from "../../json/patch.js";
import { join } from "../../json/pointer.js";
import { isObject, type JsonObject, kindOf } from "../../json/value.js";
import { claimMisspelt, didYouMean, fold } from "../../text/did-you-mean.js";
import { isShort, quote } from "../../text/quote.js";
import type { Fix } from "../problem.js";
import { allows } from "../readings/reading.js";
import { isEmpty, isSpare } from "../spare.js";
import type { ShapeError } from "./shape-error.js";

/** A value of so many characters that nobody asked for, such as a version or a date, is no loss. */
const LONGEST_LOSS = 64;
/** Absent properties that are offered for an unknown one. */
const MOST_OFFERED = 2;

/**
 * Says what each unknown property of one object was probably meant as. Gives the names of absent properties for which one of
 * them stands.
 */
export function explainUnknown(siblings: readonly ShapeError[]): string[] {
  const [{ parentSchema, data }] = siblings as [ShapeError];
  const object = data as JsonObject;
  const properties = propertiesOf(parentSchema);
  const names = Object.keys(properties);
  // What stands there empty is given under the other name.
  const absent = names.filter((name) => !Object.hasOwn(object, name) || isEmpty(object[name]));
  const wrapper = wrapperAmong(siblings, object, names);
  if (wrapper !== undefined) {
    for (const error of siblings) error.unknown = { isWrapper: error === wrapper, absent: [] };
    return names;
  }
  const claims = claimMisspelt(siblings.map(nameOf), absent, (name) => aliasesOf(properties[name]));
  const claimed = new Set([...claims.values()].map(({ value }) => value));
  const free = absent.filter((name) => !claimed.has(name));
  for (const error of siblings) {
    const meant = claims.get(nameOf(error));
    error.unknown = meant === undefined ? { absent: free } : { meant, absent: free };
  }
  return [...claimed];
}

function nameOf(error: ShapeError): string {
  return error.params.additionalProperty;
}

function propertiesOf(schema: unknown): Record<string, JsonObject> {
  return (isObject(schema) && isObject(schema.properties) ? schema.properties : {}) as Record<string, JsonObject>;
}

/** Other names of a property, as the shape lists them. */
function aliasesOf(schema: JsonObject | undefined): string[] {
  return (schema?.aliases ?? []) as string[];
}

/** The one property whose value has the properties that the object itself lacks altogether. */
function wrapperAmong(
  siblings: readonly ShapeError[],
  object: JsonObject,
  names: readonly string[],
): ShapeError | undefined {
  if (names.some((name) => Object.hasOwn(object, name)) || siblings.length > MOST_AROUND) return undefined;
  const known = new Set(names.map(fold));
  const wrappers = siblings.filter((error) => {
    const inner = object[nameOf(error)];
    return (
      isObject(inner) &&
      Object.keys(inner)
        .slice(0, 100)
        .filter((key) => known.has(fold(key))).length >= 2
    );
  });
  return wrappers.length === 1 ? wrappers[0] : undefined;
}

/** Properties of an envelope around a candidate. */
const MOST_AROUND = 10;

export function fixesOfUnknown(error: ShapeError): Fix[] {
  const { instancePath, data, unknown } = error;
  const { meant, isWrapper, absent } = unknown ?? { absent: [] };
  const name = nameOf(error);
  const path = join(instancePath, name);
  const object = data as JsonObject;
  if (isWrapper) return [unwrap(path, instancePath, object)];
  if (meant?.sure) return [rename(path, instancePath, meant.value, true)];
  const others =
    meant === undefined ? absent.filter((one) => couldHold(error, one)).slice(0, MOST_OFFERED) : [meant.value];
  return [
    ...others.map((other) => rename(path, instancePath, other, false)),
    { title: `Remove ${quote(name)}`, applicability: removal(error), patch: [{ op: "remove", path }] },
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
function unwrap(path: string, to: string, object: JsonObject): Fix {
  const around = Object.values(object).filter((value) => !isObject(value));
  const sure = around.length === Object.keys(object).length - 1 && around.every(isNoLoss);
  return {
    title: `Take what it holds out of ${quote(path.slice(to.length + 1))}`,
    applicability: sure ? "machine-applicable" : "maybe-incorrect",
    patch: [{ op: "move", from: path, path: to }],
  };
}

function couldHold({ data, params, parentSchema }: ShapeError, name: string): boolean {
  const kind = kindOf((data as JsonObject)[params.additionalProperty]);
  return allows(propertiesOf(parentSchema)[name] ?? {}, kind);
}

/** Removing a property is certain where nothing is lost by it. */
function removal({ data, params, parentSchema, unknown }: ShapeError): Fix["applicability"] {
  const object = data as JsonObject;
  const name: string = params.additionalProperty;
  const value = object[name];
  const names = Object.keys(propertiesOf(parentSchema));
  if (isSpare(value, object)) return "machine-applicable";
  // It may be meant as a property that is absent, or instead of one that has nearly the same name.
  const isUnasked =
    unknown?.absent.length === 0 && unknown.meant === undefined && didYouMean(name, names) === undefined;
  return isUnasked && isNoLoss(value) ? "machine-applicable" : "maybe-incorrect";
}

function isNoLoss(value: unknown): boolean {
  return (typeof value !== "object" || value === null) && isShort(value) && String(value).length <= LONGEST_LOSS;
}
