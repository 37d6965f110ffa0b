import {
  childOf,
  isIndex,
  isWithin,
  lastToken,
  parentPointer,
  type Token,
  toPointer,
  toTokens,
  valueAt,
} from "./pointer.js";
import { copyObject, type Json, setProperty } from "./value.js";

/** The operations of RFC 6902 that fixes use. */
export type Operation =
  | { op: "add" | "replace"; path: string; value: Json }
  | { op: "remove"; path: string }
  | { op: "move"; from: string; path: string };

/**
 * Applies a patch without changing the original. Only the containers on the paths are copied, each
 * of them once: cloning 60 KiB for each of a hundred fixes would take a hundred times as long as
 * trying the fixes. Throws if an operation fails according to RFC 6902.
 */
export function applyPatch(document: unknown, patch: readonly Operation[]): unknown {
  const editor = new Editor(document);
  for (const operation of patch) editor.apply(operation);
  return editor.document;
}

/** The places that a patch changes. */
export function patchedPlaces(patch: readonly Operation[]): string[] {
  const places: string[] = [];
  for (const operation of patch) {
    if (operation.op === "move") places.push(operation.from);
    places.push(operation.path);
  }
  return places;
}

export function withPaths(operation: Operation, change: (path: string) => string): Operation {
  const path = change(operation.path);
  return operation.op === "move"
    ? { ...operation, path, from: change(operation.from) }
    : { ...operation, path };
}

type Container = unknown[] | Record<string, unknown>;

export class Editor {
  /**
   * Containers that are already copies and can be changed in place. Made for the first one: most
   * documents stay.
   */
  #copies: Set<unknown> | undefined;

  constructor(public document: unknown) {}

  apply(operation: Operation): void {
    const { path } = operation;
    if (operation.op === "move") this.#move(operation.from, path);
    else if (operation.op === "remove") this.#remove(path);
    else if (operation.op === "add") this.#insert(path, operation.value);
    else this.#replace(path, operation.value);
  }

  #move(from: string, path: string): void {
    if (isWithin(path, from) && path !== from)
      throw new Error(`${from} cannot be moved into itself`);
    this.#insert(path, this.#remove(from));
  }

  #insert(path: string, value: unknown): void {
    if (path === "") {
      this.document = value;
      return;
    }
    const token = lastToken(path);
    const container = this.#owned(toTokens(parentPointer(path)));
    if (!Array.isArray(container)) setProperty(container, token, value);
    else if (token === "-") container.push(value);
    else if (isIndex(token) && Number(token) <= container.length)
      container.splice(Number(token), 0, value);
    else throw new Error(`${token} is not an index of the array`);
  }

  #replace(path: string, value: unknown): void {
    if (valueAt(this.document, path) === undefined) throw new Error(`${path} does not exist`);
    this.set(toTokens(path), value);
  }

  /** Replaces the value at a place that exists. */
  set(trail: readonly Token[], value: unknown): void {
    if (trail.length === 0) this.document = value;
    else setProperty(this.#owned(trail.slice(0, -1)), String(trail.at(-1)), value);
  }

  /** Returns the removed value. */
  #remove(path: string): unknown {
    if (path === "") throw new Error("cannot remove the whole document");
    const token = lastToken(path);
    const value = childOf(valueAt(this.document, parentPointer(path)), token);
    if (value === undefined) throw new Error(`${path} does not exist`);
    const container = this.#owned(toTokens(parentPointer(path)), token);
    if (Array.isArray(container)) container.splice(Number(token), 1);
    else delete container[token];
    return value;
  }

  /** Copies a container and its ancestors. The copy of the container lacks `removed`. */
  #owned(tokens: readonly Token[], removed?: string): Container {
    let [holder, step]: [Container | undefined, string] = [undefined, ""];
    let here = this.document;
    for (let depth = 0; ; depth++) {
      if (typeof here !== "object" || here === null)
        throw new Error(`${toPointer(tokens)} is not a container`);
      const isLast = depth === tokens.length;
      const copy = this.#copy(here as Container, isLast ? removed : undefined);
      if (copy !== here) {
        if (holder === undefined) this.document = copy;
        else setProperty(holder, step, copy);
      }
      if (isLast) return copy;
      [holder, step] = [copy, String(tokens[depth])];
      here = childOf(copy, step);
    }
  }

  #copy<T extends Container>(container: T, without: string | undefined): T {
    this.#copies ??= new Set();
    if (this.#copies.has(container)) return container;
    const copy = (
      Array.isArray(container) ? container.slice() : copyObject(container, without)
    ) as T;
    this.#copies.add(copy);
    return copy;
  }
}

/** Like applyPatch(), but undefined if the patch cannot be applied. */
export function tryPatch(document: unknown, patch: readonly Operation[]): unknown {
  try {
    return applyPatch(document, patch);
  } catch {
    return undefined;
  }
}
