import type { RuleSource } from "../../engine/grammar.js";
import { equal, isObject, type JsonObject } from "../../json/value.js";
import type { Found } from "../file-error.js";

/** A rule in the normal form, in which style makes no difference. */
export interface NormalRule {
  readonly severity: RuleSource["severity"];
  readonly when: JsonObject | null;
  readonly check: readonly JsonObject[];
}

const SEVERITIES = ["info", "warning", "error"];
const LIMITED = ["length", "range", "count", "distinct"];

/** Rules that report what another rule reports. Both are named. */
export function* lintTwins(name: string, rules: Readonly<Record<string, NormalRule>>): Generator<Found> {
  const own = rules[name] as NormalRule;
  for (const [other, theirs] of Object.entries(rules)) {
    if (other === name) continue;
    const overlaps = own.when === null || theirs.when === null || equal(own.when, theirs.when);
    if (!overlaps) continue;
    if (own.check.some((check) => theirs.check.some((also) => equal(check, also))))
      yield { pointer: "/check", detail: `the rule ${other} checks the same; remove one` };
    else if (
      (theirs.when === null || equal(own.when, theirs.when)) &&
      SEVERITIES.indexOf(own.severity) <= SEVERITIES.indexOf(theirs.severity) &&
      own.check.every((check) => theirs.check.some((also) => isImplied(check, also)))
    )
      yield {
        pointer: "/check",
        detail: `the rule ${other} has narrower limits: this one never adds anything; remove it`,
      };
  }
}

/** Whether a check with limits holds wherever another one does. */
function isImplied(check: JsonObject, by: JsonObject): boolean {
  const kind = LIMITED.find((name) => isObject(check[name]) && isObject(by[name]));
  if (kind === undefined) return false;
  const { [kind]: own, ...rest } = check;
  const { [kind]: theirs, ...others } = by;
  if (!equal(rest, others)) return false;
  return Object.entries(own as JsonObject).every(([limit, value]) => {
    const narrower = (theirs as JsonObject)[limit];
    if (typeof value !== "number" || typeof narrower !== "number") return false;
    return limit === "min" || limit === "above" ? narrower >= value : narrower <= value;
  });
}
