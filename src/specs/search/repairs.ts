import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { Problem } from "../../engine/problem.js";
import { applyPatch, type Operation } from "../../json/patch.js";
import { join, valueAt } from "../../json/pointer.js";
import type { Json } from "../../json/value.js";
import { spotAt } from "../lint/shape-view.js";
import { type Focus, placesIn } from "./edits.js";
import { errorsIn } from "./judges.js";
import { placesNamed } from "./reads.js";
import type { Trial } from "./trial.js";
import { samples } from "./values.js";

/** Trials with the same errors are hardly ever repaired in another way. */
const MAX_OF_A_KIND = 12;
const MAX_FIXES = 3;
const MAX_POOLED = 3;

/**
 * Trials near one that is invalid for another reason: what the fixes of the engine make of it, without what is refused,
 * and with what examples have where the violated rule reads besides.
 */
export function repairsBy(
  spec: CompiledSpec,
  focus: Focus,
  isOther: (problem: Problem) => boolean = () => true,
): (trial: Trial) => Promise<Trial[]> {
  const met = new Map<string, number>();
  return async (trial) => {
    const errors = (await errorsIn(spec, trial)).filter(isOther);
    const codes = [...new Set(errors.map(({ code }) => code))];
    const kind = codes.toSorted().join();
    met.set(kind, (met.get(kind) ?? 0) + 1);
    if ((met.get(kind) as number) > MAX_OF_A_KIND) return [];
    return codes.slice(0, 2).flatMap((code) => {
      const problems = errors.filter((error) => error.code === code);
      const patches = [...patchesFor(problems, trial.candidate), ...patchesBeside(spec, code, trial, focus)];
      return patches.flatMap((patch) => patched(trial, patch) ?? []);
    });
  };
}

function patchesFor(problems: readonly Problem[], candidate: Json): Operation[][] {
  const fixes = (problems[0] as Problem).fixes().slice(0, MAX_FIXES);
  const paths = problems
    .map(({ path, about = "" }) => {
      const there = valueAt({ candidate }, path);
      return Object.hasOwn(Object(there), about) ? join(path, about) : path;
    })
    .filter((path) => path !== "/candidate")
    .toReversed();
  if (paths.length === 0) return fixes.map(({ patch }) => patch);
  return [...fixes.map(({ patch }) => patch), paths.map((path): Operation => ({ op: "remove", path }))];
}

/** Changes of what a violated rule reads without checking it, and values where it checks what is not there. */
function patchesBeside({ source }: CompiledSpec, code: string, { candidate }: Trial, focus: Focus): Operation[][] {
  const rule = source.rules[code];
  if (rule === undefined) return [];
  const checked = [rule.check].flat().flatMap(({ at }) => at);
  return placesNamed(rule, source.spec.declarations).flatMap((selector): Operation[][] => {
    const [place = selector] = placesIn(selector, candidate);
    const here = valueAt(candidate, place);
    const isAbsent = here === undefined;
    if (place.includes("*") || typeof here === "object" || (checked.includes(selector) && !isAbsent)) return [];
    const path = `/candidate${place}`;
    const spot = isAbsent ? spotAt(source.shape, selector) : undefined;
    const values = [...focus.pool(selector), ...(spot?.kind === "schema" ? samples(spot.schema) : [])];
    const others = values.filter((value) => typeof value !== "object" && value !== here).slice(0, MAX_POOLED);
    const put = others.map((value): Operation[] => [{ op: "add", path, value }]);
    return isAbsent ? put : [...put, [{ op: "remove", path }]];
  });
}

function patched(trial: Trial, patch: readonly Operation[]): Trial | undefined {
  try {
    return {
      ...trial,
      candidate: (applyPatch({ candidate: trial.candidate }, patch) as { candidate: Json }).candidate,
    };
  } catch {
    return undefined;
  }
}
