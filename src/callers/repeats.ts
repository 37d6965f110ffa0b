/** One fault for each item whose `key` an earlier item has already used. */
export function repeats<K extends string>(items: readonly Record<K, string>[], at: string, key: K): string[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const before = first.get(item[key]);
    if (before === undefined) first.set(item[key], index);
    return before === undefined ? [] : [`${at}/${index}/${key} repeats ${at}/${before}/${key}`];
  });
}
