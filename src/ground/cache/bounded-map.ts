/**
 * A Map that keeps at least the `size` entries that were used last, and at most twice as many. It
 * drops the others together: V8 takes long to find the oldest entry of a Map from which many have
 * been deleted.
 */
export class BoundedMap<V> {
  #recent = new Map<string, V>();
  #older = new Map<string, V>();

  constructor(private readonly size: number) {}

  get(key: string): V | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: V): void {
    this.#recent.set(key, value);
    if (this.#recent.size <= this.size) return;
    this.#older = this.#recent;
    this.#recent = new Map([[key, value]]);
  }

  delete(key: string): void {
    this.#recent.delete(key);
    this.#older.delete(key);
  }
}

/** The function with its results kept for the last `size` strings that it was called with. */
export function cacheByString<T>(derive: (text: string) => T, size = 1_000): (text: string) => T {
  const known = new BoundedMap<{ readonly result: T }>(size);
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.result;
    const result = derive(text);
    known.set(text, { result });
    return result;
  };
}
