import { groupBy } from "../../ground/json/group-by.js";
import type { CompiledSpec } from "../compile-spec.js";
import { inDocumentOrder } from "../document-order.js";
import type { Occurrence, Problem, Violations } from "../problem.js";

/** A candidate with all its violations. */
export class CheckedCandidate {
  readonly errors: number;
  #byPath: ReadonlyMap<string, readonly Occurrence[]> | undefined;
  #inOrder: readonly Occurrence[] | undefined;
  #subjects: ReadonlyMap<string, ReadonlySet<string | undefined>> | undefined;

  constructor(
    private readonly spec: CompiledSpec,
    readonly candidate: unknown,
    readonly violations: Violations,
    /** The approximate number of nodes. */
    readonly weight: number,
  ) {
    this.errors = violations.count("error");
  }

  /** All occurrences in document order. */
  get inOrder(): readonly Occurrence[] {
    this.#inOrder ??= inDocumentOrder(this.violations.occurrences, this.candidate);
    return this.#inOrder;
  }

  /** The problems in the order of their first occurrences. */
  get problems(): readonly Problem[] {
    return this.#groupByColumn(this.inOrder);
  }

  /** The problems that some of the occurrences are, in the same order. */
  problemsOf(occurrences: readonly Occurrence[]): readonly Problem[] {
    return this.#groupByColumn(inDocumentOrder(occurrences, this.candidate));
  }

  #groupByColumn(ordered: readonly Occurrence[]): readonly Problem[] {
    const { toColumnPath } = this.spec.compiled();
    const keyOf = ({ code, path, subject }: Occurrence) =>
      `${code}\n${toColumnPath(path).column}\n${subject === undefined ? "" : `=${subject}`}`;
    return [...groupBy(ordered, keyOf).values()];
  }

  /** Whether the candidate has a violation with the same code and subject, at whichever place. */
  hasKind({ code, subject }: Occurrence): boolean {
    this.#subjects ??= collectSubjects(this.violations.occurrences);
    return this.#subjects.get(code)?.has(subject) === true;
  }

  /** Whether the candidate has a violation with the same code and subject at this path. */
  has(occurrence: Occurrence, path: string): boolean {
    this.#byPath ??= groupBy(this.violations.occurrences, ({ path: own }) => own);
    return includesEqual(this.#byPath.get(path), occurrence);
  }
}

/** The subjects of violations by their codes. */
function collectSubjects(occurrences: readonly Occurrence[]): Map<string, Set<string | undefined>> {
  const subjects = new Map<string, Set<string | undefined>>();
  for (const { code, subject } of occurrences) {
    const known = subjects.get(code);
    if (known === undefined) subjects.set(code, new Set([subject]));
    else known.add(subject);
  }
  return subjects;
}

/** Whether one of the occurrences, which are at the same path, has the same code and subject. */
export function includesEqual(occurrences: readonly Occurrence[] | undefined, occurrence: Occurrence): boolean {
  return occurrences?.some(({ code, subject }) => code === occurrence.code && subject === occurrence.subject) === true;
}
