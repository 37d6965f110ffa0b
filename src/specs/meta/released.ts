import { metaSchema } from "./definitions.js";

const digest = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };

export const releasedSchema = metaSchema("released.json: what was released, written by assay rules release", {
  type: "object",
  required: ["versions"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    versions: {
      description: "By version. What is here never changes again.",
      type: "object",
      additionalProperties: {
        type: "object",
        required: ["digest", "files"],
        additionalProperties: false,
        properties: {
          digest: { description: "The digest of the version.", ...digest },
          files: {
            description: "The hash of each of its files, to name those that were changed.",
            type: "object",
            additionalProperties: digest,
          },
          since: { description: "The version before.", type: "string" },
          changes: {
            description: "What changed since, as computed at the release.",
            type: "array",
            items: {
              type: "object",
              required: ["pointer", "text", "effects"],
              additionalProperties: false,
              properties: {
                pointer: { type: "string" },
                text: { type: "string" },
                effects: {
                  type: "array",
                  items: { enum: ["breaking", "widening", "repackaging", "words", "unknown"] },
                },
                says: { type: "string" },
              },
            },
          },
        },
      },
    },
  },
});
