import { contractRule, type Defect, inContract, newContractRule, newOptionRule, optionRule } from "./defect.js";

const primaryKey = contractRule("contract-has-one-primary-key");
const spec = inContract("spec.json");

const compare = (path: string, operator: string, value: unknown) => ({ path, operator, value });
const class_ = (operator: string, value: unknown) => compare("/classification", operator, value);

type Row = [title: string, detail: RegExp, part: object];
const check = (...[title, detail, part]: Row) => newContractRule(title, detail, { check: part });
const when = (...[title, detail, part]: Row) =>
  newContractRule(title, detail, {
    when: part,
    check: { at: "/title", length: { max: 40 } },
    message: "the title is long",
  });

const compared = (title: string, detail: RegExp, path: string, operator: string, value: unknown) =>
  when(title, detail, compare(path, operator, value));
const counted = (params: object, value: unknown) => ({ fact: "count", params, operator: "equal", value });

/** Conditions that are decided before any candidate is seen. */
export const CONDITIONS: readonly Defect[] = [
  compared("a string compared with a number", /this never holds: .*string/, "/title", "equal", 5),
  compared("a number compared with a string", /this never holds: .*integer/, "/retentionDays", "equal", "365"),
  compared("an integer compared with a fraction", /this never holds/, "/retentionDays", "equal", 1.5),
  when("a value outside the enum", /this never holds: .*"public", "internal", "secret"/, class_("equal", "private")),
  when("a value that differs from the enum by case", /this never holds/, class_("equal", "Secret")),
  when("never a value outside the enum", /this always holds/, class_("notEqual", "private")),
  when("a list with a value outside the enum", /"private"|private/, class_("in", ["secret", "private"])),
  when("a branch of any that cannot hold", /this never holds/, {
    any: [class_("equal", "secret"), class_("equal", "top secret")],
  }),
  when("the same twice", /twice/, { all: [class_("equal", "secret"), class_("equal", "secret")] }),
  compared("a limit for a string", /not a number/, "/title", "greaterThan", 5),
  compared("an array that is none", /not an array/, "/title", "contains", "x"),
  compared("an array without an item that it never has", /this holds for every array/, "/tags", "doesNotContain", 5),
  compared("an item of another type", /this never holds/, "/tags", "contains", 5),
  compared("an item that is too long", /this never holds/, "/tags", "contains", "x".repeat(33)),
  compared("a path that leads nowhere", /did you mean "classification"/, "/clasification", "equal", "secret"),
  compared("a path into a string", /leads nowhere/, "/title/de", "exists", true),
  compared("a path into an array by name", /leads nowhere/, "/columns/name", "exists", true),
  compared("a path to an item beyond the last one", /leads nowhere|never holds|at most 10/, "/tags/10", "exists", true),
  newOptionRule("a strategy that no rule allows", /this never holds: the rule supported-strategies-are-known/, {
    when: compare("/supportedStrategies", "contains", "realstic"),
    check: { at: "/sampleRecords/*", count: { min: 2 } },
  }),
  when("a number of places compared with a string", /give a number/, counted({ at: "/tags/*" }, "1")),
  when("places that lead nowhere", /leads nowhere/, counted({ at: "/tag/*" }, 1)),
  when(
    "counted where that never holds",
    /this never holds/,
    counted({ at: "/columns/*", where: compare("/primaryKey", "equal", "true") }, 1),
  ),
  compared("two places of different types", /can never be equal|of type/, "/title", "equal", {
    candidate: "/retentionDays",
  }),
  compared("a place compared with itself", /with itself/, "/title", "equal", { candidate: "/title" }),
  compared("a place compared with nothing", /leads nowhere/, "/title", "equal", { candidate: "/titel" }),
  compared("a place that data cannot equal", /never holds/, "/title", "equal", { spec: "/longestSecretDays" }),
  primaryKey("where a property is misspelt", /did you mean "primaryKey"/, { "/check/where/path": "/primarykey" }),
  primaryKey("where a boolean is a string", /this never holds/, { "/check/where/value": "true" }),
  contractRule("numeric-columns-vary")("where a type is not known", /"float"|float/, {
    "/check/where/value": ["integer", "float"],
  }),
  compared("a list that is a number in the data", /must be an array/, "/retentionDays", "in", {
    spec: "/longestSecretDays",
  }),
  when("not not", /a double negation/, { not: { not: class_("equal", "secret") } }),
  check("a value that a pattern refuses", /this never holds: the rule column-names-are-snake-case refuses it/, {
    at: "/columns/*/description",
    where: compare("/name", "equal", "Order Id"),
    length: { min: 3 },
  }),
];

/** Checks that nothing can violate, that nothing can hold, or that look where nothing is. */
export const CHECKS: readonly Defect[] = [
  newContractRule("asks a registry that no example has", /no example has a registry "teems"; did you mean "teams"/, {
    check: { at: "/owner/team", registered: "teems" },
    examples: [
      { title: "it holds", registries: { teams: ["sales"] } },
      { title: "it does not", registries: { teams: ["sales"] }, violations: ["/owner/team"], message: "no" },
    ],
  }),
  check("unique on booleans", /"unique" looks at/, { at: "/columns/*/nullable", unique: true }),
  check("a range of a string", /"range" looks at/, { at: "/title", range: { min: 1 } }),
  check("a number as the limit of a date", /give a date/, { at: "/validity/end", range: { max: 2030 } }),
  check("a date as the limit of a number", /give a number/, { at: "/retentionDays", range: { max: "2030-01-01" } }),
  check("a date that is none", /neither a number nor a date/, { at: "/validity/end", range: { max: "2030-02-30" } }),
  check("a string as a limit", /neither a number nor a date/, { at: "/retentionDays", range: { max: "365" } }),
  check("the limit is a place of another type", /a date there|of type/, {
    at: "/validity/end",
    range: { above: { candidate: "/retentionDays" } },
  }),
  check("the limit is the place itself", /itself/, {
    at: "/validity/end",
    range: { above: { candidate: "/validity/end" } },
  }),
  check("the limit is the item itself", /itself/, { at: "/columns/*/max", range: { min: { item: "/max" } } }),
  check("the limit is nowhere", /leads nowhere/, { at: "/columns/*/max", range: { min: { item: "/minimum" } } }),
  check("the limit is of an item where there is none", /there is no item here/, {
    at: "/validity/end",
    range: { above: { item: "/start" } },
  }),
  check("one of what the enum refuses", /can never occur there/, {
    at: "/classification",
    "one-of": ["public", "open"],
  }),
  check("one of what is too long", /can never occur there/, { at: "/regions/*", "one-of": ["DE", "Deutschland"] }),
  check("one of numbers, for strings", /can never occur there/, { at: "/regions/*", "one-of": [49, 33] }),
  check("one of strings, for numbers", /can never occur there/, { at: "/retentionDays", "one-of": ["30", "90"] }),
  check("none of what the enum refuses", /can never occur there/, { at: "/classification", "none-of": ["open"] }),
  newOptionRule("none of what another rule refuses", /can never occur there/, {
    check: { at: "/supportedStrategies/*", "none-of": ["slow"] },
  }),
  check(
    "none of what a pattern refuses",
    /"Total" can never occur there: the rule column-names-are-snake-case refuses it/,
    { at: "/columns/*/name", "none-of": ["Total"] },
  ),
  check("a fraction of whole numbers", /whole numbers/, { at: "/retentionDays", range: { max: 99.5 } }),
  check("one of the same but for case", /the same without case/, {
    at: "/regions/*",
    "one-of": ["DE", "de"],
    ignoreCase: true,
  }),
  check("one of a place of another type", /of type/, { at: "/title", "none-of": { candidate: "/columns/*/min" } }),
  check("one of a place itself", /itself/, { at: "/title", "none-of": { candidate: "/title" } }),
  check("one of a place that holds objects", /of type/, { at: "/title", "one-of": { candidate: "/columns/*" } }),
  check("one of for an object", /"one-of" looks at/, { at: "/owner", "one-of": ["a"] }),
  check("a pattern for a number", /"pattern" looks at/, { at: "/retentionDays", pattern: "^3" }),
  check("a length of an array", /"length" looks at/, { at: "/tags", length: { max: 3 } }),
  check("sorted objects", /"sorted" looks at/, { at: "/history/*", sorted: "ascending" }),
  check("one value that is sorted", /select them with "\*"/, { at: "/title", sorted: "ascending" }),
  check("a registered array", /"not-registered" looks at/, { at: "/tags", "not-registered": true }),
  check("keys of a string", /"has-keys" looks at/, { at: "/title", "has-keys": ["de"] }),
  check("a key that the shape has not", /leads nowhere/, { at: "/owner", "has-keys": ["mail"] }),
  check("only keys that it has not", /the shape has no "emial"/, { at: "/owner", "only-keys": ["team", "emial"] }),
  check("a place that is misspelt", /did you mean "dataset"/, { at: "/datset", "not-registered": true }),
  check("items of what is no array", /"\*" needs an array/, { at: "/title/*", pattern: "^a" }),
  check("an array without its items", /leads nowhere/, { at: "/columns/name", pattern: "^a" }),
  check("a declaration that is misspelt", /declarations?:/, { at: "/sampleRows/*/{column}", "declared-type": true }),
  check("a group for every value", /each group would have one value/, { at: "/tags/*", per: "/tags/*", unique: true }),
  check("a group that is no prefix", /must be a prefix/, { at: "/tags/*", per: "/columns", unique: true }),
  check("a declaration in the middle", /the last step/, { at: "/sampleRows/{columns}/x", length: { min: 1 } }),
  check("a pointer with a bare tilde", /does not fit here/, { at: "/ti~tle", pattern: "^a" }),
  contractRule("tags-are-few")(
    "the same check twice",
    /the same check occurs twice/,
    (rule) => (rule.check = [rule.check, { at: ["/tags/*"], count: { max: 5 } }]),
  ),
];

/** Patterns that are written wrongly. */
export const PATTERNS: readonly Defect[] = [
  compared("in a condition has a range over the signs between Z and a", /A-z/, "/title", "matches", "^[A-z]+$"),
  check("has a range over the signs between Z and a", /A-z/, { at: "/owner/phone", pattern: "^[A-z]+$" }),
  check("binds the anchors to one alternative each", /\(\?:/, { at: "/owner/phone", pattern: "^0[0-9]+|[+][0-9]+$" }),
  check("has a range of signs over letters", /the range \.-_ includes other/, {
    at: "/owner/phone",
    pattern: "^[0-9.-_]+$",
  }),
  check("has a range from digits to letters", /the range 0-Z includes other/, {
    at: "/owner/phone",
    pattern: "^[0-Z]+$",
  }),
  check("has no end", /anchor it with \$/, { at: "/owner/phone", pattern: "^[0-9]+" }),
  check("has no start", /anchor it with \^|slow/, { at: "/owner/phone", pattern: "[0-9]*x" }),
  check("does not compile", /does not compile/, { at: "/owner/phone", pattern: "^(+49" }),
  check("is slow", /the pattern is slow.*exponentially/, { at: "/owner/phone", pattern: "^([0-9]+ ?)+$" }),
  check("is slow by an alternative", /the pattern is slow/, { at: "/title", pattern: "^(a|a)*$" }),
  check("is slow by a look-ahead", /the pattern is slow/, { at: "/title", pattern: "^.*(?=a*b)" }),
  spec("is slow in a type", /the pattern is slow/, { "/data/columnTypes/string/pattern": "^(a+)+$" }),
  spec("has a slip in a type", /the range A-z/, {
    "/data/columnTypes/date": { type: "string", pattern: "^[A-z0-9-]+$", examples: ["2026-01-31"] },
  }),
  optionRule("owner-id-has-no-white-space")(
    "is widened so that a passing example proves nothing",
    /expected \/owner\/id, but found/,
    { "/check/pattern": "\\S" },
  ),
];
