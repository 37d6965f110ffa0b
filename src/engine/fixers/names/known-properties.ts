import { isObject, type JsonObject } from "../../../json/value.js";
import { fold, indexNames, stem } from "../../../text/fold.js";
import { type NameWords, wordsOfName } from "../../../text/match-names.js";

export function propertiesOf(schema: unknown): Record<string, JsonObject> {
  return (isObject(schema) && isObject(schema.properties) ? schema.properties : {}) as Record<string, JsonObject>;
}

/** Other names of a property, as the shape lists them. */
export function aliasesOf(schema: JsonObject | undefined): string[] {
  return (schema?.aliases ?? []) as string[];
}

/** The names of an object's properties, and with their aliases, as they look. */
export interface KnownNames {
  readonly names: ReadonlySet<string>;
  readonly aliases: ReadonlySet<string>;
  /** The properties that have an alias. */
  readonly byAlias: ReadonlyMap<string, readonly string[]>;
  /** The properties that have a name or an alias, but for a plural. */
  readonly byStem: ReadonlyMap<string, readonly string[]>;
  /** The words that a property and its aliases are made of. */
  readonly words: ReadonlyMap<string, NameWords>;
}

/** Every item of an array has the same. */
const knownBefore = new WeakMap<object, KnownNames>();

export function knownNames(properties: Record<string, JsonObject>): KnownNames {
  const before = knownBefore.get(properties);
  if (before !== undefined) return before;
  const names = Object.keys(properties);
  const aliases = names.flatMap((name) => [name, ...aliasesOf(properties[name])]);
  const byAlias = indexNames(names, (name) => aliasesOf(properties[name]).map(fold));
  const byStem = indexNames(names, (name) => [name, ...aliasesOf(properties[name])].map(stem));
  const words = new Map(names.map((name) => [name, wordsOfName([name, ...aliasesOf(properties[name])])]));
  const made = { names: new Set(names.map(fold)), aliases: new Set(aliases.map(fold)), byAlias, byStem, words };
  knownBefore.set(properties, made);
  return made;
}
