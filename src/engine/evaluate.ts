import type { Operation } from "../json/patch.js";
import type { Json } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import { excerpt } from "../text/quote.js";
import type { CompiledSpec } from "./compile-spec.js";
import { inDocumentOrder } from "./document-order.js";
import { Proof } from "./fixes/proof.js";
import { joinFixes } from "./fixes/repair.js";
import { decide, inspect, isClean } from "./inspect.js";
import { count, type Fix, type Problem, type Severity } from "./problem.js";

export interface Diagnostic {
  code: string;
  severity: Severity;
  path: string;
  message: string;
  actual?: unknown;
  expected?: Json;
  fixes: Fix[];
}

export interface Evaluated {
  valid: boolean;
  summary: { errors: number; warnings: number; fixable: number; truncated: boolean };
  diagnostics: Diagnostic[];
  repair?: { patch: Operation[]; remaining: number };
}

const MOST = 100;
/** Of paths, in all: a member name of 30,000 characters may be part of every one of them. */
const LONGEST_PATHS = 100_000;

/** Everything that is wrong with a candidate, what to do about it, and how far a mechanical author gets in one step. */
export async function evaluate(spec: CompiledSpec, candidate: unknown, registry: Registry): Promise<Evaluated> {
  const inspected = inspect(spec, candidate, registry);
  if (isClean(spec, inspected)) return clean();
  const problems = await decide(spec, inspected, "possible");
  if (problems.length === 0) return clean();
  const errors = count(problems, "error");
  const warnings = count(problems, "warning");
  const proof = new Proof(spec, candidate, inspected, problems);
  const diagnostics: Diagnostic[] = [];
  for (const problem of shown(problems, candidate)) diagnostics.push(diagnose(problem, proof));
  const patches = diagnostics.flatMap(({ fixes }) => fixes.filter(isMechanical).map((fix) => fix.patch));
  // Where there is a machine-applicable fix there is a repair, whatever its proof has cost.
  proof.renew();
  const repair = joinFixes(patches, proof);
  return {
    valid: errors === 0,
    summary: { errors, warnings, fixable: patches.length, truncated: problems.length > diagnostics.length },
    diagnostics,
    ...(repair && { repair }),
  };
}

function clean(): Evaluated {
  return {
    valid: true,
    summary: { errors: 0, warnings: 0, fixable: 0, truncated: false },
    diagnostics: [],
  };
}

/** When there are too many, errors are kept before warnings; what is kept stands in document order. */
function shown(problems: readonly Problem[], candidate: unknown): Problem[] {
  const ordered = inDocumentOrder(problems, candidate);
  const ranked = [...ordered.filter(isError), ...ordered.filter((problem) => !isError(problem))].slice(0, MOST);
  let length = 0;
  const kept = new Set(
    ranked.filter(({ path }) => {
      length += path.length;
      return length <= LONGEST_PATHS || length === path.length;
    }),
  );
  return ordered.filter((problem) => kept.has(problem));
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

function diagnose(problem: Problem, proof: Proof): Diagnostic {
  const { code, severity, path, actual, expected } = problem;
  return {
    code,
    severity,
    path,
    message: problem.message(),
    ...(actual !== undefined && { actual: excerpt(actual) }),
    ...(expected !== undefined && { expected }),
    fixes: proven(problem, proof),
  };
}

/** A fix that claims to be machine-applicable is, when it is proven and no other one is: of two, the author decides. */
function proven(problem: Problem, proof: Proof): Fix[] {
  const sure: Fix[] = [];
  const others: Fix[] = [];
  let untried = false;
  for (const fix of problem.fixes()) {
    if (!isMechanical(fix)) {
      if (proof.applies(fix.patch)) others.push(fix);
      continue;
    }
    if (proof.exhausted) {
      untried = true;
      if (proof.applies(fix.patch)) others.push(doubtful(fix));
      continue;
    }
    const outcome = proof.outcomeOf(fix.patch);
    if (!outcome?.removes(problem)) continue;
    if (outcome.addsNothing) sure.push(fix);
    else others.push(doubtful(fix));
  }
  return [...(sure.length > 1 || untried ? sure.map(doubtful) : sure), ...others];
}

function doubtful(fix: Fix): Fix {
  return { ...fix, applicability: "maybe-incorrect" };
}

function isMechanical(fix: Fix): boolean {
  return fix.applicability === "machine-applicable";
}
