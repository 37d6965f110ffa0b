import type { CompiledSpec } from "../../engine/compile-spec.js";
import { CANDIDATE, inRequest, type Problem } from "../../engine/problem.js";
import { applyPatch, type Operation } from "../../json/patch.js";
import { join, valueAt } from "../../json/pointer.js";
import type { Json } from "../../json/value.js";
import { shapePlaceAt } from "../view/shape-view.js";
import type { Focus } from "./edits.js";
import { errorsIn } from "./judges.js";
import { placesNamed } from "./mentions.js";
import { pointersOf, type Specimen } from "./specimen.js";
import { samples } from "./values.js";

/** After this many specimens with the same codes, another one is hardly ever repaired. */
const MAX_PER_KIND = 12;
const MAX_FIXES = 3;
const MAX_POOLED = 3;

/** Specimens that are similar to one whose difference does not count. */
export type SpecimenRepair = (specimen: Specimen) => Promise<Specimen[]>;

/**
 * Makes repairs of specimens that are invalid for another reason: with the fixes of the engine, without the values that
 * are refused, and with other values at the places that the violated rule reads but does not check.
 */
export function repairsBy(
  spec: CompiledSpec,
  focus: Focus,
  isOther: (problem: Problem) => boolean = () => true,
): SpecimenRepair {
  const seen = new Map<string, number>();
  return async (specimen) => {
    const errors = (await errorsIn(spec, specimen)).filter(isOther);
    const codes = [...new Set(errors.map(({ code }) => code))];
    const kind = codes.toSorted().join();
    const times = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, times);
    if (times > MAX_PER_KIND) return [];
    return codes.slice(0, 2).flatMap((code) => {
      const problems = errors.filter((error) => error.code === code);
      const patches = [
        ...patchesFor(problems, specimen.candidate),
        ...patchesOfReadPlaces(spec, code, specimen, focus),
      ];
      return patches.flatMap((patch) => patched(specimen, patch) ?? []);
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
    .filter((path) => path !== CANDIDATE)
    .toReversed();
  const fixed = fixes.map(({ patch }) => patch);
  return paths.length === 0 ? fixed : [...fixed, paths.map((path): Operation => ({ op: "remove", path }))];
}

/** Changes of the places that a violated rule reads but does not check, and values for absent places that it checks. */
function patchesOfReadPlaces(
  { source }: CompiledSpec,
  code: string,
  { candidate }: Specimen,
  focus: Focus,
): Operation[][] {
  const rule = source.rules[code];
  if (rule === undefined) return [];
  const checked = [rule.check].flat().flatMap(({ at }) => at);
  return placesNamed(rule, source.settings.declarations).flatMap((selector): Operation[][] => {
    const [place = selector] = pointersOf(selector, candidate);
    const here = valueAt(candidate, place);
    const isAbsent = here === undefined;
    if (place.includes("*") || typeof here === "object" || (checked.includes(selector) && !isAbsent)) return [];
    const path = inRequest(place);
    const values = [...focus.pool(selector), ...(isAbsent ? samples(shapePlaceAt(source.shape, selector).schema) : [])];
    const others = values.filter((value) => typeof value !== "object" && value !== here).slice(0, MAX_POOLED);
    const put = others.map((value): Operation[] => [{ op: "add", path, value }]);
    return isAbsent ? put : [...put, [{ op: "remove", path }]];
  });
}

function patched(specimen: Specimen, patch: readonly Operation[]): Specimen | undefined {
  try {
    const { candidate } = applyPatch({ candidate: specimen.candidate }, patch) as { candidate: Json };
    return { ...specimen, candidate };
  } catch {
    return undefined;
  }
}
