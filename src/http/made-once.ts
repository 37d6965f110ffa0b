/**
 * Makes each thing once for each content, such as the rules in use; when the content is replaced, its things are freed
 * with it. Nothing is kept where there is nothing to make, so that callers cannot fill the memory with unknown keys.
 */
export function madeOnce<T>() {
  const made = new WeakMap<object, Map<string, T>>();
  return <Made extends T | undefined>(content: object, key: string, make: () => Made): T | Made => {
    const known = made.get(content) ?? new Map<string, T>();
    made.set(content, known);
    const found = known.get(key) ?? make();
    if (found !== undefined) known.set(key, found);
    return found;
  };
}
