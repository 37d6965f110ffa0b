import { Engine, Rule } from "json-rules-engine";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { evaluate } from "../../src/engine/evaluate.js";
import type { CompiledRule } from "../../src/engine/rules/compile-rule.js";
import { decideRules } from "../../src/engine/rules/run-rules.js";
import { RegistryIndex } from "../../src/registry/registry-index.js";
import { RulesFolder } from "../specs/rules-folder.js";
import { addSecondVersion } from "../specs/second-version.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { times } from "../support/runs.js";

const registry = RegistryIndex.of(["person-name"]);
let specs: readonly CompiledSpec[];

beforeAll(async () => {
  const rules = new RulesFolder();
  addSecondVersion(rules);
  specs = compiledSpecs(rules.dir).get("generator-option")?.versions ?? [];
  rules.remove();
});

/** Bad in one to seven ways; the second version has a rule with a condition. */
function badCandidate(number: number) {
  const bad = (way: number) => ((number >> way) & 1) === 0;
  return {
    owner: { kind: bad(0) ? `agent-${number}` : "human", id: bad(1) ? `user ${number}` : "user" },
    generatorId: bad(2) ? "person-name" : "city-weather",
    generatorName: "City weather",
    description: "Weather.",
    outputFields: [{ name: "city", type: bad(3) ? "colour" : "string", description: "City." }],
    supportedStrategies: bad(4) ? ["realistic", "fast", "realistic"] : ["realistic"],
    sampleRecords: [{ city: bad(5) ? number : "Oslo" }, bad(6) ? {} : { city: "Rome" }],
  };
}

test("overlapping evaluations of bad candidates each give what they give alone", async () => {
  const ask = (number: number) =>
    evaluate(specs[number % 2] as CompiledSpec, badCandidate(number), registry).then((answer) =>
      JSON.stringify(answer),
    );
  const numbers = Array.from({ length: times(80) }, (_, number) => number);
  const together = await Promise.all(numbers.map(ask));
  for (const number of numbers) expect(together[number]).toBe(await ask(number));
  const outcomes = together.map((answer) => JSON.parse(answer));
  expect(outcomes.filter(({ summary }) => summary.errors > 0).length).toBeGreaterThan(0.98 * numbers.length);
});

// Why every run has an engine of its own. Should this fail, the library has become safe to share.
test("one json-rules-engine Engine that two runs share loses rules without a word", async () => {
  const engine = new Engine();
  const answers: (() => void)[] = [];
  engine.addFact("slow", () => new Promise((resolve) => answers.push(() => resolve(true))));
  const conditions = (fact: string) => ({ all: [{ fact, operator: "equal", value: true }] });
  engine.addRule({ name: "first", priority: 2, conditions: conditions("slow"), event: { type: "violation" } });
  engine.addRule({ name: "second", priority: 1, conditions: conditions("quick"), event: { type: "violation" } });
  const [early, late] = [engine.run({ quick: true }), engine.run({ quick: true })];
  while (answers.length < 2) await Promise.resolve();
  answers[0]?.();
  expect((await early).results).toHaveLength(2);
  answers[1]?.();
  const { results, failureResults } = await late;
  expect(results.length + failureResults.length).toBe(1);
});

test("a run that does not decide every rule fails instead of passing for clean", async () => {
  const holds = { all: [{ fact: "candidate", path: "/a", operator: "equal", value: 1 }] };
  const compiled = (name: string, native: Rule): CompiledRule => ({
    ...(specs[0]?.rules[0] as CompiledRule),
    name,
    native,
  });
  const stopping: Rule = new Rule({
    name: "stops",
    priority: 2,
    conditions: holds,
    event: { type: "violation" },
    onSuccess: () => (stopping as unknown as { engine: Engine }).engine.stop(),
  });
  const skipped = new Rule({ name: "skipped", priority: 1, conditions: holds, event: { type: "violation" } });
  const run = decideRules([compiled("stops", stopping), compiled("skipped", skipped)], {
    candidate: { a: 1 },
    findings: [],
    counts: [],
  });
  await expect(run).rejects.toThrow("the rules engine decided 1 of 2 rules");
});
