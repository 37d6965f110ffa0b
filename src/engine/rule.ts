import { Rule } from "json-rules-engine";
import type { Finding } from "./check.js";
import { compileFindings, type Find } from "./findings.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import type { Problem, Severity } from "./problem.js";
import { type FixTemplate, fillFix, fillMessage, fillsOf } from "./template.js";

/** A rule file after the meta-schema has passed it. */
export interface RuleSource {
  name: string;
  severity: Severity;
  summary: string;
  rationale: string;
  conditions: JsonObject;
  event: { type: "violation"; params: { message: string; at?: string; fixes?: FixTemplate[] } };
  examples: RuleExample[];
}

export interface RuleExample {
  title: string;
  patch: JsonObject[];
  registry?: string[];
  violations: string[];
  /** The applicability of the first fix of the first violation, or "none". */
  fix?: string;
}

/** The boolean skeleton of the conditions: what findings alone decide, and what only the rules engine can. */
export type Logic =
  | { all: Logic[] }
  | { any: Logic[] }
  | { not: Logic }
  | { findings: number; wanted: boolean }
  | "native";

export interface CompiledRule {
  readonly name: string;
  readonly logic: Logic;
  readonly native: Rule;
  problem(finding: Finding, candidate: unknown): Problem;
  /** The place of a violation whose conditions ask for no findings. */
  readonly place: string;
}

/** `finds` collects every findings condition of the package; a rule refers to them by number. */
export function compileRule(source: RuleSource, version: string, data: JsonObject, finds: Find[]): CompiledRule {
  const { name, severity } = source;
  const { message, fixes = [], at = "" } = source.event.params;
  const { logic, conditions } = compileConditions(source.conditions, data, finds);
  return {
    name,
    logic,
    // The engine clones the event and the conditions at every run: both are kept as small as can be.
    native: new Rule({ name, conditions: conditions as never, event: { type: "violation" } }),
    place: at,
    problem: (finding, candidate) => {
      const fills = fillsOf(finding, version);
      return {
        code: name,
        severity,
        path: finding.path,
        ...(typeof finding.fills.key === "string" && { about: finding.fills.key }),
        actual: finding.actual,
        ...(finding.expected !== undefined && { expected: finding.expected }),
        message: () => fillMessage(message, fills),
        fixes: () => fixes.map((fix) => fillFix(fix, fills, candidate)).filter((fix) => fix !== undefined),
      };
    },
  };
}

function compileConditions(node: JsonObject, data: JsonObject, finds: Find[]): { logic: Logic; conditions: Json } {
  for (const key of ["all", "any"] as const) {
    if (!Array.isArray(node[key])) continue;
    const parts = node[key].map((part) => compileConditions(part as JsonObject, data, finds));
    const logic = parts.map((part) => part.logic);
    return {
      logic: key === "all" ? { all: logic } : { any: logic },
      conditions: { [key]: parts.map((part) => part.conditions) },
    };
  }
  if (isObject(node.not)) {
    const { logic, conditions } = compileConditions(node.not, data, finds);
    return { logic: { not: logic }, conditions: { not: conditions } };
  }
  if (node.fact !== "findings") return { logic: "native", conditions: node };
  const number = finds.push(compileFindings(node.params as JsonObject, data)) - 1;
  const wanted = node.value === true;
  return {
    logic: { findings: number, wanted },
    conditions: { fact: factOf(number), operator: "found", value: wanted },
  };
}

export function factOf(number: number): string {
  return `findings#${number}`;
}
