import { CHECKS } from "../../engine/checks/index.js";
import type { JsonObject } from "../../json/value.js";
import { choose, metaSchema, operation } from "./definitions.js";

/** What each operator of json-rules-engine can be compared with; another value makes it throw, or silently false. */
const OPERATORS: Record<string, JsonObject> = {
  equal: {},
  notEqual: {},
  in: { type: "array" },
  notIn: { type: "array" },
  contains: {},
  doesNotContain: {},
  lessThan: { type: "number" },
  lessThanInclusive: { type: "number" },
  greaterThan: { type: "number" },
  greaterThanInclusive: { type: "number" },
};

/** A value given literally, or taken from another fact. */
const compared = (literal: JsonObject): JsonObject => ({
  if: { type: "object", required: ["fact"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: {
    additionalProperties: false,
    properties: { fact: { enum: ["candidate", "spec"] }, path: { $ref: "#/$defs/place" } },
  },
  else: literal,
});

const conditions = (key: string) => ({
  when: { required: [key] },
  schema: {
    additionalProperties: false,
    properties: { [key]: { type: "array", minItems: 1, items: { $ref: "#/$defs/condition" } } },
  },
});

const checks = [...CHECKS.values()].map((check) => ({
  when: { properties: { check: { const: check.name } } },
  schema: {
    description: check.summary,
    ...check.params,
    additionalProperties: false,
    properties: { at: { $ref: "#/$defs/pointer" }, check: true, ...(check.params.properties as object) },
  },
}));

/** Built from the checks themselves, so that a rule file cannot pass here and fail there. */
export const ruleSchema = metaSchema("rules/<name>.json: one rule", {
  type: "object",
  required: ["name", "severity", "summary", "rationale", "conditions", "event", "examples"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    name: {
      description: "The name of the file, the truth that should hold.",
      type: "string",
      pattern: "^[a-z]+[a-z0-9]*(-[a-z0-9]+)*$",
    },
    severity: { enum: ["error", "warning", "info"] },
    summary: { $ref: "#/$defs/words" },
    rationale: { $ref: "#/$defs/words" },
    conditions: {
      description: "When the rule is violated: conditions of json-rules-engine.",
      type: "object",
      ...choose(
        [conditions("all"), conditions("any"), { when: { required: ["not"] }, schema: { $ref: "#/$defs/not" } }],
        {
          required: ["all"],
        },
      ),
    },
    event: {
      type: "object",
      required: ["type", "params"],
      additionalProperties: false,
      properties: {
        type: { const: "violation" },
        params: {
          type: "object",
          required: ["message"],
          additionalProperties: false,
          properties: {
            message: { $ref: "#/$defs/words" },
            at: { description: "Where a violation without findings stands.", $ref: "#/$defs/place" },
            fixes: { type: "array", items: { $ref: "#/$defs/fix" } },
          },
        },
      },
    },
    examples: {
      description: "At least one that passes and one that is violated; each patches the base example.",
      type: "array",
      minItems: 2,
      items: {
        type: "object",
        required: ["title", "patch", "violations"],
        additionalProperties: false,
        properties: {
          title: { $ref: "#/$defs/words" },
          patch: { $ref: "#/$defs/patch" },
          registry: { $ref: "#/$defs/registry" },
          violations: {
            description: "Where this rule is violated.",
            type: "array",
            items: { $ref: "#/$defs/pointer" },
          },
          fix: {
            description: "How far the first fix of the first violation can be trusted.",
            enum: ["machine-applicable", "maybe-incorrect", "has-placeholders", "none"],
          },
        },
      },
    },
  },
  $defs: {
    place: {
      description: "A JSON Pointer to one node of the candidate or of the data.",
      type: "string",
      pattern: "^(/[^/*]+)*$",
    },
    not: { additionalProperties: false, properties: { not: { $ref: "#/$defs/condition" } } },
    condition: {
      type: "object",
      ...choose(
        [
          conditions("all"),
          conditions("any"),
          { when: { required: ["not"] }, schema: { $ref: "#/$defs/not" } },
          {
            when: { properties: { fact: { const: "findings" } }, required: ["fact"] },
            schema: { $ref: "#/$defs/findings" },
          },
        ],
        {
          required: ["fact", "operator", "value"],
          additionalProperties: false,
          properties: {
            fact: { enum: ["candidate", "spec", "findings"] },
            path: { $ref: "#/$defs/place" },
            operator: { enum: Object.keys(OPERATORS) },
            value: true,
          },
          ...choose(
            Object.entries(OPERATORS).map(([operator, literal]) => ({
              when: { properties: { operator: { const: operator } } },
              schema: { properties: { value: compared(literal) } },
            })),
            {},
          ),
        },
      ),
    },
    findings: {
      required: ["fact", "params", "operator", "value"],
      additionalProperties: false,
      properties: {
        fact: true,
        operator: { const: "found" },
        value: { type: "boolean" },
        params: {
          type: "object",
          required: ["at", "check"],
          ...choose(checks, { properties: { check: { enum: [...CHECKS.keys()] } } }),
        },
      },
    },
    fix: {
      type: "object",
      required: ["title", "applicability", "patch"],
      additionalProperties: false,
      properties: {
        title: { $ref: "#/$defs/words" },
        applicability: { enum: ["machine-applicable", "maybe-incorrect", "has-placeholders"] },
        patch: {
          type: "array",
          minItems: 1,
          items: operation({
            each: {
              description: "Repeats the operation for every node that it selects; `{each}` is its pointer.",
              $ref: "#/$defs/pointer",
            },
          }),
        },
      },
    },
  },
});
