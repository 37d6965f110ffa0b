import type { CompiledSpec } from "../../engine/compile-spec.js";
import { CANDIDATE, type Occurrence } from "../../engine/problem.js";
import { type Operation, tryPatch } from "../../ground/json/patch.js";
import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import type { Json } from "../../ground/json/value.js";
import { findErrors } from "./judges.js";
import type { Specimen } from "./specimen.js";

const MAX_CODES = 2;
const MAX_FIXES = 3;

/**
 * Specimens that are similar to one that is invalid for another reason: with the fixes of the engine, and without the
 * values that are refused.
 */
export async function makeRepairs(
  specimen: Specimen,
  spec: CompiledSpec,
  isToBeRepaired: (error: Occurrence) => boolean,
): Promise<Specimen[]> {
  const { candidate } = specimen;
  const errors = (await findErrors(spec, specimen)).filter(isToBeRepaired);
  const codes = [...new Set(errors.map(({ code }) => code))].slice(0, MAX_CODES);
  const patches = codes.flatMap((code) =>
    makePatches(
      errors.filter((error) => error.code === code),
      candidate,
    ),
  );
  const repaired = patches.map((patch) => tryPatch({ candidate }, patch) as { candidate: Json } | undefined);
  return repaired.flatMap((root) => (root === undefined ? [] : { ...specimen, candidate: root.candidate }));
}

function makePatches(errors: readonly Occurrence[], candidate: Json): Operation[][] {
  const fixes = (errors[0] as Occurrence).fixes().slice(0, MAX_FIXES);
  const paths = errors
    .map(({ path, subject = "" }) => {
      const there = valueAt({ candidate }, path);
      return Object.hasOwn(Object(there), subject) ? joinPointer(path, subject) : path;
    })
    .filter((path) => path !== CANDIDATE)
    .toReversed();
  const fixed = fixes.map(({ patch }) => patch);
  return paths.length === 0 ? fixed : [...fixed, paths.map((path): Operation => ({ op: "remove", path }))];
}
