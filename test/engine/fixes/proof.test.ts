import fc from "fast-check";
import { type CompiledSpec, compileSpec } from "../../../src/engine/compile-spec.js";
import { Proof } from "../../../src/engine/fixes/proof.js";
import { decide, inspect } from "../../../src/engine/inspect.js";
import type { Problem } from "../../../src/engine/problem.js";
import type { Operation } from "../../../src/json/patch.js";
import { join } from "../../../src/json/pointer.js";
import { type Traced, tracePatch } from "../../../src/json/trace-patch.js";
import type { Json, JsonObject } from "../../../src/json/value.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";
import { runs } from "../../support/runs.js";
import { checkCandidate } from "../check.js";

const RUNS = runs(200);
const registry = RegistryIndex.of(["a", "fast"]);
const NAMES = ["a", "b", "ab", "name", "Name", "na~me", "n/x", "0"];
const TYPES = ["string", "int", "bool", "unheard-of"];

const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(
  ...["", "a", "b", " a ", "x1", "\ud800", "fast", "e\u0301", 0, -0, 1, 2.5, null, true],
);
const often = <T extends Json>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Json> =>
  fc.oneof({ weight: 7, arbitrary }, { weight: 1, arbitrary: scalar });
const record = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), {
  maxKeys: 4,
  noNullPrototype: true,
});
const field = fc.record(
  { name: fc.oneof(fc.constantFrom(...NAMES), scalar), type: fc.constantFrom(...TYPES) },
  { noNullPrototype: true },
);
const candidate = fc.record(
  {
    fields: often(fc.array(often(field), { maxLength: 5 })),
    records: often(fc.array(often(record as fc.Arbitrary<JsonObject>), { maxLength: 7 })),
    list: often(fc.array(scalar, { maxLength: 6 })),
    text: scalar,
    owner: often(fc.record({ kind: scalar, id: scalar }, { requiredKeys: [], noNullPrototype: true })),
    number: scalar,
    ownre: scalar,
  },
  { requiredKeys: [], noNullPrototype: true },
);

const declared = { list: "/fields", name: "name", type: "type", types: { spec: "/types" } };
const found = (at: string, check: string, params: JsonObject = {}): JsonObject => ({
  fact: "findings",
  params: { at, check, ...params },
  operator: "found",
  value: true,
});
const FINDINGS = [
  found("/records/*", "mistyped", { declared }),
  found("/records/*", "extra-keys", { declared }),
  found("/records/*", "missing-keys", { declared }),
  found("/records/*", "missing-keys", { keys: { candidate: "/fields/*/name" } }),
  found("/records/*/a", "repeats"),
  found("/fields/*/name", "repeats"),
  found("/fields/*/name", "unlike", { pattern: "^[a-z]+$" }),
  found("/list/*", "repeats"),
  found("/list/*", "in", { values: { candidate: "/fields/*/name" } }),
  found("/list/*", "not-in", { values: { candidate: "/records/*/a" } }),
  found("/list", "outside", { measure: "items", max: 2 }),
  found("/list/*", "resembles"),
  found("/text", "in", { values: { candidate: "/list/*" } }),
  found("/text", "outside", { measure: "characters", min: 1, max: 2 }),
  found("/text", "registered"),
  found("/number", "outside", { measure: "number", min: 0, max: 1 }),
  found("", "missing-keys", { keys: ["text", "owner"] }),
  found("", "outside", { measure: "members", max: 4 }),
];
const NATIVE: JsonObject[] = [
  { fact: "candidate", path: "/text", operator: "equal", value: "a" },
  { fact: "candidate", path: "/number", operator: "greaterThan", value: 0 },
  { fact: "candidate", path: "/text", operator: "equal", value: { fact: "candidate", path: "/owner/kind" } },
];
const { condition } = fc.letrec<{ condition: JsonObject }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(...FINDINGS, ...FINDINGS.map((one) => ({ ...one, value: false })), ...NATIVE),
    fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie("condition").map((not) => ({ not })),
  ),
}));
const conditions = fc.oneof(
  fc.constantFrom(...FINDINGS).map((one) => ({ all: [one] })),
  condition.map((one) => ({ any: [one] })),
);

const text = { type: "string", minLength: 1 };
const schema: JsonObject = {
  type: "object",
  required: ["text", "owner"],
  additionalProperties: false,
  properties: {
    fields: { type: "array", maxItems: 3, items: { type: "object", properties: { name: text } } },
    records: { type: "array", maxItems: 5, items: { type: "object" } },
    list: { type: "array", maxItems: 4, items: { type: "string" } },
    text,
    owner: { type: "object", additionalProperties: false, properties: { kind: text, id: text } },
    number: { type: "number" },
  },
};
const spec = fc
  .record({ rules: fc.array(conditions, { minLength: 1, maxLength: 5 }), normalized: fc.boolean() })
  .map(({ rules, normalized }): CompiledSpec => {
    const data = { types: { string: { type: "string", examples: ["t"] }, int: { type: "integer" }, bool: {} } };
    const source = {
      domainId: "any",
      version: "v1",
      spec: {
        version: "v1",
        status: "draft" as const,
        title: "any",
        data,
        base: "any",
        normalize: normalized ? [{ step: "trim" as const, at: ["/text", "/list/*", "/fields/*/name"] }] : [],
      },
      schema,
      examples: {},
      rules: rules.map((conditions, at) => ({
        name: `rule-${at}`,
        severity: "error" as const,
        summary: "-",
        rationale: "-",
        conditions,
        event: { type: "violation" as const, params: { message: "-" } },
        examples: [],
      })),
    };
    return compileSpec(source, (_, fault) => {
      throw fault;
    });
  });

/** Operations are drawn as numbers: where they point depends on the candidate. */
const draws = fc.array(
  fc.record({ op: fc.nat(3), from: fc.nat(), to: fc.nat(), beside: fc.nat(9), value: fc.oneof(scalar, record, field) }),
  { minLength: 1, maxLength: 3 },
);
type Draws = typeof draws extends fc.Arbitrary<infer T> ? T : never;

function pointersIn(value: unknown, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [pointer];
  return [pointer, ...Object.entries(value).flatMap(([key, member]) => pointersIn(member, join(pointer, key)))];
}

function patchFor(root: JsonObject, drawn: Draws): Operation[] {
  const pointers = pointersIn(root).slice(1);
  return drawn.map(({ op, from, to, beside, value }): Operation => {
    const source = pointers[from % pointers.length] as string;
    const near = ["/-", "/0", "/text", "/owner"][beside];
    const path = near === undefined ? (pointers[to % pointers.length] as string) : source.replace(/\/[^/]*$/, near);
    if (op === 0) return { op: "move", from: source, path };
    if (op === 1) return { op: "remove", path: source };
    return { op: op === 2 ? "add" : "replace", path, value: value as Json };
  });
}

function applied(root: JsonObject, patch: Operation[]): Traced | undefined {
  try {
    const traced = tracePatch(root, patch);
    return (traced.document as JsonObject).candidate === undefined ? undefined : traced;
  } catch {
    return undefined;
  }
}

const identity = ({ code, about }: Problem, path: string) => JSON.stringify([code, path, about ?? null]);
const whole = (problems: readonly Problem[]) =>
  problems.map((problem) => `${identity(problem, problem.path)} ${problem.more ?? 0}`).sort();

test("a proof comes to what a check of the patched candidate by all rules comes to, whatever was proven before", async () => {
  let proven = 0;
  await fc.assert(
    fc.asyncProperty(spec, candidate, fc.array(draws, { minLength: 4, maxLength: 8 }), async (spec, candidate, all) => {
      const root = { candidate };
      const inspected = inspect(spec, candidate, registry);
      const before = await decide(spec, inspected, "possible");
      const proof = new Proof(spec, candidate, inspected, before);
      for (const drawn of all) {
        const patch = patchFor(root, drawn);
        const traced = applied(root, patch);
        if (traced === undefined) continue;
        proven++;
        const after = await checkCandidate(spec, (traced.document as JsonObject).candidate, registry, "all");
        const outcome = await proof.outcomeOf(patch);
        expect(whole(outcome?.problems ?? [])).toEqual(whole(after));
        const expected = new Set<string>();
        for (const problem of before) {
          const path = traced.follow(problem.path);
          if (path !== undefined) expected.add(identity(problem, path));
        }
        expect(outcome?.addsNothing).toBe(after.every((problem) => expected.has(identity(problem, problem.path))));
      }
    }),
    RUNS,
  );
  expect(proven).toBeGreaterThan(RUNS.numRuns);
});
