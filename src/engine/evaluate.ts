import { type Operation, patchedPlaces } from "../ground/json/patch.js";
import { parentPointer, valueAt } from "../ground/json/pointer.js";
import { Room } from "../ground/json/room.js";
import { isObject, type Json } from "../ground/json/value.js";
import type { Registry } from "../ground/registry/registry.js";
import { excerpt } from "../ground/text/quote.js";
import { MAX_DIAGNOSTICS, MAX_LOOKED_AT, MIN_DIAGNOSTICS } from "./bounds.js";
import type { CompiledSpec } from "./compile-spec.js";
import { offerFixes } from "./offers.js";
import { type Repair, repair } from "./repair.js";
import { check, type Verdict } from "./verdict.js";
import { type Fix, SEVERITIES, type Severity, type Violation } from "./violation.js";

export interface Diagnostic {
  code: string;
  severity: Severity;
  path: string;
  message: string;
  actual?: unknown;
  expected?: Json;
  fixes: Fix[];
}

/** Parts of a result that are left out if there is no room for them. */
export const OMISSIBLE = ["fixes", "repair", "repaired"] as const;

/** All that is said about one candidate, as plain data. */
export interface Answer<D extends Diagnostic = Diagnostic> {
  valid: boolean;
  summary: {
    errors: number;
    warnings: number;
    fixable: number;
    truncated: boolean;
    /** Present if a part is left out. */
    omitted?: (typeof OMISSIBLE)[number][];
  };
  diagnostics: D[];
  repair?: Repair;
  /** The candidate after the repair, if it is asked for. */
  repaired?: Json;
}

/**
 * Finds everything that is wrong with a candidate, the repair that applies all certain fixes, and
 * the fixes to offer.
 */
export async function evaluate(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  maxRepairBytes?: number,
): Promise<Answer> {
  return explain(await check(spec, candidate, registry), registry, maxRepairBytes);
}

/** All that is said about a candidate that was checked. */
export async function explain(
  verdict: Verdict,
  registry: Registry,
  maxRepairBytes?: number,
): Promise<Answer> {
  const { spec, subject } = verdict;
  const { errorCount, violations } = verdict;
  // Most candidates are valid: what follows would take longer than the check.
  if (violations.length === 0)
    return {
      valid: true,
      summary: { errors: 0, warnings: 0, fixable: 0, truncated: false },
      diagnostics: [],
    };
  const repaired = await repair(
    verdict,
    (patched) => check(spec, patched, registry, subject.memo),
    maxRepairBytes,
  );
  const listed = selectMostImportant(verdict.inOrder);
  const warnings = verdict.count("warning");
  const total = errorCount + warnings + verdict.count("info");
  let lookedAt = 0;
  const diagnostics = listed.map((violation) => {
    const applied = repaired.appliedTo(violation);
    if (applied !== undefined) return toDiagnostic(violation, [applied]);
    if (lookedAt >= MAX_LOOKED_AT) return toDiagnostic(violation, []);
    const fixes = violation.fixes();
    for (const { patch } of fixes) lookedAt += costOf(patch, verdict);
    return toDiagnostic(violation, offerFixes(fixes, violation, verdict));
  });
  const isOmitted = {
    fixes: lookedAt >= MAX_LOOKED_AT,
    repair: repaired.isCut && !repaired.repair,
    repaired: false,
  };
  const omitted = OMISSIBLE.filter((part) => isOmitted[part]);
  return {
    valid: errorCount === 0,
    summary: {
      errors: errorCount,
      warnings,
      fixable: repaired.repair === undefined ? 0 : errorCount - repaired.repair.remaining,
      truncated: total > listed.length,
      ...(omitted.length > 0 && { omitted }),
    },
    diagnostics,
    ...(repaired.repair && { repair: repaired.repair }),
  };
}

/** What it takes to try a patch: it copies every object that it changes. */
function costOf(patch: readonly Operation[], verdict: Verdict): number {
  let cost = 20 * patch.length;
  for (const holder of new Set(patchedPlaces(patch).map(parentPointer))) {
    const object = valueAt(verdict, holder);
    if (isObject(object)) cost += Object.keys(object).length;
  }
  return cost;
}

/**
 * As much of a result as fits into some bytes, the most important parts first: diagnostics, the
 * repaired candidate, the repair, further diagnostics and, if all are listed, the fixes of each.
 * `summary` says what is left out. The first diagnostic always stays.
 */
export function fitInto<A extends Answer>(answer: A, maxBytes: number): A {
  const room = new Room(maxBytes);
  if (room.takes(answer)) return answer;
  const { summary, diagnostics, repair, repaired, ...others } = answer;
  room.takes({ ...others, summary: { ...summary, omitted: OMISSIBLE }, diagnostics: [] });
  const isListed = (one: Diagnostic) => room.takes({ ...one, fixes: [] });
  const listed = diagnostics
    .slice(0, MIN_DIAGNOSTICS)
    .filter((one, at) => isListed(one) || at === 0);
  const kept = {
    repaired: repaired !== undefined && room.takes({ repaired }),
    repair: repair !== undefined && room.takes({ repair }),
  };
  listed.push(...diagnostics.slice(MIN_DIAGNOSTICS).filter(isListed));
  let isFull = listed.length < diagnostics.length;
  const withFixes = listed.map((diagnostic) => {
    isFull ||= diagnostic.fixes.length > 0 && !room.takes({ fixes: diagnostic.fixes });
    return isFull ? { ...diagnostic, fixes: [] } : diagnostic;
  });
  const isOmitted = {
    fixes: isFull,
    repair: repair !== undefined && !kept.repair,
    repaired: repaired !== undefined && !kept.repaired,
  };
  const omitted = OMISSIBLE.filter((part) => isOmitted[part] || summary.omitted?.includes(part));
  return {
    ...others,
    summary: {
      ...summary,
      truncated: summary.truncated || listed.length < diagnostics.length,
      ...(omitted.length > 0 && { omitted }),
    },
    diagnostics: withFixes,
    ...(kept.repair && { repair }),
    ...(kept.repaired && { repaired }),
  } as unknown as A;
}

/**
 * As many as one result may list, in their order. If there are too many, errors are kept before
 * warnings, and warnings before infos.
 */
export function selectMostImportant<T extends { readonly severity: Severity }>(
  ordered: readonly T[],
): T[] {
  if (ordered.length <= MAX_DIAGNOSTICS) return [...ordered];
  const ranked = SEVERITIES.flatMap((severity) =>
    ordered.filter((one) => one.severity === severity),
  );
  const kept = new Set(ranked.slice(0, MAX_DIAGNOSTICS));
  return ordered.filter((one) => kept.has(one));
}

function toDiagnostic(violation: Violation, fixes: Fix[]): Diagnostic {
  const { code, severity, path, actual, expected } = violation;
  return {
    code,
    severity,
    path,
    message: violation.message(),
    ...(actual !== undefined && { actual: excerpt(actual) }),
    ...(expected !== undefined && { expected }),
    fixes,
  };
}
