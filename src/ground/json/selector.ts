import { cacheByString } from "../cache/bounded-map.js";
import type { Editor } from "./patch.js";
import { childOf, isIndex, type Token, toTokens } from "./pointer.js";
import { isInherited, isObject } from "./value.js";

/**
 * Tokens for the first and the last item of an array, and for every value of an object whose names are not listed, such
 * as labels. RFC 6901 has no such escapes, so no property can have one of these tokens.
 */
const FIRST = "~first";
const LAST = "~last";
const VALUES = "~values";
/** The tokens that select many values, or one by its position: a trail has an index or a name in their place. */
const FILLED: readonly string[] = ["*", FIRST, LAST, VALUES];

/** A selector, and the code to run at each node that it selects. */
interface Visit {
  readonly at: string;
  /**
   * Returns the code. The arguments are the names of variables: the node, its trail, and the item around it or the
   * root.
   */
  visit(value: string, trail: string, item: string): string;
}

/**
 * Compiles a function that makes all visits. Its parameters are the root and `parameters`. It returns true unless the
 * code of a visit returns something else. The code is generated, as in AJV, because V8 optimizes it for the values at
 * each place: one generic loop for all places takes half as long again.
 */
export function compileVisitor<Visitor>(visits: readonly Visit[], parameters: readonly string[] = []): Visitor {
  const paths = visits.map((visit, number) => ({ visit, tokens: toTokens(visit.at), trail: `trail${number}` }));
  const code = `return (${["root", ...parameters].join(", ")}) => { ${codeFor(paths, "root", "root", 0)} return true; };`;
  return new Function(...paths.map(({ trail }) => trail), code)(...paths.map(({ tokens }) => tokens));
}

interface Path {
  readonly visit: Visit;
  readonly tokens: readonly string[];
  /** The variable with the trail: the tokens, with indexes in place of those of items. */
  readonly trail: string;
}

/** The code for all paths that lead to or through this value. */
function codeFor(paths: readonly Path[], value: string, item: string, depth: number): string {
  const ends = paths.filter(({ tokens }) => tokens.length === depth).map((path) => codeAtEnd(path, value, item));
  const next = new Set(paths.flatMap(({ tokens }) => tokens.slice(depth, depth + 1)));
  const steps = [...next].map((token, number) => {
    const name = `${value}_${number}`;
    const below = codeFor(
      paths.filter(({ tokens }) => tokens[depth] === token),
      name,
      isEach(token) ? name : item,
      depth + 1,
    );
    if (token === VALUES) return codeForValues(value, `at${depth}`, name, below);
    return FILLED.includes(token)
      ? codeForItems(value, token, `at${depth}`, name, below)
      : codeForProperty(value, token, name, below);
  });
  return [...ends, ...steps].join("\n");
}

function codeAtEnd({ visit, tokens, trail }: Path, value: string, item: string): string {
  const indexes = tokens.map((token, depth) => (FILLED.includes(token) ? `${trail}[${depth}] = at${depth};` : ""));
  return `if (${value} !== undefined) { ${indexes.join("")} ${visit.visit(value, trail, item)} }`;
}

/** The code for all items of an array, or for the first or the last one. */
function codeForItems(array: string, token: string, at: string, item: string, below: string): string {
  const start = token === LAST ? `Math.max(0, ${array}.length - 1)` : "0";
  const end = token === FIRST ? `Math.min(1, ${array}.length)` : `${array}.length`;
  return `if (Array.isArray(${array})) for (let ${at} = ${start}; ${at} < ${end}; ${at}++) {
    const ${item} = ${array}[${at}]; ${below}
  }`;
}

/** The code for all values of an object, in the order of its keys. */
function codeForValues(object: string, at: string, value: string, below: string): string {
  return `if (typeof ${object} === "object" && ${object} !== null && !Array.isArray(${object})) for (const ${at} of Object.keys(${object})) {
    const ${value} = ${object}[${at}]; ${below}
  }`;
}

/** The code for one property. A number may also be the index of an item, as in RFC 6901. */
function codeForProperty(object: string, token: string, property: string, below: string): string {
  const name = JSON.stringify(token);
  const access = isInherited(token)
    ? `Object.hasOwn(${object}, ${name}) ? ${object}[${name}] : undefined`
    : `${object}[${name}]`;
  const isHolder = isIndex(token) ? "" : ` && !Array.isArray(${object})`;
  return `if (typeof ${object} === "object" && ${object} !== null${isHolder}) {
    const ${property} = ${access}; ${below}
  }`;
}

/** The tokens from the root to the visited node. Reused between visits: copy what you keep. */
export type Trail = readonly Token[];

/** Visits every selected node. */
type Select = (root: unknown, visit: OnVisit) => void;

type OnVisit = (value: unknown, trail: Trail, item: unknown) => void;

/**
 * Compiles a JSON Pointer in which `*` stands for every item of an array, `~values` for every value of an object, and
 * `~first` and `~last` for one item. `item` is what the last `*` or `~values` stands for, or the root. Visits get a trail instead of a pointer, because making a pointer for every
 * node takes longer than the checks. Compiled selectors are kept, because packages name the same few places again and
 * again.
 */
export const compileSelector = cacheByString(
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

/** Compiles the access to one place. The tokens contain no `*` or `~values`. The value is undefined if the place does not exist. */
export function compileGetter(tokens: readonly string[]): (value: unknown) => unknown {
  return (value) => tokens.reduce(stepInto, value);
}

function stepInto(value: unknown, token: string): unknown {
  if (token === FIRST || token === LAST) return Array.isArray(value) ? value.at(token === FIRST ? 0 : -1) : undefined;
  return childOf(value, token);
}

/** Whether a token may name one item of an array: `~first`, `~last`, or a number as in RFC 6901. */
export function isItemStep(token: string): boolean {
  return token === FIRST || token === LAST || isIndex(token);
}

/** Whether a token stands for each item of an array or each value of an object. */
export function isEach(token: string): boolean {
  return token === "*" || token === VALUES;
}

/** Whether a token stands for each value of an object. */
export function isEachValue(token: string): boolean {
  return token === VALUES;
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
    const step = selector[index];
    if (step !== token && step !== VALUES && !(step === "*" && (isIndex(token) || token === "-"))) return false;
  }
  return true;
}

/** The tokens of a selector before its first `*` or `~values`. All selected nodes are inside the value at this place. */
export function beforeFirstEach(selector: string): string[] {
  const tokens = toTokens(selector);
  const each = tokens.findIndex(isEach);
  return each === -1 ? tokens : tokens.slice(0, each);
}

/**
 * Returns a test: whether the array or the object of the first `*` or `~values` exists, even if it is empty; undefined
 * without one.
 */
export function compileHasHolder(selector: string): ((root: unknown) => boolean) | undefined {
  const before = beforeFirstEach(selector);
  const each = toTokens(selector)[before.length];
  if (each === undefined) return undefined;
  const holder = compileGetter(before);
  return (root) => (each === VALUES ? isObject(holder(root)) : Array.isArray(holder(root)));
}
