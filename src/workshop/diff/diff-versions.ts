import { buildPackage } from "../../engine/build-package.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { type Diagnostic, evaluate } from "../../engine/evaluate.js";
import { inCandidate, isError } from "../../engine/violation.js";
import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { parentPointer, toTokens } from "../../ground/json/pointer.js";
import type { Json } from "../../ground/json/value.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { describeChange, listChangesBetween, type VersionChange } from "../../specs/changes.js";
import { makeRegistry } from "../../specs/example-input.js";
import type { Acceptance } from "../../specs/release-records.js";
import { walkValues } from "../../specs/walk-values.js";
import type { TestCandidate } from "../examples/test-candidates.js";
import { classifyChange, listTouchedRules } from "./classify-change.js";
import type { VersionPair } from "./classify-schema-change.js";
import { type Difference, replay } from "./replay.js";

type ReportedError = Pick<Diagnostic, "code" | "path" | "message">;

/** What a version says about a candidate: the errors, or the proposal of its package. */
export interface VersionResult {
  readonly valid: boolean;
  readonly errors: readonly ReportedError[];
  readonly proposal?: Json;
}

/** A candidate on which two versions differ, and what both say. */
export interface Witness {
  readonly shows: Difference["shows"];
  readonly specimen: TestCandidate;
  readonly before: VersionResult;
  readonly after: VersionResult;
  /** If it is refused now: its certain fixes, and the errors that are left to the author. */
  readonly wayOut?: {
    /** A patch of `{ "candidate": … }`. */
    readonly patch: readonly Operation[];
    readonly undecided: readonly ReportedError[];
  };
}

export interface ClassifiedChange extends Pick<VersionChange, "part" | "pointer" | "decides"> {
  readonly text: string;
  readonly accepts: Acceptance;
  /** Empty if no example shows what the change does. */
  readonly witnesses: readonly Witness[];
}

export interface VersionDiff {
  readonly domainId: string;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly ClassifiedChange[];
}

/** What candidates may show of a change. */
const SHOWN_BY: Readonly<Record<Acceptance, readonly Difference["shows"][]>> = {
  less: ["refused"],
  more: ["accepted"],
  either: ["refused", "accepted", "repackaged"],
  package: ["repackaged"],
  same: [],
};

/**
 * All differences between two versions. Every change that could refuse a valid candidate is
 * classified as "less" or "either".
 */
export async function diffVersions(
  before: CompiledSpec,
  after: CompiledSpec,
): Promise<VersionDiff> {
  const sources = [before.source, after.source] as const;
  const changes = listChangesBetween(...sources);
  const deciding = changes.filter(({ decides }) => decides);
  const differences =
    deciding.length === 0 ? [] : await replay(before, after, listLiterals(deciding));
  const accepted = new Map(changes.map((change) => [change, classifyChange(change, sources)]));
  if (hasUnexplained(differences, [...accepted.values()]))
    for (const change of deciding) accepted.set(change, "either");
  const classified: ClassifiedChange[] = [];
  for (const change of changes) {
    const { part, pointer, decides } = change;
    const accepts = accepted.get(change) as Acceptance;
    const witnesses: Witness[] = [];
    for (const shows of SHOWN_BY[accepts]) {
      const fitting = differences.filter((difference) => difference.shows === shows);
      let shown = fitting.find((difference) => isAbout(difference, change, sources));
      // Differences that no other change explains are due to declarations or normalization.
      if (decides && (part === "normalize" || part === "declarations"))
        shown ??= fitting.find((one) => !deciding.some((other) => isAbout(one, other, sources)));
      if (shown !== undefined)
        witnesses.push(await makeWitness(shows, shown.specimen, before, after));
    }
    classified.push({ part, pointer, decides, text: describeChange(change), accepts, witnesses });
  }
  return {
    domainId: after.domainId,
    before: before.version,
    after: after.version,
    changes: classified,
  };
}

/** Whether a candidate is refused or accepted now, although no change is said to do that. */
function hasUnexplained(
  differences: readonly Difference[],
  accepted: readonly Acceptance[],
): boolean {
  if (accepted.includes("either")) return false;
  return differences.some(
    ({ shows }) =>
      (shows === "refused" && !accepted.includes("less")) ||
      (shows === "accepted" && !accepted.includes("more")),
  );
}

/** The scalars in changes, and the neighbors of numbers. */
function listLiterals(changes: readonly VersionChange[]): Json[] {
  const literals = new Set<Json>();
  for (const { item, before, after } of changes)
    for (const part of [item, before, after])
      for (const { value } of walkValues(part)) {
        if (value === undefined || (typeof value === "object" && value !== null)) continue;
        literals.add(value as Json);
        if (typeof value === "number") literals.add(value - 1).add(value + 1);
      }
  return [...literals];
}

/** Whether a difference is about the rules of a change, or about its place in the candidate. */
function isAbout(
  { shows, errors }: Difference,
  change: VersionChange,
  sources: VersionPair,
): boolean {
  const { part, pointer, item } = change;
  if (shows === "repackaged") return part === "normalize";
  const rules = listTouchedRules(change, sources);
  if (rules.size > 0) return errors.some(({ code }) => rules.has(code));
  if (part !== "shape") return false;
  const inShape = pointer.slice("/shape".length);
  const schemas = sources.flatMap(({ shape }) => [...walkSchemas(shape)]);
  const owner = schemas.find(
    (schema) => schema.pointer === inShape || schema.pointer === parentPointer(inShape),
  );
  const name = inShape.endsWith("/required") ? `/${item}` : "";
  const place = toTokens((owner?.at ?? "") + name);
  return errors.some(
    ({ code, path }) =>
      !sources.some(({ rules }) => Object.hasOwn(rules, code)) && isNear(path, place),
  );
}

/** Whether a path leads to a place of a selector, to its container, or to a part of the value. */
function isNear(path: string, place: readonly string[]): boolean {
  const tokens = toTokens(inCandidate(path));
  if (Math.abs(tokens.length - place.length) > 1) return false;
  return tokens.every((token, index) => {
    const step = place[index];
    // A step of one character is "*", or an index that stands for all.
    return step === undefined || step === token || step.length === 1 || step === "~values";
  });
}

async function makeWitness(
  shows: Difference["shows"],
  specimen: TestCandidate,
  before: CompiledSpec,
  after: CompiledSpec,
): Promise<Witness> {
  const witness = {
    shows,
    specimen,
    before: await findResult(before, specimen),
    after: await findResult(after, specimen),
  };
  if (shows !== "refused") return witness;
  const { candidate } = specimen;
  const registry = makeRegistry(specimen);
  const patch = (await evaluate(after, candidate, registry)).repair?.patch ?? [];
  const { candidate: repaired } = applyPatch({ candidate }, patch) as { candidate: Json };
  const { diagnostics } = await evaluate(after, repaired, registry);
  return { ...witness, wayOut: { patch, undecided: reportErrors(diagnostics) } };
}

async function findResult(spec: CompiledSpec, specimen: TestCandidate): Promise<VersionResult> {
  const { candidate } = specimen;
  const { valid, diagnostics } = await evaluate(spec, candidate, makeRegistry(specimen));
  if (!valid) return { valid, errors: reportErrors(diagnostics) };
  return { valid, errors: [], proposal: buildPackage(spec, "", candidate).proposal };
}

function reportErrors(diagnostics: readonly Diagnostic[]): ReportedError[] {
  return diagnostics.filter(isError).map(({ code, path, message }) => ({ code, path, message }));
}

export function breakingChanges({ changes }: VersionDiff): ClassifiedChange[] {
  return changes.filter(({ accepts }) => accepts === "less" || accepts === "either");
}
