import type { JsonObject } from "../../json/value.js";
import { choose, oneOrMore } from "./definitions.js";

/** An operation of a JSON Patch, with the properties that its kind needs. */
const OPERATION: JsonObject = {
  type: "object",
  ...choose(
    [
      kind(["add", "replace"], ["value"], { value: true }),
      kind(["move"], ["from"], { from: { type: "string" } }),
      kind(["remove"], [], {}),
    ],
    { required: ["op"], properties: { op: { enum: ["add", "remove", "replace", "move"] } } },
  ),
};

function kind(op: string[], needed: string[], more: JsonObject) {
  return {
    when: { properties: { op: { enum: op } }, required: ["op"] },
    schema: {
      required: ["path", ...needed],
      additionalProperties: false,
      properties: { op: true, path: { type: "string" }, ...more },
    },
  };
}

const byPointer = (description: string, value: JsonObject): JsonObject => ({
  description,
  type: "object",
  minProperties: 1,
  additionalProperties: value,
});

/** The grammar of changes in fixes and examples, in the order in which they are applied. */
export const CHANGES: JsonObject = {
  remove: { description: "Removes what the pointer, or each of several, selects.", ...oneOrMore({ type: "string" }) },
  rename: byPointer(
    "Renames a property; at the name of a declaration, also the keys of its records and the values of its references.",
    { type: "string", minLength: 1 },
  ),
  set: byPointer("Replaces the value there, or adds it; `/path/-` appends to an array.", {}),
  patch: {
    description: "A JSON Patch (RFC 6902), where the other changes do not do.",
    type: "array",
    minItems: 1,
    items: OPERATION,
  },
};

export const RESIZE: JsonObject = byPointer("Cuts an array to so many items, or repeats its items up to it.", {
  type: "integer",
  minimum: 0,
});
