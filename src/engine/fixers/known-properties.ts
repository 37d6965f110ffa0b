import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import type { JsonObject } from "../../ground/json/value.js";
import { propertiesOf } from "../../ground/json-schema/schemas-in.js";
import { foldName } from "../../ground/text/fold-name.js";
import { makeNameIndex } from "../../ground/text/match-names.js";

/** The schemas of the properties of an object, by name. */
export type Properties = Readonly<Record<string, JsonObject>>;

/** Other names of a property, as the shape lists them. */
export function readAliases(schema: JsonObject | undefined): string[] {
  return (schema?.aliases ?? []) as string[];
}

export type KnownNames = ReturnType<typeof knownNames>;

/**
 * The right paths in an object, by the forms in which names are compared. Kept, because all items of an array have the
 * same properties.
 */
export const knownNames = cacheByObject((properties: Properties) => {
  const names = Object.keys(properties);
  const index = makeNameIndex(names, (name) => readAliases(properties[name]));
  const { byName, byAlias } = index;
  return {
    /** The folded names and aliases. */
    aliases: new Set([...byName.keys(), ...byAlias.keys()]),
    byName,
    byAlias,
    index,
    /** The properties of object properties, by their folded names and aliases. */
    nested: indexNested(properties),
    /** The properties that are objects with any further properties. */
    open: names.filter((name) => properties[name]?.additionalProperties === true),
  };
});

/** A property of an object property that an unknown property was meant as: `ownerId` is `id` in `owner`. */
export interface NestedTarget {
  readonly holder: string;
  readonly name: string;
  readonly isCertain: boolean;
}

function indexNested(properties: Properties): ReadonlyMap<string, readonly NestedTarget[]> {
  const targets = new Map<string, NestedTarget[]>();
  for (const [holder, schema] of Object.entries(properties)) {
    // Almost any name could be an alias in an open object.
    const inner = schema.additionalProperties === true ? {} : propertiesOf(schema);
    for (const name of Object.keys(inner))
      for (const written of new Set([holder + name, ...readAliases(inner[name])].map(foldName))) {
        const target = { holder, name, isCertain: written.startsWith(foldName(holder)) };
        targets.set(written, [...(targets.get(written) ?? []), target]);
      }
  }
  return targets;
}
