import type { Operation } from "../../../json/patch.js";
import { join } from "../../../json/pointer.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { fold } from "../../../text/did-you-mean.js";
import { quote } from "../../../text/quote.js";
import { type Fix, fixOf } from "../../problem.js";
import { aliasesOf } from "../names/known-properties.js";
import { isEmpty } from "../redundant.js";
import type { Nested } from "../shape-error.js";

/** By the properties of a schema, which all items of an array share. */
const nestedBefore = new WeakMap<object, ReadonlyMap<string, readonly Nested[]>>();

/**
 * The property of an object property that an unknown name stands for: `ownerId`, `owner.id` or an alias of `id` in
 * `owner`.
 */
export function findNested(
  unknown: string,
  object: JsonObject,
  properties: Record<string, JsonObject>,
): Nested | undefined {
  const named = nestedNames(properties).get(fold(unknown.replaceAll(".", "")));
  const [nested, ...others] = named?.filter(({ holder, name }) => isFree(object[holder], name)) ?? [];
  return others.length === 0 ? nested : undefined;
}

/** The values that are already where an unknown property belongs, if its name begins with that of its holder. */
export function heldFor(unknown: string, object: JsonObject, properties: Record<string, JsonObject>): unknown[] {
  const named = nestedNames(properties).get(fold(unknown.replaceAll(".", ""))) ?? [];
  return named.flatMap(({ holder, name, sure }) => {
    const held = object[holder];
    return sure && isObject(held) && !isFree(held, name) ? [held[name]] : [];
  });
}

/** The properties of object properties, by their folded names and aliases. */
function nestedNames(properties: Record<string, JsonObject>): ReadonlyMap<string, readonly Nested[]> {
  const before = nestedBefore.get(properties);
  if (before !== undefined) return before;
  const found = new Map<string, Nested[]>();
  for (const [holder, { properties: inner, additionalProperties }] of Object.entries(properties)) {
    // Almost any name could be an alias in an open object.
    if (!isObject(inner) || additionalProperties === true) continue;
    for (const [name, schema] of Object.entries(inner as Record<string, JsonObject>)) {
      const isSure = (written: string) => written.startsWith(fold(holder));
      for (const written of new Set([fold(holder + name), ...aliasesOf(schema).map(fold)]))
        found.set(written, [...(found.get(written) ?? []), { holder, name, sure: isSure(written) }]);
    }
  }
  nestedBefore.set(properties, found);
  return found;
}

/** Whether the property may be put into its holder. */
function isFree(held: unknown, name: string): boolean {
  if (!isObject(held)) return held === undefined || isEmpty(held);
  return !Object.hasOwn(held, name) || isEmpty(held[name]);
}

export function moveInto(path: string, parentPath: string, { holder, name, sure }: Nested, object: JsonObject): Fix {
  const to = join(parentPath, holder);
  const made: Operation[] = isObject(object[holder]) ? [] : [{ op: "add", path: to, value: {} }];
  return fixOf(`Move it into ${quote(holder)} as ${quote(name)}`, sure, [
    ...made,
    { op: "move", from: path, path: join(to, name) },
  ]);
}
