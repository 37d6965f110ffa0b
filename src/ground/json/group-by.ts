/** Maps each key to the items that have it, in their order. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let lastKey: K | undefined;
  let group: T[] | undefined;
  for (const item of items) {
    const key = keyOf(item);
    // Equal keys mostly follow each other, and comparing two takes a fraction of a look-up.
    if (group === undefined || key !== lastKey) {
      group = groups.get(key) ?? [];
      if (group.length === 0) groups.set(key, group);
      lastKey = key;
    }
    group.push(item);
  }
  return groups;
}
