import { contractRule, defects, inContract, newContractRule, newOptionRule, optionRule } from "./defect.js";

const when = (condition: object) =>
  newContractRule({ when: condition, check: { at: "/title", length: { max: 40 } }, message: "the title is long" });
const compare = (path: string, operator: string, value: unknown) => ({ path, operator, value });
const check = (source: object) => newContractRule({ check: source });
const optionCheck = (source: object) => newOptionRule({ check: source });
const class_ = (operator: string, value: unknown) => compare("/classification", operator, value);

/** Conditions that are decided before any candidate is seen. */
export const CONDITIONS = defects([
  ["a string compared with a number", when(compare("/title", "equal", 5)), /this never holds: .*string/],
  ["a number compared with a string", when(compare("/retentionDays", "equal", "365")), /this never holds: .*integer/],
  ["an integer compared with a fraction", when(compare("/retentionDays", "equal", 1.5)), /this never holds/],
  ["a value outside the enum", when(class_("equal", "private")), /this never holds: .*"public", "internal", "secret"/],
  ["a value that differs from the enum by case", when(class_("equal", "Secret")), /this never holds/],
  ["never a value outside the enum", when(class_("notEqual", "private")), /this always holds/],
  ["a list with a value outside the enum", when(class_("in", ["secret", "private"])), /"private"|private/],
  [
    "a branch of any that cannot hold",
    when({ any: [class_("equal", "secret"), class_("equal", "top secret")] }),
    /this never holds/,
  ],
  ["the same twice", when({ all: [class_("equal", "secret"), class_("equal", "secret")] }), /twice/],
  ["a limit for a string", when(compare("/title", "greaterThan", 5)), /not a number/],
  ["an array that is none", when(compare("/title", "contains", "x")), /not an array/],
  [
    "an array without an item that it never has",
    when(compare("/tags", "doesNotContain", 5)),
    /this holds for every array/,
  ],
  ["an item of another type", when(compare("/tags", "contains", 5)), /this never holds/],
  ["an item that is too long", when(compare("/tags", "contains", "x".repeat(33))), /this never holds/],
  ["a path that leads nowhere", when(compare("/clasification", "equal", "secret")), /did you mean "classification"/],
  ["a path into a string", when(compare("/title/de", "exists", true)), /leads nowhere/],
  ["a path into an array by name", when(compare("/columns/name", "exists", true)), /leads nowhere/],
  [
    "a path to an item beyond the last one",
    when(compare("/tags/10", "exists", true)),
    /leads nowhere|never holds|at most 10/,
  ],
  [
    "a strategy that no rule allows",
    newOptionRule({
      when: compare("/supportedStrategies", "contains", "realstic"),
      check: { at: "/sampleRecords/*", count: { min: 2 } },
    }),
    /this never holds: the rule supported-strategies-are-known/,
  ],
  [
    "a number of places compared with a string",
    when({ fact: "count", params: { at: "/tags/*" }, operator: "equal", value: "1" }),
    /give a number/,
  ],
  [
    "places that lead nowhere",
    when({ fact: "count", params: { at: "/tag/*" }, operator: "equal", value: 1 }),
    /leads nowhere/,
  ],
  [
    "counted where that never holds",
    when({
      fact: "count",
      params: { at: "/columns/*", where: compare("/primaryKey", "equal", "true") },
      operator: "equal",
      value: 1,
    }),
    /this never holds/,
  ],
  [
    "two places of different types",
    when(compare("/title", "equal", { candidate: "/retentionDays" })),
    /can never be equal|of type/,
  ],
  ["a place compared with itself", when(compare("/title", "equal", { candidate: "/title" })), /with itself/],
  ["a place compared with nothing", when(compare("/title", "equal", { candidate: "/titel" })), /leads nowhere/],
  ["a place that data cannot equal", when(compare("/title", "equal", { spec: "/longestSecretDays" })), /never holds/],
  [
    "where a property is misspelt",
    contractRule("contract-has-one-primary-key", (rule) => (rule.check.where.path = "/primarykey")),
    /did you mean "primaryKey"/,
  ],
  [
    "where a boolean is a string",
    contractRule("contract-has-one-primary-key", (rule) => (rule.check.where.value = "true")),
    /this never holds/,
  ],
  [
    "where a type is not known",
    contractRule("numeric-columns-vary", (rule) => (rule.check.where.value = ["integer", "float"])),
    /"float"|float/,
  ],
  [
    "a list that is a number in the data",
    when(compare("/retentionDays", "in", { spec: "/longestSecretDays" })),
    /must be an array/,
  ],
  ["not not", when({ not: { not: class_("equal", "secret") } }), /a double negation/],
  [
    "a value that a pattern refuses",
    check({ at: "/columns/*/description", where: compare("/name", "equal", "Order Id"), length: { min: 3 } }),
    /this never holds: the rule column-names-are-snake-case refuses it/,
  ],
]);

/** Checks that nothing can violate, that nothing can hold, or that look where nothing is. */
export const CHECKS = defects([
  [
    "asks a registry that no example has",
    newContractRule({
      check: { at: "/owner/team", registered: "teems" },
      examples: [
        { title: "it holds", registries: { teams: ["sales"] } },
        { title: "it does not", registries: { teams: ["sales"] }, violations: ["/owner/team"], message: "no" },
      ],
    }),
    /no example has a registry "teems"; did you mean "teams"/,
  ],
  ["unique on booleans", check({ at: "/columns/*/nullable", unique: true }), /"unique" looks at/],
  ["a range of a string", check({ at: "/title", range: { min: 1 } }), /"range" looks at/],
  ["a number as the limit of a date", check({ at: "/validity/end", range: { max: 2030 } }), /give a date/],
  ["a date as the limit of a number", check({ at: "/retentionDays", range: { max: "2030-01-01" } }), /give a number/],
  ["a date that is none", check({ at: "/validity/end", range: { max: "2030-02-30" } }), /neither a number nor a date/],
  ["a string as a limit", check({ at: "/retentionDays", range: { max: "365" } }), /neither a number nor a date/],
  [
    "the limit is a place of another type",
    check({ at: "/validity/end", range: { above: { candidate: "/retentionDays" } } }),
    /a date there|of type/,
  ],
  [
    "the limit is the place itself",
    check({ at: "/validity/end", range: { above: { candidate: "/validity/end" } } }),
    /itself/,
  ],
  ["the limit is the item itself", check({ at: "/columns/*/max", range: { min: { item: "/max" } } }), /itself/],
  ["the limit is nowhere", check({ at: "/columns/*/max", range: { min: { item: "/minimum" } } }), /leads nowhere/],
  [
    "the limit is of an item where there is none",
    check({ at: "/validity/end", range: { above: { item: "/start" } } }),
    /there is no item here/,
  ],
  [
    "one of what the enum refuses",
    check({ at: "/classification", "one-of": ["public", "open"] }),
    /can never occur there/,
  ],
  ["one of what is too long", check({ at: "/regions/*", "one-of": ["DE", "Deutschland"] }), /can never occur there/],
  ["one of numbers, for strings", check({ at: "/regions/*", "one-of": [49, 33] }), /can never occur there/],
  ["one of strings, for numbers", check({ at: "/retentionDays", "one-of": ["30", "90"] }), /can never occur there/],
  ["none of what the enum refuses", check({ at: "/classification", "none-of": ["open"] }), /can never occur there/],
  [
    "none of what another rule refuses",
    optionCheck({ at: "/supportedStrategies/*", "none-of": ["slow"] }),
    /can never occur there/,
  ],
  [
    "none of what a pattern refuses",
    check({ at: "/columns/*/name", "none-of": ["Total"] }),
    /"Total" can never occur there: the rule column-names-are-snake-case refuses it/,
  ],
  ["a fraction of whole numbers", check({ at: "/retentionDays", range: { max: 99.5 } }), /whole numbers/],
  [
    "one of the same but for case",
    check({ at: "/regions/*", "one-of": ["DE", "de"], ignoreCase: true }),
    /the same without case/,
  ],
  ["one of a place of another type", check({ at: "/title", "none-of": { candidate: "/columns/*/min" } }), /of type/],
  ["one of a place itself", check({ at: "/title", "none-of": { candidate: "/title" } }), /itself/],
  ["one of a place that holds objects", check({ at: "/title", "one-of": { candidate: "/columns/*" } }), /of type/],
  ["one of for an object", check({ at: "/owner", "one-of": ["a"] }), /"one-of" looks at/],
  ["a pattern for a number", check({ at: "/retentionDays", pattern: "^3" }), /"pattern" looks at/],
  ["a length of an array", check({ at: "/tags", length: { max: 3 } }), /"length" looks at/],
  ["sorted objects", check({ at: "/history/*", sorted: "ascending" }), /"sorted" looks at/],
  ["one value that is sorted", check({ at: "/title", sorted: "ascending" }), /select them with "\*"/],
  ["a registered array", check({ at: "/tags", "not-registered": true }), /"not-registered" looks at/],
  ["keys of a string", check({ at: "/title", "has-keys": ["de"] }), /"has-keys" looks at/],
  ["a key that the shape has not", check({ at: "/owner", "has-keys": ["mail"] }), /leads nowhere/],
  ["only keys that it has not", check({ at: "/owner", "only-keys": ["team", "emial"] }), /the shape has no "emial"/],
  ["a place that is misspelt", check({ at: "/datset", "not-registered": true }), /did you mean "dataset"/],
  ["items of what is no array", check({ at: "/title/*", pattern: "^a" }), /"\*" needs an array/],
  ["an array without its items", check({ at: "/columns/name", pattern: "^a" }), /leads nowhere/],
  ["a declaration that is misspelt", check({ at: "/sampleRows/*/{column}", "declared-type": true }), /declarations?:/],
  [
    "a group for every value",
    check({ at: "/tags/*", per: "/tags/*", unique: true }),
    /each group would have one value/,
  ],
  ["a group that is no prefix", check({ at: "/tags/*", per: "/columns", unique: true }), /must be a prefix/],
  ["a declaration in the middle", check({ at: "/sampleRows/{columns}/x", length: { min: 1 } }), /the last step/],
  ["a pointer with a bare tilde", check({ at: "/ti~tle", pattern: "^a" }), /does not fit here/],
  [
    "the same check twice",
    contractRule("tags-are-few", (rule) => (rule.check = [rule.check, { at: ["/tags/*"], count: { max: 5 } }])),
    /the same check occurs twice/,
  ],
]);

/** Patterns that are written wrongly. */
export const PATTERNS = defects([
  ["in a condition has a range over the signs between Z and a", when(compare("/title", "matches", "^[A-z]+$")), /A-z/],
  ["has a range over the signs between Z and a", check({ at: "/owner/phone", pattern: "^[A-z]+$" }), /A-z/],
  ["binds the anchors to one alternative each", check({ at: "/owner/phone", pattern: "^0[0-9]+|[+][0-9]+$" }), /\(\?:/],
  [
    "has a range of signs over letters",
    check({ at: "/owner/phone", pattern: "^[0-9.-_]+$" }),
    /the range \.-_ includes other/,
  ],
  [
    "has a range from digits to letters",
    check({ at: "/owner/phone", pattern: "^[0-Z]+$" }),
    /the range 0-Z includes other/,
  ],
  ["has no end", check({ at: "/owner/phone", pattern: "^[0-9]+" }), /anchor it with \$/],
  ["has no start", check({ at: "/owner/phone", pattern: "[0-9]*x" }), /anchor it with \^|slow/],
  ["does not compile", check({ at: "/owner/phone", pattern: "^(+49" }), /does not compile/],
  ["is slow", check({ at: "/owner/phone", pattern: "^([0-9]+ ?)+$" }), /the pattern is slow.*exponentially/],
  ["is slow by an alternative", check({ at: "/title", pattern: "^(a|a)*$" }), /the pattern is slow/],
  ["is slow by a look-ahead", check({ at: "/title", pattern: "^.*(?=a*b)" }), /the pattern is slow/],
  [
    "is slow in a type",
    inContract("spec.json", (spec) => (spec.data.columnTypes.string.pattern = "^(a+)+$")),
    /the pattern is slow/,
  ],
  [
    "has a slip in a type",
    inContract(
      "spec.json",
      (spec) => (spec.data.columnTypes.date = { type: "string", pattern: "^[A-z0-9-]+$", examples: ["2026-01-31"] }),
    ),
    /the range A-z/,
  ],
  [
    "is widened so that a passing example proves nothing",
    optionRule("owner-id-has-no-white-space", (rule) => (rule.check.pattern = "\\S")),
    /expected \/owner\/id, but found/,
  ],
]);
