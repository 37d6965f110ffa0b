import { type CompletionItem, CompletionItemKind } from "vscode-languageserver/node";
import type { Json, JsonObject } from "../../json/value.js";
import { rangeOf } from "./open-document.js";

interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The place of a cursor in JSON that may be incomplete. Its range is that of the token at the cursor. */
export interface Cursor extends TextRange {
  /** The path of the value that is being written or, for a key, of its object. */
  readonly tokens: readonly string[];
  readonly kind: "key" | "value";
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
    if (token === "{" || token === "[")
      levels.push({ isArray: token === "[", index: 0, key: undefined, keys: [], isValue: token === "[" });
    else if (token === "}" || token === "]") levels.pop();
    else if (level !== undefined && token === ":") level.isValue = true;
    else if (level !== undefined && token === ",")
      Object.assign(level, { index: level.index + 1, key: undefined, isValue: level.isArray });
    else if (level !== undefined && !level.isArray && !level.isValue) {
      level.key = unquoted(token);
      level.keys.push(level.key);
    }
    isComplete = !/^[{[:,]$/.test(token);
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

/** Something that can be written at a cursor. */
export interface Completion extends Pick<CompletionItem, "label" | "detail" | "documentation"> {
  /** JSON. */
  readonly insert: string;
  readonly kind: "key" | "value";
}

export function suggestKey(name: string, { type, enum: allowed, description }: JsonObject): Completion {
  const start: unknown = { string: '""', object: "{}", array: "[]", boolean: "false" }[type as string] ?? "";
  const only = Array.isArray(allowed) && allowed.length === 1 ? JSON.stringify(allowed[0]) : start;
  return {
    label: name,
    insert: `${JSON.stringify(name)}: ${only}`,
    kind: "key",
    ...(typeof type === "string" && { detail: type }),
    ...(typeof description === "string" && { documentation: description }),
  };
}

export function suggestValue(value: Json): Completion {
  const text = JSON.stringify(value);
  return { label: text, insert: text, kind: "value" };
}

export function valuesOf({ enum: allowed, examples, type }: JsonObject): Json[] {
  if (Array.isArray(allowed)) return allowed;
  if (type === "boolean") return [true, false];
  return Array.isArray(examples) ? examples : [];
}

/** A suggestion as the editor expects it; it replaces the text from `from` to `to`. */
export function toCompletion(suggestion: Completion, text: string, { from, to }: TextRange): CompletionItem {
  const { insert, kind, ...item } = suggestion;
  const hasValue = kind === "key" && /^\s*:/.test(text.slice(to, to + 20));
  const newText = hasValue ? JSON.stringify(item.label) : insert;
  return {
    ...item,
    kind: kind === "key" ? CompletionItemKind.Property : CompletionItemKind.Value,
    // Editors compare this with the typed text, which includes the quotes.
    filterText: text[from] === '"' ? newText : item.label,
    textEdit: { range: rangeOf(text, from, to), newText },
  };
}
