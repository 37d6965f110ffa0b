import { CHECKS_WITH_LIMITS } from "../../engine/checks/index.js";
import { adaptSpec, type CompiledSpec } from "../../engine/compile-spec.js";
import { readLiteral } from "../../engine/condition.js";
import type { RuleSource } from "../../engine/grammar.js";
import { findComparedKind } from "../../engine/operators.js";
import { DAY_MS } from "../../engine/order.js";
import { ifCompiles } from "../../engine/spec-error.js";
import { check as checkCandidate } from "../../engine/verdict.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { applyPatch } from "../../ground/json/patch.js";
import { isObject, type Json } from "../../ground/json/value.js";
import { makeRegistry } from "../../specs/example-input.js";
import { walkObjects } from "../../specs/values-in.js";
import { exampleSpecimens, type Specimen } from "./example-places.js";

/**
 * Limits of a rule that could be lower or higher by one without a difference in any of its
 * examples.
 */
export async function* unshownLimits(spec: CompiledSpec, name: string): AsyncGenerator<Flaw> {
  const rule = spec.source.rules[name] as RuleSource;
  const specimens = exampleSpecimens(spec, name);
  const asIs = await findPlaces(spec, name, rule, specimens);
  for (const { pointer, value } of limitsIn(rule, spec)) {
    const moved = [-1, 1].map((by) => movedBy(value, by));
    for (const other of moved) {
      const detail = `no example notices when it is ${other} instead of ${value}; add one at the limit, and one beyond`;
      if ((await findPlaces(spec, name, withValue(rule, pointer, other), specimens)) === asIs)
        yield { pointer, detail, isWarning: true };
    }
  }
}

function withValue(rule: RuleSource, path: string, value: Json): RuleSource {
  return applyPatch(rule as unknown as Json, [
    { op: "replace", path, value },
  ]) as unknown as RuleSource;
}

/** The places at which a rule is violated in all specimens; undefined if it does not compile. */
async function findPlaces(
  spec: CompiledSpec,
  name: string,
  rule: RuleSource,
  specimens: readonly Specimen[],
) {
  const alone = ifCompiles(() => adaptSpec(spec, { rules: { [name]: rule }, hasShape: false }));
  if (alone === undefined) return undefined;
  const places: string[] = [];
  for (const specimen of specimens) {
    const { violations } = await checkCandidate(alone, specimen.candidate, makeRegistry(specimen));
    places.push(violations.flatMap(({ code, path }) => (code === name ? path : [])).join(" "));
  }
  return places.join("\n");
}

/** The numbers and dates with which checks and conditions compare. */
function* limitsIn(
  { when, check }: RuleSource,
  { source }: CompiledSpec,
): Generator<{ pointer: string; value: Limit }> {
  const literalOf = (given: Json, pointer: string) =>
    readLiteral(given, source.settings.data, pointer);
  for (const { object, pointer } of walkObjects({ ...(when && { when }), check })) {
    const limits: [string, Json][] = [];
    for (const kind of object.at === undefined ? [] : CHECKS_WITH_LIMITS)
      for (const [key, given] of Object.entries(isObject(object[kind]) ? object[kind] : {}))
        limits.push([`${pointer}/${kind}/${key}`, given as Json]);
    const isCompared = ["number", "date"].includes(findComparedKind(object.operator) ?? "");
    if (isCompared && object.value !== undefined) limits.push([`${pointer}/value`, object.value]);
    for (const [place, given] of limits) {
      const value = literalOf(given, place);
      if (
        typeof value === "number" ||
        (typeof value === "string" && !Number.isNaN(Date.parse(value)))
      )
        yield { pointer: place, value };
    }
  }
}

type Limit = number | string;

function movedBy(value: Limit, by: number): Limit {
  if (typeof value === "number") return value + by;
  const moved = new Date(Date.parse(value) + by * DAY_MS).toISOString();
  return value.length === 10 ? moved.slice(0, 10) : moved;
}
