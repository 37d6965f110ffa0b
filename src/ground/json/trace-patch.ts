import { Editor, type Operation } from "./patch.js";
import { PlaceSet } from "./place-set.js";
import { isIndex, isItem, isWithin, parentPointer } from "./pointer.js";

export interface TracedPatch {
  readonly document: unknown;
  /**
   * Whether a node at a path may have another one after the patch, or none: it was moved or
   * removed, or is an item of an array that other items left or entered. Any other node has the
   * same path.
   */
  mayMove(path: string): boolean;
  /**
   * The paths of these nodes after the patch; removed ones have none. Array items shift; moved
   * nodes are renamed.
   */
  follow(paths: readonly string[]): ReadonlyMap<string, string>;
}

/**
 * A node that was moved, removed or inserted, and whether it left or entered an array, whose items
 * it shifts.
 */
interface Shift {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly leavesArray: boolean;
  readonly entersArray: boolean;
}

/** Applies a patch and records how it moves nodes. */
export function tracePatch(document: unknown, patch: readonly Operation[]): TracedPatch {
  const editor = new Editor(document);
  const shifts: Shift[] = [];
  for (const operation of patch) {
    const { op, path } = operation;
    const from = op === "move" ? operation.from : op === "remove" ? path : undefined;
    const to = op === "move" || op === "add" ? path : undefined;
    const leavesArray = from !== undefined && isItem(editor.document, from);
    editor.apply(operation);
    // Appending with `-` shifts no items.
    const entersArray = to !== undefined && isItem(editor.document, to);
    if (from !== undefined || entersArray) shifts.push({ from, to, leavesArray, entersArray });
  }
  const changed = shifts.flatMap(({ from, to, leavesArray, entersArray }) => [
    ...(from === undefined ? [] : [leavesArray ? parentPointer(from) : from]),
    ...(entersArray ? [parentPointer(to as string)] : []),
  ]);
  return {
    document: editor.document,
    mayMove: testWithin(changed),
    follow: (paths) => follow(paths, shifts),
  };
}

/** Fewer places are compared one by one, which is quicker than a look at each step of a path. */
const MIN_INDEXED = 8;

/** Returns a test: whether a path is one of the places, or inside one of them. */
function testWithin(places: readonly string[]): (path: string) => boolean {
  if (places.length < MIN_INDEXED) return (path) => places.some((place) => isWithin(path, place));
  const set = new PlaceSet(places);
  return (path) => set.has(path);
}

/** Applies the shifts to a tree of the followed nodes, so all of them are followed at once. */
function follow(paths: readonly string[], shifts: readonly Shift[]): Map<string, string> {
  const followed = new Map<string, string>();
  if (paths.length === 0) return followed;
  const root = new Branch();
  for (const path of new Set(paths)) root.at(path).origins.push(path);
  for (const { from, to, leavesArray, entersArray } of shifts) {
    const taken = from === undefined ? undefined : root.take(from, leavesArray);
    if (entersArray)
      root
        .at(parentPointer(to as string))
        .items.splice(Number(lastToken(to as string)), 0, undefined);
    if (taken !== undefined && to !== undefined)
      root.at(parentPointer(to)).add(lastToken(to), taken);
  }
  root.note("", followed);
  return followed;
}

/** The last token of a path, escaped like all tokens here. */
function lastToken(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A node that is followed, or contains such nodes. */
class Branch {
  /** The original paths of the nodes that are here now. */
  readonly origins: string[] = [];
  /** The children with numbers, which shift if this is an array. */
  readonly items: (Branch | undefined)[] = [];
  /**
   * The other children. Most branches have one child, and a map for each would take most of the
   * time.
   */
  others: Map<string, Branch> | undefined;

  /** The branch at a path, which is made if it does not exist. */
  at(path: string): Branch {
    let branch: Branch = this;
    for (const token of path.split("/").slice(1))
      branch = branch.get(token) ?? branch.set(token, new Branch());
    return branch;
  }

  take(path: string, isItem: boolean): Branch | undefined {
    const token = lastToken(path);
    const holder = this.at(parentPointer(path));
    const taken = holder.get(token);
    if (isItem) holder.items.splice(Number(token), 1);
    else if (isNumber(token)) delete holder.items[Number(token)];
    else holder.others?.delete(token);
    return taken;
  }

  /** Adds a child. A moved node may replace another one, which is still followed. */
  add(token: string, branch: Branch): void {
    const there = this.get(token);
    if (there === undefined) this.set(token, branch);
    else {
      there.origins.push(...branch.origins);
      branch.each((inner, child) => there.add(inner, child));
    }
  }

  /** Notes the present path of each node by its original path. */
  note(path: string, followed: Map<string, string>): void {
    for (const origin of this.origins) followed.set(origin, path);
    this.each((token, branch) => branch.note(`${path}/${token}`, followed));
  }

  get(token: string): Branch | undefined {
    return isNumber(token) ? this.items[Number(token)] : this.others?.get(token);
  }

  set(token: string, branch: Branch): Branch {
    if (isNumber(token)) this.items[Number(token)] = branch;
    else {
      this.others ??= new Map();
      this.others.set(token, branch);
    }
    return branch;
  }

  each(visit: (token: string, branch: Branch) => void): void {
    // An object may have the only name "999999": walking over all indexes below would take a
    // millisecond and more.
    for (const index in this.items) {
      const branch = this.items[index];
      if (branch !== undefined) visit(index, branch);
    }
    for (const [token, branch] of this.others ?? []) visit(token, branch);
  }
}

/** A larger number is no index: no request has room for as many items. */
function isNumber(token: string): boolean {
  return token.length <= 6 && isIndex(token);
}
