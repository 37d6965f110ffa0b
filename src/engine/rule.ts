import { Rule } from "json-rules-engine";
import type { Finding } from "./check.js";
import type { Finders } from "./finders.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import type { Fix, Problem, Severity } from "./problem.js";
import { reporting, type SpecFault } from "./spec-fault.js";
import { compileFix, compileMessage, type Fill, type FixTemplate, fillOf, type MakeFix } from "./template.js";

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

/** How the fact of a findings condition is named: this and its number. */
export const FINDINGS = "findings#";

export interface CompiledRule {
  readonly name: string;
  readonly logic: Logic;
  /** True where findings alone decide, and alone say where the violations are. */
  readonly decidable: boolean;
  /** The findings condition of a rule that consists of it alone, as most do. */
  readonly only: number | undefined;
  readonly native: Rule;
  problem(finding: Finding, candidate: unknown): Problem;
  /** The place of a violation whose conditions ask for no findings. */
  readonly place: string;
}

/** `finders` collects every findings condition of the package; a rule refers to them by number. Nothing after a fault. */
export function compileRule(
  source: RuleSource,
  version: string,
  data: JsonObject,
  finders: Finders,
  report: (fault: SpecFault) => void,
): CompiledRule | undefined {
  const { name, severity } = source;
  const { message, fixes = [], at = "" } = source.event.params;
  let faulty = false;
  const { logic, conditions } = compileConditions(source.conditions, "/conditions", (params, pointer) =>
    reporting(
      (fault) => {
        faulty = true;
        report(fault.within(`${pointer}/params`));
      },
      () => finders.add(params, data),
    ),
  );
  if (faulty) return undefined;
  const words: Words = { version, message: compileMessage(message), fixes: fixes.map(compileFix) };
  return {
    name,
    logic,
    decidable: isDecidable(logic),
    only: onlyFindings(logic),
    // The engine clones the event and the conditions at every run: both are kept as small as can be.
    native: new Rule({ name, conditions: conditions as never, event: { type: "violation" } }),
    place: at,
    problem: (finding, candidate) => new Violation(name, severity, finding, words, candidate),
  };
}

interface Words {
  version: string;
  message(fill: Fill): string;
  fixes: MakeFix[];
}

class Violation implements Problem {
  readonly path: string;
  readonly about: string | undefined;
  more?: number;
  #fill: Fill | undefined;

  constructor(
    readonly code: string,
    readonly severity: Severity,
    private readonly finding: Finding,
    private readonly words: Words,
    private readonly candidate: unknown,
  ) {
    this.path = finding.path;
    const { key } = finding.fills;
    this.about = typeof key === "string" ? key : undefined;
  }

  get actual(): unknown {
    return this.finding.actual;
  }

  get expected(): Json | undefined {
    return this.finding.expected;
  }

  message(): string {
    return this.words.message(this.#fills());
  }

  fixes(): Fix[] {
    const fill = this.#fills();
    return this.words.fixes.map((make) => make(fill, this.candidate)).filter((fix) => fix !== undefined);
  }

  #fills(): Fill {
    this.#fill ??= fillOf(this.finding, this.words.version);
    return this.#fill;
  }
}

type AddFinder = (params: JsonObject, pointer: string) => number | undefined;

function compileConditions(node: JsonObject, pointer: string, add: AddFinder): { logic: Logic; conditions: Json } {
  for (const key of ["all", "any"] as const) {
    if (!Array.isArray(node[key])) continue;
    const parts = node[key].map((part, index) =>
      compileConditions(part as JsonObject, `${pointer}/${key}/${index}`, add),
    );
    const logic = parts.map((part) => part.logic);
    return {
      logic: key === "all" ? { all: logic } : { any: logic },
      conditions: { [key]: parts.map((part) => part.conditions) },
    };
  }
  if (isObject(node.not)) {
    const { logic, conditions } = compileConditions(node.not, `${pointer}/not`, add);
    return { logic: { not: logic }, conditions: { not: conditions } };
  }
  if (node.fact !== "findings") return { logic: "native", conditions: node };
  const findings = add(node.params as JsonObject, pointer) ?? -1;
  const wanted = node.value === true;
  return {
    logic: { findings, wanted },
    conditions: { fact: `${FINDINGS}${findings}`, operator: "found", value: wanted },
  };
}

function isDecidable(logic: Logic): boolean {
  if (logic === "native") return false;
  if ("findings" in logic) return true;
  return "not" in logic ? isDecidable(logic.not) : ("all" in logic ? logic.all : logic.any).every(isDecidable);
}

function onlyFindings(logic: Logic): number | undefined {
  if (logic === "native" || "not" in logic) return undefined;
  if ("findings" in logic) return logic.wanted ? logic.findings : undefined;
  const parts = "all" in logic ? logic.all : logic.any;
  return parts.length === 1 ? onlyFindings(parts[0] as Logic) : undefined;
}
