import { buildPackage } from "../../engine/build-package.js";
import { type CompiledSpec, compileSpec } from "../../engine/compile-spec.js";
import { type Diagnostic, evaluate } from "../../engine/evaluate.js";
import { isError } from "../../engine/problem.js";
import { ifCompiles } from "../../engine/spec-error.js";
import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { isWithin, joinPointer } from "../../ground/json/pointer.js";
import type { Json } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import { changesBetween, describeChange, type VersionChange } from "../../specs/changes.js";
import { makeRegistry } from "../../specs/example-input.js";
import type { EffectKind } from "../../specs/release-records.js";
import { findRenames, type Rename, withRename } from "../../specs/renames.js";
import type { Specimen } from "../search/specimen.js";
import { compareChangedPatterns } from "./changed-patterns.js";
import { findEffects } from "./find-effects.js";
import { type IsolatedChange, isolateChange, isolateRename } from "./isolate-change.js";
import { whyOutOfReach } from "./out-of-reach.js";

type Reported = Pick<Diagnostic, "code" | "path" | "message">;

/** What a version says about a candidate: the errors, or the proposal of its package. */
export interface Verdict {
  readonly valid: boolean;
  readonly errors: readonly Reported[];
  readonly proposal?: Json;
}

/** How an author gets from the earlier version to the later one. */
interface WayOut {
  /** The certain fixes, as a patch of `{ "candidate": … }`. */
  readonly patch: readonly Operation[];
  /** The errors that are left for the author to decide. */
  readonly undecided: readonly Reported[];
}

export interface Effect {
  readonly kind: EffectKind;
  /** The smallest candidate that the search found, and the ids that are taken. */
  readonly witness: Specimen;
  readonly before: Verdict;
  readonly after: Verdict;
  readonly wayOut?: WayOut;
  /** Whether `breaks` in spec.json of the later version announces the change; only for a breaking effect. */
  readonly announced?: boolean;
}

export interface ClassifiedChange extends Pick<VersionChange, "part" | "pointer" | "decides"> {
  /** A sentence for people. */
  readonly text: string;
  /** Empty for words, and if no witness was found. */
  readonly effects: readonly Effect[];
  /** Why the change cannot matter to any candidate that was valid before. */
  readonly outOfReach?: string;
  /** Whether it changes patterns that match the same strings. */
  readonly isEqual?: true;
  /** Whether the earlier version was compared with the new names of renamed properties. */
  readonly isAfterRenames?: true;
  /** The number of candidates that were tried; only if no effect was found. */
  readonly tries?: number;
}

export interface VersionDiff {
  readonly domainId: string;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly ClassifiedChange[];
}

/** All differences between two versions. The effects of each are shown by candidates on which both engines ran. */
export async function diffVersions(before: CompiledSpec, after: CompiledSpec): Promise<VersionDiff> {
  const changes: ClassifiedChange[] = [];
  let basis = before;
  // A property of an object that is renamed itself is found once the object has its new name.
  for (let isMore = true; isMore; ) {
    const renames = findRenames(basis.source.shape, after.source.shape);
    const start = basis;
    for (const rename of renames) {
      const renamed = renamedSpec(basis, rename);
      if (renamed === undefined) continue;
      changes.push(await classifyRename(rename, start, before, after));
      basis = renamed;
    }
    isMore = basis !== start;
  }
  const others = await classifyChanges(basis, after);
  const areRenamed = basis !== before;
  changes.push(...others.map((change) => (areRenamed ? { ...change, isAfterRenames: true as const } : change)));
  return { domainId: after.domainId, before: before.version, after: after.version, changes };
}

function renamedSpec(spec: CompiledSpec, rename: Rename): CompiledSpec | undefined {
  return ifCompiles(() => compileSpec(withRename(spec.source, rename)));
}

/**
 * A property that is gone, and another that has its name as an alias, are one change; the rest is compared across it.
 * `basis` is the earlier version, with the new names of what is around the property.
 */
async function classifyRename(
  rename: Rename,
  basis: CompiledSpec,
  before: CompiledSpec,
  after: CompiledSpec,
): Promise<ClassifiedChange> {
  const { at, from, to, pointer } = rename;
  const [old, now] = [from, to].map((name) => joinPointer(`/shape${pointer}/properties`, name)) as [string, string];
  const change = { part: "shape", pointer: old, before: from, after: to, decides: true } as const;
  const selectors = [joinPointer(at, from), joinPointer(at, to), at];
  const pairs = [
    [basis, renamedSpec(basis, rename)],
    [renamedSpec(after, { ...rename, from: to, to: from }), after],
  ] as const;
  const isolated = isolateRename(change, selectors, [before, after], pairs);
  const text = `${old} is renamed to ${quote(to)}`;
  return { ...(await classify(isolated, [isolated], before, after, [old, now])), text };
}

async function classifyChanges(before: CompiledSpec, after: CompiledSpec): Promise<ClassifiedChange[]> {
  const allChanges = changesBetween(before.source, after.source);
  const reasons = new Map(allChanges.map((change) => [change, change.decides && whyOutOfReach(change, before.source)]));
  const searched = allChanges.filter((change) => change.decides && !reasons.get(change));
  const isolated = new Map(searched.map((change) => [change, isolateChange(change, before, after)]));
  const changes: ClassifiedChange[] = [];
  for (const change of allChanges) {
    const { part, pointer, decides } = change;
    const classified = { part, pointer, decides, text: describeChange(change), effects: [] };
    const reason = reasons.get(change);
    const alone = isolated.get(change);
    const patterns = alone && compareChangedPatterns(change, [before.source, after.source]);
    if (alone === undefined) changes.push({ ...classified, ...(reason && { outOfReach: reason }) });
    else if (patterns?.isEqual) changes.push({ ...classified, isEqual: true });
    else {
      const searchedWith = withWords(alone, patterns?.words ?? []);
      changes.push(await classify(searchedWith, [...isolated.values()], before, after, [pointer]));
    }
  }
  return changes;
}

/** Searches the effects of a change, and proves them. `breaks` may announce it by one of these pointers. */
async function classify(
  change: IsolatedChange,
  allChanges: readonly IsolatedChange[],
  before: CompiledSpec,
  after: CompiledSpec,
  pointers: readonly string[],
): Promise<ClassifiedChange> {
  const { part, pointer, decides } = change;
  const announced = after.source.settings.breaks ?? [];
  const isAnnounced = pointers.some((own) => announced.some((known) => isWithin(own, known)));
  const effects: Effect[] = [];
  const { witnesses, tries } = await findEffects(change, allChanges, before, after);
  for (const [kind, witness] of witnesses) {
    const effect = await proveEffect(kind, witness, before, after);
    if (effect !== undefined) effects.push(kind === "breaking" ? { ...effect, announced: isAnnounced } : effect);
  }
  return { part, pointer, decides, text: describeChange(change), effects, ...(effects.length === 0 && { tries }) };
}

function withWords(change: IsolatedChange, words: readonly string[]): IsolatedChange {
  return { ...change, parts: { ...change.parts, literals: [...words, ...(change.parts.literals ?? [])] } };
}

/** Runs both engines on a witness. Undefined if they do not confirm the effect that the search has found. */
async function proveEffect(
  kind: EffectKind,
  witness: Specimen,
  before: CompiledSpec,
  after: CompiledSpec,
): Promise<Effect | undefined> {
  const [old, now] = await Promise.all([findVerdict(before, witness), findVerdict(after, witness)]);
  const isTrue = {
    breaking: old.valid && !now.valid,
    widening: !old.valid && now.valid,
    repackaging: old.valid && now.valid && JSON.stringify(old.proposal) !== JSON.stringify(now.proposal),
  }[kind];
  if (!isTrue) return undefined;
  const wayOut = kind === "breaking" ? { wayOut: await findWayOut(after, witness) } : {};
  return { kind, witness, before: old, after: now, ...wayOut };
}

async function findVerdict(spec: CompiledSpec, specimen: Specimen): Promise<Verdict> {
  const { candidate } = specimen;
  const { valid, diagnostics } = await evaluate(spec, candidate, makeRegistry(specimen));
  if (!valid) return { valid, errors: reportedErrors(diagnostics) };
  return { valid, errors: [], proposal: buildPackage(spec, "", candidate).proposal };
}

async function findWayOut(spec: CompiledSpec, specimen: Specimen): Promise<WayOut> {
  const { candidate } = specimen;
  const { repair } = await evaluate(spec, candidate, makeRegistry(specimen));
  const patch = repair?.patch ?? [];
  const { candidate: repaired } = applyPatch({ candidate }, patch) as { candidate: Json };
  const { diagnostics } = await evaluate(spec, repaired, makeRegistry(specimen));
  return { patch, undecided: reportedErrors(diagnostics) };
}

function reportedErrors(diagnostics: readonly Diagnostic[]): Reported[] {
  return diagnostics.filter(isError).map(({ code, path, message }) => ({ code, path, message }));
}

/** Breaking changes that the later version does not announce. */
export function unannouncedChanges({ changes }: VersionDiff): ClassifiedChange[] {
  return changes.filter(({ effects }) => effects.some(({ announced }) => announced === false));
}

/** The diff after the later version has announced every breaking change. */
export function withAnnounced(diff: VersionDiff): VersionDiff {
  const announce = (effect: Effect): Effect => (effect.announced === false ? { ...effect, announced: true } : effect);
  const changes = diff.changes.map((change) => ({ ...change, effects: change.effects.map(announce) }));
  return { ...diff, changes };
}

/** Changes that may have an effect, but for which no witness was found. */
export function unwitnessedChanges({ changes }: VersionDiff): ClassifiedChange[] {
  return changes.filter(
    ({ decides, effects, outOfReach, isEqual }) => decides && effects.length === 0 && !outOfReach && !isEqual,
  );
}
