import { Engine, type RuleProperties } from "json-rules-engine";
import type { CompiledSpec } from "../../../src/engine/compile-spec.js";
import { RuleViolation } from "../../../src/engine/rules/compile-rule.js";
import { RULE_OPERATORS, resolvePath, toFacts } from "../../../src/engine/rules/run-rules.js";
import { check, inspect } from "../../../src/engine/verdict.js";
import type { Violation } from "../../../src/engine/violation.js";
import type { Json } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import fc from "../../support/fast-check.js";
import { repetitions, runs } from "../../support/runs.js";
import { mutatedCandidate, registryIds as takenIds } from "../candidates.js";
import { isInGrammar } from "../checks/found.js";
import { checkCandidate, spec } from "../generator-option.js";
import { line, naiveViolations } from "../naive-rules.js";
import {
  candidates,
  checks,
  conditions,
  DATA,
  DECLARATIONS,
  registryIds,
  rules,
  TYPES,
} from "../random-packages.js";
import { specOf } from "../spec-of.js";
import { toNativeRules } from "./native-rules.js";

/**
 * The rules that are violated: by a stock engine that is given the compiled file, our facts,
 * operators and path resolver, and by assay's own.
 */
function verdictsOf(one: CompiledSpec) {
  const { rules } = JSON.parse(JSON.stringify(toNativeRules(one))) as { rules: RuleProperties[] };
  return async (candidate: unknown, registry: RegistryIndex) => {
    const inspected = inspect(one, candidate, registry);
    const engine = new Engine(rules, { pathResolver: resolvePath });
    for (const operator of RULE_OPERATORS) engine.addOperator(operator);
    const facts = toFacts(one.compiled(), inspected);
    for (const [name, fact] of Object.entries(facts)) engine.addFact(name, fact);
    const { results } = await engine.run();
    const stock = results.map(({ name }) => name).sort();
    const own = new Set(
      (await check(one, candidate, registry)).violations.flatMap((found) =>
        found instanceof RuleViolation ? [found.code] : [],
      ),
    );
    return { stock, own: [...own].sort() };
  };
}

test("v1 is decided alike by a stock engine, on 5,000 candidates when everything is tested", async () => {
  const verdicts = verdictsOf(spec);
  const RUNS = runs(50, 5_000);
  let violated = 0;
  await fc.assert(
    fc.asyncProperty(mutatedCandidate, async (candidate) => {
      const { stock, own } = await verdicts(candidate, RegistryIndex.of(takenIds));
      expect(stock).toEqual(own);
      violated += stock.length;
    }),
    RUNS,
  );
  expect(violated).toBeGreaterThan(RUNS.numRuns / 2);
});

test("the checks of the compiled file are listed by the numbers of their findings", async () => {
  const numbered = specOf({
    rules: {
      a: { check: { at: ["/a/*/id", "/b/*/id"], unique: true } },
      b: { check: { at: ["/x", "/y"], "has-keys": ["k"] } },
      c: { check: { at: "/z", "has-keys": ["k"] } },
    },
  });
  const { checks } = toNativeRules(numbered) as { checks: { at: Json }[] };
  expect(checks.map(({ at }) => at)).toEqual([["/a/*/id", "/b/*/id"], "/x", "/y", "/z"]);
  const numberOf = async (candidate: Json) =>
    toFacts(numbered.compiled(), inspect(numbered, candidate, RegistryIndex.of([]))).findings.map(
      (at) => checks[at]?.at,
    );
  expect(await numberOf({ a: [{ id: 1 }], b: [{ id: 1 }], y: {} })).toEqual([
    ["/a/*/id", "/b/*/id"],
    "/y",
  ]);
  expect(await numberOf({ z: {} })).toEqual(["/z"]);
});

test("conditions are decided alike by a stock engine, whatever they are made of", async () => {
  const all = fc.array(conditions("candidate"), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(all, candidates, async (whens, candidate) => {
      const check = { at: "", "has-keys": ["missing"] };
      const rulesOf = Object.fromEntries(whens.map((when, at) => [`rule-${at}`, { when, check }]));
      const { stock, own } = await verdictsOf(specOf({ rules: rulesOf, data: DATA }))(
        candidate,
        RegistryIndex.of([]),
      );
      expect(stock).toEqual(own);
    }),
    runs(60),
  );
});

const RUNS = runs(60, repetitions(200));
const registry = RegistryIndex.of(registryIds);

const violations = (found: readonly Violation[]) =>
  found
    .filter(({ code }) => code.startsWith("rule-"))
    .map(({ code, path, subject }) => line(code, path, subject))
    .sort();

test("random checks are in the grammar", () => {
  fc.assert(
    fc.property(checks, (check) => expect(isInGrammar(check)).toBe(true)),
    RUNS,
  );
});

test("a rule is violated exactly where an independent reading of the grammar says so", async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      rules,
      fc.array(candidates, { minLength: 4, maxLength: 4 }),
      async (rules, all) => {
        const random = specOf({ rules, data: DATA, declarations: DECLARATIONS });
        for (const candidate of all) {
          const expected = naiveViolations(
            {
              rules,
              data: DATA,
              declarations: DECLARATIONS,
              types: TYPES,
              registry: new Set(registryIds),
            },
            candidate,
          );
          found += expected.length;
          expect(violations(await checkCandidate(random, candidate, registry))).toEqual(
            expected.sort(),
          );
        }
      },
    ),
    RUNS,
  );
  expect(found).toBeGreaterThan(RUNS.numRuns);
});
