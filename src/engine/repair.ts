import { groupBy } from "../ground/json/group-by.js";
import { type Operation, patchedPlaces } from "../ground/json/patch.js";
import { PlaceSet } from "../ground/json/place-set.js";
import { isIndex, lastToken, parentPointer, toTokens } from "../ground/json/pointer.js";
import { Room } from "../ground/json/room.js";
import type { TracedPatch } from "../ground/json/trace-patch.js";
import {
  MAX_ASKED,
  MAX_CHECKS,
  MAX_FOLLOWED,
  MAX_LAST_TRIES,
  MAX_OPEN_ERRORS,
  MAX_OPERATIONS,
  MAX_REPAIR_BYTES,
  MAX_ROUNDS,
  MAX_TRIED,
} from "./bounds.js";
import { toListed, tryTracing } from "./offers.js";
import { isReadBy } from "./rules/reads.js";
import type { Verdict } from "./verdict.js";
import {
  type Fix,
  isError,
  isMachineApplicable,
  type Severity,
  shortPath,
  type Violation,
} from "./violation.js";

export interface Repair {
  patch: Operation[];
  /** The number of errors after the patch. */
  remaining: number;
  /** False if a bound was reached before all certain fixes were applied. */
  complete: boolean;
  /**
   * The first errors after the patch. Only the author can decide about them, unless the repair is
   * incomplete.
   */
  open: OpenError[];
}

/** An error that is left after a repair. */
export interface OpenError {
  code: string;
  /** A pointer into the repaired request. */
  path: string;
  message: string;
}

/** Checks a patched form of the candidate. */
type Recheck = (candidate: unknown) => Promise<Verdict>;

/** A repair, and the fixes that it has applied, each as it is listed with its diagnostic. */
interface Repaired {
  /** Undefined if no fix is certain. */
  readonly repair: Repair | undefined;
  /** Whether a certain fix was left out because it has too many bytes. */
  readonly isCut: boolean;
  /** The fix that the repair has applied for a violation of the candidate as sent. */
  appliedTo(violation: Violation): Fix | undefined;
}

/**
 * Repairs a candidate as `apply_fixes` of Ruff does: the certain fixes that touch different places
 * are applied together, and everything is checked again. If an error is new, or one that a fix
 * should remove is left, the batch is split. The next round starts with what is left, until nothing
 * changes.
 */
export async function repair(
  start: Verdict,
  recheck: Recheck,
  maxBytes = MAX_REPAIR_BYTES,
): Promise<Repaired> {
  const repairing = new Repairing(start, recheck, new Room(maxBytes));
  await repairing.run();
  return repairing;
}

/** A fix that claims to be certain, and the violation that it fixes. */
interface Step {
  readonly violation: Violation;
  readonly fix: Fix;
}

/** The steps of one column, which hold together or not at all. */
type Group = readonly Step[];

class Repairing implements Repaired {
  #state: Verdict;
  readonly #patch: Operation[] = [];
  #round = 0;
  #checks = 0;
  #tried = 0;
  #asked = 0;
  #isBounded = false;
  isCut = false;
  #lastTries = 0;
  /**
   * The operations that an applied fix needs, by the fix and, if it was made for a later state, by
   * its code and patch.
   */
  readonly #applied = new Map<Fix, readonly Operation[]>();
  readonly #appliedLater = new Map<string, readonly Operation[]>();
  /** The same by the places to which fixes have moved values. */
  readonly #moved = new Map<string, Operation[]>();

  constructor(
    start: Verdict,
    private readonly recheck: Recheck,
    /** The bytes that the repair has left. */
    private readonly room: Room,
  ) {
    this.#state = start;
  }

  async run(): Promise<void> {
    let failed = new Set<Fix>();
    for (; this.#round < MAX_ROUNDS && this.#state.violations.length > 0; this.#round++) {
      const isOpen = ({ fix }: Step) => !failed.has(fix);
      const groups = selectDisjoint(filterSteps(this.#collect(this.#state.violations), isOpen));
      if (groups.length === 0) return;
      const before = this.#state;
      await this.#applyParts(groups);
      if (this.#isUsedUp) break;
      // Those that had to wait for others that do not hold get their turn.
      failed =
        this.#state === before
          ? new Set([...failed, ...groups.flat().map(({ fix }) => fix)])
          : new Set();
    }
    if (this.#state.violations.length > 0) this.#isBounded = true;
  }

  get repair(): Repair | undefined {
    if (this.#patch.length === 0) return undefined;
    const { errorCount, violations, inOrder } = this.#state;
    const complete = violations.length === 0 || !this.#isBounded;
    return { patch: this.#patch, remaining: errorCount, complete, open: listOpenErrors(inOrder) };
  }

  appliedTo(violation: Violation): Fix | undefined {
    if (this.#applied.size === 0) return undefined;
    // The others take long to make, and only a later round has made one of them certain.
    for (const only of ["machine-applicable", undefined] as const)
      for (const fix of violation.fixes(only)) {
        const patch =
          this.#applied.get(fix) ??
          (this.#appliedLater.size > 0 ? this.#appliedLater.get(keyOf(violation, fix)) : undefined);
        if (patch !== undefined) return toListed(fix, "machine-applicable", patch);
      }
    return undefined;
  }

  /** The certain fixes of violations by their columns, as many as the repair has room for. */
  #collect(violations: readonly Violation[], pending: readonly Operation[] = []): Group[] {
    const room = new Room(this.room.left);
    let operations = this.#patch.length + pending.length;
    const fits = ({ patch }: Fix) => {
      if (operations + patch.length > MAX_OPERATIONS) return false;
      const isTaken = room.takes(patch);
      if (!isTaken) this.isCut = true;
      return isTaken;
    };
    return this.#state
      .byColumn(violations)
      .map((column) => {
        const group: Step[] = [];
        for (const violation of column) {
          const fix = this.#asked++ < MAX_ASKED ? certainFix(violation) : undefined;
          if (this.#asked > MAX_ASKED || (fix && !fits(fix))) this.#isBounded = true;
          else if (fix !== undefined) {
            operations += fix.patch.length;
            group.push({ violation, fix });
          }
        }
        return group;
      })
      .filter((group) => group.length > 0);
  }

  /** Applies the groups that hold: all together or, if that fails, in parts. */
  async #applyParts(groups: readonly Group[]): Promise<void> {
    const applied: Group[] = [];
    const parts = [groups];
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      const batch = withoutShifted(applied, part);
      if (batch.length === 0) continue;
      // One fix is better than none: an author who applies it and asks again gets further.
      if (this.#isUsedUp && (this.#patch.length > 0 || this.#lastTries++ === MAX_LAST_TRIES))
        return;
      if (this.#isUsedUp) batch.splice(0, batch.length, [batch[0]?.[0] as Step]);
      const failed = await this.#apply(batch);
      if (failed === undefined) applied.push(...batch);
      else parts.push(...split(batch, failed).toReversed());
    }
  }

  /** Whether no further check may be made. */
  get #isUsedUp(): boolean {
    return this.#checks >= MAX_CHECKS || this.#tried >= MAX_TRIED;
  }

  /**
   * Applies fixes together, with the certain fixes of what they add. Returns those that are to
   * blame if they do not hold.
   */
  async #apply(groups: readonly Group[]): Promise<ReadonlySet<Step> | undefined> {
    const before = this.#state;
    const steps = groups.flat();
    const following: Step[] = [];
    let patch = steps.flatMap(({ fix }) => fix.patch);
    for (let followed = 0; ; followed++) {
      const change = await this.#try(patch);
      if (change === undefined) return new Set(steps);
      const left = steps.filter(({ violation }) => !change.removes(violation));
      if (left.length > 0) return new Set(left);
      if (isProgress(change, [...steps, ...following])) {
        this.#accept(steps, following, patch, change.after);
        return undefined;
      }
      const blamed = steps.filter(couldAffect(change.added));
      const isToBeSplit = followed === 0 && blamed.length < steps.length;
      if (isToBeSplit || followed === MAX_FOLLOWED || this.#isUsedUp) return new Set(blamed);
      this.#state = change.after;
      let next = selectDisjoint(this.#collect(change.added, patch)).flat();
      // What arrives somewhere else may show the meaning of what was there: records that of a name
      // that declares them.
      if (next.length === 0)
        next = selectDisjoint(this.#collect(change.after.violations, patch)).flat();
      this.#state = before;
      if (next.length === 0) return new Set(blamed);
      following.push(...next);
      patch = [...patch, ...next.flatMap(({ fix }) => fix.patch)];
    }
  }

  async #try(patch: readonly Operation[]): Promise<Change | undefined> {
    this.#checks++;
    const change = await tryPatch(patch, this.#state, this.recheck);
    this.#tried += patch.length + (change?.after.violations.length ?? 0);
    return change;
  }

  /** The operations of the fixes that moved a place or an ancestor. */
  #movedBy(path: string): Operation[][] {
    const found: Operation[][] = [];
    if (this.#moved.size === 0) return found;
    for (let around = path; around !== ""; around = parentPointer(around))
      found.push(...[this.#moved.get(around) ?? []].filter((one) => one.length > 0));
    return found;
  }

  #accept(
    steps: readonly Step[],
    following: readonly Step[],
    patch: readonly Operation[],
    after: Verdict,
  ): void {
    const neededBy = attribute(following, steps);
    for (const step of steps) {
      const { violation, fix } = step;
      const needed = [...fix.patch, ...neededBy(step).flatMap((next) => next.fix.patch)];
      // What a value needs that an earlier fix has moved could not be seen before.
      for (const earlier of this.#movedBy(violation.path)) earlier.push(...needed);
      this.#applied.set(fix, needed);
      // A later round has made its fixes for another state of the candidate.
      if (this.#round > 0) this.#appliedLater.set(keyOf(violation, fix), needed);
      for (const operation of fix.patch) {
        const target = movedTo(operation);
        if (target !== undefined) this.#moved.set(target, needed);
      }
    }
    this.room.takes(patch);
    this.#patch.push(...patch);
    this.#state = after;
  }
}

/** The fix of a violation that claims to be certain; none if several do. */
function certainFix(violation: Violation): Fix | undefined {
  const certain = violation.fixes("machine-applicable").filter(isMachineApplicable);
  return certain.length === 1 ? certain[0] : undefined;
}

function keyOf({ code }: Violation, { patch }: Fix): string {
  return `${code} ${JSON.stringify(patch)}`;
}

/** Applies a patch and checks everything again; undefined if it cannot be applied. */
export async function tryPatch(
  patch: readonly Operation[],
  before: Verdict,
  recheck: Recheck,
): Promise<Change | undefined> {
  const traced = tryTracing(before.candidate, patch);
  return traced && new Change(before, await recheck(traced.document.candidate), traced);
}

/**
 * Says which fixes of what a batch has added belong to which of its steps, because an author may
 * apply one without the others: those at the place of a step or an ancestor; of the others, those
 * whose rule reads such a place.
 */
function attribute(
  following: readonly Step[],
  steps: readonly Step[],
): (step: Step) => readonly Step[] {
  if (steps.length === 1) return () => following;
  const belonging = new Map<Step, Set<Step>>();
  const addTo = (step: Step, next: Step) =>
    belonging.set(step, (belonging.get(step) ?? new Set()).add(next));
  const at = new Map<string, Step[]>();
  const inside = new Map<string, Step[]>();
  for (const step of steps)
    for (const place of patchedPlaces(step.fix.patch)) {
      push(at, place, step);
      for (let around = place; around !== ""; around = parentPointer(around))
        push(inside, around, step);
    }
  const readers = new Map<Violation["reads"], readonly Step[]>();
  for (const next of following) {
    const { path, reads } = next.violation;
    const near = [...(inside.get(path) ?? [])];
    for (let around = path; around !== ""; around = parentPointer(around))
      near.push(...(at.get(around) ?? []));
    if (near.length === 0 && !readers.has(reads))
      readers.set(reads, steps.filter(couldAffect([next.violation])));
    for (const step of near.length > 0 ? near : (readers.get(reads) ?? [])) addTo(step, next);
  }
  return (step) => [...(belonging.get(step) ?? [])];
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** What a patch does to the violations of a candidate. */
class Change {
  /** The violations that the patch has caused. One of a value that the patch moved is not new. */
  readonly added: readonly Violation[];
  readonly #pathAfter: (path: string) => string | undefined;

  constructor(
    readonly before: Verdict,
    readonly after: Verdict,
    { mayMove, follow }: TracedPatch,
  ) {
    const moved = before.violations.filter(({ path }) => mayMove(path));
    const pathsAfter = follow(moved.map(({ path }) => path));
    this.#pathAfter = (path) => (mayMove(path) ? pathsAfter.get(path) : path);
    const arrived = groupBy(moved, ({ path }) => pathsAfter.get(path));
    const isKnown = (violation: Violation) =>
      arrived
        .get(violation.path)
        ?.some((one) => one.code === violation.code && one.subject === violation.subject) ||
      (!mayMove(violation.path) && before.has(violation, violation.path));
    // Where violations are only counted, their number decides.
    const mayRise = new Map<string, boolean>();
    const rises = ({ code }: Violation) => {
      const known = mayRise.get(code);
      if (known !== undefined) return known;
      const isCounted = before.hasCounted(code) || after.hasCounted(code);
      const result = !isCounted || after.countCode(code) > before.countCode(code);
      mayRise.set(code, result);
      return result;
    };
    this.added = after.violations.filter((violation) => !isKnown(violation) && rises(violation));
  }

  removes(violation: Violation): boolean {
    const path = this.#pathAfter(violation.path);
    return path === undefined || !this.after.has(violation, path);
  }
}

/**
 * Whether there are fewer errors and no new ones; or as many errors, and not even a new warning. A
 * violation inside a value that was moved or renamed is not new: it could not be seen before.
 */
function isProgress({ before, after, added }: Change, steps: readonly Step[]): boolean {
  if (after.errorCount > before.errorCount) return false;
  const revealing = new PlaceSet(
    steps.flatMap(({ fix }) => fix.patch.flatMap((one) => movedTo(one) ?? [])),
  );
  const mustFit = new PlaceSet(steps.flatMap(({ fix }) => fix.mustFitAt ?? []));
  const caused = added.filter(({ path }) => !revealing.has(path) || mustFit.has(path));
  return after.errorCount < before.errorCount ? !caused.some(isError) : caused.length === 0;
}

/**
 * The place to which an operation moves a value; undefined for an item of an array, which was
 * chosen for its value.
 */
function movedTo(operation: Operation): string | undefined {
  return operation.op === "move" && !isIndex(lastToken(operation.path))
    ? operation.path
    : undefined;
}

/** Splits a batch that failed: those to blame, and the others. If that is no split, into halves. */
function split(groups: readonly Group[], blamed: ReadonlySet<Step>): (readonly Group[])[] {
  const steps = groups.flat();
  if (blamed.size > 0 && blamed.size < steps.length)
    return [
      filterSteps(groups, (step) => !blamed.has(step)),
      filterSteps(groups, (step) => blamed.has(step)),
    ];
  // The fixes of one column usually fail together.
  const half = groups.length >> 1;
  return half === 0 ? [] : [groups.slice(0, half), groups.slice(half)];
}

function filterSteps(groups: readonly Group[], isKept: (step: Step) => boolean): Group[] {
  return groups.map((group) => group.filter(isKept)).filter((group) => group.length > 0);
}

/**
 * Returns a test: whether a fix changes the place of a violation, or a place that its rule reads.
 */
function couldAffect(violations: readonly Violation[]): (step: Step) => boolean {
  const places = new PlaceSet(violations.map(({ path }) => path));
  const reads = [...new Set(violations.map((violation) => violation.reads))].flatMap(
    (selectors) => selectors ?? [],
  );
  return ({ fix }) =>
    patchedPlaces(fix.patch).some(
      (place) =>
        places.isAround(place) || places.has(place) || isReadBy(reads, toTokens(place).slice(1)),
    );
}

/**
 * Selects the fixes that can be applied together, because they change different places. The order
 * is reversed: removing an array item moves no item that a later operation points at.
 */
function selectDisjoint(inOrder: readonly Group[]): Group[] {
  const touched = new PlaceSet();
  const disjoint = filterSteps(inOrder, ({ fix }) => {
    const places = patchedPlaces(fix.patch);
    if (places.some((place) => touched.isAround(place) || touched.has(place))) return false;
    for (const place of places) touched.add(place);
    return true;
  });
  return withoutShifted([], disjoint.map((group) => group.toReversed()).toReversed());
}

/** Leaves out the fixes whose places are moved by `applied`, or by a fix before them. */
function withoutShifted(applied: readonly Group[], groups: readonly Group[]): Group[] {
  /** The index of the first item that has moved, by the path of its array. */
  const firstMoved = new Map<string, number>();
  for (const { fix } of applied.flat()) noteShifts(fix.patch, firstMoved);
  return filterSteps(groups, ({ fix: { patch } }) => {
    if (firstMoved.size > 0 && patchedPlaces(patch).some((place) => isShifted(place, firstMoved)))
      return false;
    noteShifts(patch, firstMoved);
    return true;
  });
}

function noteShifts(patch: readonly Operation[], firstMoved: Map<string, number>): void {
  for (const operation of patch) {
    if (operation.op === "replace") continue;
    for (const place of patchedPlaces([operation])) {
      const index = lastToken(place);
      if (!isIndex(index)) continue;
      const array = parentPointer(place);
      firstMoved.set(
        array,
        Math.min(Number(index), firstMoved.get(array) ?? Number.POSITIVE_INFINITY),
      );
    }
  }
}

function isShifted(place: string, firstMoved: ReadonlyMap<string, number>): boolean {
  for (let path = place; path !== ""; path = parentPointer(path)) {
    const first = firstMoved.get(parentPointer(path));
    if (first !== undefined && Number(lastToken(path)) >= first) return true;
  }
  return false;
}

/** The first errors among violations or diagnostics, in their order. */
export function listOpenErrors(
  violations: readonly (Violation | (OpenError & { severity: Severity }))[],
): OpenError[] {
  return violations
    .filter(isError)
    .slice(0, MAX_OPEN_ERRORS)
    .map((violation) => {
      const message =
        typeof violation.message === "string" ? violation.message : violation.message();
      return { code: violation.code, path: shortPath(violation.path), message };
    });
}
