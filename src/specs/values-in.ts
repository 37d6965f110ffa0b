import { fits } from "../engine/checks/fits.js";
import { joinPointer, lastToken, valueAt } from "../ground/json/pointer.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import { reachableFrom } from "../ground/json-schema/kept-schema.js";

export interface ObjectPlace {
  readonly object: JsonObject;
  /** RFC 6901, from the outermost value. */
  readonly pointer: string;
}

/** Every value within a value, including the value itself, outer ones first. */
export function* walkValues(value: unknown, pointer = ""): Generator<{ value: unknown; pointer: string }> {
  yield { value, pointer };
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* walkValues(part, joinPointer(pointer, key));
}

export function* walkObjects(root: unknown, base = ""): Generator<ObjectPlace> {
  for (const { value, pointer } of walkValues(root, base)) if (isObject(value)) yield { object: value, pointer };
}

/**
 * The pointers into the data of all JSON Schemas that the checks of rules keep as they are, and of those that these
 * refer to.
 */
export function findKeptSchemas(rules: readonly { check?: unknown }[], data: unknown): ReadonlySet<string> {
  const kept = rules.flatMap(({ check }) => listReferences(check).filter(({ key }) => key === fits.name));
  const places = kept.flatMap(({ spec }) => [
    spec,
    ...[...reachableFrom(valueAt(data, spec), data).keys()].map((ref) => ref.slice(1)),
  ]);
  return new Set(places.filter((place) => place !== ""));
}

/** Every reference `{ "spec": … }` to data within a value, with its key. */
export function listReferences(value: unknown): { key: string; spec: string }[] {
  return [...walkObjects(value)].flatMap(({ object: { spec }, pointer }) =>
    typeof spec === "string" ? [{ key: lastToken(pointer), spec }] : [],
  );
}
