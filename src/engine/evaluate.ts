import { Room } from "../ground/json/room.js";
import type { Json } from "../ground/json/value.js";
import type { Registry } from "../ground/registry/registry.js";
import { excerpt } from "../ground/text/quote.js";
import type { CompiledSpec } from "./compile-spec.js";
import { collectViolations, hasFoundNothing, type InspectOptions, inspect } from "./inspect.js";
import { type Fix, type Occurrence, type OfferedFix, SEVERITIES, type Severity } from "./problem.js";
import { type FixList, listFixes } from "./repair/list-fixes.js";
import type { Repair } from "./repair/repair.js";
import { type Pause, Trials } from "./repair/trials.js";

export interface Diagnostic {
  code: string;
  severity: Severity;
  path: string;
  message: string;
  actual?: unknown;
  expected?: Json;
  fixes: OfferedFix[];
}

/** Parts of a result that are left out if there is no room for them. */
export const OMISSIBLE = ["fixes", "repair", "repaired"] as const;
export type Omitted = (typeof OMISSIBLE)[number];

export interface Evaluated<D extends Diagnostic = Diagnostic> {
  valid: boolean;
  summary: {
    errors: number;
    warnings: number;
    fixable: number;
    truncated: boolean;
    /** Present if a part is left out. */
    omitted?: Omitted[];
  };
  diagnostics: D[];
  repair?: Repair;
  /** The candidate after the repair, if it is asked for. */
  repaired?: Json;
}

export const MAX_DIAGNOSTICS = 100;
/** After this many diagnostics, the repair is worth more than a further one. */
const MIN_DIAGNOSTICS = 20;
/** The size of a result in bytes. */
export const RESULT_LIMIT = 160 * 1024;

/** What is wrong with a candidate. How to fix it takes up to a thousand times as long to find. */
export interface Evaluation<D extends Diagnostic = Diagnostic> {
  readonly errors: number;
  readonly warnings: number;
  /** The number of diagnostics, including those that are not listed. */
  readonly total: number;
  /** Those that are listed. */
  readonly diagnostics: readonly Open<D>[];
  /** Finds the repair, which is no larger than the room; `isOmitted` if there is no room for any of it. */
  findRepair(room: Room): Promise<{ readonly repair?: Repair | undefined; readonly isOmitted?: boolean }>;
}

/** A diagnostic whose fixes are known, or can be found. */
export type Open<D extends Diagnostic> = D & {
  /** `isOmitted` if there was no work left to try some. */
  findFixes?(): Promise<{ readonly fixes: OfferedFix[]; readonly isOmitted: boolean }>;
};

interface EvaluateOptions extends Omit<InspectOptions, "memo"> {
  /** Lets other callers go on during the search for fixes. */
  readonly pause?: Pause | undefined;
}

/** Finds all problems of a candidate, the fixes of each, and the repair that applies all certain fixes. */
export async function evaluate(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  options: EvaluateOptions = {},
): Promise<Evaluated> {
  return fillRoom(await findProblems(spec, candidate, registry, options), new Room(RESULT_LIMIT));
}

/** Like evaluate(), for a candidate whose problems are already known. */
export function evaluateInspected(trials: Trials): Promise<Evaluated> {
  return fillRoom(toEvaluation(trials), new Room(RESULT_LIMIT));
}

/** Finds all problems of a candidate. */
export async function findProblems(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  options: EvaluateOptions = {},
): Promise<Evaluation> {
  const inspected = inspect(spec, candidate, registry, options);
  // Without a finding no rule can fire: most candidates are valid, and need not wait for the rules engine.
  if (hasFoundNothing(inspected)) return CLEAN;
  const violations = await collectViolations(spec, inspected);
  if (violations.occurrences.length === 0) return CLEAN;
  await options.pause?.();
  return toEvaluation(new Trials(spec, candidate, inspected, violations, options));
}

/** The evaluation of a candidate without problems. */
export const CLEAN: Evaluation = {
  errors: 0,
  warnings: 0,
  total: 0,
  diagnostics: [],
  findRepair: async () => ({}),
};

function toEvaluation(trials: Trials): Evaluation {
  const { violations, errors, inOrder } = trials.start;
  const warnings = violations.count("warning");
  let fixList: FixList | undefined;
  const repairOnce = async (room: Room) => {
    fixList ??= await listFixes(trials, room);
    return fixList;
  };
  return {
    errors,
    warnings,
    total: errors + warnings + violations.count("info"),
    diagnostics: selectMostImportant(inOrder).map((occurrence) => ({
      ...toDiagnostic(occurrence),
      async findFixes() {
        await trials.pause();
        const { fixes, isOmitted } = await (await repairOnce(new Room(RESULT_LIMIT))).listFor(occurrence);
        return { fixes: fixes.map(offered), isOmitted };
      },
    })),
    findRepair: async (room) => (await repairOnce(room)).repaired,
  };
}

/**
 * Fills a room with the parts of a result, the most important first: diagnostics, the repaired candidate, the repair,
 * further diagnostics and, if all are listed, the fixes of each. `summary` says what is left out. The first diagnostic
 * always stays.
 */
export async function fillRoom<D extends Diagnostic>(
  { errors, warnings, total, diagnostics, findRepair }: Evaluation<D>,
  room: Room,
  applyRepair?: (repair: Repair) => Json,
): Promise<Evaluated<D>> {
  const summary = { errors, warnings, fixable: 0, truncated: false };
  if (diagnostics.length === 0) return { valid: true, summary, diagnostics: [] };
  room.takes({ summary: { ...summary, fixable: errors, omitted: OMISSIBLE }, diagnostics: [] });
  const isListed = (one: D) => room.takes({ ...one, fixes: [] });
  const listed = diagnostics.slice(0, MIN_DIAGNOSTICS).filter((one, at) => isListed(one) || at === 0);
  const { repair, isOmitted: isRepairOmitted } = await findRepair(room);
  if (isRepairOmitted) room.omitted.add("repair");
  const repaired = repair && applyRepair?.(repair);
  const hasRepaired = repaired !== undefined && room.takesPart("repaired", repaired);
  const hasRepair = repair !== undefined && room.takesPart("repair", repair);
  listed.push(...diagnostics.slice(MIN_DIAGNOSTICS).filter(isListed));
  let isFull = listed.length < diagnostics.length;
  if (isFull) room.omitted.add("fixes");
  const withFixes: D[] = [];
  for (const { findFixes, ...diagnostic } of listed) {
    // After the first fixes that do not fit, finding others would be work for nothing.
    const found = isFull ? undefined : await findFixes?.();
    const fixes: OfferedFix[] = found?.fixes ?? diagnostic.fixes;
    isFull ||= fixes.length > 0 && !room.takesPart("fixes", fixes);
    if (found?.isOmitted) room.omitted.add("fixes");
    withFixes.push({ ...diagnostic, fixes: isFull ? [] : fixes } as unknown as D);
  }
  const omitted = OMISSIBLE.filter((part) => room.omitted.has(part));
  return {
    valid: errors === 0,
    summary: {
      ...summary,
      fixable: repair === undefined ? 0 : errors - repair.remaining,
      truncated: total > listed.length,
      ...(omitted.length > 0 && { omitted }),
    },
    diagnostics: withFixes,
    ...(hasRepair && { repair }),
    ...(hasRepaired && { repaired }),
  };
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

function toDiagnostic(occurrence: Occurrence): Diagnostic {
  const { code, severity, path, actual, expected } = occurrence;
  return {
    code,
    severity,
    path,
    message: occurrence.message(),
    ...(actual !== undefined && { actual: excerpt(actual) }),
    ...(expected !== undefined && { expected }),
    fixes: [],
  };
}
