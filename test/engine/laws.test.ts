import { applyPatch as applyIndependently, type Operation } from "rfc6902";
import { buildPackage } from "../../src/engine/build-package.js";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { evaluate } from "../../src/engine/evaluate.js";
import { count, MAX_KEPT, type Problem } from "../../src/engine/problem.js";
import { join, valueAt } from "../../src/json/pointer.js";
import { tracePatch } from "../../src/json/trace-patch.js";
import type { Json } from "../../src/json/value.js";
import { RegistryIndex } from "../../src/registry/registry-index.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import fc from "../support/fast-check.js";
import { reversedKeys } from "../support/reversed-keys.js";
import { runs, times } from "../support/runs.js";
import { arbitraryCandidate, mutatedCandidate, registryIds, validCandidate } from "./candidates.js";
import { checkCandidate } from "./check.js";
import { naiveDiagnostics } from "./naive-validator.js";

const RUNS = runs(25, times(40));
const registry = RegistryIndex.of(registryIds);
let spec: CompiledSpec;

beforeAll(async () => {
  spec = compiledSpecs("rules").get("generator-option")?.versions[0] as CompiledSpec;
});

const anyCandidate = fc.oneof(validCandidate, mutatedCandidate, mutatedCandidate, arbitraryCandidate);

/** The request body after a patch, by another implementation of RFC 6902 than the engine's. */
function patched(candidate: unknown, patch: readonly unknown[]): Json {
  const body = structuredClone({ candidate });
  const failures = applyIndependently(body, patch as Operation[]).filter((failure) => failure !== null);
  expect(failures).toEqual([]);
  return body.candidate as Json;
}

function tally(problems: readonly { code: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

const lines = (diagnostics: readonly { code: string; path: string }[]) =>
  diagnostics.map(({ code, path }) => `${code} ${path}`).sort();

test("an independent validator agrees on the verdict and on every code and path", async () => {
  await fc.assert(
    fc.asyncProperty(anyCandidate, async (candidate) => {
      const problems = await checkCandidate(spec, candidate, registry);
      expect(lines(problems)).toEqual(lines(naiveDiagnostics(candidate, new Set(registryIds))));
    }),
    RUNS,
  );
});

test("every path points at something that exists in the request, in document order", async () => {
  await fc.assert(
    fc.asyncProperty(anyCandidate, async (candidate) => {
      const { diagnostics } = await evaluate(spec, candidate, registry);
      for (const { path } of diagnostics) expect(valueAt({ candidate }, path)).toBeDefined();
    }),
    RUNS,
  );
});

test("the repair applies as a whole and leaves exactly the errors that it says", async () => {
  await fc.assert(
    fc.asyncProperty(anyCandidate, async (candidate) => {
      const { diagnostics, repair, summary } = await evaluate(spec, candidate, registry);
      const mechanical = diagnostics
        .flatMap(({ fixes }) => fixes)
        .filter((fix) => fix.applicability === "machine-applicable");
      // Where more is wrong than is shown, what the repair changes may not be among it.
      if (mechanical.length > 0 || !summary.truncated) expect(repair !== undefined).toBe(mechanical.length > 0);
      expect(summary.fixable).toBe(mechanical.length);
      if (repair === undefined) return;
      const after = await evaluate(spec, patched(candidate, repair.patch), registry);
      // A proof looks at so many errors of a kind; where more are left, the repair says that it is incomplete.
      if (repair.complete) expect(after.summary.errors).toBe(repair.remaining);
      else expect(Math.min(after.summary.errors, MAX_KEPT)).toBe(Math.min(repair.remaining, MAX_KEPT));
    }),
    RUNS,
  );
});

test("a second repair of a repaired candidate changes nothing, unless the first ran out of work", async () => {
  await fc.assert(
    fc.asyncProperty(anyCandidate, async (candidate) => {
      const { repair } = await evaluate(spec, candidate, registry);
      if (repair?.complete !== true) return;
      const again = await evaluate(spec, patched(candidate, repair.patch), registry);
      expect(again.repair).toBeUndefined();
    }),
    RUNS,
  );
});

/** What the rules of v1 read besides the place that they report. */
const READS: Record<string, RegExp> = {
  "sample-records-have-every-field": /^\/candidate\/outputFields/,
  "sample-records-have-only-declared-fields": /^\/candidate\/outputFields/,
  "sample-record-values-have-declared-types": /^\/candidate\/outputFields/,
  "rationale-notes-are-given": /^\/candidate\/rationaleNotes$/,
};

/** The places of a patch that are moved, wrapped, given another type, or declare another type. */
function openedBy(patch: readonly Operation[], before: unknown): string[] {
  return patch.flatMap((operation) => {
    const old = valueAt(before, operation.path);
    if (operation.op === "move") return [operation.path];
    if (operation.op === "remove") return old === null ? [operation.path] : [];
    if (operation.op !== "add" && operation.op !== "replace") return [];
    const { value } = operation;
    const isRetyped = /^\/candidate\/outputFields\/\d+\/type$/.test(operation.path);
    const isOther = typeof value === "object" || (operation.op === "replace" && typeof value !== typeof old);
    return isOther || isRetyped ? [operation.path] : [];
  });
}

/** Of an array that is too long, the last items are not checked until they move up. */
function uncheckedIn(problems: readonly Problem[], request: unknown): string[] {
  return problems
    .filter(({ code }) => code === "too-many-items")
    .flatMap(({ path, expected }) => {
      const { length } = valueAt(request, path) as unknown[];
      const { maxItems } = expected as { maxItems: number };
      return Array.from({ length: length - maxItems }, (_, at) => join(path, maxItems + at));
    });
}

test("a certain fix removes its diagnostic, and what is wrong afterwards was so before or is uncovered", async () => {
  const identity = (path: string, { code, about }: Problem) => JSON.stringify([path, code, about]);
  await fc.assert(
    fc.asyncProperty(mutatedCandidate, async (candidate) => {
      const { diagnostics } = await evaluate(spec, candidate, registry);
      const before = await checkCandidate(spec, candidate, registry);
      for (const { code, fixes } of diagnostics) {
        for (const { patch } of fixes.filter(({ applicability }) => applicability === "machine-applicable")) {
          const after = await checkCandidate(spec, patched(candidate, patch), registry);
          const traced = tracePatch({ candidate }, patch);
          const known = new Set(before.map((problem) => identity(traced.follow(problem.path) ?? "", problem)));
          const opened = openedBy(patch as Operation[], { candidate });
          const unchecked = uncheckedIn(before, { candidate }).map((path) => traced.follow(path));
          const isUncovered = ({ code: other, path }: Problem) =>
            opened.some((place) => path === place || path.startsWith(`${place}/`) || READS[other]?.test(place)) ||
            unchecked.includes(path);
          const added = after.filter((problem) => !known.has(identity(problem.path, problem)));
          expect(
            added.filter((problem) => !isUncovered(problem)).map(({ code: other, path }) => [other, path]),
          ).toEqual([]);
          expect(tally(after).get(code) ?? 0).toBeLessThan((tally(before).get(code) ?? 0) + added.length);
        }
      }
    }),
    RUNS,
  );
});

test("normalizing is idempotent and keeps validity", async () => {
  await fc.assert(
    fc.asyncProperty(validCandidate, async (candidate) => {
      const built = buildPackage(spec, "sample-studio", candidate);
      expect(JSON.stringify(buildPackage(spec, "sample-studio", built.proposal))).toBe(JSON.stringify(built));
      expect(count(await checkCandidate(spec, built.proposal, registry), "error")).toBe(0);
    }),
    RUNS,
  );
});

test("the package does not depend on key order or on white space that normalization removes", async () => {
  fc.assert(
    fc.property(validCandidate, fc.constantFrom(" ", "\t", "\n ", "\u00a0"), (candidate, space) => {
      const built = JSON.stringify(buildPackage(spec, "sample-studio", candidate));
      const other = reversedKeys(candidate) as Record<string, Json>;
      other.generatorName = `${space}${String(other.generatorName).replaceAll(" ", ` ${space}`)}${space}`;
      other.description = `${space}${other.description}${space}`;
      expect(JSON.stringify(buildPackage(spec, "sample-studio", other))).toBe(built);
    }),
    RUNS,
  );
});

test("arbitrary JSON never throws, and the same candidate gives the same bytes", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCandidate, async (candidate) => {
      const once = JSON.stringify(await evaluate(spec, candidate, registry));
      expect(JSON.stringify(await evaluate(spec, structuredClone(candidate), registry))).toBe(once);
    }),
    RUNS,
  );
});
