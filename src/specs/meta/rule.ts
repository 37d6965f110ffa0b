import { CHECKS } from "../../engine/checks/index.js";
import { type ComparedKind, OPERATORS } from "../../engine/operators.js";
import { APPLICABILITIES, SEVERITIES } from "../../engine/problem.js";
import { STARTS } from "../../engine/reference.js";
import type { JsonObject } from "../../ground/json/value.js";
import { VERSION_NAME } from "../names.js";
import {
  CHANGES,
  chooseSchema,
  closedObject,
  describeUniqueArray,
  metaSchema,
  oneOrMore,
  RESIZE,
  referenceOr,
} from "./definitions.js";

const SCALAR = { type: ["string", "number", "boolean", "null"] };

/** What operators compare with: a literal, or a reference where that is allowed. */
const COMPARED: Readonly<Record<ComparedKind, JsonObject>> = {
  scalar: referenceOr(SCALAR),
  list: referenceOr(describeUniqueArray(SCALAR), "entryReference"),
  item: referenceOr(SCALAR),
  number: referenceOr({ type: "number" }),
  date: referenceOr({
    description: "A date (2026-01-31) or a date-time.",
    type: "string",
    pattern: "^\\d{4}-\\d\\d-\\d\\d(T.+)?$",
  }),
  // A pattern must not come from a candidate, which could send a slow one.
  pattern: referenceOr({ type: "string", minLength: 1 }, "specReference"),
  affix: referenceOr({ type: "string", minLength: 1 }),
  weekdays: { $ref: "#/$defs/weekdays" },
  presence: { type: "boolean" },
};

const several = (key: string) => ({
  when: { required: [key] },
  schema: {
    additionalProperties: false,
    properties: { [key]: { type: "array", minItems: 1, items: { $ref: "#/$defs/condition" } } },
  },
});

/** The grammar of `when` and `where`: conditions of json-rules-engine. */
const CONDITION: JsonObject = {
  description: "A condition: `all`, `any`, `not`, or a comparison of `path` by `operator` with `value`.",
  type: "object",
  ...chooseSchema(
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
        description:
          "What is compared: by default, `candidate` in `when` and `item` in `where`; `previous` and `parent` are the item before it and around it; `count` counts places.",
        enum: [...STARTS, "count"],
      },
      ...more,
      operator: { enum: [...OPERATORS.keys()] },
      value: { description: "The value to compare with: a literal or a reference." },
    },
    allOf: Object.entries(COMPARED).map(([kind, value]) => ({
      if: { properties: { operator: { enum: listOperators(kind) } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { properties: { value } },
    })),
  };
}

function listOperators(kind: string): string[] {
  return [...OPERATORS].filter(([, { compares }]) => compares === kind).map(([name]) => name);
}

const SELECTION: JsonObject = {
  description: "The places that are counted.",
  ...closedObject(["at"], { at: oneOrMore({ $ref: "#/$defs/selector" }), where: { $ref: "#/$defs/condition" } }),
};

const CHANGE_NAMES = Object.keys(CHANGES);

const SELECTING: JsonObject = {
  at: {
    description:
      "The places to check: a JSON Pointer, or an array of them. `*` stands for every item of an array, `~first` and `~last` for its first and last, `~values` for every value of a map. `{fields}` as the last step stands for every property that the declaration `fields` names.",
    ...oneOrMore({ $ref: "#/$defs/selector" }),
  },
  where: { description: "A condition that the item must meet.", $ref: "#/$defs/condition" },
  per: { description: "Makes one group for each place that this prefix of `at` selects.", $ref: "#/$defs/selector" },
};

const CHECK_NAMES = [...CHECKS.keys()];

/**
 * One definition for each check, made from the definition that the compiler uses: the grammar cannot disagree with it.
 */
const CHECK_DEFS: JsonObject = Object.fromEntries(
  [...CHECKS.values()].map(({ name, summary, value, options, group }) => [
    `check-${name}`,
    {
      required: ["at"],
      additionalProperties: false,
      properties: {
        at: true,
        where: true,
        ...(group && { per: true }),
        [name]: { description: summary, ...value },
        ...options,
      },
    },
  ]),
);

/** A fix has at least one change, and a patch is never combined with others. */
const someChange: JsonObject = {
  anyOf: CHANGE_NAMES.map((name) => ({ required: [name] })),
  dependentSchemas: {
    patch: { not: { anyOf: CHANGE_NAMES.filter((name) => name !== "patch").map((name) => ({ required: [name] })) } },
  },
};

export const ruleSchema = metaSchema("rules/<name>.json: one rule", {
  ...closedObject(["severity", "summary", "rationale", "check", "message", "examples"], {
    $schema: { type: "string" },
    severity: { description: "`error` makes a candidate invalid; the others do not.", enum: [...SEVERITIES] },
    summary: { description: "What must hold, in one sentence.", $ref: "#/$defs/words" },
    rationale: { description: "Why it matters, for authors who ask.", $ref: "#/$defs/words" },
    when: { description: "The rule applies only if this holds.", $ref: "#/$defs/condition" },
    check: {
      description: "What must hold at every selected place. If there are several checks, all must hold.",
      ...oneOrMore({ $ref: "#/$defs/check" }),
    },
    message: { description: "What an author reads. Placeholders are in braces: `{actual}`.", $ref: "#/$defs/words" },
    fixes: { description: "The fixes, best first.", type: "array", minItems: 1, items: { $ref: "#/$defs/fix" } },
    deprecated: {
      description:
        "Says that authors should no longer rely on the rule, because a later version is expected to drop it.",
      ...closedObject(["since"], {
        since: {
          description: "The first version in which the rule is deprecated.",
          type: "string",
          pattern: `^${VERSION_NAME}$`,
        },
        use: { description: "The rule that replaces it.", type: "string" },
      }),
    },
    examples: {
      description: "At least one example that passes and, before the release, one that violates the rule.",
      type: "array",
      minItems: 1,
      items: { $ref: "#/$defs/example" },
    },
  }),
  $defs: {
    condition: CONDITION,
    selection: SELECTION,
    check: {
      type: "object",
      properties: SELECTING,
      if: { anyOf: CHECK_NAMES.map((name) => ({ required: [name] })) },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: {
        dependentSchemas: Object.fromEntries(CHECK_NAMES.map((name) => [name, { $ref: `#/$defs/check-${name}` }])),
      },
      else: {
        description: "Needs one check.",
        minProperties: 1,
        additionalProperties: false,
        properties: {
          ...Object.fromEntries(Object.keys(SELECTING).map((key) => [key, true])),
          ...Object.fromEntries([...CHECKS.values()].map(({ name, summary }) => [name, { description: summary }])),
        },
        anyOf: CHECK_NAMES.map((name) => ({ required: [name] })),
      },
    },
    ...CHECK_DEFS,
    fix: {
      ...closedObject(["title", "applicability"], {
        title: { $ref: "#/$defs/words" },
        applicability: {
          description: "The strongest applicability that the fix may claim.",
          enum: [...APPLICABILITIES],
        },
        when: { description: "The fix is offered only if this holds.", $ref: "#/$defs/condition" },
        ...CHANGES,
      }),
      ...someChange,
    },
    example: {
      ...closedObject(["title"], {
        title: { $ref: "#/$defs/words" },
        ...CHANGES,
        resize: RESIZE,
        registry: { $ref: "#/$defs/registry" },
        registries: { $ref: "#/$defs/registries" },
        violations: {
          description: "The places where this rule is violated. Without it, the rule must not be violated.",
          ...describeUniqueArray({ $ref: "#/$defs/pointer" }),
        },
        message: { description: "The message of the first violation; it may contain `{version}`.", type: "string" },
        severity: { enum: [...SEVERITIES] },
        fix: {
          description: "The applicability of the first fix of the first violation.",
          enum: [...APPLICABILITIES, "none"],
        },
        fixed: {
          description: "The values after that fix, by pointer.",
          type: "object",
          minProperties: 1,
          additionalProperties: true,
        },
      }),
      dependentRequired: Object.fromEntries(
        ["message", "severity", "fix", "fixed"].map((key) => [key, ["violations"]]),
      ),
    },
  },
});
