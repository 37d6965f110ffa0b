/** A candidate that is checked and fixed. */
export interface Subject {
  readonly candidate: unknown;
  readonly memo: Memo;
  /** The selectors of arrays that were too long and have been cut. */
  readonly cut: readonly string[];
}

/** Remembers the results that checks and fixes derive from values, for a candidate and its patched forms. */
export class Memo {
  /** The work of reading values in other ways, in nodes. */
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

  /** The result of `make`, called once for each key and value, unless the result is undefined. */
  derive<T>(key: string, value: unknown, make: () => T): T {
    return (this.known(key, value) as T | undefined) ?? this.keep(key, value, make());
  }

  /**
   * The result of a function of a string, which is remembered for long strings only. Looking at a string takes up to 70
   * ns a character, and every trial of a fix has the same strings.
   */
  ofString<T>(key: string, text: string, derive: (text: string) => T): T {
    if (text.length < 100) return derive(text);
    return this.derive(key, text, () => derive(text));
  }
}
