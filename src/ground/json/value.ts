export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * True for names that every object inherits, such as `toString`. Only these need a check for an own
 * property.
 */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

export function withSortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, withSortedKeys(value[key] as Json)]),
  );
}

/**
 * A string that two values share if they are equal as JSON, regardless of the order of properties.
 */
export function identityOf(value: unknown): string {
  // Most strings are their own identity; a further NUL separates the others from those of other
  // values.
  if (typeof value === "string") return value.startsWith("\0") ? `\0${value}` : value;
  return `\0${JSON.stringify(typeof value === "object" && value !== null ? withSortedKeys(value as Json) : value)}`;
}

/** Whether two values are equal as JSON, regardless of the order of properties. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) => Object.hasOwn(b, key) && isEqual(a[key as keyof typeof a], b[key as keyof typeof b]),
    )
  );
}

/**
 * V8 spreads an object with at most this many properties at once. With more, setting them one by
 * one is faster.
 */
const MAX_SPREAD_PROPERTIES = 128;

/** A copy of an object, without one of its properties if `without` names it. */
export function copyObject(
  object: Record<string, unknown>,
  without?: string,
): Record<string, unknown> {
  const keys = Object.keys(object);
  if (without === undefined && keys.length <= MAX_SPREAD_PROPERTIES) return { ...object };
  const copy: Record<string, unknown> = {};
  // Not copied and deleted: V8 reads all properties of an object slowly after a `delete`.
  for (const key of keys) if (key !== without) setProperty(copy, key, object[key]);
  return copy;
}

/** Sets a property. Assigning `__proto__` would change the prototype instead. */
export function setProperty(object: object, name: string, value: unknown): void {
  if (name !== "__proto__") (object as Record<string, unknown>)[name] = value;
  else
    Object.defineProperty(object, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

/** Whether a value is null, an empty array or object, or a blank string. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  if (typeof value !== "object" || value === null) return value === null;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

/** The only item of an array; undefined if there are several, or none. */
export function onlyItem<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
