import type { Memo } from "../memo.js";
import type { Findings } from "./findings.js";

interface Known {
  readonly whole: unknown;
  readonly bases: readonly (readonly unknown[])[];
  readonly findings: readonly Findings[];
}

/**
 * What the check of a candidate settles for those of its patched forms. A patch copies only the containers on its
 * way, so what it does not touch is the very same object: where that holds for a place and for what its checks know,
 * its findings stand; where it does not, a record once found clean stays clean.
 */
export class ProofCache {
  readonly portable = new Set<object>();
  readonly #places = new Map<object, Known>();
  readonly #clean = new Map<object, Map<number, Set<object>>>();

  constructor(readonly memo: Memo) {}

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  findings(place: object, whole: unknown, bases: Known["bases"]): readonly Findings[] | undefined {
    const known = this.#places.get(place);
    if (known === undefined || known.whole !== whole) return undefined;
    const isSame = known.bases.every((basis, at) => sameValues(basis, bases[at] as readonly unknown[]));
    return isSame ? known.findings : undefined;
  }

  keep(place: object, whole: unknown, bases: Known["bases"], findings: readonly Findings[]): void {
    this.#places.set(place, { whole, bases, findings });
  }

  /** The nodes in which a check has found nothing, knowing this. */
  cleanNodes(check: number, basis: object): Set<object> {
    const byCheck = this.#clean.get(basis) ?? new Map<number, Set<object>>();
    this.#clean.set(basis, byCheck);
    const nodes = byCheck.get(check) ?? new Set();
    byCheck.set(check, nodes);
    return nodes;
  }
}

function sameValues(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
