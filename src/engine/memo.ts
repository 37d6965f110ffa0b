/** Remembers what checks derive from a value, for the candidate and for its patched forms. */
export class Memo {
  /** The cost of looking for other meanings of values, in nodes. */
  nodesRead = 0;
  readonly #derived = new Map<string, Map<unknown, unknown>>();

  known(key: string, value: unknown): unknown {
    return this.#derived.get(key)?.get(value);
  }

  keep<T>(key: string, value: unknown, result: T): T {
    const derived = this.#derived.get(key) ?? new Map<unknown, unknown>();
    this.#derived.set(key, derived);
    derived.set(value, result);
    return result;
  }

  derive<T>(key: string, value: unknown, make: () => T): T {
    return (this.known(key, value) as T | undefined) ?? this.keep(key, value, make());
  }

  /**
   * The result of a function of a string. A long string is the very same in every proof, and looking at it takes up
   * to 70 ns a character; a short one is not worth remembering.
   */
  ofString<T>(key: string, text: string, derive: (text: string) => T): T {
    if (text.length < 100) return derive(text);
    return this.derive(key, text, () => derive(text));
  }
}
