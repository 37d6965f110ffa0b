import { join } from "../../json/pointer.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { fold } from "../../text/did-you-mean.js";

/** Properties of an envelope around a candidate. */
export const MOST_AROUND = 10;
/** Wrappers within wrappers. */
const DEEPEST = 3;
/** Fewer known names, or names that are aliases, are there by chance. */
const TELLING = { names: 2, aliases: 3 };

/** The names of an object's properties, and with their aliases. */
export interface KnownNames {
  readonly names: ReadonlySet<string>;
  readonly aliases: ReadonlySet<string>;
}

/** The pointer of the object in a property that has the properties which are expected around it. */
export function findWrapped(name: string, value: unknown, known: KnownNames): string | undefined {
  return find(value, join("", name), known, 0);
}

function find(value: unknown, path: string, known: KnownNames, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return value.length === 1 ? find(value[0], `${path}/0`, known, depth + 1) : undefined;
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value).slice(0, 100).map(fold);
  const count = (names: ReadonlySet<string>) => keys.filter((key) => names.has(key)).length;
  if (count(known.names) >= TELLING.names || count(known.aliases) >= TELLING.aliases) return path;
  const [inner, ...others] = Object.entries(value).filter(([, one]) => typeof one === "object" && one !== null);
  if (inner === undefined || others.length > 0 || keys.length > MOST_AROUND) return undefined;
  return find(inner[1], join(path, inner[0]), known, depth + 1);
}

/** What stands beside the way to a wrapped object, from the outermost on. */
export function* around(object: unknown, tokens: readonly string[]): Generator<unknown> {
  let here = object;
  for (const token of tokens) {
    for (const [key, value] of Object.entries(here as JsonObject)) if (key !== token) yield value;
    here = (here as JsonObject)[token];
  }
}
