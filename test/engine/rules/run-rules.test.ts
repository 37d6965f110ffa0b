import { type Engine, Rule } from "json-rules-engine";
import type { CheckSource, Condition } from "../../../src/engine/grammar.js";
import type { CompiledRule } from "../../../src/engine/rules/compile-rule.js";
import { decideRules } from "../../../src/engine/rules/run-rules.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { casesOf } from "../../support/cases.js";
import { repetitions } from "../../support/runs.js";
import { baseCandidate, checkCandidate, evaluateCandidate, spec } from "../generator-option.js";
import { specOf } from "../spec-of.js";

const testEach = casesOf(import.meta.url);

const registry = RegistryIndex.of([]);
const DATA = { on: "yes", five: 5, words: ["x", 5] };

const isX: Condition = { path: "/a", operator: "equal", value: "x" };

testEach<
  [string, when: Condition | null, CheckSource | CheckSource[], candidate: object, string[]]
>("a rule is violated %s", async (_, when, check, candidate, paths) => {
  const spec = specOf({ rules: { rule: { ...(when && { when }), check } } });
  const found = await checkCandidate(spec, candidate, registry);
  expect(found.map(({ path }) => path)).toEqual(paths.map((path) => `/candidate${path}`));
});

test("each check of a rule is run once, and its findings count only if the condition holds", async () => {
  const asked: string[] = [];
  const spying = { has: (id: string) => asked.push(id) > 0, near: () => [] };
  const check = { at: "/id", "not-registered": true };
  const spec = specOf({
    rules: { one: { when: isX, check }, other: { when: { not: isX }, check } },
  });
  const found = await checkCandidate(spec, { a: "y", id: "taken" }, spying);
  expect(asked).toEqual(["taken", "taken"]);
  expect(found.map(({ code }) => code)).toEqual(["other"]);
});

/** Whether a condition holds, by the rules engine. */
async function holds(when: Condition, candidate: object): Promise<boolean> {
  const spec = specOf({
    rules: { rule: { when, check: { at: "", "has-keys": ["missing"] } } },
    data: DATA,
  });
  return (await checkCandidate(spec, candidate, registry)).length === 1;
}

testEach<[Condition, holding: object[], failing: object[]]>(
  "the condition %j",
  async (when, holding, failing) => {
    for (const candidate of holding)
      expect([candidate, await holds(when, candidate)]).toEqual([candidate, true]);
    for (const candidate of failing)
      expect([candidate, await holds(when, candidate)]).toEqual([candidate, false]);
  },
);

/** Bad in one to seven ways. */
function badCandidate(number: number) {
  const bad = (way: number) => ((number >> way) & 1) === 0;
  return {
    ...baseCandidate,
    owner: { kind: bad(0) ? `agent-${number}` : "human", id: bad(1) ? `user ${number}` : "user" },
    generatorId: bad(2) ? "person-name" : "city-weather",
    outputFields: [{ name: "city", type: bad(3) ? "colour" : "string", description: "City." }],
    supportedStrategies: bad(4) ? ["realistic", "fast", "realistic"] : ["realistic"],
    sampleRecords: [{ city: bad(5) ? number : "Oslo" }, bad(6) ? {} : { city: "Rome" }],
  };
}

test("overlapping evaluations of bad candidates each give what they give alone", async () => {
  const ask = async (number: number) =>
    JSON.stringify(await evaluateCandidate(badCandidate(number), ["person-name"]));
  const numbers = Array.from({ length: repetitions(32) }, (_, number) => number);
  const together = await Promise.all(numbers.map(ask));
  for (const number of numbers) expect(together[number]).toBe(await ask(number));
  const outcomes = together.map((answer) => JSON.parse(answer));
  expect(outcomes.filter(({ summary }) => summary.errors > 0).length).toBeGreaterThan(
    0.98 * numbers.length,
  );
});

test("a run that does not decide every rule fails instead of passing for clean", async () => {
  const holds = { all: [{ fact: "candidate", path: "/a", operator: "equal", value: 1 }] };
  const compiled = (name: string, native: Rule): CompiledRule => ({
    ...(spec.compiled().rules[0] as CompiledRule),
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
  const skipped = new Rule({
    name: "skipped",
    priority: 1,
    conditions: holds,
    event: { type: "violation" },
  });
  const run = decideRules([compiled("stops", stopping), compiled("skipped", skipped)], {
    candidate: { a: 1 },
    findings: [],
    count: () => 0,
    reference: () => undefined,
  });
  await expect(run).rejects.toThrow("the rules engine decided 1 of 2 rules");
});
