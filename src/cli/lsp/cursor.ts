/** The place of a cursor in JSON that may be incomplete. */
export interface Cursor {
  /** The path of the value that is being written or, for a key, of its object. */
  readonly tokens: readonly string[];
  readonly kind: "key" | "value";
  /** The start and the end of the token at the cursor. */
  readonly from: number;
  readonly to: number;
  /** The keys before the cursor in the same object. */
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
export function cursorAt(text: string, offset: number): Cursor | undefined {
  const levels: Level[] = [];
  let [isComplete, last] = [false, ""];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    // A string without its end runs on to the end of the line: only its part before the cursor counts.
    const isOpen = token.startsWith('"') && !/^".*"$/s.test(token);
    const end = isOpen ? Math.min(index + token.length, Math.max(index + 1, offset)) : index + token.length;
    const isWord = !/^[{}[\]:,]$/.test(token);
    // The cursor is in the token, or right after a token that may be continued.
    const isHere = isWord && index <= offset && (offset < end || (offset === end && !/^".*"$/s.test(token)));
    if (isHere && !(isComplete && last !== token)) return describe(levels, index, end);
    if (index >= offset) break;
    const level = levels.at(-1);
    if (token === "{" || token === "[") {
      levels.push({ isArray: token === "[", index: 0, key: undefined, keys: [], isValue: token === "[" });
      isComplete = false;
    } else if (token === "}" || token === "]") {
      levels.pop();
      isComplete = true;
    } else if (token === ":") {
      if (level !== undefined) level.isValue = true;
      isComplete = false;
    } else if (token === ",") {
      if (level !== undefined) Object.assign(level, { index: level.index + 1, key: undefined, isValue: level.isArray });
      isComplete = false;
    } else if (level !== undefined && !level.isArray && !level.isValue) {
      level.key = unquoted(token);
      level.keys.push(level.key);
      isComplete = true;
    } else isComplete = true;
    last = token;
  }
  return isComplete ? undefined : describe(levels, offset, offset);
}

function describe(levels: readonly Level[], from: number, to: number): Cursor | undefined {
  const level = levels.at(-1);
  if (level === undefined) return undefined;
  const tokens = levels.map(({ isArray, index, key }) => (isArray ? String(index) : (key ?? "")));
  const isKey = !level.isArray && !level.isValue;
  return { tokens: isKey ? tokens.slice(0, -1) : tokens, kind: isKey ? "key" : "value", from, to, keys: level.keys };
}

function unquoted(token: string): string {
  try {
    return JSON.parse(token);
  } catch {
    return token.replace(/^"|"$/g, "");
  }
}
