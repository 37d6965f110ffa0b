/** What objects were written as to see how large they are. A large one takes as long to write as its request to read. */
const WRITTEN = new WeakMap<object, string>();

/** As JSON, which is kept for `written`: the value must not change afterwards. */
export function write(value: object): string {
  const text = written(value);
  WRITTEN.set(value, text);
  return text;
}

/** As JSON, from the last time where there was one. */
export function written(value: object): string {
  return WRITTEN.get(value) ?? JSON.stringify(value);
}
