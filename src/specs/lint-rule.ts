import { CHECKS } from "../engine/checks/index.js";
import { isObject, type Json } from "../engine/json.js";
import { join, valueAt } from "../engine/pointer.js";
import type { RuleSource } from "../engine/rule.js";
import { compileSelector } from "../engine/select.js";
import { COMMON_FILLS, placeholders } from "../engine/template.js";

type Report = (pointer: string, detail: string) => void;

/** What no meta-schema can see in one rule: placeholders that nothing fills, pointers that select nothing in any example. */
export function lintRule(rule: RuleSource, candidates: readonly Json[], report: Report): void {
  if (rule.examples.every(({ violations }) => violations.length > 0))
    report("/examples", "no example passes; add one without violations");
  if (rule.examples.every(({ violations }) => violations.length === 0))
    report("/examples", "no example is violated; add one that is");
  const fillable = new Set([...COMMON_FILLS, "each"]);
  for (const { pointer, node } of nodes(rule.conditions as Json, "/conditions")) {
    if (isObject(node) && typeof node.check === "string")
      for (const fill of CHECKS.get(node.check)?.fills ?? []) fillable.add(fill);
    const selector = selectorIn(pointer, node);
    if (selector === undefined || candidates.some((candidate) => selects(selector, candidate))) continue;
    report(pointer, `"${selector}" selects nothing in any example; correct it, or add an example that has it`);
  }
  const unknown = placeholders(rule.event.params).filter((name) => !fillable.has(name));
  for (const name of unknown) {
    report("/event/params", `nothing fills the placeholder {${name}}; these can be used: ${[...fillable].join(", ")}`);
  }
}

/** `at` of findings, `path` of the fact candidate, references to the candidate, and the list of declared members. */
function selectorIn(pointer: string, node: Json): string | undefined {
  if (!isObject(node)) return undefined;
  if (typeof node.at === "string") return node.at;
  if (typeof node.candidate === "string") return node.candidate;
  if (pointer.endsWith("/declared")) return String(node.list);
  return node.fact === "candidate" && typeof node.path === "string" ? node.path : undefined;
}

export function selects(selector: string, candidate: Json): boolean {
  let found = valueAt(candidate, selector) !== undefined;
  compileSelector(selector)(candidate, () => {
    found = true;
  });
  return found;
}

function* nodes(node: Json, pointer: string): Generator<{ pointer: string; node: Json }> {
  yield { pointer, node };
  if (typeof node !== "object" || node === null) return;
  for (const [key, member] of Object.entries(node)) yield* nodes(member, join(pointer, key));
}
