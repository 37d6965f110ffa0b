import type { Operation } from "rfc6902";
import type { CompiledSpec } from "../../../src/engine/compile-spec.js";
import { evaluate } from "../../../src/engine/evaluate.js";
import type { FixSource } from "../../../src/engine/grammar.js";
import { countProblems, isMachineApplicable, MAX_KEPT_PROBLEMS, type Problem } from "../../../src/engine/problem.js";
import { tracePatch } from "../../../src/ground/json/trace-patch.js";
import type { Json } from "../../../src/ground/json/value.js";
import type { Registry } from "../../../src/ground/registry/registry.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { combine } from "../../slips/combine.js";
import { CORPORA } from "../../slips/corpora.js";
import { readCorpus } from "../../slips/slip.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import fc from "../../support/fast-check.js";
import { patched } from "../../support/patched.js";
import { runs, someOf, times } from "../../support/runs.js";
import { arbitraryCandidate, mutatedCandidate, registryIds } from "../candidates.js";
import { base, checkCandidate, spec } from "../evaluated.js";
import { candidates, DATA, DECLARATIONS, rules, scalar } from "../random-packages.js";
import { specOf } from "../spec-of.js";

/** Where a patch has moved a value to: by a move, or into an array in its place. */
function movedBy(patch: readonly Operation[]): string[] {
  return patch.flatMap((operation) => {
    if (operation.op === "move") return [operation.path];
    const isWrap = operation.op === "replace" && Array.isArray(operation.value) && operation.value.length === 1;
    return isWrap ? [`${operation.path}/0`] : [];
  });
}

/** The promises of certain fixes and of the repair, for one candidate. Returns how many fixes are certain. */
async function expectPromises(spec: CompiledSpec, candidate: unknown, registry: Registry): Promise<number> {
  const { diagnostics, repair, summary } = await evaluate(spec, candidate, registry);
  const before = await checkCandidate(spec, candidate, registry);
  const key = (path: string, { code, about }: Problem) => JSON.stringify([path, code, about]);
  for (const { code, path, fixes } of diagnostics) {
    for (const { patch } of fixes.filter(isMachineApplicable)) {
      const after = await checkCandidate(spec, patched({ candidate }, patch).candidate, registry);
      const pathsAfter = tracePatch({ candidate }, patch).follow([path, ...before.map((problem) => problem.path)]);
      const known = new Set(before.map((problem) => key(pathsAfter.get(problem.path) ?? "", problem)));
      const moved = movedBy(patch as Operation[]);
      const added = after.filter((one) => one.severity === "error" && !known.has(key(one.path, one)));
      const isMoved = (one: Problem) => moved.some((place) => one.path === place || one.path.startsWith(`${place}/`));
      const made = added.filter((one) => !isMoved(one)).map((one) => [one.code, one.path]);
      expect({ code, path, patch, made }).toEqual({ code, path, patch, made: [] });
      const isSame = (at: string | undefined) => (one: Problem) => one.code === code && one.path === at;
      const left = after.filter(isSame(pathsAfter.get(path))).length;
      const isGone = left < before.filter(isSame(path)).length;
      expect({ code, path, patch, isGone }).toEqual({ code, path, patch, isGone: true });
      expect(countProblems(after, "error")).toBeLessThanOrEqual(summary.errors);
    }
  }
  const certain = diagnostics.flatMap(({ fixes }) => fixes).filter(isMachineApplicable).length;
  expect(summary.fixable).toBe(certain);
  // A repair may change what is not among the diagnostics that are shown: errors beyond the limit of the list, or items
  // beyond the limit of their array, which removing others brings into view.
  const isAllShown = !summary.truncated && !diagnostics.some(({ code }) => code === "too-many-items");
  if (certain > 0 || isAllShown) expect(repair !== undefined).toBe(certain > 0);
  if (repair === undefined) return certain;
  const repaired = patched({ candidate }, repair.patch).candidate;
  const again = await evaluate(spec, repaired, registry);
  expect(repair.remaining).toBeLessThanOrEqual(summary.errors);
  expect(again.summary.errors).toBe(repair.remaining);
  const left = again.diagnostics.filter(({ severity }) => severity === "error").slice(0, 20);
  if (repair.remaining <= 20 || !again.summary.truncated)
    expect(repair.open).toEqual(left.map(({ code, path, message }) => ({ code, path, message })));
  expect(repair.open).toHaveLength(Math.min(20, repair.remaining));
  if (repair.complete && again.summary.errors < MAX_KEPT_PROBLEMS) expect(again.repair).toBeUndefined();
  return certain;
}

const specs = new Map(["rules", "examples/rules"].map((dir) => [dir, compiledSpecs(dir)]));

describe.each(CORPORA)("the slips of $folder", ({ folder, domainId, rules: dir, registry }) => {
  const own = specs.get(dir)?.get(domainId)?.current as CompiledSpec;
  const ids = RegistryIndex.of([...registry]);
  const { base, cases } = readCorpus(new URL(`../../slips/${folder}/`, import.meta.url));

  test("alone", async () => {
    let certain = 0;
    for (const { sent } of someOf(cases, 17)) certain += await expectPromises(own, sent, ids);
    expect(certain).toBeGreaterThan(0);
  });

  test.each(someOf([5, 2, 3], 3))("%i at once, whether they can be repaired or not", async (size) => {
    let certain = 0;
    for (const { sent } of combine(cases, { base, size, count: times(5) }))
      certain += await expectPromises(own, sent, ids);
    expect(certain).toBeGreaterThan(0);
  });
});

test("random candidates", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(mutatedCandidate, mutatedCandidate, arbitraryCandidate), async (candidate) => {
      await expectPromises(spec, candidate, RegistryIndex.of(registryIds));
    }),
    runs(40, times(100)),
  );
}, 300_000);

/** Every pair of a declared type and a value of another one. */
test("a grid of declared types and columns", async () => {
  const types = "list set string[] Bool int Date text json map uuid4 timestamp float".split(" ");
  const values: Json[] = ["a", "a, b", "yes", "1", 1, 1.5, true, "2026-01-01", ["a"], { a: 1 }, null, "120,50"];
  for (const type of types) {
    for (const value of values) {
      const candidate = {
        ...base,
        outputFields: [{ name: "field", type, description: "A field." }],
        sampleRecords: [{ field: value }, { field: value }],
      };
      await expectPromises(spec, candidate, RegistryIndex.of([]));
    }
  }
});

/** What a package can contain: its digest is that of JSON. */
const portable = scalar.filter((value) => typeof value !== "string" || value.isWellFormed());

/** Changes that may help, do nothing, or make it worse: what a rule claims to be certain is only a claim. */
const claims = fc
  .array(
    fc.oneof(
      fc.record({ set: portable.map((value) => ({ "{path}": value })) }),
      fc.record({ remove: fc.constantFrom("{path}", "/list/0", "/records/0") }),
      fc.record({
        set: fc
          .tuple(fc.constantFrom("/text", "/list/0", "/fields/0/type", "/fields/0/name", "/records/0/a"), portable)
          .map(([place, value]) => ({ [place]: value })),
      }),
    ),
    { maxLength: 2 },
  )
  .map((changes): FixSource[] =>
    changes.map((change) => ({ title: "Change it", applicability: "machine-applicable", ...change })),
  );

test("random packages, whose rules claim that random fixes are certain", async () => {
  let certain = 0;
  await fc.assert(
    fc.asyncProperty(
      rules,
      fc.array(claims, { minLength: 5, maxLength: 5 }),
      fc.array(candidates, { minLength: 4, maxLength: 4 }),
      async (some, fixes, all) => {
        const claiming = Object.entries(some).map(([name, rule], at) => [name, { ...rule, fixes: fixes[at] ?? [] }]);
        const spec = specOf({ rules: Object.fromEntries(claiming), data: DATA, declarations: DECLARATIONS });
        for (const candidate of all) certain += await expectPromises(spec, candidate, RegistryIndex.of(registryIds));
      },
    ),
    runs(60, times(100)),
  );
  expect(certain).toBeGreaterThan(0);
}, 300_000);
