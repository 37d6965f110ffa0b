import { CHECKS } from "../engine/checks/index.js";
import { isObject, type Json, type JsonObject } from "../engine/json.js";
import { join, valueAt } from "../engine/pointer.js";
import type { RuleSource } from "../engine/rule.js";
import { compileSelector } from "../engine/select.js";
import { COMMON_FILLS, placeholders } from "../engine/template.js";

type Report = (pointer: string, detail: string) => void;

/** What no meta-schema can see in one rule: placeholders that nothing fills, pointers that lead nowhere. */
export function lintRule(rule: RuleSource, candidates: readonly Json[], data: JsonObject, report: Report): void {
  const { params } = rule.event;
  if (rule.examples.every(({ violations }) => violations.length > 0)) {
    report("/examples", "no example passes; add one without violations");
  }
  if (rule.examples.every(({ violations }) => violations.length === 0)) {
    report("/examples", "no example is violated; add one that is");
  }
  const fillable = new Set(COMMON_FILLS);
  for (const { pointer, node } of nodes(rule.conditions as Json, "/conditions")) {
    if (!isObject(node)) continue;
    for (const fill of CHECKS.get(String(node.check))?.fills ?? []) fillable.add(fill);
    if (node.fact === "spec" && valueAt(data, String(node.path ?? "")) === undefined) {
      report(`${pointer}/path`, `spec.json has no data at ${node.path}; add it there or correct the path`);
    }
    const selector = selectorIn(pointer, node);
    if (selector !== undefined && !selects(selector, candidates)) {
      report(pointer, `"${selector}" selects nothing in any example; correct it, or add an example that has it`);
    }
  }
  const { at } = params;
  if (at !== undefined && candidates.every((candidate) => valueAt(candidate, at) === undefined)) {
    report("/event/params/at", `"${at}" is nowhere in any example; correct it, or add an example that has it`);
  }
  for (const { pointer, template, more } of templatesIn(params)) {
    for (const name of placeholders(template)) {
      if (fillable.has(name) || more.includes(name)) continue;
      const known = [...fillable, ...more].join(", ");
      report(pointer, `nothing fills the placeholder {${name}}; these can be used: ${known}`);
    }
  }
}

/** `{each}` means something only in an operation that has `each`. */
function* templatesIn({ message, fixes = [] }: RuleSource["event"]["params"]) {
  const base = "/event/params";
  yield { pointer: `${base}/message`, template: message, more: [] as string[] };
  for (const [index, { title, patch }] of fixes.entries()) {
    yield { pointer: `${base}/fixes/${index}/title`, template: title, more: [] };
    for (const [at, operation] of patch.entries()) {
      yield {
        pointer: `${base}/fixes/${index}/patch/${at}`,
        template: operation,
        more: operation.each === undefined ? [] : ["each"],
      };
    }
  }
}

/** `at` of findings, `path` of the fact candidate, references to the candidate, and the list of declared members. */
function selectorIn(pointer: string, node: Record<string, unknown>): string | undefined {
  if (typeof node.at === "string") return node.at;
  if (typeof node.candidate === "string") return node.candidate;
  if (pointer.endsWith("/declared")) return String(node.list);
  return node.fact === "candidate" && typeof node.path === "string" ? node.path : undefined;
}

/** Whether it selects something in one of the candidates. */
export function selects(selector: string, candidates: readonly Json[]): boolean {
  const select = compileSelector(selector);
  let found = false;
  for (const candidate of candidates) {
    select(candidate, () => {
      found = true;
    });
  }
  return found;
}

function* nodes(node: Json, pointer: string): Generator<{ pointer: string; node: Json }> {
  yield { pointer, node };
  if (typeof node !== "object" || node === null) return;
  for (const [key, member] of Object.entries(node)) yield* nodes(member, join(pointer, key));
}
