import type { Operation } from "../../../json/patch.js";
import { join } from "../../../json/pointer.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { fold } from "../../../text/fold.js";
import { quote } from "../../../text/quote.js";
import { type Fix, fixOf } from "../../problem.js";
import { aliasesOf } from "../names/known-properties.js";
import { isEmpty } from "../redundant.js";
import type { NestedTarget } from "../shape-error.js";

/** The results of targetsByName(), by the properties of a schema, which all items of an array share. */
const knownTargets = new WeakMap<object, ReadonlyMap<string, readonly NestedTarget[]>>();

/**
 * The only property of an object property that an unknown name means and that has no value yet: `ownerId`, `owner.id`
 * or an alias of `id` in `owner`.
 */
export function findNested(
  unknown: string,
  object: JsonObject,
  properties: Record<string, JsonObject>,
): NestedTarget | undefined {
  const targets = targetsNamed(unknown, properties);
  const [target, ...others] = targets.filter(({ holder, name }) => isFree(object[holder], name));
  return others.length === 0 ? target : undefined;
}

/** The values that are already where an unknown property belongs, if its name begins with that of its holder. */
export function nestedValues(unknown: string, object: JsonObject, properties: Record<string, JsonObject>): unknown[] {
  return targetsNamed(unknown, properties).flatMap(({ holder, name, sure }) => {
    const held = object[holder];
    return sure && isObject(held) && !isFree(held, name) ? [held[name]] : [];
  });
}

function targetsNamed(unknown: string, properties: Record<string, JsonObject>): readonly NestedTarget[] {
  return targetsByName(properties).get(fold(unknown.replaceAll(".", ""))) ?? [];
}

/** The properties of object properties, by their folded names and aliases. */
function targetsByName(properties: Record<string, JsonObject>): ReadonlyMap<string, readonly NestedTarget[]> {
  const known = knownTargets.get(properties);
  if (known !== undefined) return known;
  const targets = new Map<string, NestedTarget[]>();
  for (const [holder, { properties: inner, additionalProperties }] of Object.entries(properties)) {
    // Almost any name could be an alias in an open object.
    if (!isObject(inner) || additionalProperties === true) continue;
    for (const [name, schema] of Object.entries(inner as Record<string, JsonObject>)) {
      const isSure = (written: string) => written.startsWith(fold(holder));
      for (const written of new Set([fold(holder + name), ...aliasesOf(schema).map(fold)]))
        targets.set(written, [...(targets.get(written) ?? []), { holder, name, sure: isSure(written) }]);
    }
  }
  knownTargets.set(properties, targets);
  return targets;
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
  const created: Operation[] = isObject(object[holder]) ? [] : [{ op: "add", path: to, value: {} }];
  return fixOf(`Move it into ${quote(holder)} as ${quote(name)}`, sure, [
    ...created,
    { op: "move", from: path, path: join(to, name) },
  ]);
}
