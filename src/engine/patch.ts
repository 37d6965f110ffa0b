import type { Json } from "./json.js";
import { child, format, isIndex, parent, parse, valueAt } from "./pointer.js";

/** The operations of RFC 6902 that fixes are made of. */
export type Operation =
  | { op: "add" | "replace"; path: string; value: Json }
  | { op: "remove"; path: string }
  | { op: "move"; from: string; path: string };

/**
 * Applies a patch and leaves the document as it was: only the containers on the way are copied. Every fix is proven on
 * its own document, and cloning 60 KiB for each of a hundred fixes would cost a hundred times what the proof does.
 */
export function applyPatch(document: unknown, patch: readonly Operation[]): unknown {
  return patch.reduce(applyOperation, document);
}

function applyOperation(document: unknown, operation: Operation): unknown {
  const path = parse(operation.path);
  switch (operation.op) {
    case "add":
      return edit(document, path, (container, token) => insert(container, token, operation.value));
    case "replace":
      return edit(document, path, (container, token) => assign(container, token, operation.value), operation.value);
    case "remove":
      return edit(document, path, erase);
    case "move": {
      const value = valueAt(document, operation.from);
      if (value === undefined) throw new Error(`nothing to move at ${operation.from}`);
      const without = edit(document, parse(operation.from), erase);
      return edit(without, path, (container, token) => insert(container, token, value));
    }
  }
}

type Container = unknown[] | Record<string, unknown>;

function edit(
  value: unknown,
  path: readonly string[],
  change: (container: Container, token: string) => void,
  root?: Json,
): unknown {
  const [token, ...rest] = path;
  if (token === undefined) return root;
  if (typeof value !== "object" || value === null) throw new Error(`no container for ${format(path)}`);
  const copy: Container = Array.isArray(value) ? [...value] : { ...(value as Record<string, unknown>) };
  if (rest.length === 0) change(copy, token);
  else assign(copy, token, edit(child(value, token), rest, change));
  return copy;
}

function insert(container: Container, token: string, value: unknown): void {
  if (!Array.isArray(container)) assign(container, token, value);
  else if (token === "-") container.push(value);
  else if (isIndex(token) && Number(token) <= container.length) container.splice(Number(token), 0, value);
  else throw new Error(`no place ${token} in the list`);
}

function assign(container: Container, token: string, value: unknown): void {
  // A plain assignment of `__proto__` would change the prototype instead of making a member.
  if (token !== "__proto__") (container as Record<string, unknown>)[token] = value;
  else Object.defineProperty(container, token, { value, writable: true, enumerable: true, configurable: true });
}

function erase(container: Container, token: string): void {
  if (!Object.hasOwn(container, token)) throw new Error(`nothing to remove at ${token}`);
  if (Array.isArray(container)) container.splice(Number(token), 1);
  else delete container[token];
}

export interface Traced {
  readonly document: unknown;
  /** False when every node stays where it is. */
  readonly moves: boolean;
  /** Where a node stands after the patch: list elements close up, moved nodes are renamed, removed ones are nowhere. */
  follow(path: string): string | undefined;
}

/** Applies a patch and remembers how it moves things about. */
export function tracePatch(document: unknown, patch: readonly Operation[]): Traced {
  const steps: ((path: string) => string | undefined)[] = [];
  let root = document;
  for (const operation of patch) {
    const { op, path } = operation;
    if (op === "move") {
      const { from } = operation;
      steps.push((here) => (within(here, from) ? path + here.slice(from.length) : here));
    } else if (op === "remove") {
      const list = Array.isArray(valueAt(root, parent(path))) ? parent(path) : undefined;
      steps.push((here) => {
        if (within(here, path)) return undefined;
        return list === undefined ? here : closeUp(here, list, Number(path.slice(list.length + 1)));
      });
    }
    root = applyOperation(root, operation);
  }
  return {
    document: root,
    moves: steps.length > 0,
    follow: (path) => {
      let here: string | undefined = path;
      for (const step of steps) {
        if (here === undefined) break;
        here = step(here);
      }
      return here;
    },
  };
}

function within(path: string, ancestor: string): boolean {
  return path.startsWith(ancestor) && (path.length === ancestor.length || path[ancestor.length] === "/");
}

function closeUp(path: string, list: string, gone: number): string {
  if (!path.startsWith(`${list}/`)) return path;
  const [index = "", ...rest] = path.slice(list.length + 1).split("/");
  return Number(index) > gone ? [list, Number(index) - 1, ...rest].join("/") : path;
}
