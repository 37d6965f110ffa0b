import { groupBy } from "../ground/json/group-by.js";
import type { Registry } from "../ground/registry/registry.js";
import type { CompiledSpec } from "./compile-spec.js";
import { inDocumentOrder } from "./document-order.js";
import { type CheckSubject, Memo, makeSubject } from "./memo.js";
import type { CandidateFindings } from "./rules/run-rules.js";
import { isError, type Severity, type Violation } from "./violation.js";

/** What one check of a candidate has found. */
export class Verdict {
  /** Unordered. */
  readonly violations: readonly Violation[];
  readonly errorCount: number;
  /** What is only counted: the number by the code and the severity of the last that was kept. */
  #counted: Map<string, { readonly severity: Severity; readonly number: number }> | undefined;
  #byPath: ReadonlyMap<string, readonly Violation[]> | undefined;
  #inOrder: readonly Violation[] | undefined;

  constructor(
    readonly spec: CompiledSpec,
    readonly candidate: unknown,
    /** The candidate as checks see it. */
    readonly subject: CheckSubject,
    found: readonly (readonly Violation[])[],
  ) {
    const violations: Violation[] = [];
    this.violations = violations;
    for (const kept of found)
      for (const violation of kept) {
        violations.push(violation);
        const { code, severity, further } = violation;
        if (further === undefined) continue;
        this.#counted ??= new Map();
        this.#counted.set(code, {
          severity,
          number: further + (this.#counted.get(code)?.number ?? 0),
        });
      }
    this.errorCount = violations.length === 0 ? 0 : this.count("error");
  }

  get errors(): readonly Violation[] {
    return this.violations.filter(isError);
  }

  /** All violations in document order. */
  get inOrder(): readonly Violation[] {
    this.#inOrder ??= inDocumentOrder(this.violations, this.candidate);
    return this.#inOrder;
  }

  count(severity: Severity): number {
    let sum = 0;
    for (const violation of this.violations) if (violation.severity === severity) sum++;
    for (const counted of this.#counted?.values() ?? [])
      if (counted.severity === severity) sum += counted.number;
    return sum;
  }

  countCode(code: string): number {
    let sum = this.#counted?.get(code)?.number ?? 0;
    for (const violation of this.violations) if (violation.code === code) sum++;
    return sum;
  }

  /** Whether some violations of this code are only counted. */
  hasCounted(code: string): boolean {
    return this.#counted?.has(code) === true;
  }

  at(path: string): readonly Violation[] {
    this.#byPath ??= groupBy(this.violations, (violation) => violation.path);
    return this.#byPath.get(path) ?? [];
  }

  /** Whether the candidate has a violation with the same code and subject at this path. */
  has({ code, subject }: Violation, path: string): boolean {
    return this.at(path).some((one) => one.code === code && one.subject === subject);
  }

  /** Groups violations: equal ones of one column usually need the same repair. */
  byColumn(violations: readonly Violation[]): readonly (readonly Violation[])[] {
    const { toColumnPath } = this.spec.compiled();
    const keyOf = ({ code, path, subject }: Violation) =>
      `${code}\n${toColumnPath(path).column}\n${subject === undefined ? "" : `=${subject}`}`;
    const ordered =
      violations === this.violations ? this.inOrder : inDocumentOrder(violations, this.candidate);
    return [...groupBy(ordered, keyOf).values()];
  }
}

/** The results of every stage except the decision of the rules. */
interface Inspected extends CandidateFindings {
  /** What is found without rules. */
  readonly found: readonly (readonly Violation[])[];
}

/** Runs every stage except the decision of the rules. */
export function inspect(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  memo = new Memo(),
): Inspected {
  const parts = spec.compiled();
  const limited = parts.listLimits(candidate, memo);
  const normalized = parts.normalizer.text(limited.candidate, memo);
  const subject = { ...makeSubject(normalized, memo, limited.selectors), registry };
  const found = [
    limited.violations,
    parts.shape(subject),
    parts.placeholdersLeft(normalized),
    parts.portability(limited.candidate, memo),
  ];
  return { subject, findings: parts.checkSet.run(subject), found };
}

/**
 * Finds everything that is wrong with a candidate. A memo remembers what was read of an earlier
 * form of it.
 */
export async function check(
  spec: CompiledSpec,
  candidate: unknown,
  registry: Registry,
  memo?: Memo,
): Promise<Verdict> {
  const inspected = inspect(spec, candidate, registry, memo);
  const { subject, found, findings } = inspected;
  // Without a finding no rule can fire: most candidates are valid, and need not wait for the rules
  // engine.
  const isEmpty = ({ length }: readonly unknown[]) => length === 0;
  if (found.every(isEmpty) && findings.every(isEmpty))
    return new Verdict(spec, candidate, subject, []);
  const parts = spec.compiled();
  const ofRules = await parts.runRules(parts, inspected);
  return new Verdict(spec, candidate, subject, [...found, ...ofRules]);
}
