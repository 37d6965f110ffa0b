import { join } from "../../../json/pointer.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { fold } from "../../../text/fold.js";
import { Memo } from "../../memo.js";
import { type KnownNames, knownNames } from "../names/known-properties.js";
import { jsonString } from "../readings/json-string.js";
import { nameOf, type OuterProperty, type ShapeError } from "../shape-error.js";

/** The number of properties that a wrapper may have. */
const MAX_WRAPPER_PROPERTIES = 10;
/** The number of wrappers around each other. */
const MAX_WRAPPERS = 3;
/** An object has fewer known names, or fewer names and aliases, by chance. */
const MIN_KNOWN = { names: 2, aliases: 3 };

/** The object in a wrapper. */
interface Wrapped {
  /** The pointer from the object with the wrapper. */
  readonly path: string;
  readonly object: JsonObject;
  /** Whether the object is JSON in a string. */
  readonly isJsonString: boolean;
}

export interface Wrapper extends Wrapped {
  readonly error: ShapeError;
}

/** The only unknown property that contains, at some depth, known properties. Undefined if the object has one itself. */
export function findWrapper(
  siblings: readonly ShapeError[],
  object: JsonObject,
  properties: Record<string, JsonObject>,
): Wrapper | undefined {
  const names = Object.keys(properties);
  if (names.some((name) => Object.hasOwn(object, name)) || siblings.length > MAX_WRAPPER_PROPERTIES) return undefined;
  const known = knownNames(properties);
  const wrappers = siblings.flatMap((error): Wrapper[] => {
    const name = nameOf(error);
    const wrapped = wrappedIn(object[name], join("", name), known, error.memo);
    return wrapped === undefined ? [] : [{ error, ...wrapped }];
  });
  return wrappers.length === 1 ? wrappers[0] : undefined;
}

/** The object with known properties inside a value, or inside a string that is JSON. */
function wrappedIn(value: unknown, path: string, known: KnownNames, memo = new Memo(), depth = 0): Wrapped | undefined {
  if (depth > MAX_WRAPPERS) return undefined;
  if (typeof value === "string") {
    // Remembered, because every trial of a fix asks again.
    const [read] = memo.ofString("wrapped", value, (text) => [...jsonString.read(text, { type: "object" })]);
    const wrapped = read?.sure ? wrappedIn(read.value, path, known, memo, MAX_WRAPPERS) : undefined;
    return wrapped && { ...wrapped, isJsonString: true };
  }
  if (Array.isArray(value))
    return value.length === 1 ? wrappedIn(value[0], `${path}/0`, known, memo, depth + 1) : undefined;
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value).slice(0, 100).map(fold);
  const count = (names: ReadonlySet<string>) => keys.filter((key) => names.has(key)).length;
  if (count(known.names) >= MIN_KNOWN.names || count(known.aliases) >= MIN_KNOWN.aliases)
    return { path, object: value as JsonObject, isJsonString: false };
  const [only, ...others] = Object.entries(value).filter(([, inner]) => mayContainObject(inner));
  if (only === undefined || others.length > 0 || keys.length > MAX_WRAPPER_PROPERTIES) return undefined;
  return wrappedIn(only[1], join(path, only[0]), known, memo, depth + 1);
}

function mayContainObject(value: unknown): boolean {
  return typeof value === "string" ? /^\s*\{/.test(value) : typeof value === "object" && value !== null;
}

/** The properties that are not on the path to a wrapped object, the outermost first. */
export function outerProperties(object: JsonObject, tokens: readonly string[]): OuterProperty[] {
  const outer: OuterProperty[] = [];
  let here: unknown = object;
  let path = "";
  for (const token of tokens) {
    for (const [name, value] of Object.entries(here as JsonObject))
      if (name !== token) outer.push({ path: join(path, name), name, value });
    here = (here as JsonObject)[token];
    path = join(path, token);
  }
  return outer;
}
