import { groupBy } from "../../ground/json/group-by.js";
import type { Operation } from "../../ground/json/patch.js";
import { PlaceSet } from "../../ground/json/place-set.js";
import { valueAt } from "../../ground/json/pointer.js";
import type { TracedPatch } from "../../ground/json/trace-patch.js";
import type { Occurrence } from "../problem.js";
import { type CheckedCandidate, includesEqual } from "./checked-candidate.js";

/** The result of applying a patch to a candidate and checking everything again. */
export class Trial {
  /** The violations that the patch has caused. One of a value that the patch moved is not new. */
  readonly added: readonly Occurrence[];
  /** The paths of the known violations of these after the patch; a path whose place was removed has none. */
  readonly #pathsAfter: ReadonlyMap<string, string>;
  #moved: PlaceSet | undefined;

  constructor(
    private readonly before: CheckedCandidate,
    readonly after: CheckedCandidate,
    readonly patch: readonly Operation[],
    private readonly traced: TracedPatch,
  ) {
    const { mayMove } = traced;
    // Following a path takes longer than anything else here, and a patch mostly leaves nothing of what it fixes.
    const moved = before.violations.occurrences.filter((one) => after.hasKind(one) && mayMove(one.path));
    this.#pathsAfter = traced.follow(moved.map(({ path }) => path));
    const arrived = groupBy(moved, ({ path }) => this.#pathsAfter.get(path));
    const isKnown = (occurrence: Occurrence) =>
      includesEqual(arrived.get(occurrence.path), occurrence) ||
      (!mayMove(occurrence.path) && before.has(occurrence, occurrence.path));
    const isNew = this.#compileCount();
    this.added = after.violations.occurrences.filter((occurrence) => !isKnown(occurrence) && isNew(occurrence));
  }

  /**
   * Returns a test for violations of codes that are partly only counted: one that was not kept before is new unless
   * their number has fallen by as many as were removed. Then it was one of those that were only counted.
   */
  #compileCount(): (occurrence: Occurrence) => boolean {
    const [before, after] = [this.before.violations, this.after.violations];
    const rises = new Map<string, boolean>();
    for (const code of new Set([...before.countedCodes, ...after.countedCodes])) {
      const removed = before.occurrences.filter((one) => one.code === code && this.removes(one)).length;
      rises.set(code, after.countCode(code) + removed > before.countCode(code));
    }
    return ({ code }) => rises.get(code) !== false;
  }

  removes(occurrence: Occurrence): boolean {
    if (!this.after.hasKind(occurrence)) return true;
    const path = this.#pathAfter(occurrence.path);
    return path === undefined || !this.after.has(occurrence, path);
  }

  #pathAfter(path: string): string | undefined {
    return this.traced.mayMove(path) ? this.#pathsAfter.get(path) : path;
  }

  /**
   * Whether a violation is inside a value that the patch moved or renamed. The patch did not cause it: it could not be
   * seen before.
   */
  isRevealed({ path }: Occurrence): boolean {
    this.#moved ??= new PlaceSet(this.patch.flatMap((operation) => movedTo(operation, this.before) ?? []));
    return this.#moved.has(path);
  }
}

/** The place to which an operation moves a value, even if the operation puts the value into an array of one item. */
function movedTo(operation: Operation, { candidate }: CheckedCandidate): string | undefined {
  if (operation.op === "move") return operation.path;
  if (operation.op !== "replace" || !Array.isArray(operation.value) || operation.value.length !== 1) return undefined;
  return operation.value[0] === valueAt({ candidate }, operation.path) ? `${operation.path}/0` : undefined;
}
