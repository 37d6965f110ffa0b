import { joinPointer, lastToken } from "../ground/json/pointer.js";
import { isObject, type JsonObject } from "../ground/json/value.js";

/** Every value within a value, itself included, outer ones first, with their pointers. */
export function* walkValues(
  value: unknown,
  pointer = "",
): Generator<{ value: unknown; pointer: string }> {
  yield { value, pointer };
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value))
    yield* walkValues(part, joinPointer(pointer, key));
}

export function* walkObjects(
  root: unknown,
  base = "",
): Generator<{ object: JsonObject; pointer: string }> {
  for (const { value, pointer } of walkValues(root, base))
    if (isObject(value)) yield { object: value, pointer };
}

/** Every reference `{ "spec": … }` to data within a value, with its key. */
export function listDataReferences(value: unknown): { key: string; spec: string }[] {
  const references: { key: string; spec: string }[] = [];
  for (const { object, pointer } of walkObjects(value))
    if (typeof object.spec === "string")
      references.push({ key: lastToken(pointer), spec: object.spec });
  return references;
}
