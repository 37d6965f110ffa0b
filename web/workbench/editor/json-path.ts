import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

/** A position in a document, which may be incomplete. */
interface JsonPath {
  /** Keys and indexes from the root. In a key, those of the property. */
  readonly tokens: readonly string[];
  readonly isKey: boolean;
  readonly node: SyntaxNode;
}

export function jsonPath(state: EditorState, position: number, side: -1 | 0 | 1 = 0): JsonPath {
  const node = syntaxTree(state).resolveInner(position, side);
  return { tokens: pathOf(state, node), isKey: node.name === "PropertyName", node };
}

export function pathOf(state: EditorState, node: SyntaxNode): string[] {
  const tokens: string[] = [];
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    const { parent } = at;
    if (at.name === "Property") tokens.unshift(keyOf(state, at));
    else if (parent?.name === "Array" && isValue(at)) tokens.unshift(String(indexIn(parent, at.from)));
  }
  return tokens;
}

function keyOf(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild("PropertyName");
  if (name === null) return "";
  const text = state.sliceDoc(name.from, name.to);
  try {
    return JSON.parse(text);
  } catch {
    return text.replace(/^"|"$/g, "");
  }
}

/** The keys that an object has already. */
export function keysOf(state: EditorState, object: SyntaxNode): string[] {
  return object.getChildren("Property").map((property) => keyOf(state, property));
}

/** The index of the item that starts, or would start, at a position. */
export function indexIn(array: SyntaxNode, position: number): number {
  let index = 0;
  for (let at = array.firstChild; at !== null && at.from < position; at = at.nextSibling) if (isValue(at)) index++;
  return index;
}

function isValue({ name }: SyntaxNode): boolean {
  return /^(String|Number|True|False|Null|Object|Array)$/.test(name);
}
