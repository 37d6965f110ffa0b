import type { JsonObject } from "../../json/value.js";
import { choose, oneOrMore, referenceOr } from "./definitions.js";

const SCALAR = { type: ["string", "number", "boolean", "null"] };

const DATE = {
  description: "A date (2026-01-31) or a date-time.",
  type: "string",
  pattern: "^\\d{4}-\\d\\d-\\d\\d(T.+)?$",
};

/** The literals that each operator compares with. */
const OPERATORS: Record<string, JsonObject> = {
  equal: SCALAR,
  notEqual: SCALAR,
  in: { type: "array", minItems: 1, uniqueItems: true, items: SCALAR },
  notIn: { type: "array", minItems: 1, uniqueItems: true, items: SCALAR },
  contains: SCALAR,
  doesNotContain: SCALAR,
  lessThan: { type: "number" },
  lessThanInclusive: { type: "number" },
  greaterThan: { type: "number" },
  greaterThanInclusive: { type: "number" },
  matches: { type: "string", minLength: 1 },
  startsWith: { type: "string", minLength: 1 },
  before: DATE,
  after: DATE,
  exists: { type: "boolean" },
};

const several = (key: string) => ({
  when: { required: [key] },
  schema: {
    additionalProperties: false,
    properties: { [key]: { type: "array", minItems: 1, items: { $ref: "#/$defs/condition" } } },
  },
});

/** The value of a comparison: a literal, or a reference if the operator allows it. */
function compared(operator: string, literal: JsonObject): JsonObject {
  if (operator === "exists") return literal;
  // A pattern must not come from a candidate, which could send a slow one.
  if (operator === "matches")
    return choose([{ when: { type: "object" }, schema: { $ref: "#/$defs/specReference" } }], literal);
  if (operator === "in" || operator === "notIn")
    return choose([{ when: { type: "object" }, schema: { $ref: "#/$defs/entryReference" } }], literal);
  return referenceOr(literal);
}

/** The grammar of `when` and `where`: conditions of json-rules-engine. */
export const CONDITION: JsonObject = {
  description: "A condition: `all`, `any`, `not`, or a comparison of `path` by `operator` with `value`.",
  type: "object",
  ...choose(
    [
      several("all"),
      several("any"),
      {
        when: { required: ["not"] },
        schema: { additionalProperties: false, properties: { not: { $ref: "#/$defs/condition" } } },
      },
      {
        when: { properties: { fact: { const: "count" } }, required: ["fact"] },
        schema: comparison({ params: { $ref: "#/$defs/selection" } }, ["fact", "params"]),
      },
    ],
    comparison({ path: { $ref: "#/$defs/onePlace" } }, ["path"]),
  ),
};

function comparison(more: JsonObject, required: string[]): JsonObject {
  return {
    required: [...required, "operator", "value"],
    additionalProperties: false,
    properties: {
      fact: {
        description: "`candidate` in `when` and `item` in `where`, where it is left out; `count` counts places.",
        enum: ["candidate", "item", "count"],
      },
      ...more,
      operator: { enum: Object.keys(OPERATORS) },
      value: { description: "What it is compared with: a literal or a reference." },
    },
    ...choose(
      Object.entries(OPERATORS).map(([operator, literal]) => ({
        when: { properties: { operator: { const: operator } } },
        schema: { properties: { value: compared(operator, literal) } },
      })),
      {},
    ),
  };
}

export const SELECTION: JsonObject = {
  description: "The places that are counted.",
  type: "object",
  required: ["at"],
  additionalProperties: false,
  properties: { at: oneOrMore({ $ref: "#/$defs/selector" }), where: { $ref: "#/$defs/condition" } },
};
