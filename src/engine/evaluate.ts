import type { Json } from "../ground/json/value.js";
import type { Registry } from "../ground/registry/registry.js";
import { excerpt } from "../ground/text/quote.js";
import type { CompiledSpec } from "./compile-spec.js";
import { collectViolations, hasFoundNothing, type InspectOptions, inspect } from "./inspect.js";
import { type Fix, type Occurrence, type OfferedFix, SEVERITIES, type Severity } from "./problem.js";
import { listFixes } from "./repair/list-fixes.js";
import type { Repair } from "./repair/repair.js";
import { lengthOf, type Pause, Trials } from "./repair/trials.js";

export interface Diagnostic {
  code: string;
  severity: Severity;
  path: string;
  message: string;
  actual?: unknown;
  expected?: Json;
  fixes: OfferedFix[];
}

export interface Evaluated {
  valid: boolean;
  summary: {
    errors: number;
    warnings: number;
    fixable: number;
    truncated: boolean;
    /** Present if some fixes are not listed. */
    omitted?: "fixes"[];
  };
  diagnostics: Diagnostic[];
  repair?: Repair;
}

export const MAX_DIAGNOSTICS = 100;
/** The approximate length of all fixes, beyond which no more are made. `RESULT_LIMIT` is the exact limit of a result. */
const MAX_FIXES_LENGTH = 160_000;

interface EvaluateOptions extends Omit<InspectOptions, "memo"> {
  /** Lets other callers go on during the search for fixes, which takes up to a thousand times as long as finding errors. */
  readonly pause?: Pause | undefined;
}

/** Finds all problems of a candidate, the fixes of each, and the repair that applies all certain fixes. */
export async function evaluate(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  options: EvaluateOptions = {},
): Promise<Evaluated> {
  const inspected = inspect(spec, candidate, registry, options);
  // Without a finding no rule can fire: most candidates are valid, and need not wait for the rules engine.
  if (hasFoundNothing(inspected)) return clean();
  const violations = await collectViolations(spec, inspected);
  if (violations.occurrences.length === 0) return clean();
  await options.pause?.();
  return evaluateInspected(new Trials(spec, candidate, inspected, violations, options));
}

/** Like evaluate(), for a candidate whose problems are already known. */
export async function evaluateInspected(trials: Trials): Promise<Evaluated> {
  const { violations, errors, inOrder } = trials.start;
  const listed = selectMostImportant(inOrder);
  const fixList = await listFixes(trials);
  const { repair } = fixList;
  const diagnostics: Diagnostic[] = [];
  let room = MAX_FIXES_LENGTH - lengthOf(repair?.patch ?? []);
  let isOmitted = false;
  for (const occurrence of listed) {
    if (room <= 0) {
      isOmitted ||= occurrence.fixes().length > 0;
      diagnostics.push(toDiagnostic(occurrence, []));
      continue;
    }
    await trials.pause();
    const found = await fixList.listFor(occurrence);
    const fixes = found.fixes.map(offered);
    isOmitted ||= found.isOmitted;
    for (const { title, patch } of fixes) room -= title.length + lengthOf(patch);
    diagnostics.push(toDiagnostic(occurrence, fixes));
  }
  const warnings = violations.count("warning");
  return {
    valid: errors === 0,
    summary: {
      errors,
      warnings,
      fixable: repair === undefined ? 0 : errors - repair.remaining,
      truncated: errors + warnings + violations.count("info") > diagnostics.length,
      ...(isOmitted && { omitted: ["fixes"] }),
    },
    diagnostics,
    ...(repair && { repair }),
  };
}

/** The result for a candidate without problems. */
export function clean(): Evaluated {
  return { valid: true, summary: { errors: 0, warnings: 0, fixable: 0, truncated: false }, diagnostics: [] };
}

/**
 * As many as one result may list, in their order. If there are too many, errors are kept before warnings, and warnings
 * before infos.
 */
export function selectMostImportant<T extends { readonly severity: Severity }>(ordered: readonly T[]): T[] {
  const ranked = SEVERITIES.flatMap((severity) => ordered.filter((one) => one.severity === severity));
  const kept = new Set(ranked.slice(0, MAX_DIAGNOSTICS));
  return ordered.filter((one) => kept.has(one));
}

function offered({ mustFitAt, ...fix }: Fix): OfferedFix {
  return fix;
}

function toDiagnostic(occurrence: Occurrence, fixes: OfferedFix[]): Diagnostic {
  const { code, severity, path, actual, expected } = occurrence;
  return {
    code,
    severity,
    path,
    message: occurrence.message(),
    ...(actual !== undefined && { actual: excerpt(actual) }),
    ...(expected !== undefined && { expected }),
    fixes,
  };
}
