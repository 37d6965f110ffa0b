import type { Json } from "./json.js";
import { child, isIndex, parent, parse, valueAt } from "./pointer.js";

/** The operations of RFC 6902 that fixes are made of. */
export type Operation =
  | { op: "add" | "replace"; path: string; value: Json }
  | { op: "remove"; path: string }
  | { op: "move"; from: string; path: string };

/**
 * Applies a patch and leaves the document as it was: only the containers on the way are copied. Every fix is proven on
 * its own document, and cloning 60 KiB for each of a hundred fixes would cost a hundred times what the proof does.
 * Throws where RFC 6902 has the operation fail.
 */
export function applyPatch(document: unknown, patch: readonly Operation[]): unknown {
  return patch.reduce(applyOperation, document);
}

function applyOperation(document: unknown, operation: Operation): unknown {
  switch (operation.op) {
    case "add":
      return insertAt(document, operation.path, operation.value);
    case "replace":
      if (operation.path === "") return operation.value;
      return edit(document, operation.path, (container, token) => {
        existing(container, token);
        assign(container, token, operation.value);
      });
    case "remove":
      return removeAt(document, operation.path);
    case "move": {
      if (within(operation.path, operation.from) && operation.path !== operation.from) {
        throw new Error(`${operation.from} cannot be moved into itself`);
      }
      const value = valueAt(document, operation.from);
      return insertAt(removeAt(document, operation.from), operation.path, value);
    }
  }
}

function insertAt(document: unknown, path: string, value: unknown): unknown {
  if (path === "") return value;
  return edit(document, path, (container, token) => {
    if (!Array.isArray(container)) assign(container, token, value);
    else if (token === "-") container.push(value);
    else if (isIndex(token) && Number(token) <= container.length) container.splice(Number(token), 0, value);
    else throw new Error(`there is no place ${token} in the list`);
  });
}

function removeAt(document: unknown, path: string): unknown {
  return edit(document, path, (container, token) => {
    existing(container, token);
    if (Array.isArray(container)) container.splice(Number(token), 1);
    else delete container[token];
  });
}

type Container = unknown[] | Record<string, unknown>;

function edit(document: unknown, path: string, change: (container: Container, token: string) => void): unknown {
  const tokens = parse(path);
  const last = tokens.pop();
  if (last === undefined) throw new Error("the whole document cannot be removed");
  return copyDown(document, 0);

  function copyDown(value: unknown, depth: number): Container {
    if (typeof value !== "object" || value === null) throw new Error(`there is nothing at ${path}`);
    const copy: Container = Array.isArray(value) ? [...value] : { ...(value as Record<string, unknown>) };
    const token = tokens[depth];
    if (token === undefined) change(copy, last as string);
    else assign(copy, token, copyDown(child(value, token), depth + 1));
    return copy;
  }
}

function existing(container: Container, token: string): void {
  if (child(container, token) === undefined) throw new Error(`there is no ${token}`);
}

function assign(container: Container, token: string, value: unknown): void {
  // A plain assignment of `__proto__` would change the prototype instead of making a member.
  if (token !== "__proto__") (container as Record<string, unknown>)[token] = value;
  else Object.defineProperty(container, token, { value, writable: true, enumerable: true, configurable: true });
}

export interface Traced {
  readonly document: unknown;
  /** False when every node stays where it is. */
  readonly moves: boolean;
  /** Where a node stands after the patch: list items close up or make room, moved nodes are renamed, removed ones are nowhere. */
  follow(path: string): string | undefined;
}

type Step = (path: string) => string | undefined;

/** Applies a patch and remembers how it moves things about. */
export function tracePatch(document: unknown, patch: readonly Operation[]): Traced {
  const steps: Step[] = [];
  let root = document;
  for (const operation of patch) {
    const after = applyOperation(root, operation);
    if (operation.op === "move")
      steps.push(moved(operation, removed(root, operation.from), inserted(after, operation.path)));
    else if (operation.op === "remove") steps.push(removed(root, operation.path));
    else if (operation.op === "add" && listOf(after, operation.path) !== undefined)
      steps.push(inserted(after, operation.path));
    root = after;
  }
  return {
    document: root,
    moves: steps.length > 0,
    follow: (path) =>
      steps.reduce<string | undefined>((here, step) => (here === undefined ? undefined : step(here)), path),
  };
}

function moved({ from, path }: { from: string; path: string }, remove: Step, insert: Step): Step {
  return (here) => {
    if (within(here, from)) return path + here.slice(from.length);
    const left = remove(here);
    return left === undefined ? undefined : insert(left);
  };
}

function removed(before: unknown, path: string): Step {
  const list = listOf(before, path);
  return (here) => {
    if (within(here, path)) return undefined;
    return list === undefined ? here : shifted(here, list, Number(path.slice(list.length + 1)) + 1, -1);
  };
}

function inserted(after: unknown, path: string): Step {
  const list = listOf(after, path);
  return (here) => (list === undefined ? here : shifted(here, list, Number(path.slice(list.length + 1)), 1));
}

/** The list that a path leads into, if it is one; the end of a list is no place that moves others. */
function listOf(document: unknown, path: string): string | undefined {
  return path !== "" && !path.endsWith("/-") && Array.isArray(valueAt(document, parent(path)))
    ? parent(path)
    : undefined;
}

function shifted(path: string, list: string, from: number, by: number): string {
  if (!path.startsWith(`${list}/`)) return path;
  const [index = "", ...rest] = path.slice(list.length + 1).split("/");
  return Number(index) >= from ? [list, Number(index) + by, ...rest].join("/") : path;
}

function within(path: string, ancestor: string): boolean {
  return path.startsWith(ancestor) && (path.length === ancestor.length || path[ancestor.length] === "/");
}
