import { Rule } from "json-rules-engine";
import type { JsonObject } from "../../json/value.js";
import type { Finding } from "../checks/check.js";
import type { Finders } from "../findings/run-checks.js";
import type { Problem, Severity } from "../problem.js";
import { reporting, type SpecFault } from "../spec-fault.js";
import { compileConditions, isDecidable, type Logic, onlyFindings } from "./conditions.js";
import { compileFix, compileMessage, type FixTemplate } from "./template.js";
import { Violation, type Words } from "./violation.js";

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
        report(fault.below(`${pointer}/params`));
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
