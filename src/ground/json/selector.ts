import { cacheByString } from "../cache/bounded-map.js";
import type { Editor } from "./patch.js";
import { childOf, isIndex, type Token, toTokens } from "./pointer.js";
import { isInherited, isObject } from "./value.js";

/**
 * Tokens for the first and the last item of an array, and for every value of an object whose names
 * are not listed, such as labels. RFC 6901 has no such escapes, so no property can have one of
 * these tokens.
 */
const FIRST = "~first";
const LAST = "~last";
const VALUES = "~values";
/**
 * The tokens that select many values, or one by its position: a trail has an index or a name in
 * their place.
 */
const FILLED: readonly string[] = ["*", FIRST, LAST, VALUES];

/** A selector, and what is done at each node that it selects. */
export interface Visit<Run> {
  readonly at: string;
  /** `run` is what the caller of the visitor has passed; the others are its context. */
  visit(
    value: unknown,
    trail: Trail,
    item: unknown,
    run: Run,
    previous: unknown,
    parent: unknown,
  ): void;
}

/** The context of a node. */
export interface Around {
  /** What the last `*` or `~values` matched; the root without one. */
  readonly item: unknown;
  /** The item before it in its array; undefined for the first one, and for a value of an object. */
  readonly previous?: unknown;
  /** What the `*` or `~values` before that one matched, else the root; undefined without any. */
  readonly parent?: unknown;
}

/** The context of a node, as expressions in the generated code. */
type AroundCode = Readonly<Record<keyof Around, string>>;

const NOTHING_AROUND: AroundCode = { item: "root", previous: "undefined", parent: "undefined" };

/**
 * Compiles a function that makes all visits in one walk. The walk is generated, as in AJV, because
 * V8 optimizes it for the values at each place: with closures in place of it, a valid request takes
 * a quarter longer.
 */
export function compileVisitor<Run>(
  visits: readonly Visit<Run>[],
): (root: unknown, run: Run) => void {
  const paths = visits.map(({ at }, number) => ({ tokens: toTokens(at), number }));
  const parameters = paths.flatMap(({ number }) => [`visit${number}`, `trail${number}`]);
  const values = visits.flatMap(({ visit }, number) => [
    visit,
    [...(paths[number] as Path).tokens],
  ]);
  return new Function(
    ...parameters,
    `return (root, run) => { ${writeCode(paths, "root", NOTHING_AROUND, 0)} };`,
  )(...values);
}

interface Path {
  readonly tokens: readonly string[];
  /** The number of the visit, in the names of its function and its trail. */
  readonly number: number;
}

/** The code for all paths that lead to or through this value. */
function writeCode(
  paths: readonly Path[],
  value: string,
  around: AroundCode,
  depth: number,
): string {
  const ends = paths
    .filter(({ tokens }) => tokens.length === depth)
    .map((path) => codeAtEnd(path, value, around));
  const next = new Set(paths.flatMap(({ tokens }) => tokens.slice(depth, depth + 1)));
  const steps = [...next].map((token, number) => {
    const name = `${value}_${number}`;
    const below = writeCode(
      paths.filter(({ tokens }) => tokens[depth] === token),
      name,
      isEach(token)
        ? { item: name, previous: previousCode(value, token, depth), parent: around.item }
        : around,
      depth + 1,
    );
    if (token === VALUES) return codeForValues(value, `at${depth}`, name, below);
    return FILLED.includes(token)
      ? codeForItems(value, token, `at${depth}`, name, below)
      : codeForProperty(value, token, name, below);
  });
  return [...ends, ...steps].join("\n");
}

function previousCode(array: string, token: string, depth: number): string {
  return token === VALUES ? "undefined" : `at${depth} > 0 ? ${array}[at${depth} - 1] : undefined`;
}

/** The trail has the tokens, with an index or a name in place of those that select many values. */
function codeAtEnd(
  { tokens, number }: Path,
  value: string,
  { item, previous, parent }: AroundCode,
): string {
  const indexes = tokens.map((token, depth) =>
    FILLED.includes(token) ? `trail${number}[${depth}] = at${depth};` : "",
  );
  const call = `visit${number}(${value}, trail${number}, ${item}, run, ${previous}, ${parent});`;
  return `if (${value} !== undefined) { ${indexes.join("")} ${call} }`;
}

/** The code for all items of an array, or for the first or the last one. */
function codeForItems(
  array: string,
  token: string,
  at: string,
  item: string,
  below: string,
): string {
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

type OnVisit = (
  value: unknown,
  trail: Trail,
  item: unknown,
  previous: unknown,
  parent: unknown,
) => void;

/**
 * Compiles a JSON Pointer in which `*` matches every item of an array, `~values` every value of an
 * object, and `~first` and `~last` one item. Visits get the context of a node, and a trail instead
 * of a pointer, because making a pointer for every node takes longer than the checks. Compiled
 * selectors are kept, because packages name the same few places again and again.
 */
export const compileSelector = cacheByString(
  (selector): Select =>
    compileVisitor<OnVisit>([
      {
        at: selector,
        visit: (value, trail, item, visit, previous, parent) =>
          visit(value, trail, item, previous, parent),
      },
    ]),
);

/**
 * Changes the selected nodes of a document, and returns the document. The nodes that one selector
 * selects are never inside each other.
 */
export function updateSelected(
  editor: Editor,
  select: Select,
  change: (value: unknown) => unknown,
): unknown {
  select(editor.document, (value, trail) => {
    const changed = change(value);
    if (changed !== value) editor.set(trail, changed);
  });
  return editor.document;
}

/**
 * Compiles the access to one place. The tokens contain no `*` or `~values`. The value is undefined
 * if the place does not exist.
 */
export function compileGetter(tokens: readonly string[]): (value: unknown) => unknown {
  const [first = (value: unknown) => value, ...others] = tokens.map(compileStep);
  return others.reduce((get, step) => (value) => step(get(value)), first);
}

function compileStep(token: string): (value: unknown) => unknown {
  if (token === FIRST) return (value) => (Array.isArray(value) ? value[0] : undefined);
  if (token === LAST) return (value) => (Array.isArray(value) ? value.at(-1) : undefined);
  if (isIndex(token) || isInherited(token)) return (value) => childOf(value, token);
  return (value) => (isObject(value) ? value[token] : undefined);
}

/** Whether a token may name one item of an array: `~first`, `~last`, or a number as in RFC 6901. */
export function isItemStep(token: string): boolean {
  return token === FIRST || token === LAST || isIndex(token);
}

/** Whether a token matches each item of an array or each value of an object. */
export function isEach(token: string): boolean {
  return token === "*" || token === VALUES;
}

/**
 * The selector of the items that contain the selected places: up to its last `*` or `~values`;
 * empty without one.
 */
export function toItemSelector(selector: string): string {
  return ITEMS.exec(selector)?.[0] ?? "";
}

const ITEMS = /^.*\/(?:\*|~values)(?=\/|$)/;

/** Whether a token matches each value of an object. */
export function isEachValue(token: string): boolean {
  return token === VALUES;
}

/** Whether a selector selects a place. Both are given as tokens. */
export function selects(selector: readonly string[], place: readonly string[]): boolean {
  return selector.length === place.length && overlaps(selector, place);
}

/** Whether a selector selects a place, an ancestor or a descendant. */
export function overlaps(selector: readonly string[], place: readonly string[]): boolean {
  const depth = Math.min(selector.length, place.length);
  for (let index = 0; index < depth; index++) {
    const token = place[index] as string;
    const step = selector[index];
    if (step !== token && step !== VALUES && !(step === "*" && (isIndex(token) || token === "-")))
      return false;
  }
  return true;
}

/**
 * The tokens of a selector before its first `*` or `~values`. All selected nodes are inside the
 * value at this place.
 */
export function beforeFirstEach(selector: string): string[] {
  const tokens = toTokens(selector);
  const each = tokens.findIndex(isEach);
  return each === -1 ? tokens : tokens.slice(0, each);
}

/**
 * Returns a test: whether the array or the object of the first `*` or `~values` exists, even if it
 * is empty; undefined without one.
 */
export function compileHasHolder(selector: string): ((root: unknown) => boolean) | undefined {
  const before = beforeFirstEach(selector);
  const each = toTokens(selector)[before.length];
  if (each === undefined) return undefined;
  const holder = compileGetter(before);
  return (root) => (each === VALUES ? isObject(holder(root)) : Array.isArray(holder(root)));
}
