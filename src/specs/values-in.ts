import { joinPointer, lastToken } from "../ground/json/pointer.js";
import { isObject, type JsonObject } from "../ground/json/value.js";

interface ObjectPlace {
  readonly object: JsonObject;
  /** RFC 6901, from the outermost value. */
  readonly pointer: string;
}

/** Every value within a value, including the value itself, outer ones first. */
export function* walkValues(
  value: unknown,
  pointer = "",
): Generator<{ value: unknown; pointer: string }> {
  yield { value, pointer };
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value))
    yield* walkValues(part, joinPointer(pointer, key));
}

export function* walkObjects(root: unknown, base = ""): Generator<ObjectPlace> {
  for (const { value, pointer } of walkValues(root, base))
    if (isObject(value)) yield { object: value, pointer };
}

/** Every reference `{ "spec": … }` to data within a value, with its key. */
export function listReferences(value: unknown): { key: string; spec: string }[] {
  return [...walkObjects(value)].flatMap(({ object: { spec }, pointer }) =>
    typeof spec === "string" ? [{ key: lastToken(pointer), spec }] : [],
  );
}
