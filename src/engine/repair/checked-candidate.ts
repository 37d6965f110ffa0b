import { groupBy } from "../../ground/json/group-by.js";
import type { CompiledSpec } from "../compile-spec.js";
import { inDocumentOrder } from "../document-order.js";
import { groupIntoProblems, type Occurrence, type Problem, type Violations } from "../problem.js";

/** A candidate with all its violations. */
export class CheckedCandidate {
  readonly errors: number;
  #asked = 0;
  #byPath: ReadonlyMap<string, readonly Occurrence[]> | undefined;
  #inOrder: readonly Occurrence[] | undefined;
  #kinds: readonly string[] | undefined;

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
    return groupIntoProblems(this.inOrder, this.spec.compiled().columnOf);
  }

  /** The problems that some of the occurrences are, in the same order. */
  problemsOf(occurrences: readonly Occurrence[]): readonly Problem[] {
    return groupIntoProblems(inDocumentOrder(occurrences, this.candidate), this.spec.compiled().columnOf);
  }

  /** What is wrong in each of the occurrences, whatever its place is. */
  get kinds(): readonly string[] {
    this.#kinds ??= this.violations.occurrences.map(kindOfProblem);
    return this.#kinds;
  }

  /** Whether the candidate has a violation with the same code and subject at this path. */
  has(occurrence: Occurrence, path: string): boolean {
    const { occurrences } = this.violations;
    // After a trial of one fix, few questions are asked: an index would take longer than a look at each.
    if (this.#byPath === undefined && ++this.#asked < MIN_INDEXED)
      return occurrences.some((one) => one.path === path && isEqualAtPath(one, occurrence));
    this.#byPath ??= groupBy(occurrences, ({ path: own }) => own);
    return includesEqual(this.#byPath.get(path), occurrence);
  }
}

/** The number of questions from which an index is quicker. */
const MIN_INDEXED = 8;

/** What violations of one problem have in common, whatever their places are. */
export function kindOfProblem({ code, subject }: Occurrence): string {
  return subject === undefined ? code : `${code}\n${subject}`;
}

/** Whether one of the occurrences, which are at the same path, has the same code and subject. */
export function includesEqual(occurrences: readonly Occurrence[] | undefined, occurrence: Occurrence): boolean {
  return occurrences?.some((known) => isEqualAtPath(known, occurrence)) === true;
}

/** Compares code and subject; the caller compares the path. */
function isEqualAtPath(one: Occurrence, other: Occurrence): boolean {
  return one.code === other.code && one.subject === other.subject;
}
