import { Engine, type RuleProperties } from "json-rules-engine";
import type { CompiledSpec } from "../../../src/engine/compile-spec.js";
import type { Condition } from "../../../src/engine/grammar.js";
import { decide, inspect } from "../../../src/engine/inspect.js";
import { toNativeRules } from "../../../src/engine/native-rules.js";
import { RULE_OPERATORS } from "../../../src/engine/operators.js";
import type { Problem } from "../../../src/engine/problem.js";
import { Violation } from "../../../src/engine/rules/compile-rule.js";
import { factsOf, resolvePath } from "../../../src/engine/rules/run-rules.js";
import type { Json } from "../../../src/json/value.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";
import { candidateOf } from "../../../src/specs/example-input.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import fc from "../../support/fast-check.js";
import { runs, someOf, times } from "../../support/runs.js";
import { mutatedCandidate, registryIds as takenIds } from "../candidates.js";
import { checkCandidate } from "../check.js";
import { isInGrammar } from "../checks/found.js";
import { line, naiveViolations } from "../naive-rules.js";
import { candidates, checks, conditions, DATA, DECLARATIONS, registryIds, rules, TYPES } from "../random-packages.js";
import { specOf } from "../spec-of.js";

/**
 * The rules that are violated: by a stock engine that is given the compiled file, our facts, operators and path
 * resolver, and by assay's own. `unmet` are rules with findings whose condition does not hold.
 */
function verdictsOf(spec: CompiledSpec) {
  const { rules } = JSON.parse(JSON.stringify(toNativeRules(spec))) as { rules: RuleProperties[] };
  return async (candidate: unknown, registry: RegistryIndex) => {
    const inspected = inspect(spec, candidate, registry);
    const engine = new Engine(rules, { pathResolver: resolvePath });
    for (const operator of RULE_OPERATORS) engine.addOperator(operator);
    const facts = factsOf(spec.compiled(), inspected);
    for (const [name, fact] of Object.entries(facts)) engine.addFact(name, fact);
    const { results } = await engine.run();
    const stock = results.map(({ name }) => name).sort();
    const own = new Set((await decide(spec, inspected)).flatMap((one) => (one instanceof Violation ? [one.code] : [])));
    const found = spec
      .compiled()
      .rules.filter(({ checks }) => checks.some((number) => facts.findings.includes(number)));
    const unmet = found.map(({ name }) => name).filter((name) => !stock.includes(name));
    return { stock, own: [...own].sort(), unmet };
  };
}

describe("spec package v1", () => {
  const spec = compiledSpecs("rules").get("generator-option")?.current as CompiledSpec;
  const verdicts = verdictsOf(spec);

  test("compiles to rules that JSON can hold, with nothing but findings for conditions", () => {
    for (const { name, native } of spec.compiled().rules) {
      const { conditions, event } = JSON.parse(native.toJSON() as string);
      expect(event).toEqual({ type: "violation" });
      expect(JSON.stringify(conditions)).toContain('"fact":"findings"');
      expect(JSON.parse(native.toJSON() as string)).toMatchObject({ name });
    }
  });

  test("is decided alike by a stock engine on all examples", async () => {
    let violated = 0;
    const { base: baseName } = spec.source.settings;
    const base = spec.source.examples[baseName] as (typeof spec.source.examples)[string];
    for (const example of Object.values(spec.source.examples)) {
      const { stock, own } = await verdicts(example.candidate, RegistryIndex.of(example.registry ?? []));
      expect(stock).toEqual(own);
    }
    for (const [name, rule] of Object.entries(spec.source.rules)) {
      for (const example of rule.examples) {
        const candidate = candidateOf(spec, example, base) as Json;
        const registry = RegistryIndex.of(example.registry ?? base.registry ?? []);
        const { stock, own } = await verdicts(candidate, registry);
        expect(stock).toEqual(own);
        expect(stock.includes(name)).toBe((example.violations ?? []).length > 0);
        if (stock.includes(name)) violated++;
      }
    }
    expect(violated).toBeGreaterThan(20);
  });

  test("is decided alike by a stock engine on mutated candidates, of which there are 5,000 when everything is tested", async () => {
    const registry = RegistryIndex.of(takenIds);
    const candidates = runs(100, 5_000);
    let violated = 0;
    await fc.assert(
      fc.asyncProperty(mutatedCandidate, async (candidate) => {
        const { stock, own } = await verdicts(candidate, registry);
        expect(stock).toEqual(own);
        violated += stock.length;
      }),
      candidates,
    );
    expect(violated).toBeGreaterThan(candidates.numRuns / 2);
  }, 300_000);
});

test("the checks of the compiled file are listed by the numbers of their findings", async () => {
  const spec = specOf({
    rules: {
      a: { check: { at: ["/a/*/id", "/b/*/id"], unique: true } },
      b: { check: { at: ["/x", "/y"], "has-keys": ["k"] } },
      c: { check: { at: "/z", "has-keys": ["k"] } },
    },
  });
  const { checks } = toNativeRules(spec) as { checks: { at: Json }[] };
  expect(checks.map(({ at }) => at)).toEqual([["/a/*/id", "/b/*/id"], "/x", "/y", "/z"]);
  const numberOf = async (candidate: Json) =>
    factsOf(spec.compiled(), inspect(spec, candidate, RegistryIndex.of([]))).findings.map((at) => checks[at]?.at);
  expect(await numberOf({ a: [{ id: 1 }], b: [{ id: 1 }], y: {} })).toEqual([["/a/*/id", "/b/*/id"], "/y"]);
  expect(await numberOf({ z: {} })).toEqual(["/z"]);
});

describe("conditions of every operator", () => {
  const SIDES: (Json | undefined)[] = [
    ...[undefined, 0, 1, 2.5, -1, "0", "1", "2.5", "x", "", "1e0", "2026-01-01", null, true, false],
    ...[[], [1], ["1", 1], [2], [null], ["x", "y"], {}, { toString: 1 }, { valueOf: 1, length: 0 }, [[1]]],
  ];
  const LITERALS: Record<string, Json[]> = {
    equal: [1, "1", "x", null, true, { spec: "/most" }],
    notEqual: [1, "1", null, false, { spec: "/newYear" }],
    in: [[1, "x", null], { spec: "/words" }],
    notIn: [["1", true], { spec: "/words" }],
    contains: [1, "x", null],
    doesNotContain: [1, "y", null],
    lessThan: [1, { spec: "/most" }],
    lessThanInclusive: [1, 2.5],
    greaterThan: [0, { spec: "/most" }],
    greaterThanInclusive: [1, 2.5],
    exists: [true, false],
  };
  const literal = Object.entries(LITERALS).flatMap(([operator, literals]): Condition[] => [
    ...literals.map((value) => ({ path: "/a", operator, value })),
    ...literals.map((value) => ({ fact: "count" as const, params: { at: "/a/*" }, operator, value })),
  ]);
  const referring = Object.keys(LITERALS)
    .filter((operator) => !["in", "notIn", "exists"].includes(operator))
    .flatMap((operator): Condition[] => [
      { path: "/a", operator, value: { candidate: "/b" } },
      { path: "/a/0", operator, value: { candidate: "/b/0" } },
      { fact: "count", params: { at: "/a/*" }, operator, value: { candidate: "/b" } },
    ]);
  const rulesOf = (all: readonly Condition[]) =>
    Object.fromEntries(all.map((when, at) => [`rule-${at}`, { when, check: { at: "", "has-keys": ["missing"] } }]));
  const registry = RegistryIndex.of([]);

  const one = SIDES.map((a): [unknown, unknown] => [a, undefined]);
  const two = SIDES.flatMap((a) => SIDES.map((b): [unknown, unknown] => [a, b]));
  test.each([
    ["a literal", literal, one],
    ["another place", referring, someOf(two, 2)],
  ])("are decided alike, when they compare with %s", async (_, whens, sides) => {
    const verdicts = verdictsOf(specOf({ rules: rulesOf(whens), data: DATA }));
    const [held, failed] = [new Set<string>(), new Set<string>()];
    for (const [a, b] of sides) {
      const candidate = Object.fromEntries(Object.entries({ a, b }).filter(([, side]) => side !== undefined));
      const { stock, own, unmet } = await verdicts(candidate, registry);
      expect([candidate, stock]).toEqual([candidate, own]);
      for (const name of stock) held.add(name);
      for (const name of unmet) failed.add(name);
    }
    // Each of them has held and failed, with findings both times, or the conditions would not be seen to decide.
    const isDecided = (_: Condition, at: number) => held.has(`rule-${at}`) && failed.has(`rule-${at}`);
    expect(whens.filter((when, at) => !("fact" in when) && !isDecided(when, at))).toEqual([]);
  });

  test("are decided alike, whatever they are made of", async () => {
    const all = fc.array(conditions("candidate"), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(all, candidates, async (whens, candidate) => {
        const { stock, own } = await verdictsOf(specOf({ rules: rulesOf(whens), data: DATA }))(candidate, registry);
        expect(stock).toEqual(own);
      }),
      runs(60),
    );
  });
});

const RUNS = runs(100, times(200));
const registry = RegistryIndex.of(registryIds);

const violations = (problems: readonly Problem[]) =>
  problems
    .filter(({ code }) => code.startsWith("rule-"))
    .map(({ code, path, about }) => line(code, path, about))
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
    fc.asyncProperty(rules, fc.array(candidates, { minLength: 4, maxLength: 4 }), async (rules, all) => {
      const spec = specOf({ rules, data: DATA, declarations: DECLARATIONS });
      for (const candidate of all) {
        const expected = naiveViolations(
          { rules, data: DATA, declarations: DECLARATIONS, types: TYPES, registry: new Set(registryIds) },
          candidate,
        );
        found += expected.length;
        expect(violations(await checkCandidate(spec, candidate, registry))).toEqual(expected.sort());
      }
    }),
    RUNS,
  );
  expect(found).toBeGreaterThan(RUNS.numRuns);
});
