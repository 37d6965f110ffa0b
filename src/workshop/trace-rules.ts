import type { RuleResult } from "json-rules-engine";
import { findDefinition } from "../engine/checks/index.js";
import type { CompiledSpec } from "../engine/compile-spec.js";
import { compileCondition } from "../engine/condition.js";
import { findDeclaration, recordsOf } from "../engine/declared/declaration.js";
import type { CheckSource, Comparison, Condition, RuleSource } from "../engine/grammar.js";
import type { CheckSubject } from "../engine/memo.js";
import { decideRules, toFacts } from "../engine/rules/run-rules.js";
import { check, inspect } from "../engine/verdict.js";
import { inRequest, type Severity } from "../engine/violation.js";
import { joinPointer, toPointer } from "../ground/json/pointer.js";
import { type Around, compileSelector } from "../ground/json/selector.js";
import { isObject, kindOf } from "../ground/json/value.js";
import type { Registry } from "../ground/registry/registry.js";
import { excerpt } from "../ground/text/quote.js";

/** Why a rule was violated by a candidate, or why it was not. */
export interface RuleTrace {
  readonly rule: string;
  readonly severity: Severity;
  /** Undefined for a rule that always applies. */
  readonly when: ConditionTrace | undefined;
  /** Empty if the rule does not apply. */
  readonly checks: readonly CheckTrace[];
  readonly violations: readonly { readonly path: string; readonly message: string }[];
}

export type ConditionTrace = { readonly holds: boolean } & (
  | { readonly all: readonly ConditionTrace[] }
  | { readonly any: readonly ConditionTrace[] }
  | { readonly not: ConditionTrace }
  | { readonly comparison: Comparison; readonly actual: unknown }
);

export interface CheckTrace {
  readonly check: CheckSource;
  /** The first places that are selected. */
  readonly places: readonly PlaceTrace[];
  /** How many more there are. */
  readonly more: number;
}

export interface PlaceTrace {
  readonly path: string;
  /** Truncated like every quoted value. */
  readonly value: unknown;
  /** `where`: the item does not meet the condition. `type`: the check ignores the type. */
  readonly skipped?: "where" | "type";
}

/** How many places of a check, and how many violations of a rule, are listed. */
const MAX_LISTED = 20;

/** Traces the named rules of a package, in the order of their names. */
export async function traceRules(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  rules: readonly string[],
): Promise<RuleTrace[]> {
  const inspected = inspect(spec, candidate, registry);
  const { inOrder } = await check(spec, candidate, registry);
  const traced = spec.compiled().rules.filter(({ name }) => rules.includes(name));
  // Rules without findings are decided too, unlike in a verdict.
  const results = await decideRules(traced, toFacts(spec.compiled(), inspected));
  return traced.map(({ name }) => {
    const { severity, when, check } = spec.source.rules[name] as RuleSource;
    // The rule's own condition comes before that of its findings.
    const { conditions } = results.get(name) as RuleResult;
    const [own] = (conditions as ConditionResult).all as readonly ConditionResult[];
    const condition = when && traceCondition(when, own as ConditionResult);
    const checks = condition?.holds === false ? [] : [check].flat();
    const violations = inOrder.filter(({ code }) => code === name).slice(0, MAX_LISTED);
    return {
      rule: name,
      severity,
      when: condition,
      checks: checks.map((source) => traceCheck(source, spec, inspected.subject)),
      violations: violations.map((one) => ({ path: one.path, message: one.message() })),
    };
  });
}

/** The result of a condition, as json-rules-engine returns it. */
interface ConditionResult {
  readonly result?: boolean;
  readonly factResult?: unknown;
  readonly all?: readonly ConditionResult[];
  readonly any?: readonly ConditionResult[];
  readonly not?: ConditionResult;
}

function traceCondition(
  condition: Condition,
  { result, ...parts }: ConditionResult,
): ConditionTrace {
  const holds = result === true;
  const traceAll = (all: readonly Condition[], results: readonly ConditionResult[] = []) =>
    all.map((part, index) => traceCondition(part, results[index] as ConditionResult));
  if ("all" in condition) return { holds, all: traceAll(condition.all, parts.all) };
  if ("any" in condition) return { holds, any: traceAll(condition.any, parts.any) };
  if ("not" in condition)
    return { holds, not: traceCondition(condition.not, parts.not as ConditionResult) };
  return { holds, comparison: condition, actual: excerpt(parts.factResult) };
}

function traceCheck(check: CheckSource, spec: CompiledSpec, subject: CheckSubject): CheckTrace {
  const types = findDefinition(check)?.types ?? [];
  const isSelected =
    check.where && compileCondition(check.where, spec.source.settings.data, "item", "");
  const places: PlaceTrace[] = [];
  let total = 0;
  for (const { path, value, context } of selectPlaces([check.at].flat(), spec, subject)) {
    if (++total > MAX_LISTED) continue;
    const place = { path, value: excerpt(value) };
    if (isSelected?.(subject, context) === false) places.push({ ...place, skipped: "where" });
    else places.push(isChecked(value, types) ? place : { ...place, skipped: "type" });
  }
  return { check, places, more: total - places.length };
}

interface SelectedPlace {
  readonly path: string;
  readonly value: unknown;
  readonly context: Around;
}

function selectPlaces(
  selectors: readonly string[],
  spec: CompiledSpec,
  subject: CheckSubject,
): SelectedPlace[] {
  const places: SelectedPlace[] = [];
  const { declarations } = spec.compiled();
  for (const selector of selectors) {
    const declared = declarations.get(findDeclaration(selector) ?? "")?.read(subject);
    compileSelector(recordsOf(selector))(
      subject.candidate,
      (value, trail, item, previous, parent) => {
        const path = inRequest(toPointer(trail));
        if (declared === undefined)
          places.push({ path, value, context: { item, previous, parent } });
        else if (isObject(value))
          for (const { name, item: declaration } of declared.fields)
            if (Object.hasOwn(value, name)) {
              const context = { item: declaration };
              places.push({ path: joinPointer(path, name), value: value[name], context });
            }
      },
    );
  }
  return places;
}

/** The type that each of these types of a check includes besides itself. */
const INCLUDED_TYPES: Readonly<Record<string, string>> = { number: "integer", date: "string" };

function isChecked(value: unknown, types: readonly string[]): boolean {
  const own = kindOf(value);
  return types.some((type) => type === "any" || type === own || INCLUDED_TYPES[type] === own);
}
