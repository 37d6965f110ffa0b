import type { Operation } from "../../json/patch.js";
import { isIndex, parse, prefixesOf, valueAt } from "../../json/pointer.js";
import { kindOf } from "../../json/value.js";
import type { CompiledSpec } from "../compile-spec.js";
import type { Problem } from "../problem.js";

/** Tells what a patch uncovers from what it makes wrong itself. */
export type Uncovering = (patch: readonly Operation[], before: unknown) => Opened;

/** What a patch moves, wraps or gives another type. */
export interface Opened {
  /** Whether the patch itself makes this wrong. */
  isNew(problem: Problem): boolean;
  /** Whether one of these is uncovered. */
  hasSome(places: Places): boolean;
}

type Reads = Problem["reads"];

/** The places of problems, to find those that uncover some of them. */
export class Places {
  /** The paths and all around them. */
  readonly paths = new Set<string>();
  readonly reads = new Set<Reads>();

  constructor(problems: readonly Problem[]) {
    for (const { path, reads } of problems) {
      this.reads.add(reads);
      for (const prefix of prefixesOf(path)) this.paths.add(prefix);
    }
  }
}

/**
 * What stands in a property that is moved, wrapped or given another type was wrong before, and so was what a check
 * reports that reads it. It only could not be seen. A value that is respelled in place uncovers nothing: what is
 * wrong with it afterwards is new. The type of a declaration is the exception: values are checked against it
 * elsewhere.
 */
export function compileUncovering({ declarations }: Pick<CompiledSpec, "declarations">): Uncovering {
  const types = [...declarations.values()].flatMap(({ source: { at, type } }) =>
    type === undefined ? [] : [parse(at + type)],
  );
  return (patch, before) => {
    const moved = new Set<string>();
    /** The places as selectors: of a hundred records, one is enough. */
    const opened = new Map<string, string[]>();
    for (const operation of patch) {
      const { op, path } = operation;
      const isMoved = isMoving(operation, before);
      if (isMoved) moved.add(path);
      const tokens = parse(path).slice(1);
      if (isMoved || (op !== "remove" && types.some((type) => overlap(type, tokens)))) {
        const selector = tokens.map((token) => (isIndex(token) ? "*" : token));
        opened.set(selector.join("/"), selector);
      }
    }
    const selectors = [...opened.values()];
    // The problems of a rule all read the same.
    const known = new Map<Reads, boolean>();
    const isRead = (reads: Reads): boolean => {
      const is = known.get(reads) ?? selectors.some((selector) => isReadBy(reads, selector));
      known.set(reads, is);
      return is;
    };
    return {
      isNew: ({ path, reads }) => !isRead(reads) && !hasPrefixIn(path, moved),
      hasSome: ({ paths, reads }) => [...moved].some((place) => paths.has(place)) || [...reads].some(isRead),
    };
  };
}

function isMoving(operation: Operation, before: unknown): boolean {
  const { op, path } = operation;
  if (op === "move") return true;
  // A null that is removed was no value before either.
  if (op === "remove") return valueAt(before, path) === null;
  if (typeof operation.value === "object" && operation.value !== null) return true;
  return op === "replace" && kindOf(valueAt(before, path)) !== kindOf(operation.value);
}

function hasPrefixIn(path: string, places: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (places.has(path.slice(0, end))) return true;
  }
  return false;
}

/** Whether a check that reads these places looks at a selector. */
export function isReadBy(reads: Reads, selector: readonly string[]): boolean {
  return reads?.some((read) => overlap(read, selector)) === true;
}

/** Whether one is the place of the other, or around it. */
function overlap(one: readonly string[], other: readonly string[]): boolean {
  const depth = Math.min(one.length, other.length);
  for (let at = 0; at < depth; at++) if (one[at] !== other[at] && one[at] !== "*" && other[at] !== "*") return false;
  return true;
}
