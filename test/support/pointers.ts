import { joinPointer } from "../../src/ground/json/pointer.js";

/** Every place in a document, with its value. */
export function* pointers(value: unknown, pointer = ""): Iterable<[string, unknown]> {
  yield [pointer, value];
  if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value))
      yield* pointers(part, joinPointer(pointer, key));
}
