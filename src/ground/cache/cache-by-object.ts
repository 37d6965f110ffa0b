/** The function with its results kept as long as the objects that they were derived from. */
export function cacheByObject<K extends object, T>(derive: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = derive(key);
    known.set(key, result);
    return result;
  };
}

/**
 * Memoizes per owner object, such as the rules in use; entries die with it. A result of undefined
 * is not kept, so callers cannot fill the memory with unknown keys.
 */
export function cacheByContent<T>() {
  const mapFor = cacheByObject((_content: object) => new Map<string, T>());
  return <Made extends T | undefined>(content: object, key: string, make: () => Made): T | Made => {
    const known = mapFor(content);
    const found = known.get(key) ?? make();
    if (found !== undefined) known.set(key, found);
    // A failure is not kept: the next caller tries again.
    if (found instanceof Promise) found.catch(() => known.delete(key));
    return found;
  };
}
