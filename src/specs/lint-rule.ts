import { CHECKS } from "../engine/checks/index.js";
import type { RuleExample, RuleSource } from "../engine/rules/compile-rule.js";
import { COMMON_FILLS, placeholders } from "../engine/rules/template.js";
import { join, valueAt } from "../json/pointer.js";
import { compileSelector } from "../json/selector.js";
import { isObject, type Json, type JsonObject } from "../json/value.js";
import type { Content } from "./content.js";
import type { Report } from "./faults.js";

type Params = RuleSource["event"]["params"];

const EVENT = "/event/params";

/**
 * What no meta-schema can see in one rule: placeholders that nothing fills, pointers that lead nowhere. Without the data, or
 * without all the candidates that the examples show, the pointers into them are left alone.
 */
export function lintRule(
  rule: Content,
  candidates: readonly Json[] | undefined,
  data: JsonObject | undefined,
  report: Report,
): void {
  const examples = rule.sound<RuleExample[]>("/examples");
  const conditions = rule.sound<Json>("/conditions");
  const params = rule.sound<Params>(EVENT);
  if (examples !== undefined) lintExamples(examples, report);
  if (conditions !== undefined && data !== undefined) lintReferences(conditions, data, report);
  if (conditions !== undefined && candidates !== undefined) lintConditions(conditions, candidates, report);
  if (params !== undefined && candidates !== undefined) lintPlaces(params, candidates, report);
  if (params !== undefined && conditions !== undefined) lintPlaceholders(params, conditions, report);
}

function lintExamples(examples: readonly RuleExample[], report: Report): void {
  if (examples.every(({ violations }) => violations.length > 0)) {
    report("/examples", "no example passes; add one without violations");
  }
  if (examples.every(({ violations }) => violations.length === 0)) {
    report("/examples", "no example is violated; add one that is");
  }
}

function lintReferences(conditions: Json, data: JsonObject, report: Report): void {
  for (const { pointer, node } of nodes(conditions, "/conditions")) {
    if (node.fact !== "spec" || valueAt(data, String(node.path ?? "")) !== undefined) continue;
    report(`${pointer}/path`, `spec.json has no data at ${node.path}; add it there or correct the path`);
  }
}

function lintConditions(conditions: Json, candidates: readonly Json[], report: Report): void {
  for (const { pointer, node } of nodes(conditions, "/conditions")) {
    const { fact, path } = node;
    if (fact === "candidate" && typeof path === "string") {
      // As the engine looks it up: unlike a selector, it may name an item of a list.
      if (!isSomewhere(path, candidates)) report(pointer, selectsNothing(path));
      continue;
    }
    const selector = selectorIn(pointer, node);
    if (selector !== undefined && !selects(selector, candidates)) report(pointer, selectsNothing(selector));
  }
}

function lintPlaces({ at, fixes = [] }: Params, candidates: readonly Json[], report: Report): void {
  if (at !== undefined && !isSomewhere(at, candidates)) {
    report(`${EVENT}/at`, `"${at}" is nowhere in any example; correct it, or add an example that has it`);
  }
  for (const [index, { patch }] of fixes.entries()) {
    for (const [number, { each }] of patch.entries()) {
      if (typeof each !== "string" || selects(each, candidates)) continue;
      report(`${EVENT}/fixes/${index}/patch/${number}/each`, selectsNothing(each));
    }
  }
}

function lintPlaceholders(params: Params, conditions: Json, report: Report): void {
  const fillable = new Set(COMMON_FILLS);
  for (const { node } of nodes(conditions, "")) {
    for (const fill of CHECKS.get(String(node.check))?.fills ?? []) fillable.add(fill);
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
function* templatesIn({ message, fixes = [] }: Params) {
  yield { pointer: `${EVENT}/message`, template: message, more: [] as string[] };
  for (const [index, { title, patch }] of fixes.entries()) {
    yield { pointer: `${EVENT}/fixes/${index}/title`, template: title, more: [] };
    for (const [at, operation] of patch.entries()) {
      yield {
        pointer: `${EVENT}/fixes/${index}/patch/${at}`,
        template: operation,
        more: operation.each === undefined ? [] : ["each"],
      };
    }
  }
}

/** `at` of findings, references to the candidate, and the list of declared members. */
function selectorIn(pointer: string, node: Record<string, unknown>): string | undefined {
  if (typeof node.at === "string") return node.at;
  if (typeof node.candidate === "string") return node.candidate;
  return pointer.endsWith("/declared") ? String(node.list) : undefined;
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

export function selectsNothing(selector: string): string {
  return `"${selector}" selects nothing in any example; correct it, or add an example that has it`;
}

function isSomewhere(pointer: string, candidates: readonly Json[]): boolean {
  return candidates.some((candidate) => valueAt(candidate, pointer) !== undefined);
}

/** Every object of the conditions. */
function* nodes(node: Json, pointer: string): Generator<{ pointer: string; node: Record<string, unknown> }> {
  if (typeof node !== "object" || node === null) return;
  if (isObject(node)) yield { pointer, node };
  for (const [key, member] of Object.entries(node)) yield* nodes(member, join(pointer, key));
}
