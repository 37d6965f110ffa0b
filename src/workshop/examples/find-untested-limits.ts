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
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { makeRegistry } from "../../specs/example-input.js";
import { walkObjects } from "../../specs/walk-values.js";
import { listTestCandidates, type TestCandidate } from "./test-candidates.js";

/** Limits that could be lower or higher by one without a difference in any example of the rule. */
export async function* findUntestedLimits(spec: CompiledSpec, name: string): AsyncGenerator<Flaw> {
  const rule = spec.source.rules[name] as RuleSource;
  const candidates = listTestCandidates(spec, name);
  const violated = await findViolatedPlaces(spec, name, rule, candidates);
  for (const { pointer, value } of listLimits(rule, spec.source.settings.data))
    for (const by of [-1, 1]) {
      const other = moveLimit(value, by);
      const detail = `no example notices when it is ${other} instead of ${value}; add one at the limit, and one beyond`;
      const changed = applyPatch(rule, [{ op: "replace", path: pointer, value: other }]);
      const places = await findViolatedPlaces(spec, name, changed as RuleSource, candidates);
      if (places === violated) yield { pointer, detail, isWarning: true };
    }
}

/** The places at which a rule is violated in all candidates; undefined if it does not compile. */
async function findViolatedPlaces(
  spec: CompiledSpec,
  name: string,
  rule: RuleSource,
  candidates: readonly TestCandidate[],
): Promise<string | undefined> {
  const alone = ifCompiles(() => adaptSpec(spec, { rules: { [name]: rule }, hasShape: false }));
  if (alone === undefined) return undefined;
  let places = "";
  for (const specimen of candidates) {
    const { violations } = await checkCandidate(alone, specimen.candidate, makeRegistry(specimen));
    for (const { code, path } of violations) if (code === name) places += ` ${path}`;
    places += "\n";
  }
  return places;
}

type Limit = number | string;

/** The numbers and dates with which checks and conditions compare. */
function* listLimits(
  { when, check }: RuleSource,
  data: JsonObject,
): Generator<{ pointer: string; value: Limit }> {
  for (const { object, pointer } of walkObjects({ ...(when && { when }), check })) {
    const written = new Map<string, Json>();
    for (const name of object.at === undefined ? [] : CHECKS_WITH_LIMITS)
      for (const [key, limit] of Object.entries(isObject(object[name]) ? object[name] : {}))
        written.set(`${pointer}/${name}/${key}`, limit as Json);
    const kind = findComparedKind(object.operator);
    if ((kind === "number" || kind === "date") && object.value !== undefined)
      written.set(`${pointer}/value`, object.value);
    for (const [place, limit] of written) {
      const value = readLiteral(limit, data, place);
      const isDate = typeof value === "string" && !Number.isNaN(Date.parse(value));
      if (typeof value === "number" || isDate) yield { pointer: place, value };
    }
  }
}

function moveLimit(value: Limit, by: number): Limit {
  if (typeof value === "number") return value + by;
  const moved = new Date(Date.parse(value) + by * DAY_MS).toISOString();
  return value.length === 10 ? moved.slice(0, 10) : moved;
}
