import fc from "fast-check";
import { type CompiledSpec, compileSpec } from "../../../src/engine/compile-spec.js";
import type { RuleStage } from "../../../src/engine/inspect.js";
import type { RuleSource } from "../../../src/engine/rules/compile-rule.js";
import type { JsonObject } from "../../../src/json/value.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";
import { runs } from "../../support/runs.js";
import { checkCandidate } from "../check.js";

const RUNS = runs(200);
const registry = RegistryIndex.of([]);

const bad = (at: string, value = true) => ({
  fact: "findings",
  params: { at, check: "in", values: ["good"] },
  operator: "found",
  value,
});
const lacks = (...keys: string[]) => ({
  fact: "findings",
  params: { at: "", check: "missing-keys", keys },
  operator: "found",
  value: true,
});
const is = (path: string, value: string, operator = "equal") => ({ fact: "candidate", path, operator, value });

/** Rules that findings decide alone, rules that only the engine can decide, and mixtures. */
const CONDITIONS: Record<string, JsonObject> = {
  "a-is-good": { all: [bad("/a")] },
  "a-or-b-is-good": { all: [bad("/a"), bad("/b")] },
  "both-are-good": { any: [bad("/a"), bad("/b")] },
  "a-is-not-good": { not: bad("/a") },
  "nothing-found-in-a": { all: [bad("/a", false)] },
  "a-is-not-x": { all: [is("/a", "x")] },
  "x-needs-a-good-b": { all: [is("/a", "x"), bad("/b")] },
  "x-or-a-bad-b": { any: [is("/a", "x"), bad("/b")] },
  "not-x-and-not-y": { not: { any: [is("/a", "x"), is("/b", "y")] } },
  "deep-mixture": { any: [{ all: [bad("/a"), { not: is("/b", "y") }] }, { all: [is("/b", "y"), { not: bad("/a") }] }] },
  "a-bad-a-or-x-with-a-bad-b": { any: [bad("/a"), { all: [is("/a", "x"), bad("/b")] }] },
  "items-hold-no-x": { all: [is("/l", "x", "contains")] },
  "spec-says-so": { all: [{ fact: "spec", path: "/on", operator: "equal", value: "yes" }, bad("/l/*")] },
};

function specOf(conditions: Record<string, JsonObject>): CompiledSpec {
  const rules = Object.entries(conditions).map(
    ([name, violated]): RuleSource => ({
      name,
      severity: "error",
      summary: "-",
      rationale: "-",
      conditions: violated,
      event: { type: "violation", params: { message: "{actual} at {path}", at: "/a" } },
      examples: [],
    }),
  );
  const spec = { version: "v1", status: "released" as const, title: "-", data: { on: "yes" }, normalize: [], base: "" };
  return compileSpec(
    { domainId: "d", version: "v1", spec, schema: { type: "object" }, rules, examples: {} },
    (_, fault) => {
      throw fault;
    },
  );
}

const word = fc.constantFrom("good", "x", "y", 5, null);
const candidates = fc.record(
  { a: word, b: word, l: fc.oneof(word, fc.array(word, { maxLength: 3 })) },
  { requiredKeys: [] },
);

/** What conditions mean, written down a second time. */
function holds(condition: JsonObject, candidate: Record<string, unknown>): boolean {
  const parts = (list: unknown) => (list as JsonObject[]).map((part) => holds(part, candidate));
  if ("all" in condition) return parts(condition.all).every(Boolean);
  if ("any" in condition) return parts(condition.any).some(Boolean);
  if ("not" in condition) return !holds(condition.not as JsonObject, candidate);
  const [name = "", each] = String((condition.params as JsonObject | undefined)?.at ?? condition.path)
    .slice(1)
    .split("/");
  if (condition.fact === "spec") return true;
  const value = candidate[name];
  if (condition.operator === "contains") return Array.isArray(value) && value.includes(condition.value);
  if (condition.operator === "equal") return value === condition.value;
  const selected = each === undefined ? [value] : Array.isArray(value) ? value : [];
  return selected.some((one) => typeof one === "string" && one !== "good") === condition.value;
}

test("a rule is violated exactly when its conditions hold", async () => {
  const spec = specOf(CONDITIONS);
  await fc.assert(
    fc.asyncProperty(candidates, async (candidate) => {
      const violated = new Set((await checkCandidate(spec, candidate, registry)).map(({ code }) => code));
      const expected = Object.keys(CONDITIONS).filter((name) => holds(CONDITIONS[name] as JsonObject, candidate));
      expect([...violated].sort()).toEqual(expected.sort());
    }),
    RUNS,
  );
});

test("whatever conditions are made of, asking about few rules comes to the same as asking about all", async () => {
  const spec = specOf(CONDITIONS);
  const identities = async (candidate: unknown, stage: RuleStage) =>
    (await checkCandidate(spec, candidate, registry, stage))
      .map((problem) => `${problem.code} ${problem.path} ${problem.message()}`)
      .sort();
  await fc.assert(
    fc.asyncProperty(candidates, async (candidate) => {
      const all = await identities(candidate, "all");
      expect(await identities(candidate, "possible")).toEqual(all);
      expect(await identities(candidate, "undecided")).toEqual(all);
    }),
    RUNS,
  );
});

test.each<[string, JsonObject, object, string[]]>([
  ["at what its findings select", { all: [is("/a", "x"), bad("/l/*")] }, { a: "x", l: ["good", "y"] }, ["/l/1"]],
  ["at its own place where it has no findings", { all: [is("/b", "x")] }, { a: 1, b: "x" }, ["/a"]],
  ["at the candidate where that place is not there", { all: [is("/b", "x")] }, { b: "x" }, [""]],
  ["not at what stands under not", { not: bad("/b") }, { a: 1, b: "good" }, ["/a"]],
  ["once where two of its conditions find it", { any: [bad("/b"), bad("/b"), bad("/a")] }, { b: "x" }, ["/b"]],
  ["for each thing that is wrong there", { any: [lacks("a"), lacks("a", "b")] }, { l: [] }, ["", ""]],
])("a violation stands %s", async (_, conditions, candidate, paths) => {
  const found = await checkCandidate(specOf({ rule: conditions }), candidate, registry);
  expect(found.map(({ path }) => path)).toEqual(paths.map((path) => `/candidate${path}`));
});

test.each<[unknown, boolean]>([
  [4, true],
  [3, false],
  ["4", false],
  [null, false],
  [[4], false],
  [{ toString: 1, valueOf: 1 }, false],
])("a number is compared, %j is no reason to fail", async (a, violated) => {
  const spec = specOf({ rule: { all: [{ fact: "candidate", path: "/a", operator: "greaterThan", value: 3 }] } });
  expect(await checkCandidate(spec, { a }, registry)).toHaveLength(violated ? 1 : 0);
});

/** What a condition compares with may stand in the candidate, and be anything. */
describe.each<[string, right: unknown, wrong: unknown]>([
  ["equal", 5, 4],
  ["notEqual", 4, 5],
  ["in", ["x", 5], ["y"]],
  ["notIn", ["y"], ["x", 5]],
  ["lessThan", 6, 5],
  ["lessThanInclusive", 5, 4],
  ["greaterThan", 4, 5],
  ["greaterThanInclusive", 5, 6],
])("%s, compared with a member of the candidate", (operator, right, wrong) => {
  const condition = { fact: "candidate", path: "/a", operator, value: { fact: "candidate", path: "/b" } };
  const spec = specOf({ rule: { all: [condition] } });
  const holdsFor = async (b: unknown) => (await checkCandidate(spec, { a: 5, b }, registry)).length === 1;

  test("holds or not", async () => {
    expect([await holdsFor(right), await holdsFor(wrong)]).toEqual([true, false]);
  });

  test.each([[undefined], [null], ["4"], ["x5y"], [{ toString: 1 }], [true]])("does not hold for %j", async (b) => {
    expect(await holdsFor(b)).toBe(operator === "notEqual" && b !== undefined);
  });
});
