import type { KnowingJudge } from "../checks/check.js";
import type { Memo } from "../memo.js";
import type { Findings } from "./findings.js";

/** By what a judge judges besides the node. */
export type Basis = KnowingJudge["basis"] | undefined;

interface Known {
  readonly whole: unknown;
  readonly bases: readonly Basis[];
  readonly findings: readonly Findings[];
}

/**
 * What the check of a candidate settles for those of its patched forms. A patch copies only the containers on its way, so
 * what it does not touch is the very same object: where that holds for a place and for what it is judged by, its findings
 * stand; where it does not, a record once found clean stays clean.
 */
export class Settled {
  readonly portable = new Set<object>();
  readonly #places = new Map<object, Known>();
  readonly #clean = new Map<object, Map<number, Set<object>>>();

  constructor(readonly memo: Memo) {}

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  findings(place: object, whole: unknown, bases: readonly Basis[]): readonly Findings[] | undefined {
    const known = this.#places.get(place);
    if (known === undefined || known.whole !== whole) return undefined;
    return known.bases.every((basis, at) => basis === bases[at]) ? known.findings : undefined;
  }

  settle(place: object, whole: unknown, bases: readonly Basis[], findings: readonly Findings[]): void {
    this.#places.set(place, { whole, bases, findings });
  }

  /** The nodes in which a finder has found nothing, judged by this basis. */
  cleanNodes(finder: number, basis: object): Set<object> {
    const byFinder = this.#clean.get(basis) ?? new Map<number, Set<object>>();
    this.#clean.set(basis, byFinder);
    const nodes = byFinder.get(finder) ?? new Set();
    byFinder.set(finder, nodes);
    return nodes;
  }
}
