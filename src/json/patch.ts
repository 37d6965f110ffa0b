import { child, isIndex, parse, valueAt } from "./pointer.js";
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
    else if (operation.op === "remove") this.#removeAt(path);
    else if (operation.op === "add") this.#insertAt(path, operation.value);
    else this.#replaceAt(path, operation.value);
  }

  #move(from: string, path: string): void {
    if (isWithin(path, from) && path !== from) throw new Error(`${from} cannot be moved into itself`);
    const value = valueAt(this.document, from);
    this.#removeAt(from);
    this.#insertAt(path, value);
  }

  #insertAt(path: string, value: unknown): void {
    if (path === "") this.document = value;
    else this.#edit(path, (container, token) => this.#insert(container, token, value));
  }

  #replaceAt(path: string, value: unknown): void {
    if (path === "") this.document = value;
    else this.#edit(path, (container, token) => this.#replace(container, token, value));
  }

  #removeAt(path: string): void {
    this.#edit(path, (container, token) => this.#remove(container, token));
  }

  /** `change` returns the changed container. */
  #edit(path: string, change: (container: Container, token: string) => Container): void {
    const tokens = parse(path);
    const last = tokens.pop();
    if (last === undefined) throw new Error("cannot remove the whole document");
    const descend = (value: unknown, depth: number): Container => {
      if (typeof value !== "object" || value === null) throw new Error(`${path} does not exist`);
      const token = tokens[depth];
      if (token === undefined) return change(value as Container, last);
      const copy = this.#copy(value as Container);
      assign(copy, token, descend(child(value, token), depth + 1));
      return copy;
    };
    this.document = descend(this.document, 0);
  }

  #copy<T extends Container>(container: T): T {
    if (this.#copies.has(container)) return container;
    const copy = (Array.isArray(container) ? container.slice() : { ...container }) as T;
    this.#copies.add(copy);
    return copy;
  }

  #insert(container: Container, token: string, value: unknown): Container {
    const copy = this.#copy(container);
    if (!Array.isArray(copy)) assign(copy, token, value);
    else if (token === "-") copy.push(value);
    else if (isIndex(token) && Number(token) <= copy.length) copy.splice(Number(token), 0, value);
    else throw new Error(`${token} is not an index of the array`);
    return copy;
  }

  #replace(container: Container, token: string, value: unknown): Container {
    existing(container, token);
    const copy = this.#copy(container);
    assign(copy, token, value);
    return copy;
  }

  #remove(container: Container, token: string): Container {
    existing(container, token);
    if (Array.isArray(container)) {
      const copy = this.#copy(container);
      copy.splice(Number(token), 1);
      return copy;
    }
    if (this.#copies.has(container)) {
      delete container[token];
      return container;
    }
    // After `delete`, V8 reads all properties of an object slowly.
    const copy: Container = {};
    for (const key of Object.keys(container)) if (key !== token) assign(copy, key, container[key]);
    this.#copies.add(copy);
    return copy;
  }
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
