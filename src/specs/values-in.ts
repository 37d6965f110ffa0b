import { join, lastToken } from "../json/pointer.js";
import type { JsonObject } from "../json/value.js";

export interface ObjectPlace {
  readonly object: JsonObject;
  /** RFC 6901, from the outermost value. */
  readonly pointer: string;
}

/** Every object within a value, including the value itself, outer ones first. */
export function* objectsIn(value: unknown, pointer = ""): Generator<ObjectPlace> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { object: value as JsonObject, pointer };
  for (const [key, part] of Object.entries(value)) yield* objectsIn(part, join(pointer, key));
}

/** Every reference `{ "spec": … }` to data within a value, with its key. */
export function referencesIn(value: unknown): { key: string; spec: string }[] {
  return [...objectsIn(value)].flatMap(({ object: { spec }, pointer }) =>
    typeof spec === "string" ? [{ key: lastToken(pointer), spec }] : [],
  );
}
