import { remembering } from "../cache/bounded-map.js";
import { compileVisitor, FIRST, LAST } from "./compile-visitor.js";
import type { Editor } from "./patch.js";
import { child, isIndex, parse, type Token } from "./pointer.js";
import { isInherited, isObject } from "./value.js";

/** The tokens from the root to the visited node. Reused between visits: copy what you keep. */
export type Trail = readonly Token[];

const CACHED_SELECTORS = 1_000;

/** Visits every selected node. */
type Select = (root: unknown, visit: OnVisit) => void;

type OnVisit = (value: unknown, trail: Trail, item: unknown) => void;

/**
 * Compiles a JSON Pointer in which `*` stands for every item of an array, and `~first` and `~last` for one item. `item`
 * is the item of the last `*`, or the root. Visits get a trail instead of a pointer, because making a pointer for every
 * node takes longer than the checks. Compiled selectors are kept, because packages name the same few places again and
 * again.
 */
export const compileSelector = remembering(
  CACHED_SELECTORS,
  (selector): Select =>
    compileVisitor([{ at: selector, visit: (value, trail, item) => `visit(${value}, ${trail}, ${item});` }], ["visit"]),
);

/**
 * Changes the selected nodes of a document, and returns the document. The nodes that one selector selects are never
 * inside each other.
 */
export function updateSelected(editor: Editor, select: Select, change: (value: unknown) => unknown): unknown {
  select(editor.document, (value, trail) => {
    const changed = change(value);
    if (changed !== value) editor.set(trail, changed);
  });
  return editor.document;
}

/** Compiles the access to one place. The tokens contain no `*`. The value is undefined if the place does not exist. */
export function compileGetter(tokens: readonly string[]): (value: unknown) => unknown {
  const [first] = tokens;
  if (first === undefined) return (value) => value;
  // The most common case, needed for every candidate.
  if (tokens.length === 1 && !isInherited(first) && !isItemStep(first))
    return (value) => (isObject(value) ? value[first] : undefined);
  return (value) => {
    let found = value;
    for (let index = 0; index < tokens.length && found !== undefined; index++)
      found = stepInto(found, tokens[index] as string);
    return found;
  };
}

function stepInto(value: unknown, token: string): unknown {
  if (token === FIRST || token === LAST) return Array.isArray(value) ? value.at(token === FIRST ? 0 : -1) : undefined;
  return child(value, token);
}

/** Whether a token may name one item of an array: `~first`, `~last`, or a number as in RFC 6901. */
export function isItemStep(token: string): boolean {
  return token === FIRST || token === LAST || isIndex(token);
}

/** Whether a selector selects a place. Both are given as tokens. */
export function selects(selector: readonly string[], place: readonly string[]): boolean {
  return selector.length === place.length && overlaps(selector, place);
}

/** Whether a selector selects a place, a value around it or a value inside it. */
export function overlaps(selector: readonly string[], place: readonly string[]): boolean {
  const depth = Math.min(selector.length, place.length);
  for (let index = 0; index < depth; index++) {
    const token = place[index] as string;
    if (selector[index] !== token && !(selector[index] === "*" && (isIndex(token) || token === "-"))) return false;
  }
  return true;
}

/** The tokens of a selector before its first `*`. All selected nodes are inside the value at this place. */
export function beforeFirstStar(selector: string): string[] {
  const tokens = parse(selector);
  const star = tokens.indexOf("*");
  return star === -1 ? tokens : tokens.slice(0, star);
}
