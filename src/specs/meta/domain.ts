import { metaSchema } from "./definitions.js";

export const domainSchema = metaSchema("domain.json: a domain of proposals", {
  type: "object",
  required: ["title", "description"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    title: { $ref: "#/$defs/words" },
    description: { $ref: "#/$defs/words" },
  },
});
