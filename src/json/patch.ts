import { child, isIndex, parse } from "./pointer.js";
import type { Json } from "./value.js";

/** The operations of RFC 6902 that fixes use. */
export type Operation =
  | { op: "add" | "replace"; path: string; value: Json }
  | { op: "remove"; path: string }
  | { op: "move"; from: string; path: string };

/**
 * Applies a patch without changing the original: only the containers on the path are copied, each of them once. Every
 * fix is proven on its own document, and cloning 60 KiB for each of a hundred fixes would cost a hundred times as
 * much as the proof. Throws where an operation fails by RFC 6902.
 */
export function applyPatch(document: unknown, patch: readonly Operation[]): unknown {
  const editor = new Editor(document);
  for (const operation of patch) editor.apply(operation);
  return editor.document;
}

type Container = unknown[] | Record<string, unknown>;

export class Editor {
  /** Containers that are already copies and can be changed in place. */
  readonly #copies = new Set<unknown>();

  constructor(public document: unknown) {}

  apply(operation: Operation): void {
    const { path } = operation;
    if (operation.op === "move") this.#move(operation.from, path);
    else if (operation.op === "remove") this.#remove(path);
    else if (operation.op === "add") this.#insert(path, operation.value);
    else this.#replace(path, operation.value);
  }

  #move(from: string, path: string): void {
    if (isWithin(path, from) && path !== from) throw new Error(`${from} cannot be moved into itself`);
    this.#insert(path, this.#remove(from));
  }

  #insert(path: string, value: unknown): void {
    if (path === "") {
      this.document = value;
      return;
    }
    const tokens = parse(path);
    const token = tokens.pop() as string;
    const container = this.#owned(tokens, path);
    if (!Array.isArray(container)) assign(container, token, value);
    else if (token === "-") container.push(value);
    else if (isIndex(token) && Number(token) <= container.length) container.splice(Number(token), 0, value);
    else throw new Error(`${token} is not an index of the array`);
  }

  #replace(path: string, value: unknown): void {
    if (path === "") {
      this.document = value;
      return;
    }
    const tokens = parse(path);
    const token = tokens.pop() as string;
    const container = this.#owned(tokens, path);
    existing(container, token);
    assign(container, token, value);
  }

  /** What was there. */
  #remove(path: string): unknown {
    const tokens = parse(path);
    const value = tokens.reduce(child, this.document);
    const token = tokens.pop();
    if (token === undefined) throw new Error("cannot remove the whole document");
    if (value === undefined) throw new Error(`${path} does not exist`);
    const container = this.#owned(tokens, path, token);
    if (Array.isArray(container)) container.splice(Number(token), 1);
    else delete container[token];
    return value;
  }

  /** The container at the end of a path, and all on the way to it, as copies. It is copied without `removed`. */
  #owned(tokens: readonly string[], path: string, removed?: string): Container {
    let [holder, step]: [Container | undefined, string] = [undefined, ""];
    let here = this.document;
    for (let depth = 0; ; depth++) {
      if (typeof here !== "object" || here === null) throw new Error(`${path} does not exist`);
      const isLast = depth === tokens.length;
      const copy = this.#copy(here as Container, isLast ? removed : undefined);
      if (copy !== here) {
        if (holder === undefined) this.document = copy;
        else assign(holder, step, copy);
      }
      if (isLast) return copy;
      [holder, step] = [copy, tokens[depth] as string];
      here = child(copy, step);
    }
  }

  #copy<T extends Container>(container: T, without: string | undefined): T {
    if (this.#copies.has(container)) return container;
    const copy = (Array.isArray(container) ? container.slice() : copyOf(container, without)) as T;
    this.#copies.add(copy);
    return copy;
  }
}

/** After `delete`, V8 reads all properties of an object slowly. */
function copyOf(object: Record<string, unknown>, without: string | undefined): Record<string, unknown> {
  if (without === undefined) return { ...object };
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(object)) if (key !== without) assign(copy, key, object[key]);
  return copy;
}

function existing(container: Container, token: string): void {
  if (child(container, token) === undefined) throw new Error(`${token} does not exist`);
}

function assign(container: Container, token: string, value: unknown): void {
  // Assigning `__proto__` would change the prototype instead of creating a property.
  if (token !== "__proto__") (container as Record<string, unknown>)[token] = value;
  else Object.defineProperty(container, token, { value, writable: true, enumerable: true, configurable: true });
}

export function isWithin(path: string, ancestor: string): boolean {
  // Called for every problem and every operation: comparing lengths first decides most cases quickly.
  if (path.length <= ancestor.length) return path === ancestor;
  return path[ancestor.length] === "/" && path.startsWith(ancestor);
}
