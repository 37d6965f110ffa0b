import { join } from "../../../json/pointer.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { fold } from "../../../text/did-you-mean.js";
import { Memo } from "../../memo.js";
import { type KnownNames, knownNames } from "../names/known-properties.js";
import { jsonString } from "../readings/json-string.js";
import type { Beside, ShapeError } from "../shape-error.js";

/** Properties of an envelope around a candidate. */
const MAX_AROUND = 10;
/** Wrappers within wrappers. */
const MAX_WRAPPERS = 3;
/** Fewer known names, or names that are aliases, are there by chance. */
const MIN_TELLING = { names: 2, aliases: 3 };

export interface Wrapper {
  readonly error: ShapeError;
  /** The pointer of what it wraps. */
  readonly inner: string;
  readonly wrapped: JsonObject;
  /** Whether that is JSON in a string. */
  readonly isWritten: boolean;
}

/** The one property that holds, at some depth, the properties that the object itself lacks altogether. */
export function wrapperAmong(
  siblings: readonly ShapeError[],
  object: JsonObject,
  properties: Record<string, JsonObject>,
): Wrapper | undefined {
  const names = Object.keys(properties);
  if (names.some((name) => Object.hasOwn(object, name)) || siblings.length > MAX_AROUND) return undefined;
  const known = knownNames(properties);
  const wrappers = siblings.flatMap((error): Wrapper[] => {
    const name: string = error.params.additionalProperty;
    const found = find(object[name], join("", name), known, error.memo);
    return found === undefined ? [] : [{ error, ...found }];
  });
  return wrappers.length === 1 ? wrappers[0] : undefined;
}

/** The object in a property, or in a string there, that has the properties which are expected around it. */
function find(
  value: unknown,
  path: string,
  known: KnownNames,
  memo = new Memo(),
  depth = 0,
): Omit<Wrapper, "error"> | undefined {
  if (depth > MAX_WRAPPERS) return undefined;
  if (typeof value === "string") {
    // Every trial of a fix asks again.
    const [read] = memo.ofString("wrapped", value, (text) => [...jsonString.read(text, { type: "object" })]);
    const found = read?.sure ? find(read.value, path, known, memo, MAX_WRAPPERS) : undefined;
    return found && { ...found, isWritten: true };
  }
  if (Array.isArray(value)) return value.length === 1 ? find(value[0], `${path}/0`, known, memo, depth + 1) : undefined;
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value).slice(0, 100).map(fold);
  const count = (names: ReadonlySet<string>) => keys.filter((key) => names.has(key)).length;
  if (count(known.names) >= MIN_TELLING.names || count(known.aliases) >= MIN_TELLING.aliases)
    return { inner: path, wrapped: value as JsonObject, isWritten: false };
  const [inner, ...others] = Object.entries(value).filter(([, one]) => isHolder(one));
  if (inner === undefined || others.length > 0 || keys.length > MAX_AROUND) return undefined;
  return find(inner[1], join(path, inner[0]), known, memo, depth + 1);
}

function isHolder(value: unknown): boolean {
  return typeof value === "string" ? /^\s*\{/.test(value) : typeof value === "object" && value !== null;
}

/** The properties beside the path to a wrapped object, from the outermost on. */
export function besides(object: JsonObject, tokens: readonly string[]): Beside[] {
  const found: Beside[] = [];
  let here: unknown = object;
  let path = "";
  for (const token of tokens) {
    for (const [name, value] of Object.entries(here as JsonObject))
      if (name !== token) found.push({ path: join(path, name), name, value });
    here = (here as JsonObject)[token];
    path = join(path, token);
  }
  return found;
}
