/** JSON Pointers (RFC 6901). Only own properties count: `/toString` does not exist in `{}`. */
export type Token = string | number;

const ESCAPED = /[~/]/;

export function joinPointer(base: string, token: Token): string {
  return `${base}/${typeof token === "number" ? token : escapeToken(token)}`;
}

export function toPointer(tokens: readonly Token[]): string {
  let pointer = "";
  for (const token of tokens) pointer = joinPointer(pointer, token);
  return pointer;
}

export function toTokens(pointer: string): string[] {
  const tokens: string[] = [];
  if (pointer === "") return tokens;
  // Trying fixes parses thousands of pointers; `split` takes three times as long.
  let start = 1;
  for (let end = pointer.indexOf("/", 1); end !== -1; end = pointer.indexOf("/", start)) {
    tokens.push(pointer.slice(start, end));
    start = end + 1;
  }
  tokens.push(pointer.slice(start));
  return pointer.includes("~") ? tokens.map(unescapeToken) : tokens;
}

export function parentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

export function lastToken(pointer: string): string {
  return unescapeToken(pointer.slice(pointer.lastIndexOf("/") + 1));
}

/** The items of an array, each with its pointer; any other value counts as the only item. */
export function itemsWithPointers<T>(
  value: T | T[],
  pointer: string,
): [item: T, pointer: string][] {
  return Array.isArray(value)
    ? value.map((item, index) => [item, `${pointer}/${index}`])
    : [[value as T, pointer]];
}

/** The property or item of a value; undefined if there is none. */
export function childOf(value: unknown, token: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return isIndex(token) ? value[Number(token)] : undefined;
  return Object.hasOwn(value, token) ? (value as Record<string, unknown>)[token] : undefined;
}

/** The value at a pointer; undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of toTokens(pointer)) value = childOf(value, token);
  return value;
}

export function isIndex(token: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(token);
}

/** Whether a pointer leads to an item of an array, and not to a property with a number as name. */
export function isItem(root: unknown, pointer: string): boolean {
  return isIndex(lastToken(pointer)) && Array.isArray(valueAt(root, parentPointer(pointer)));
}

/** Whether a path is equal to another one, or leads into it. */
export function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

function unescapeToken(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}

export function escapeToken(token: string): string {
  return ESCAPED.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}
