/**
 * What the re-checks of one candidate need not look at again. A patch copies only the containers on its way, so a record
 * that it does not touch is the very same object: once found clean, it stays clean while what it was judged by is the same.
 */
export class Settled {
  readonly memo = new Map<string, Derived>();
  readonly portable = new WeakSet<object>();
  readonly #clean = new Map<number, { basis: object; nodes: WeakSet<object> }>();

  cleanNodes(finder: number, basis: object): WeakSet<object> | undefined {
    const known = this.#clean.get(finder) ?? { basis, nodes: new WeakSet() };
    this.#clean.set(finder, known);
    return known.basis === basis ? known.nodes : undefined;
  }
}

/** Something derived from one node of the candidate. */
export interface Derived {
  readonly from: unknown;
  readonly value: unknown;
}
