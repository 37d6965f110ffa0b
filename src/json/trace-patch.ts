import { Editor, isWithin, type Operation } from "./patch.js";
import { parent, valueAt } from "./pointer.js";

export interface Traced {
  readonly document: unknown;
  /** False when every node stands where it stood and none is gone. */
  readonly moves: boolean;
  /** Where a node stands after the patch: list items close up or make room, moved nodes are renamed, removed ones are nowhere. */
  follow(path: string): string | undefined;
}

type Step = (path: string) => string | undefined;

/** Applies a patch and remembers how it moves things about. */
export function tracePatch(document: unknown, patch: readonly Operation[]): Traced {
  const editor = new Editor(document);
  const steps: Step[] = [];
  let moves = false;
  for (const operation of patch) {
    const { op, path } = operation;
    const from = op === "move" ? operation.from : op === "remove" ? path : undefined;
    const source = from && listOf(editor.document, from);
    editor.apply(operation);
    const target = op === "add" || op === "move" ? listOf(editor.document, path) : undefined;
    if (op === "move") steps.push(moved(operation, source, target));
    else if (from !== undefined) steps.push(removed(from, source));
    else if (target !== undefined) steps.push(inserted(path, target));
    moves ||= from !== undefined || target !== undefined;
  }
  return {
    document: editor.document,
    moves,
    follow: (path) => {
      let here: string | undefined = path;
      for (const step of steps) if (here !== undefined) here = step(here);
      return here;
    },
  };
}

type List = string | undefined;

function moved({ from, path }: { from: string; path: string }, source: List, target: List): Step {
  const remove = removed(from, source);
  const insert = inserted(path, target);
  return (here) => {
    if (isWithin(here, from)) return path + here.slice(from.length);
    const left = remove(here);
    return left === undefined ? undefined : insert(left);
  };
}

function removed(path: string, list: List): Step {
  return (here) => {
    if (isWithin(here, path)) return undefined;
    return list === undefined ? here : shifted(here, list, Number(path.slice(list.length + 1)) + 1, -1);
  };
}

function inserted(path: string, list: List): Step {
  return (here) => (list === undefined ? here : shifted(here, list, Number(path.slice(list.length + 1)), 1));
}

/** The list that a path leads into, if it is one; the end of a list is no place that moves others. */
function listOf(document: unknown, path: string): List {
  return path !== "" && !path.endsWith("/-") && Array.isArray(valueAt(document, parent(path)))
    ? parent(path)
    : undefined;
}

function shifted(path: string, list: string, from: number, by: number): string {
  if (path === list || !isWithin(path, list)) return path;
  const [index = "", ...rest] = path.slice(list.length + 1).split("/");
  return Number(index) >= from ? [list, Number(index) + by, ...rest].join("/") : path;
}
