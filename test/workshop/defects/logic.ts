import {
  contractRule,
  type Defect,
  inContract,
  newContractRule,
  newOptionRule,
  optionRule,
} from "./defect.js";

const primaryKey = contractRule("contract-has-one-primary-key");
const spec = inContract("spec.json");

const compare = (path: string, operator: string, value: unknown) => ({ path, operator, value });
const class_ = (operator: string, value: unknown) => compare("/classification", operator, value);

type Row = [detail: RegExp, part: object];
const check = (...[detail, part]: Row) => newContractRule(detail, { check: part });
const when = (...[detail, part]: Row) =>
  newContractRule(detail, {
    when: part,
    check: { at: "/title", length: { max: 40 } },
    message: "the title is long",
  });

const compared = (detail: RegExp, path: string, operator: string, value: unknown) =>
  when(detail, compare(path, operator, value));
const counted = (params: object, value: unknown) => ({
  fact: "count",
  params,
  operator: "equal",
  value,
});

/** Conditions that are decided before any candidate is seen. */
export const CONDITIONS: readonly Defect[] = [
  compared(/this never holds: .*string/, "/title", "equal", 5),
  when(/this never holds: .*"public", "internal", "secret"/, class_("equal", "private")),
  when(/this always holds/, class_("notEqual", "private")),
  when(/"private"|private/, class_("in", ["secret", "private"])),
  when(/this never holds/, { any: [class_("equal", "secret"), class_("equal", "top secret")] }),
  when(/twice/, { all: [class_("equal", "secret"), class_("equal", "secret")] }),
  compared(/not a number/, "/title", "greaterThan", 5),
  compared(/not an array/, "/title", "contains", "x"),
  compared(/this holds for every array/, "/tags", "doesNotContain", 5),
  compared(/this never holds/, "/tags", "contains", "x".repeat(33)),
  compared(/did you mean "classification"/, "/clasification", "equal", "secret"),
  compared(/leads nowhere/, "/title/de", "exists", true),
  compared(/leads nowhere|never holds|at most 10/, "/tags/10", "exists", true),
  newOptionRule(/this never holds: the rule supported-strategies-are-known/, {
    when: compare("/supportedStrategies", "contains", "realstic"),
    check: { at: "/sampleRecords/*", count: { min: 2 } },
  }),
  when(/give a number/, counted({ at: "/tags/*" }, "1")),
  when(
    /this never holds/,
    counted({ at: "/columns/*", where: compare("/primaryKey", "equal", "true") }, 1),
  ),
  compared(/can never be equal|of type/, "/title", "equal", { candidate: "/retentionDays" }),
  compared(/with itself/, "/title", "equal", { candidate: "/title" }),
  compared(/never holds/, "/title", "equal", { spec: "/longestSecretDays" }),
  primaryKey(/did you mean "primaryKey"/, { "/check/where/path": "/primarykey" }),
  contractRule("numeric-columns-vary")(/"float"|float/, {
    "/check/where/value": ["integer", "float"],
  }),
  compared(/must be an array/, "/retentionDays", "in", { spec: "/longestSecretDays" }),
  when(/a double negation/, { not: { not: class_("equal", "secret") } }),
  check(/this never holds: the rule column-names-are-snake-case refuses it/, {
    at: "/columns/*/description",
    where: compare("/name", "equal", "Order Id"),
    length: { min: 3 },
  }),
];

/** Checks that nothing can violate, that nothing can hold, or that look where nothing is. */
export const CHECKS: readonly Defect[] = [
  newContractRule(/no example has a registry "teems"; did you mean "teams"/, {
    check: { at: "/owner/team", registered: "teems" },
    examples: [
      { title: "it holds", registries: { teams: ["sales"] } },
      {
        title: "it does not",
        registries: { teams: ["sales"] },
        violations: ["/owner/team"],
        message: "no",
      },
    ],
  }),
  newContractRule(/does not look at the registry; remove it/, {
    check: { at: "/owner/team", registered: "teams" },
    examples: [
      { title: "it holds", registry: ["orders"], registries: { teams: ["sales"] } },
      {
        title: "it does not",
        registries: { teams: [] },
        violations: ["/owner/team"],
        message: "no",
      },
    ],
  }),
  check(/"unique" looks at/, { at: "/columns/*/nullable", unique: true }),
  check(/"range" looks at/, { at: "/title", range: { min: 1 } }),
  check(/give a date/, { at: "/validity/end", range: { max: 2030 } }),
  check(/give a number/, { at: "/retentionDays", range: { max: "2030-01-01" } }),
  check(/neither a number nor a date/, { at: "/validity/end", range: { max: "2030-02-30" } }),
  check(/a date there|of type/, {
    at: "/validity/end",
    range: { above: { candidate: "/retentionDays" } },
  }),
  check(/itself/, { at: "/validity/end", range: { above: { candidate: "/validity/end" } } }),
  check(/there is no item here/, { at: "/validity/end", range: { above: { item: "/start" } } }),
  check(/can never occur there/, { at: "/classification", "one-of": ["public", "open"] }),
  check(/can never occur there/, { at: "/classification", "none-of": ["open"] }),
  newOptionRule(/can never occur there/, {
    check: { at: "/supportedStrategies/*", "none-of": ["slow"] },
  }),
  check(/"Total" can never occur there: the rule column-names-are-snake-case refuses it/, {
    at: "/columns/*/name",
    "none-of": ["Total"],
  }),
  check(/whole numbers/, { at: "/retentionDays", range: { max: 99.5 } }),
  check(/the same without case/, { at: "/regions/*", "one-of": ["DE", "de"], ignoreCase: true }),
  check(/of type/, { at: "/title", "none-of": { candidate: "/columns/*/min" } }),
  check(/itself/, { at: "/title", "none-of": { candidate: "/title" } }),
  check(/of type/, { at: "/title", "one-of": { candidate: "/columns/*" } }),
  check(/"one-of" looks at/, { at: "/owner", "one-of": ["a"] }),
  check(/"pattern" looks at/, { at: "/retentionDays", pattern: "^3" }),
  check(/"sorted" looks at/, { at: "/history/*", sorted: "ascending" }),
  check(/select them with "\*"/, { at: "/title", sorted: "ascending" }),
  check(/"not-registered" looks at/, { at: "/tags", "not-registered": true }),
  check(/leads nowhere/, { at: "/owner", "has-keys": ["mail"] }),
  check(/the shape has no "emial"/, { at: "/owner", "only-keys": ["team", "emial"] }),
  check(/did you mean "dataset"/, { at: "/datset", "not-registered": true }),
  check(/"\*" needs an array/, { at: "/title/*", pattern: "^a" }),
  check(/declarations?:/, { at: "/sampleRows/*/{column}", "declared-type": true }),
  check(/each group would have one value/, { at: "/tags/*", per: "/tags/*", unique: true }),
  check(/must be a prefix/, { at: "/tags/*", per: "/columns", unique: true }),
  check(/the last step/, { at: "/sampleRows/{columns}/x", length: { min: 1 } }),
  check(/must match the pattern/, { at: "/ti~tle", pattern: "^a" }),
  contractRule("tags-are-few")(
    /the same check occurs twice/,
    (rule) => (rule.check = [rule.check, { at: ["/tags/*"], count: { max: 5 } }]),
  ),
];

/** Patterns that are written wrongly. */
export const PATTERNS: readonly Defect[] = [
  compared(/A-z/, "/title", "matches", "^[A-z]+$"),
  check(/\(\?:/, { at: "/owner/phone", pattern: "^0[0-9]+|[+][0-9]+$" }),
  check(/the range \.-_ includes other/, { at: "/owner/phone", pattern: "^[0-9.-_]+$" }),
  check(/anchor it with \$/, { at: "/owner/phone", pattern: "^[0-9]+" }),
  check(/anchor it with \$/, { at: "/owner/phone", pattern: "^[+](?:49 ?[0-9]+)" }),
  check(/anchor it with \^|slow/, { at: "/owner/phone", pattern: "[0-9]*x" }),
  check(/does not compile/, { at: "/owner/phone", pattern: "^(+49" }),
  check(/the pattern is slow/, { at: "/owner/phone", pattern: "^([0-9]+ ?)+$" }),
  spec(/the pattern is slow/, { "/data/columnTypes/string/pattern": "^.*(?=a*b)" }),
  spec(/the pattern is slow/, { "/data/columnTypes/string/pattern": "^(a+)+$" }),
  spec(/the range A-z/, {
    "/data/columnTypes/date": { type: "string", pattern: "^[A-z0-9-]+$", examples: ["2026-01-31"] },
  }),
  optionRule("owner-id-has-no-white-space")(/expected \/owner\/id, but found/, {
    "/check/pattern": "\\S",
  }),
];
