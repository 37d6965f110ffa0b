import { type Engine, Rule } from "json-rules-engine";
import type { CheckSource, Condition } from "../../../src/engine/grammar.js";
import type { CompiledRule } from "../../../src/engine/rules/compile-rule.js";
import { decideRules } from "../../../src/engine/rules/run-rules.js";
import type { Json } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { repetitions } from "../../support/runs.js";
import { baseCandidate, checkCandidate, evaluateCandidate, spec } from "../generator-option.js";
import { specOf } from "../spec-of.js";

const registry = RegistryIndex.of([]);
const DATA = { on: "yes", five: 5, words: ["x", 5] };

const bad = (at: string | string[]): CheckSource => ({ at, "one-of": ["good"] });
const lacks = (...keys: string[]): CheckSource => ({ at: "", "has-keys": keys });
const lengthy = (at: string): CheckSource => ({ at, length: { min: 3 } });
const isX: Condition = { path: "/a", operator: "equal", value: "x" };

test.each<
  [string, when: Condition | undefined, CheckSource | CheckSource[], candidate: object, string[]]
>([
  [
    "at every place where its check does not hold",
    undefined,
    bad("/l/*"),
    { l: ["good", "y", 5] },
    ["/l/1", "/l/2"],
  ],
  ["where its condition holds", isX, bad("/l/*"), { a: "x", l: ["good", "y"] }, ["/l/1"]],
  ["nowhere where its condition does not hold", isX, bad("/l/*"), { a: "y", l: ["good", "y"] }, []],
  [
    "at the places of all its pointers",
    undefined,
    bad(["/b", "/a"]),
    { a: "x", b: "y" },
    ["/b", "/a"],
  ],
  [
    "at the places of all its checks",
    undefined,
    [bad("/b"), bad("/a")],
    { a: "x", b: "y" },
    ["/b", "/a"],
  ],
  [
    "once where two of its checks find it",
    undefined,
    [bad("/b"), lengthy("/b"), bad("/a")],
    { b: "x" },
    ["/b"],
  ],
  [
    "for each thing that is wrong there",
    undefined,
    [lacks("a"), lacks("a", "b")],
    { l: [] },
    ["", ""],
  ],
])("a rule is violated %s", async (_, when, check, candidate, paths) => {
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

const compared = (operator: string, value: Json, path = "/a"): Condition => ({
  path,
  operator,
  value,
});
const B = { candidate: "/b" };

test.each<[Condition, holding: object[], failing: object[]]>([
  [compared("equal", "x"), [{ a: "x" }], [{ a: "y" }, { a: ["x"] }, {}]],
  [compared("equal", null), [{ a: null }], [{ a: 1 }]],
  [compared("notEqual", "x"), [{ a: "y" }, { a: null }, {}], [{ a: "x" }]],
  [
    compared("in", ["x", 5, null]),
    [{ a: "x" }, { a: 5 }, { a: null }],
    [{ a: "5" }, { a: ["x"] }, {}],
  ],
  [compared("in", { spec: "/words" }), [{ a: "x" }, { a: 5 }], [{ a: "y" }, {}]],
  [compared("notIn", ["x"]), [{ a: "y" }, { a: ["x"] }, {}], [{ a: "x" }]],
  [
    compared("contains", "x"),
    [{ a: ["y", "x"] }],
    [{ a: "x" }, { a: ["xy"] }, { a: { 0: "x" } }, {}],
  ],
  [compared("doesNotContain", "x"), [{ a: ["y"] }, { a: [] }], [{ a: ["x"] }, { a: "y" }, {}]],
  [compared("exists", true), [{ a: null }, { a: 0 }, { a: {} }], [{}, { b: 1 }]],
  [compared("exists", false), [{}], [{ a: null }, { a: "" }]],
  [compared("lessThan", 5), [{ a: 4 }], [{ a: 5 }, { a: "4" }, { a: null }, { a: [4] }, {}]],
  [compared("lessThanInclusive", { spec: "/five" }), [{ a: 5 }], [{ a: 6 }, { a: "5" }, {}]],
  [
    compared("greaterThan", 3),
    [{ a: 4 }],
    [{ a: 3 }, { a: "4" }, { a: { toString: 1, valueOf: 1 } }, {}],
  ],
  [compared("equal", "x", "/a/0/b"), [{ a: [{ b: "x" }] }], [{ a: { b: "x" } }, { a: [] }]],
  [compared("exists", true, "/toString"), [{ toString: 1 }], [{}]],
  [compared("exists", true, "/a/length"), [{ a: { length: 1 } }], [{ a: [1] }, { a: "x" }]],
  [
    { all: [compared("equal", 1), compared("equal", 2, "/b")] },
    [{ a: 1, b: 2 }],
    [{ a: 1 }, { b: 2 }, {}],
  ],
  [
    { any: [compared("equal", 1), compared("equal", 2, "/b")] },
    [{ a: 1 }, { b: 2 }],
    [{ a: 2 }, {}],
  ],
  [
    { not: { all: [compared("equal", 1), { not: compared("equal", 2) }] } },
    [{ a: 2 }, {}],
    [{ a: 1 }],
  ],
  [
    { fact: "count", params: { at: "/a/*" }, operator: "greaterThan", value: 1 },
    [{ a: [1, null] }],
    [{ a: [1] }, { a: "12" }, {}],
  ],
  [
    {
      fact: "count",
      params: { at: ["/a/*/b", "/b"], where: compared("equal", 1, "/c") },
      operator: "equal",
      value: 2,
    },
    [{ a: [{ b: 1, c: 1 }, { b: 1, c: 1 }, { b: 1 }] }],
    [{ a: [{ b: 1, c: 1 }] }, {}],
  ],
  [
    { fact: "count", params: { at: "/a/*" }, operator: "equal", value: B },
    [{ a: [1], b: 1 }],
    [{ a: [], b: 1 }],
  ],
])("the condition %j", async (when, holding, failing) => {
  for (const candidate of holding)
    expect([candidate, await holds(when, candidate)]).toEqual([candidate, true]);
  for (const candidate of failing)
    expect([candidate, await holds(when, candidate)]).toEqual([candidate, false]);
});

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
