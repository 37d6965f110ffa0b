import type { JsonObject } from "../../ground/json/value.js";
import { FORMATS } from "../../ground/json-schema/formats.js";
import { chooseSchema, describeUniqueArray, metaSchema } from "./definitions.js";

const TYPES = ["object", "array", "string", "integer", "number", "boolean", "null"];
/** The keywords that every schema may have. */
const COMMON = {
  type: true,
  description: { $ref: "#/$defs/words" },
  examples: {
    description: "Example values for readers; all must be valid.",
    type: "array",
    minItems: 1,
    uniqueItems: true,
  },
  placeholder: {
    description: "The value that a fix inserts for the author to replace; if it is left, that is a warning.",
  },
  aliases: {
    description: "Other names that authors use for this property.",
    ...describeUniqueArray({ type: "string", minLength: 1 }),
  },
};
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
const WHOLE = { type: "integer", minimum: 0 };
const NUMBER = { type: "number" };
const OBJECT = {
  properties: { type: "object", additionalProperties: { $ref: "#/$defs/shape" } },
  required: describeUniqueArray({ type: "string" }),
  additionalProperties: chooseSchema([{ when: { type: "boolean" }, schema: {} }], { $ref: "#/$defs/shape" }),
};
const ARRAY = { items: { $ref: "#/$defs/shape" }, minItems: WHOLE, maxItems: WHOLE };
const STRING = { derive: DERIVE, minLength: WHOLE, maxLength: WHOLE, format: { enum: [...FORMATS.keys()] } };
const OTHERS = {
  enum: { type: "array", minItems: 1, uniqueItems: true },
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: NUMBER,
  exclusiveMaximum: NUMBER,
};

const ofType = (type: string, keywords: JsonObject, more: JsonObject = {}) => ({
  when: { properties: { type: { const: type } }, required: ["type"] },
  schema: { additionalProperties: false, ...more, properties: keywords },
});

/**
 * The part of JSON Schema that a shape may use. It leaves out keywords that multiply errors (`anyOf`), and those for
 * which a rule is better because it has a message and fixes (`pattern`, `uniqueItems`).
 */
export const shapeSchema = metaSchema("candidate.schema.json: the shape of a candidate", {
  $ref: "#/$defs/shape",
  properties: { $schema: { type: "string" }, type: { const: "object" } },
  $defs: {
    shape: {
      type: "object",
      required: ["type"],
      properties: {
        type: chooseSchema(
          [{ when: { type: "array" }, schema: { minItems: 1, uniqueItems: true, items: { enum: TYPES } } }],
          { enum: TYPES },
        ),
      },
      ...chooseSchema(
        [
          ofType("object", { $schema: { type: "string" }, ...COMMON, ...OBJECT }),
          ofType("array", { ...COMMON, ...ARRAY }, { required: ["maxItems"] }),
          ofType("string", { ...COMMON, ...STRING, enum: describeUniqueArray({ type: "string" }) }),
          {
            // Each keyword looks at values of its own type only; the lint finds those without one.
            when: { properties: { type: { type: "array" } }, required: ["type"] },
            schema: {
              additionalProperties: false,
              properties: { ...COMMON, ...OBJECT, ...ARRAY, ...STRING, ...OTHERS },
              ...chooseSchema([{ when: { required: ["items"] }, schema: { required: ["maxItems"] } }], {}),
            },
          },
        ],
        { additionalProperties: false, properties: { ...COMMON, ...OTHERS } },
      ),
    },
  },
});
