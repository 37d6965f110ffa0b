import { describeUniqueArray, metaSchema } from "./definitions.js";

const DERIVE = {
  description: "How a missing value is derived from another property: by respelling its value, or by its prefix.",
  type: "object",
  required: ["from"],
  minProperties: 2,
  maxProperties: 2,
  additionalProperties: false,
  properties: {
    from: { $ref: "#/$defs/place" },
    as: { enum: ["kebab-case", "snake-case", "camel-case", "lower-case", "upper-case"] },
    prefixes: {
      description:
        "The value to insert, by the lower-case prefix of the other value, such as `user` in user_4821. It is certain unless something else may contradict it.",
      type: "object",
      minProperties: 1,
      propertyNames: { pattern: "^[a-z]+$", description: "Lower-case letters." },
      additionalProperties: { type: "string" },
    },
  },
};

const SHAPE = { $ref: "#/$defs/shape" };
const LIST = { type: "array", items: SHAPE };
const MAP = { type: "object", additionalProperties: SHAPE };

/** What a shape may say beside JSON Schema. The rest is for the meta-schema of its dialect to check. */
export const shapeSchema = metaSchema("candidate.schema.json: the shape of a candidate, any JSON Schema", {
  $ref: "#/$defs/shape",
  $defs: {
    shape: {
      type: ["object", "boolean"],
      properties: {
        placeholder: {
          description: "The value that a fix inserts for the author to replace; if it is left, that is a warning.",
        },
        aliases: {
          description: "Other names that authors use for this property.",
          ...describeUniqueArray({ type: "string", minLength: 1 }),
        },
        derive: DERIVE,
        ...Object.fromEntries(["properties", "patternProperties", "$defs", "definitions"].map((key) => [key, MAP])),
        ...Object.fromEntries(["allOf", "anyOf", "oneOf", "prefixItems"].map((key) => [key, LIST])),
        ...Object.fromEntries(
          ["additionalProperties", "not", "if", "then", "else", "contains"].map((key) => [key, SHAPE]),
        ),
      },
    },
  },
});
