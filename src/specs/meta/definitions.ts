import type { JsonObject } from "../../json/value.js";

/** One operation of a JSON Patch, with what its kind needs. */
export function operation(more: JsonObject): JsonObject {
  const kind = (op: string[], needed: string, other: JsonObject) => ({
    when: { properties: { op: { enum: op } }, required: ["op"] },
    schema: {
      required: ["path", ...(needed ? [needed] : [])],
      additionalProperties: false,
      properties: { op: true, path: { type: "string" }, ...other, ...more },
    },
  });
  return {
    type: "object",
    ...choose(
      [
        kind(["add", "replace"], "value", { value: true }),
        kind(["move"], "from", { from: { type: "string" } }),
        kind(["remove"], "", {}),
      ],
      { required: ["op"], properties: { op: { enum: ["add", "remove", "replace", "move"] } } },
    ),
  };
}

/** Definitions that several meta-schemas share; each schema file carries its own copy, so that editors need only one file. */
export const DEFS: JsonObject = {
  pointer: {
    description: "A JSON Pointer (RFC 6901) into the candidate; `*` stands for every item of a list.",
    type: "string",
    pattern: "^(/[^/]+)*$",
  },
  specReference: {
    description: "Refers to `data` in spec.json by a JSON Pointer.",
    type: "object",
    required: ["spec"],
    additionalProperties: false,
    properties: { spec: { $ref: "#/$defs/pointer" } },
  },
  candidateReference: {
    description: "Refers to values of the candidate by a JSON Pointer with `*`.",
    type: "object",
    required: ["candidate"],
    additionalProperties: false,
    properties: { candidate: { $ref: "#/$defs/pointer" } },
  },
  values: {
    description: "A list of texts, given literally, from the data of the spec package, or from the candidate.",
    if: { type: "array" },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { minItems: 1, items: { type: "string" } },
    else: {
      if: { type: "object", required: ["candidate"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { $ref: "#/$defs/candidateReference" },
      else: { $ref: "#/$defs/specReference" },
    },
  },
  patch: {
    description: "A JSON Patch (RFC 6902) against the candidate.",
    type: "array",
    items: operation({}),
  },
  registry: {
    description: "The ids that are taken in the registry of the target product.",
    type: "array",
    items: { type: "string" },
  },
  words: { type: "string", minLength: 1, pattern: "\\S" },
};

export function metaSchema(title: string, schema: JsonObject): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title,
    ...schema,
    $defs: { ...DEFS, ...(schema.$defs as JsonObject) },
  };
}

/** One branch of a choice that is made by a test, so that a mistake in it is not also told as a mistake in the others. */
export function choose(branches: { when: JsonObject; schema: JsonObject }[], otherwise: JsonObject): JsonObject {
  return branches.reduceRight(
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    (rest, { when, schema }) => ({ if: when, then: schema, else: rest }),
    otherwise,
  );
}
