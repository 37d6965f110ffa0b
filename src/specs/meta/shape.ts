import { FORMATS } from "../../json-schema/formats.js";
import { chooseSchema, metaSchema, uniqueArrayOf } from "./definitions.js";

const TYPES = ["object", "array", "string", "integer", "number", "boolean", "null"];
/** Annotations that every schema may have. */
const NOTES = {
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
    ...uniqueArrayOf({ type: "string", minLength: 1 }),
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
const is = (type: string) => ({ properties: { type: { const: type } }, required: ["type"] });

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
          {
            when: is("object"),
            schema: {
              additionalProperties: false,
              properties: {
                $schema: { type: "string" },
                type: true,
                ...NOTES,
                properties: { type: "object", additionalProperties: { $ref: "#/$defs/shape" } },
                required: uniqueArrayOf({ type: "string" }),
                additionalProperties: { type: "boolean" },
              },
            },
          },
          {
            when: is("array"),
            schema: {
              additionalProperties: false,
              required: ["maxItems"],
              properties: { type: true, ...NOTES, items: { $ref: "#/$defs/shape" }, minItems: WHOLE, maxItems: WHOLE },
            },
          },
          {
            when: is("string"),
            schema: {
              additionalProperties: false,
              properties: {
                type: true,
                ...NOTES,
                derive: DERIVE,
                minLength: WHOLE,
                maxLength: WHOLE,
                enum: uniqueArrayOf({ type: "string" }),
                format: { enum: [...FORMATS.keys()] },
              },
            },
          },
        ],
        {
          additionalProperties: false,
          properties: {
            type: true,
            ...NOTES,
            enum: { type: "array", minItems: 1, uniqueItems: true },
            ...Object.fromEntries(
              ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((keyword) => [
                keyword,
                { type: "number" },
              ]),
            ),
          },
        },
      ),
    },
  },
});
