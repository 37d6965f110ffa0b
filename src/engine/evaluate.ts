import type { Json } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import { excerpt } from "../text/quote.js";
import type { CompiledSpec } from "./compile-spec.js";
import { decide, inspect, isClean } from "./inspect.js";
import {
  count,
  type Fix,
  isCertain,
  isError,
  type OfferedFix,
  type Problem,
  type Severity,
  titleOf,
} from "./problem.js";
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
    /** If there are fixes that are not listed. */
    omitted?: "fixes"[];
  };
  diagnostics: Diagnostic[];
  repair?: Repair;
}

/** Diagnostics in one result. */
export const MAX_DIAGNOSTICS = 100;
/** Limits all paths together: a property name of 30,000 characters may be part of every one of them. */
const MAX_PATHS_LENGTH = 100_000;
/** Limits all diagnostics with the repair and the fixes, approximately; `RESULT_LIMIT` is the exact limit. */
const MAX_RESULT_LENGTH = 160_000;
/** The least number of characters that JSON needs around each of them. */
const AROUND = { diagnostic: 250, fix: 60 };
/** Results contain no longer ones. */
const MAX_PATH_LENGTH = 200;

/** Does expensive work when it may be done, such as after that of other callers. The work pauses for others. */
export type InTurn = <T>(work: (pause?: Pause) => Promise<T>) => Promise<T>;

interface EvaluateOptions {
  /** Whether it is known that every reader takes the strings and numbers of the candidate as they are. */
  readonly isPortable?: boolean;
  /** Finding fixes takes up to a thousand times as long as finding errors. By default, it is done at once. */
  readonly inTurn?: InTurn | undefined;
}

/** Everything that is wrong with a candidate, what to do about it, and how far a mechanical author gets in one step. */
export async function evaluate(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  { isPortable = false, inTurn = (work) => work() }: EvaluateOptions = {},
): Promise<Evaluated> {
  const inspected = inspect(spec, candidate, registry, { isPortable });
  if (isClean(spec, inspected)) return clean();
  const problems = await decide(spec, inspected);
  if (problems.length === 0) return clean();
  return inTurn((pause) => conclude(problems, new Trials(spec, candidate, inspected, problems, pause)));
}

/** Like evaluate(), for a candidate whose problems are already known. */
export async function conclude(problems: readonly Problem[], trials: Trials): Promise<Evaluated> {
  const errors = count(problems, "error");
  const warnings = count(problems, "warning");
  const listed = mostImportant(trials.start.inOrder);
  const { fixesOf, isFixable, repair } = await listFixes(listed, trials);
  const diagnostics = listed.map(diagnose);
  let room = MAX_RESULT_LENGTH - lengthOf(repair?.patch ?? []);
  for (const { path, message } of [...diagnostics, ...(repair?.open ?? [])])
    room -= AROUND.diagnostic + Math.min(path.length, MAX_PATH_LENGTH) + message.length;
  let fixable = 0;
  let isOmitted = false;
  for (const [at, problem] of listed.entries()) {
    if (room <= 0) {
      if (isFixable(problem)) fixable++;
      isOmitted ||= isFixable(problem) || problem.fixes().length > 0;
      continue;
    }
    await trials.pause();
    const fixes = (await fixesOf(problem)).map(offered);
    if (fixes.some(isCertain)) fixable++;
    for (const { title, patch } of fixes) room -= AROUND.fix + title.length + lengthOf(patch);
    (diagnostics[at] as Diagnostic).fixes = fixes;
  }
  return {
    valid: errors === 0,
    summary: {
      errors,
      warnings,
      fixable,
      truncated: problems.length > diagnostics.length,
      ...(isOmitted && { omitted: ["fixes"] }),
    },
    diagnostics,
    ...(repair && { repair }),
  };
}

function clean(): Evaluated {
  return { valid: true, summary: { errors: 0, warnings: 0, fixable: 0, truncated: false }, diagnostics: [] };
}

/** When there are too many, errors are kept before warnings; what is kept stays in its order. */
export function mostImportant<T extends Pick<Problem, "severity" | "path">>(ordered: readonly T[]): T[] {
  const ranked = [...ordered.filter(isError), ...ordered.filter((one) => !isError(one))];
  let length = 0;
  const kept = new Set(
    ranked.slice(0, MAX_DIAGNOSTICS).filter(({ path }) => {
      length += path.length;
      return length <= MAX_PATHS_LENGTH || length === path.length;
    }),
  );
  return ordered.filter((one) => kept.has(one));
}

/** A fix as responses contain it. */
function offered(fix: Fix): OfferedFix {
  const { applicability, patch, blockedBy } = fix;
  return { title: titleOf(fix), applicability, patch, ...(blockedBy && { blockedBy }) };
}

/** Without fixes: the room for them is known when all messages are written. */
function diagnose(problem: Problem): Diagnostic {
  const { code, severity, path, actual, expected } = problem;
  return {
    code,
    severity,
    path,
    message: problem.message(),
    ...(actual !== undefined && { actual: excerpt(actual) }),
    ...(expected !== undefined && { expected }),
    fixes: [],
  };
}
