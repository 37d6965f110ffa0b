import { Proof } from "../../../src/engine/fixes/proof.js";
import type { NormalizeStep } from "../../../src/engine/grammar.js";
import { decide, inspect } from "../../../src/engine/inspect.js";
import type { Problem } from "../../../src/engine/problem.js";
import type { Operation } from "../../../src/json/patch.js";
import { join } from "../../../src/json/pointer.js";
import { type Traced, tracePatch } from "../../../src/json/trace-patch.js";
import type { Json, JsonObject } from "../../../src/json/value.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";
import fc from "../../support/fast-check.js";
import { runs, times } from "../../support/runs.js";
import { checkCandidate } from "../check.js";
import { candidates, DATA, DECLARATIONS, field, record, registryIds, rules, scalar } from "../random-packages.js";
import { type RuleParts, specOf } from "../spec-of.js";

const RUNS = runs(100, times(200));
const registry = RegistryIndex.of(registryIds);

const text = { type: "string", minLength: 1 };
const shape: JsonObject = {
  type: "object",
  required: ["text", "owner"],
  additionalProperties: false,
  properties: {
    fields: { type: "array", maxItems: 3, items: { type: "object", properties: { name: text } } },
    records: { type: "array", maxItems: 5, items: { type: "object" } },
    list: { type: "array", maxItems: 4, items: { type: "string" } },
    groups: {
      type: "array",
      maxItems: 2,
      items: { type: "object", properties: { tags: { type: "array", maxItems: 2 } } },
    },
    text,
    owner: { type: "object", additionalProperties: false, properties: { kind: text, id: text } },
    number: { type: "number" },
  },
};
const trim: NormalizeStep = { step: "trim", at: ["/text", "/list/*", "/fields/*/name", "/groups/*/tags/*"] };
const specs = fc
  .record({ rules, normalized: fc.boolean() })
  .map(({ rules, normalized }) =>
    specOf({ rules, shape, data: DATA, declarations: DECLARATIONS, normalize: normalized ? [trim] : [] }),
  );

/** Operations are drawn as numbers: where they point depends on the candidate. */
const draws = fc.array(
  fc.record({ op: fc.nat(3), from: fc.nat(), to: fc.nat(), beside: fc.nat(9), value: fc.oneof(scalar, record, field) }),
  { minLength: 1, maxLength: 3 },
);
type Draws = typeof draws extends fc.Arbitrary<infer T> ? T : never;

function pointersIn(value: unknown, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [pointer];
  return [pointer, ...Object.entries(value).flatMap(([key, below]) => pointersIn(below, join(pointer, key)))];
}

function patchFor(root: JsonObject, drawn: Draws): Operation[] {
  const pointers = pointersIn(root).slice(1);
  return drawn.map(({ op, from, to, beside, value }): Operation => {
    const source = pointers[from % pointers.length] as string;
    const near = ["/-", "/0", "/text", "/owner", "/size", "/kind"][beside];
    const path = near === undefined ? (pointers[to % pointers.length] as string) : source.replace(/\/[^/]*$/, near);
    if (op === 0) return { op: "move", from: source, path };
    if (op === 1) return { op: "remove", path: source };
    return { op: op === 2 ? "add" : "replace", path, value };
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

test("a proof agrees with a check of the patched candidate by all rules, whatever was proven before", async () => {
  let proven = 0;
  await fc.assert(
    fc.asyncProperty(
      specs,
      candidates,
      fc.array(draws, { minLength: 4, maxLength: 8 }),
      async (spec, candidate, all) => {
        const root = { candidate };
        const inspected = inspect(spec, candidate, registry);
        const before = await decide(spec, inspected);
        const proof = new Proof(spec, candidate, inspected, before);
        for (const drawn of all) {
          const patch = patchFor(root, drawn);
          const traced = applied(root, patch);
          if (traced === undefined) continue;
          proven++;
          const after = await checkCandidate(spec, (traced.document as JsonObject).candidate, registry);
          const outcome = await proof.outcomeOf(patch);
          expect(whole(outcome?.problems ?? [])).toEqual(whole(after));
          const expected = new Set<string>();
          for (const problem of before) {
            const path = traced.follow(problem.path);
            if (path !== undefined) expected.add(identity(problem, path));
          }
          expect(outcome?.added.length === 0).toBe(
            after.every((problem) => expected.has(identity(problem, problem.path))),
          );
        }
      },
    ),
    RUNS,
  );
  expect(proven).toBeGreaterThan(RUNS.numRuns);
});

/** What a check knows besides its place may be all that a patch changes. */
describe("a proof notices a change of what", () => {
  const put = (path: string, value: Json): Operation => ({ op: "replace", path: `/candidate${path}`, value });
  const groups = (first: Json): Json => ({ groups: [first], list: ["a"] });
  const unrelated: Operation = { op: "add", path: "/candidate/groups/-", value: {} };
  test.each<[string, RuleParts, candidate: Json, patches: Operation[]]>([
    [
      "`when` compares",
      { when: { path: "/text", operator: "equal", value: "b" }, check: { at: "/list/*", "none-of": ["a"] } },
      { list: ["a"], text: "a" },
      [put("/text", "b")],
    ],
    [
      "`where` compares, in the candidate that is the item",
      { check: { at: "/text", where: { path: "/number", operator: "equal", value: 1 }, "none-of": ["a"] } },
      { text: "a", number: 0 },
      [put("/number", 1)],
    ],
    [
      "`where` compares, in the candidate that it calls the item",
      {
        check: { at: "/text", where: { fact: "item", path: "/number", operator: "equal", value: 1 }, "none-of": ["a"] },
      },
      { text: "a", number: 0 },
      [put("/number", 1)],
    ],
    [
      "`where` compares with, in the candidate",
      {
        check: {
          at: "/groups/*/tags/*",
          where: { path: "", operator: "equal", value: { candidate: "/text" } },
          "none-of": ["a"],
        },
      },
      { groups: [{ tags: ["a"] }], text: "b" },
      [put("/text", "a")],
    ],
    [
      "`where` counts",
      {
        check: {
          at: "/text",
          where: { fact: "count", params: { at: "/list/*" }, operator: "equal", value: 2 },
          "none-of": ["a"],
        },
      },
      { text: "a", list: ["a"] },
      [{ op: "add", path: "/candidate/list/-", value: "b" }],
    ],
    [
      "`where` compares, in the candidate around a group",
      {
        check: {
          at: ["/owner/kind", "/owner/id"],
          where: { fact: "item", path: "/number", operator: "equal", value: 1 },
          count: { max: 1 },
        },
      },
      { owner: { kind: "a", id: "b" }, number: 0 },
      [put("/number", 1)],
    ],
    [
      "a limit refers to, in the candidate that is the item",
      { check: { at: "/number", range: { max: { item: "/owner/kind" } } } },
      { number: 2, owner: { kind: 3 } },
      [put("/owner/kind", 1)],
    ],
    [
      "a limit of a group refers to, in the candidate that is the item",
      { check: { at: "/list/*", count: { max: { item: "/number" } } } },
      { number: 2, list: ["a", "b"] },
      [put("/number", 1)],
    ],
    [
      "a limit of a group refers to, in the item around it",
      {
        check: {
          at: "/groups/*/tags/*",
          per: "/groups/*/tags",
          count: { max: { item: "/size" }, min: { candidate: "/list" } },
        },
      },
      groups({ tags: ["a", "b"], size: 2 }),
      [unrelated, put("/groups/0/size", 1)],
    ],
    [
      "`where` compares, in the item around a group",
      {
        check: {
          at: "/groups/*/parts/start",
          per: "/groups/*/parts",
          where: { path: "/size", operator: "equal", value: 1 },
          count: { max: 0, min: { candidate: "/list" } },
        },
      },
      groups({ parts: { start: 1 }, size: 2 }),
      [unrelated, put("/groups/0/size", 1)],
    ],
    [
      "`where` compares, in the declaration of a value",
      {
        check: {
          at: "/records/*/{fields}",
          where: { path: "/optional", operator: "equal", value: true },
          "declared-type": true,
        },
      },
      { fields: [{ name: "a", type: "int", optional: false }], records: [{ a: "x" }] },
      [put("/fields/0/optional", true)],
    ],
    [
      "`where` compares, in the candidate beside a declaration",
      {
        check: {
          at: "/records/*/{fields}",
          where: { fact: "candidate", path: "/text", operator: "equal", value: "b" },
          "declared-type": true,
        },
      },
      { fields: [{ name: "a", type: "int" }], records: [{ a: "x" }], text: "a" },
      [put("/text", "b")],
    ],
  ])("%s", async (_, rule, candidate, patches) => {
    const patch = patches.at(-1) as Operation;
    const spec = specOf({ rules: { rule }, data: DATA, declarations: DECLARATIONS });
    const inspected = inspect(spec, candidate, registry);
    const before = await decide(spec, inspected);
    const proof = new Proof(spec, candidate, inspected, before);
    const { candidate: patched } = tracePatch({ candidate }, [patch]).document as JsonObject;
    const after = await checkCandidate(spec, patched, registry);
    expect(after.length).toBeGreaterThan(before.length);
    for (const earlier of patches.slice(0, -1)) expect((await proof.outcomeOf([earlier]))?.added).toEqual([]);
    expect(whole((await proof.outcomeOf([patch]))?.problems ?? [])).toEqual(whole(after));
  });
});
