import type { Operation } from "../../../json/patch.js";
import { join } from "../../../json/pointer.js";
import { isObject, type JsonObject, kindOf } from "../../../json/value.js";
import { fold, type Meant } from "../../../text/did-you-mean.js";
import { quote } from "../../../text/quote.js";
import { type Fix, fixOf } from "../../problem.js";
import { knownNames, propertiesOf } from "../names/known-properties.js";
import { allows } from "../readings/reading.js";
import { isEmpty } from "../redundant.js";
import type { ShapeError, Stray } from "../shape-error.js";

/** Fewer names that the object could have are beside it by chance. */
const MIN_TELLING_NAMES = 2;

/**
 * Unknown properties that belong in an open object beside them, such as the candidate of a request: those that its
 * schema lists and it lacks or, if it is empty, all. An object that has another name, as `claims` say, is not absent.
 */
export function strayAmong(
  unknown: readonly string[],
  object: JsonObject,
  properties: Record<string, JsonObject>,
  claims: ReadonlyMap<string, Meant>,
): Stray | undefined {
  for (const holder of openObjects(properties)) {
    if ([...claims.values()].some(({ value }) => value === holder)) continue;
    const names = unknown.filter((name) => !claims.has(name));
    const known = propertiesOf(properties[holder]);
    const held = Object.hasOwn(object, holder) ? object[holder] : undefined;
    if (held === undefined || isEmpty(held)) {
      const { aliases } = knownNames(known);
      const isTelling = names.filter((name) => aliases.has(fold(name))).length >= MIN_TELLING_NAMES;
      if (isTelling) return { holder, names, isTogether: true };
    } else if (isObject(held)) {
      const missing = names.filter((name) => Object.hasOwn(known, name) && !Object.hasOwn(held, name));
      if (missing.length > 0) return { holder, names: missing, isTogether: false };
    }
  }
  return undefined;
}

/** The open object that has a missing property instead, and does not list it. */
export function holderOf({ data, params, parentSchema }: ShapeError): string | undefined {
  const { missingProperty: name } = params;
  const properties = propertiesOf(parentSchema);
  return openObjects(properties).find((holder) => {
    const held = (data as JsonObject)[holder];
    if (!isObject(held) || !Object.hasOwn(held, name)) return false;
    const isListed = Object.hasOwn(propertiesOf(properties[holder]), name);
    return !isListed && allows(properties[name] ?? {}, kindOf(held[name]));
  });
}

function openObjects(properties: Record<string, JsonObject>): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.additionalProperties === true);
}

export function moveOutOf(holder: string, { instancePath, params }: ShapeError): Fix {
  const { missingProperty: name } = params;
  const from = join(join(instancePath, holder), name);
  return fixOf(`Move it out of ${quote(holder)}`, true, [{ op: "move", from, path: join(instancePath, name) }]);
}

export function moveStray(name: string, { holder, names, isTogether }: Stray, { instancePath, data }: ShapeError): Fix {
  const to = join(instancePath, holder);
  const made: Operation[] = isObject((data as JsonObject)[holder]) ? [] : [{ op: "add", path: to, value: {} }];
  const moves = (isTogether ? names : [name]).map(
    (one): Operation => ({ op: "move", from: join(instancePath, one), path: join(to, one) }),
  );
  return fixOf(`Move ${moves.length > 1 ? "them" : "it"} into ${quote(holder)}`, true, [...made, ...moves]);
}
