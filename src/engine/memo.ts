/** What several rules, and the several checks of a candidate and its patched forms, derive from the same node. */
export class Memo {
  readonly #derived = new Map<string, Map<unknown, unknown>>();

  known(key: string, node: unknown): unknown {
    return this.#derived.get(key)?.get(node);
  }

  keep<T>(key: string, node: unknown, value: T): T {
    const derived = this.#derived.get(key) ?? new Map<unknown, unknown>();
    this.#derived.set(key, derived);
    derived.set(node, value);
    return value;
  }
}
