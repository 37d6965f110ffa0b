import { metaSchema } from "./definitions.js";

const at = {
  description: "The places that the step changes.",
  if: { type: "array" },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { minItems: 1, items: { $ref: "#/$defs/pointer" } },
  else: { $ref: "#/$defs/pointer" },
};

export const specSchema = metaSchema("spec.json: one version of a spec package", {
  type: "object",
  required: ["version", "status", "title", "base", "data", "normalize"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    version: { description: "The name of the folder.", type: "string", pattern: "^v[1-9][0-9]*$" },
    status: {
      description:
        "The highest released version is the current one; a draft can be tried by naming it; a retired one is refused.",
      enum: ["draft", "released", "retired"],
    },
    title: { $ref: "#/$defs/words" },
    base: {
      description: "The example that the examples of rules start from: a file name in examples/ without .json.",
      type: "string",
    },
    data: { description: "The lists and tables that rules and steps refer to.", type: "object" },
    normalize: {
      description: "How a valid candidate becomes the proposal of a package, in this order.",
      type: "array",
      items: {
        type: "object",
        required: ["step", "at"],
        properties: { step: { enum: ["nfc", "trim", "single-space", "default", "sort", "order-keys"] } },
        if: { properties: { step: { const: "default" } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: {
          required: ["value"],
          additionalProperties: false,
          properties: { step: true, at: { $ref: "#/$defs/pointer" }, value: true },
        },
        else: {
          if: { properties: { step: { enum: ["sort", "order-keys"] } } },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
          then: {
            required: ["by"],
            additionalProperties: false,
            properties: { step: true, at, by: { $ref: "#/$defs/values" } },
          },
          else: { additionalProperties: false, properties: { step: true, at } },
        },
      },
    },
  },
});
