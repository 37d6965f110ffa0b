import type { CheckSource, Condition, RuleSource } from "../../engine/grammar.js";
import { isObject, type Json } from "../../json/value.js";
import type { Found } from "../file-error.js";
import { alwaysOrNever } from "./lint-truth.js";
import type { PackageView } from "./package-view.js";

const LIMITS: Readonly<Record<string, string>> = {
  min: "greaterThanInclusive",
  max: "lessThanInclusive",
  above: "greaterThan",
  below: "lessThan",
};

/** Conditions that leave nothing for the check to find, or nothing that could pass it. Pointers are into the check. */
export function* lintReach(when: RuleSource["when"], source: CheckSource, view: PackageView): Generator<Found> {
  const [selector, ...more] = [source.at].flat() as [string, ...string[]];
  if (more.length > 0 || /\{/.test(selector)) return;
  const star = selector.lastIndexOf("/*");
  const scope = star === -1 ? ({ fact: "candidate" } as const) : view.itemScope(selector);
  const path = star === -1 ? selector : selector.slice(star + 2);
  // Without "*", `where` looks at the candidate, as `when` does.
  const given = [...(star === -1 && when !== undefined ? [when] : []), ...(source.where ? [source.where] : [])];
  if (given.length === 0) return;
  const isNever = (...parts: Condition[]) => alwaysOrNever({ all: [...given, ...parts] }, scope, view) === "never";
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    if (!isNever({ path: at, operator: "exists", value: true })) continue;
    yield {
      pointer: "/at",
      detail: "the condition holds only where it is absent: the check finds nothing; correct one",
    };
    return;
  }
  const holds = toCondition(source, path, view);
  if (holds === undefined) return;
  const there: Condition = { path, operator: "exists", value: true };
  if (isNever(there, { not: holds }))
    yield { pointer: "", detail: "the check holds wherever the condition does: nothing is ever found; correct one" };
  else if (isNever(there, holds))
    yield { pointer: "", detail: "the check fails wherever the condition holds: nothing could pass; correct one" };
}

/** What a check demands, as a condition; undefined where conditions cannot say it. */
function toCondition(source: CheckSource, path: string, view: PackageView): Condition | undefined {
  if (source.ignoreCase === true) return undefined;
  for (const [name, operator] of [
    ["one-of", "in"],
    ["none-of", "notIn"],
  ] as const) {
    const values = name in source ? view.listOf(source[name]) : undefined;
    if (values !== undefined) return { path, operator, value: [...values] };
  }
  const limits = Object.entries(isObject(source.range) ? source.range : {});
  if (limits.length === 0 || limits.some(([, value]) => typeof value !== "number")) return undefined;
  return { all: limits.map(([name, value]) => ({ path, operator: LIMITS[name] as string, value: value as Json })) };
}
