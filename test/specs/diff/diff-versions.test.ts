import { buildPackage } from "../../../src/engine/build-package.js";
import { type CompiledSpec, compileSpec } from "../../../src/engine/compile-spec.js";
import { evaluate } from "../../../src/engine/evaluate.js";
import type { SpecSource } from "../../../src/engine/grammar.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";
import { diffVersions, type Effect, type VersionDiff } from "../../../src/specs/diff/diff-versions.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import { someOf } from "../../support/runs.js";
import { KINDS_OF_CHANGE } from "./kinds-of-change.js";

const before = compiledSpecs("examples/rules").get("data-contract")?.current as CompiledSpec;

function edited(edit: (source: SpecSource) => void): CompiledSpec {
  const source = structuredClone({ ...before.source, version: "v2" });
  edit(source);
  return compileSpec(source, (_, error) => {
    throw error;
  });
}

/** What each change does, by its pointer. */
function effectsIn({ changes }: VersionDiff): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { decides, pointer, effects } of changes)
    if (decides) found[pointer] = [...(found[pointer] ?? []), ...effects.map((effect) => effect.kind)].sort();
  return found;
}

/** By running both engines, and nothing of the diff. */
async function expectTrue({ kind, witness, ...said }: Effect, after: CompiledSpec): Promise<void> {
  const registry = RegistryIndex.of(witness.registry);
  const [old, now] = await Promise.all([before, after].map((spec) => evaluate(spec, witness.candidate, registry)));
  expect([said.before.valid, said.after.valid]).toEqual([old?.valid, now?.valid]);
  expect([old?.valid, now?.valid]).toEqual(
    { breaking: [true, false], widening: [false, true], repackaging: [true, true] }[kind],
  );
  if (kind !== "repackaging") return;
  const bytes = [before, after].map((spec) => JSON.stringify(buildPackage(spec, "", witness.candidate).proposal));
  expect(bytes[0]).not.toBe(bytes[1]);
}

test.each(someOf(KINDS_OF_CHANGE, 14).map((one) => [one.name, one] as const))("%s", async (_, { edit, expected }) => {
  const after = edited(edit);
  const diff = await diffVersions(before, after);
  expect(effectsIn(diff)).toEqual(expected);
  for (const effect of diff.changes.flatMap(({ effects }) => effects)) await expectTrue(effect, after);
  if (Object.keys(expected).length === 0) expect(diff.changes).not.toEqual([]);
});

test("there are at least forty kinds of change", () => {
  expect(KINDS_OF_CHANGE.length).toBeGreaterThanOrEqual(40);
});
