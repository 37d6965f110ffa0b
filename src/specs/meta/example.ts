import { metaSchema } from "./definitions.js";

export const exampleSchema = metaSchema("examples/<name>.json: a whole candidate and what must come out", {
  type: "object",
  required: ["title", "candidate", "diagnostics"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    title: { $ref: "#/$defs/words" },
    registry: { $ref: "#/$defs/registry" },
    registries: { $ref: "#/$defs/registries" },
    candidate: true,
    diagnostics: {
      description: "Every diagnostic, as code and path.",
      type: "array",
      items: {
        type: "object",
        required: ["code", "path"],
        additionalProperties: false,
        properties: { code: { type: "string" }, path: { $ref: "#/$defs/pointer" } },
      },
    },
    proposal: { description: "The normalized candidate, where it is valid." },
  },
});
