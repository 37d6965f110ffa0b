import type { JsonObject } from "../../../json/value.js";
import { fold, indexNames, stem } from "../../../text/fold.js";
import { type NameWords, wordsOfName } from "../../../text/match-names.js";

/** Other names of a property, as the shape lists them. */
export function aliasesOf(schema: JsonObject | undefined): string[] {
  return (schema?.aliases ?? []) as string[];
}

/** The names of an object's properties in the forms by which they are compared. */
export interface KnownNames {
  /** The folded names. */
  readonly names: ReadonlySet<string>;
  /** The folded names and aliases. */
  readonly aliases: ReadonlySet<string>;
  /** The properties by their folded aliases. */
  readonly byAlias: ReadonlyMap<string, readonly string[]>;
  /** The properties by the stems of their names and aliases. */
  readonly byStem: ReadonlyMap<string, readonly string[]>;
  /** The words of a property and its aliases. */
  readonly words: ReadonlyMap<string, NameWords>;
}

/** Kept, because all items of an array have the same properties. */
const known = new WeakMap<object, KnownNames>();

export function knownNames(properties: Record<string, JsonObject>): KnownNames {
  const before = known.get(properties);
  if (before !== undefined) return before;
  const names = Object.keys(properties);
  const aliases = names.flatMap((name) => [name, ...aliasesOf(properties[name])]);
  const byAlias = indexNames(names, (name) => aliasesOf(properties[name]).map(fold));
  const byStem = indexNames(names, (name) => [name, ...aliasesOf(properties[name])].map(stem));
  const words = new Map(names.map((name) => [name, wordsOfName([name, ...aliasesOf(properties[name])])]));
  const forms = { names: new Set(names.map(fold)), aliases: new Set(aliases.map(fold)), byAlias, byStem, words };
  known.set(properties, forms);
  return forms;
}
