import { choose, metaSchema } from "./definitions.js";

const TYPES = ["object", "array", "string", "integer", "number", "boolean", "null"];
const NOTES = { description: { type: "string" }, examples: { type: "array", minItems: 1 } };
const WHOLE = { type: "integer", minimum: 0 };
const is = (type: string) => ({ properties: { type: { const: type } }, required: ["type"] });

/**
 * The part of JSON Schema that a candidate schema may use. Left out is what makes errors multiply (`anyOf`), and what
 * a rule says better because it carries words and a fix (`pattern`, `uniqueItems`).
 */
export const shapeSchema = metaSchema("candidate.schema.json: the shape of a candidate", {
  $ref: "#/$defs/shape",
  properties: { $schema: { type: "string" }, type: { const: "object" } },
  $defs: {
    shape: {
      type: "object",
      required: ["type"],
      properties: {
        type: {
          if: { type: "array" },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
          then: { minItems: 1, items: { enum: TYPES } },
          else: { enum: TYPES },
        },
      },
      ...choose(
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
                required: { type: "array", items: { type: "string" } },
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
                minLength: WHOLE,
                maxLength: WHOLE,
                enum: { type: "array", minItems: 1, items: { type: "string" } },
                format: {
                  enum: ["date", "date-time", "time", "duration", "email", "uri", "uuid", "ipv4", "ipv6", "hostname"],
                },
              },
            },
          },
        ],
        {
          additionalProperties: false,
          properties: {
            type: true,
            ...NOTES,
            enum: { type: "array", minItems: 1 },
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
