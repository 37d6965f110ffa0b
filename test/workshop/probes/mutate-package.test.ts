import { adaptSpec, type CompiledSpec } from "../../../src/engine/compile-spec.js";
import type { RuleExample, RuleSource } from "../../../src/engine/grammar.js";
import type { Json } from "../../../src/ground/json/value.js";
import { mutatePackage, type RuleScore } from "../../../src/workshop/probes/mutate-package.js";
import { makeMutants } from "../../../src/workshop/search/mutants.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import { someOf } from "../../support/runs.js";

const catalog = compiledSpecs("rules", "examples/rules");
const specOf = (domain: string) => catalog.get(domain)?.versions[0] as CompiledSpec;

async function scoresOf(spec: CompiledSpec): Promise<RuleScore[]> {
  const scores: RuleScore[] = [];
  for await (const score of mutatePackage(spec)) scores.push(score);
  return scores;
}

const survivorsIn = (scores: readonly RuleScore[]) =>
  scores.flatMap(({ rule, survivors }) => survivors.map(({ change }) => `${rule}: ${change}`));

const compare = (path: string, operator: string, value: Json) => ({ path, operator, value });
const rule: RuleSource = {
  severity: "error",
  summary: "What must hold.",
  rationale: "Why.",
  when: {
    all: [compare("/a", "equal", 1), { not: { any: [compare("/b", "exists", true), compare("/c", "lessThan", 9)] } }],
  },
  check: [
    { at: "/l/*", where: compare("/k", "in", ["x", "y"]), count: { min: 1, max: { spec: "/most" } } },
    { at: ["/s", "/t"], pattern: "^[a-z]+$", suggest: "lower-case" },
    { at: "/u", "one-of": ["p", "q"], ignoreCase: true },
    { at: "/v", range: { above: { candidate: "/w" } } },
    { at: "/n/*", sorted: "ascending" },
    { at: "/d", range: { max: "2026-01-31" } },
  ],
  message: "no",
  fixes: [
    { title: "One", applicability: "machine-applicable", set: { "/a": 1 } },
    { title: "Two", applicability: "maybe-incorrect", when: compare("/a", "equal", 1), remove: "/a" },
  ],
  examples: [],
};

test.each([
  '"when" is dropped',
  'in "when", part 1 of "all" is dropped',
  'in "when", in part 2 of "all", "not" is dropped',
  'in "when", in part 2 of "all", in part 1 of "any", "exists" is inverted',
  'in "when", in part 2 of "all", in part 2 of "any", "lessThan" is "lessThanInclusive"',
  'in "when", "all" is "any"',
  '"lessThan" is 8 instead of 9',
  "min is 0 instead of 1",
  "max is 6 instead of 5",
  "max is 2026-02-01 instead of 2026-01-31",
  '"above" is "min"',
  "check 1 is dropped",
  'in check 1, "where" is dropped',
  'in check 1, in "where", "x" is dropped',
  'in check 2, "/t" is dropped from "at"',
  'in check 2, the pattern has no "^"',
  'in check 2, "suggest" is dropped',
  'in check 3, "one-of" is "none-of"',
  'in check 3, "ignoreCase" is dropped',
  'in check 5, "sorted" is "descending"',
  "fix 1 is dropped",
  "fix 1 is maybe-incorrect",
  '"when" of fix 2 is dropped',
])("a rule is changed so that %s", (change) => {
  expect([...makeMutants(rule, { most: 5 })].map((mutant) => mutant.change)).toContain(change);
});

test("no two changes are the same, and none leaves the rule as it was", () => {
  const mutants = [...makeMutants(rule, { most: 5 })].map((mutant) => JSON.stringify(mutant.rule));
  expect(new Set(mutants).size).toBe(mutants.length);
  expect(mutants).not.toContain(JSON.stringify(rule));
});

test.each<[domain: string, ...survivors: string[]]>(
  someOf(
    [
      ["rollout-plan"],
      ["generator-option", "sample-records-have-only-declared-fields: fix 6 is dropped"],
      [
        "data-contract",
        // Above 365, the first fix would break another rule, so it is offered after the second one anyway.
        'personal-data-is-secret: "lessThanInclusive" is 366 instead of 365',
        'personal-data-is-secret: "greaterThan" is 364 instead of 365',
        'personal-data-is-secret: "when" of fix 1 is dropped',
        'personal-data-is-secret: "when" of fix 2 is dropped',
      ],
    ],
    3,
  ),
)(
  "the examples of %s notice all but what an example cannot state: a fix behind the first",
  async (domain, ...survivors) => {
    expect(survivorsIn(await scoresOf(specOf(domain)))).toEqual(survivors);
  },
  60_000,
);

test("a change that no example notices comes with an example that would", async () => {
  const spec = specOf("data-contract");
  const name = "numeric-columns-vary";
  const { examples, ...rest } = spec.source.rules[name] as RuleSource;
  const withExamples = (some: RuleExample[]) =>
    adaptSpec({ ...spec, source: { ...spec.source, rules: {} } }, { rules: { [name]: { ...rest, examples: some } } });
  const fewer = examples.toSpliced(1, 1);
  const [score] = await scoresOf(withExamples(fewer));
  const survivor = score?.survivors.find(({ change }) => change === '"when" is dropped');
  expect(survivor?.example).toMatchObject({ title: 'notices when "when" is dropped', set: expect.anything() });
  const [again] = await scoresOf(withExamples([...fewer, survivor?.example as unknown as RuleExample]));
  expect(again?.survivors.map(({ change }) => change)).not.toContain('"when" is dropped');
});
