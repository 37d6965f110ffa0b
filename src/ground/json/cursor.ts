/**
 * The place of a cursor in JSON that may be incomplete. Its range is that of the token at the
 * cursor, if there is one.
 */
export interface Cursor {
  readonly from: number;
  readonly to: number;
  /** The path of the value that is being written or, for a key, of its object. */
  readonly tokens: readonly string[];
  readonly kind: "key" | "value";
  /** The other keys of the object; empty in an array. */
  readonly keys: readonly string[];
}

interface Level {
  readonly isArray: boolean;
  index: number;
  key: string | undefined;
  readonly keys: string[];
  /** Whether a colon has followed the key. */
  isValue: boolean;
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** Undefined where neither a key nor a value can be written, such as after a complete value. */
export function findCursor(text: string, offset: number): Cursor | undefined {
  const levels: Level[] = [];
  let isComplete = false;
  let found: { readonly cursor: Cursor; readonly depth: number } | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    // A string without its end runs on to the end of the line: only its part before the cursor
    // counts.
    const isOpen = token.startsWith('"') && !/^".*"$/s.test(token);
    const end = isOpen
      ? Math.min(index + token.length, Math.max(index + 1, offset))
      : index + token.length;
    const isWord = !/^[{}[\]:,]$/.test(token);
    // The cursor is in the token, or right after a token that may be continued.
    const isHere =
      isWord && index <= offset && (offset < end || (offset === end && !/^".*"$/s.test(token)));
    if (found === undefined && (index >= offset || (isHere && !isComplete))) {
      const cursor = isComplete
        ? undefined
        : isHere
          ? describe(levels, index, end)
          : describe(levels, offset, offset);
      if (cursor === undefined) return undefined;
      // The keys behind the cursor follow.
      found = { cursor, depth: levels.length };
      if (isHere) continue;
    }
    const level = levels.at(-1);
    if (token === "{" || token === "[")
      levels.push({
        isArray: token === "[",
        index: 0,
        key: undefined,
        keys: [],
        isValue: token === "[",
      });
    else if (token === "}" || token === "]") levels.pop();
    else if (level !== undefined && token === ":") level.isValue = true;
    else if (level !== undefined && token === ",")
      Object.assign(level, { index: level.index + 1, key: undefined, isValue: level.isArray });
    else if (level !== undefined && !level.isArray && !level.isValue) {
      level.key = unquoted(token);
      level.keys.push(level.key);
    }
    if (found !== undefined && levels.length < found.depth) break;
    isComplete = !/^[{[:,]$/.test(token);
  }
  return found?.cursor ?? (isComplete ? undefined : describe(levels, offset, offset));
}

function describe(levels: readonly Level[], from: number, to: number): Cursor | undefined {
  const level = levels.at(-1);
  if (level === undefined) return undefined;
  const tokens = levels.map(({ isArray, index, key }) => (isArray ? String(index) : (key ?? "")));
  const isKey = !level.isArray && !level.isValue;
  return {
    tokens: isKey ? tokens.slice(0, -1) : tokens,
    kind: isKey ? "key" : "value",
    from,
    to,
    keys: level.keys,
  };
}

/** The key that a token spells, which may lack its last quote. */
export function unquoted(token: string): string {
  try {
    return JSON.parse(token);
  } catch {
    return token.replace(/^"|"$/g, "");
  }
}
