import { type CompiledSpec, withRules } from "../../engine/compile-spec.js";
import type { CheckSource, ExampleSource, RuleSource } from "../../engine/grammar.js";
import { isObject } from "../../json/value.js";
import { comparable } from "../../text/comparable.js";
import type { Found } from "../file-error.js";
import { tryRule } from "./try-rule.js";

const LIMITED = ["length", "range", "count", "distinct"];
const DAY = 86_400_000;

/** A literal limit in a rule. */
export interface LimitPlace {
  readonly pointer: string;
  readonly name: string;
  readonly value: number | string;
  /** The rule with another value there. */
  replace(value: number | string): RuleSource;
}

/** Limits that could be off by one without any example noticing. */
export async function unprovenLimits(spec: CompiledSpec, name: string, base: ExampleSource): Promise<Found[]> {
  const found: Found[] = [];
  const rule = spec.source.rules[name] as RuleSource;
  for (const limit of limitsIn(rule)) {
    for (const by of [-1, 1]) {
      const moved = movedBy(limit.value, by);
      const mutated = withRules(spec, { ...spec.source.rules, [name]: limit.replace(moved) });
      const { found: noticed } = await tryRule(mutated, name, base, false);
      if (noticed.length > 0) continue;
      const detail = `no example notices when ${limit.name} is ${moved} instead of ${limit.value}; add one at the limit and one just beyond it`;
      found.push({ pointer: limit.pointer, detail });
      break;
    }
  }
  return found;
}

export function* limitsIn(rule: RuleSource): Generator<LimitPlace> {
  const isList = Array.isArray(rule.check);
  const checks = [rule.check].flat();
  for (const [index, check] of checks.entries()) {
    for (const kind of LIMITED) {
      const limits = check[kind];
      if (!isObject(limits)) continue;
      for (const [name, value] of Object.entries(limits)) {
        if (typeof value !== "number" && typeof value !== "string") continue;
        const replace = (other: number | string): RuleSource => {
          const changed: CheckSource = { ...check, [kind]: { ...limits, [name]: other } };
          return { ...rule, check: isList ? checks.with(index, changed) : changed };
        };
        yield { pointer: `/check${isList ? `/${index}` : ""}/${kind}/${name}`, name, value, replace };
      }
    }
  }
}

export function movedBy(value: number | string, by: number): number | string {
  if (typeof value === "number") return value + by;
  const date = comparable(value);
  if (date === undefined) return value;
  const moved = new Date(date.order + by * DAY).toISOString();
  return value.length === 10 ? moved.slice(0, 10) : moved;
}
