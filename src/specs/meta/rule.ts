import { CHECKS } from "../../engine/checks/index.js";
import { type Compared, OPERATORS } from "../../engine/operators.js";
import { APPLICABILITIES, SEVERITIES } from "../../engine/problem.js";
import type { JsonObject } from "../../json/value.js";
import { VERSION_NAME } from "../names.js";
import { CHANGES, choose, closed, metaSchema, oneOrMore, RESIZE, referenceOr, setOf } from "./definitions.js";

const SCALAR = { type: ["string", "number", "boolean", "null"] };

/** What operators compare with: a literal, or a reference where that is allowed. */
const COMPARED: Readonly<Record<Compared, JsonObject>> = {
  scalar: referenceOr(SCALAR),
  list: referenceOr(setOf(SCALAR), "entryReference"),
  item: referenceOr(SCALAR),
  number: referenceOr({ type: "number" }),
  date: referenceOr({
    description: "A date (2026-01-31) or a date-time.",
    type: "string",
    pattern: "^\\d{4}-\\d\\d-\\d\\d(T.+)?$",
  }),
  // A pattern must not come from a candidate, which could send a slow one.
  pattern: referenceOr({ type: "string", minLength: 1 }, "specReference"),
  prefix: referenceOr({ type: "string", minLength: 1 }),
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
        description: "By default, `candidate` in `when` and `item` in `where`; `count` counts places.",
        enum: ["candidate", "item", "count"],
      },
      ...more,
      operator: { enum: [...OPERATORS.keys()] },
      value: { description: "What it is compared with: a literal or a reference." },
    },
    ...choose(
      [...OPERATORS].map(([operator, { compares }]) => ({
        when: { properties: { operator: { const: operator } } },
        schema: { properties: { value: COMPARED[compares] } },
      })),
      {},
    ),
  };
}

const SELECTION: JsonObject = {
  description: "The places that are counted.",
  ...closed(["at"], { at: oneOrMore({ $ref: "#/$defs/selector" }), where: { $ref: "#/$defs/condition" } }),
};

const CHANGE_NAMES = Object.keys(CHANGES);

const SELECTING: JsonObject = {
  at: {
    description:
      "Where to look: a JSON Pointer, or several. `*` is every item of an array, `~first` and `~last` are one; a last step `{name}` is every property that the declaration names.",
    ...oneOrMore({ $ref: "#/$defs/selector" }),
  },
  where: { description: "A condition that the item must meet.", $ref: "#/$defs/condition" },
};

/** Made from the definitions of the checks, so that grammar and compiler cannot disagree. */
const checks = [...CHECKS.values()].map(({ name, summary, value, options, group }) => ({
  when: { required: [name] },
  schema: {
    required: ["at", name],
    additionalProperties: false,
    properties: {
      ...SELECTING,
      ...(group && {
        per: { description: "One group for each place of this prefix of `at`.", $ref: "#/$defs/selector" },
      }),
      [name]: { description: summary, ...value },
      ...options,
    },
  },
}));

/** A fix has at least one change, and a patch is never combined with others. */
const someChange: JsonObject = {
  anyOf: CHANGE_NAMES.map((name) => ({ required: [name] })),
  dependentSchemas: {
    patch: { not: { anyOf: CHANGE_NAMES.filter((name) => name !== "patch").map((name) => ({ required: [name] })) } },
  },
};

export const ruleSchema = metaSchema("rules/<name>.json: one rule", {
  ...closed(["severity", "summary", "rationale", "check", "message", "examples"], {
    $schema: { type: "string" },
    severity: { description: "`error` makes a candidate invalid; the others do not.", enum: [...SEVERITIES] },
    summary: { description: "What must hold, in one sentence.", $ref: "#/$defs/words" },
    rationale: { description: "Why it matters, for authors who ask.", $ref: "#/$defs/words" },
    when: { description: "The rule applies only where this holds.", $ref: "#/$defs/condition" },
    check: {
      description: "What must hold at every selected place; of several, all.",
      ...oneOrMore({ $ref: "#/$defs/check" }),
    },
    message: { description: "What an author reads; placeholders stand in braces.", $ref: "#/$defs/words" },
    fixes: { description: "The best first.", type: "array", minItems: 1, items: { $ref: "#/$defs/fix" } },
    deprecated: {
      description: "Authors should no longer rely on the rule: a later version is expected to be without it.",
      ...closed(["since"], {
        since: {
          description: "The first version in which it is deprecated.",
          type: "string",
          pattern: `^${VERSION_NAME}$`,
        },
        use: { description: "The rule that takes its place.", type: "string" },
      }),
    },
    examples: {
      description: "At least one that passes and one that is violated.",
      type: "array",
      minItems: 2,
      items: { $ref: "#/$defs/example" },
    },
  }),
  $defs: {
    condition: CONDITION,
    selection: SELECTION,
    check: {
      type: "object",
      ...choose(checks, {
        description: `Needs one check: ${[...CHECKS.keys()].join(", ")}.`,
        additionalProperties: false,
        minProperties: 1,
        properties: {
          ...SELECTING,
          ...Object.fromEntries([...CHECKS.values()].map(({ name, summary }) => [name, { description: summary }])),
        },
        anyOf: [...CHECKS.keys()].map((name) => ({ required: [name] })),
      }),
    },
    fix: {
      ...closed(["title", "applicability"], {
        title: { $ref: "#/$defs/words" },
        applicability: { description: "The most that may be claimed.", enum: [...APPLICABILITIES] },
        when: { description: "The fix is offered only where this holds.", $ref: "#/$defs/condition" },
        ...CHANGES,
      }),
      ...someChange,
    },
    example: {
      ...closed(["title"], {
        title: { $ref: "#/$defs/words" },
        ...CHANGES,
        resize: RESIZE,
        registry: { $ref: "#/$defs/registry" },
        registries: { $ref: "#/$defs/registries" },
        violations: {
          description: "The places where this rule is violated. Without it, the rule must not be violated.",
          ...setOf({ $ref: "#/$defs/pointer" }),
        },
        message: { description: "Of the first violation; `{version}` may be written in it.", type: "string" },
        severity: { enum: [...SEVERITIES] },
        fix: {
          description: "The applicability of the first fix of the first violation.",
          enum: [...APPLICABILITIES, "none"],
        },
        fixed: {
          description: "Pointers, and the values there after that fix.",
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
