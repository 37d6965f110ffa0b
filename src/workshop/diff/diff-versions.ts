import { buildPackage } from "../../engine/build-package.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { type Diagnostic, evaluate } from "../../engine/evaluate.js";
import type { SpecSource } from "../../engine/grammar.js";
import { inCandidate, isError } from "../../engine/violation.js";
import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { parentPointer, toTokens } from "../../ground/json/pointer.js";
import type { Json } from "../../ground/json/value.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { changesBetween, describeChange, type VersionChange } from "../../specs/changes.js";
import { makeRegistry } from "../../specs/example-input.js";
import type { Direction } from "../../specs/release-records.js";
import { walkValues } from "../../specs/values-in.js";
import type { Specimen } from "../examples/example-places.js";
import { directionOf, rulesTouched } from "./direction.js";
import { type Difference, replay } from "./replay.js";

type Reported = Pick<Diagnostic, "code" | "path" | "message">;

/** What a version says about a candidate: the errors, or the proposal of its package. */
export interface Verdict {
  readonly valid: boolean;
  readonly errors: readonly Reported[];
  readonly proposal?: Json;
}

/**
 * A candidate on which two versions differ, what both say, and where it is refused now, how its
 * author gets on.
 */
export interface Witness {
  readonly shows: Difference["shows"];
  readonly specimen: Specimen;
  readonly before: Verdict;
  readonly after: Verdict;
  /**
   * The certain fixes, as a patch of `{ "candidate": … }`, and the errors that are left for the
   * author to decide.
   */
  readonly wayOut?: {
    readonly patch: readonly Operation[];
    readonly undecided: readonly Reported[];
  };
}

export interface ClassifiedChange extends Pick<VersionChange, "part" | "pointer" | "decides"> {
  /** A sentence for people. */
  readonly text: string;
  readonly accepts: Direction;
  /** Without one, no example shows what the change does. */
  readonly witnesses: readonly Witness[];
}

export interface VersionDiff {
  readonly domainId: string;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly ClassifiedChange[];
}

/** What a candidate may show of a change. */
const SHOWN_BY: Readonly<Record<Direction, readonly Difference["shows"][]>> = {
  less: ["refused"],
  more: ["accepted"],
  either: ["refused", "accepted", "repackaged"],
  package: ["repackaged"],
  same: [],
};

/**
 * All differences between two versions. Misses no break: a change that could refuse a valid
 * candidate is reported as one.
 */
export async function diffVersions(
  before: CompiledSpec,
  after: CompiledSpec,
): Promise<VersionDiff> {
  const sources = [before.source, after.source] as const;
  const changes = changesBetween(...sources);
  const deciding = changes.filter(({ decides }) => decides);
  const differences =
    deciding.length === 0 ? [] : await replay(before, after, literalsIn(deciding));
  const directions = new Map(changes.map((change) => [change, directionOf(change, sources)]));
  distrust(directions, deciding, differences);
  const classified: ClassifiedChange[] = [];
  for (const change of changes) {
    const { part, pointer, decides } = change;
    const accepts = directions.get(change) as Direction;
    const fitting = differences.filter(({ shows }) => SHOWN_BY[accepts].includes(shows));
    const own = fitting.filter((one) => isAbout(one, change, sources));
    // What no other change explains is due to the declarations or to the normalization.
    const isIndirect = decides && ["normalize", "declarations"].includes(part);
    const shown = isIndirect
      ? [
          ...own,
          ...fitting.filter((one) => !deciding.some((other) => isAbout(one, other, sources))),
        ]
      : own;
    const witnesses: Witness[] = [];
    for (const shows of SHOWN_BY[accepts]) {
      const specimen = shown.find((one) => one.shows === shows)?.specimen;
      if (specimen !== undefined) witnesses.push(await testify(shows, specimen, before, after));
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

/**
 * If a candidate is refused, and no change is said to accept less, none of them is trusted to
 * accept more or the same.
 */
function distrust(
  directions: Map<VersionChange, Direction>,
  deciding: readonly VersionChange[],
  differences: readonly Difference[],
): void {
  for (const [shows, by] of [
    ["refused", "less"],
    ["accepted", "more"],
  ] as const) {
    const isExplained = [...directions.values()].some(
      (direction) => direction === by || direction === "either",
    );
    if (isExplained || !differences.some((one) => one.shows === shows)) continue;
    for (const change of deciding) directions.set(change, "either");
  }
}

/** The values in changes, and their neighbours. */
function literalsIn(changes: readonly VersionChange[]): Json[] {
  const values = changes.flatMap(({ item, before, after }) =>
    [item, before, after].flatMap((part) =>
      [...walkValues(part)].map(({ value }) => value as Json),
    ),
  );
  const scalars = values.filter(
    (value) => value !== undefined && (typeof value !== "object" || value === null),
  );
  const near = (value: Json): Json[] =>
    typeof value === "number" ? [value, value - 1, value + 1] : [value];
  return [...new Set(scalars.flatMap(near))];
}

/**
 * Whether a difference is about what a change touches: its rules, or its place in the candidate.
 */
function isAbout(
  { shows, errors }: Difference,
  change: VersionChange,
  sources: readonly [SpecSource, SpecSource],
): boolean {
  const { part, pointer, item } = change;
  if (shows === "repackaged") return part === "normalize";
  const rules = rulesTouched(change, sources);
  if (rules.length > 0) return errors.some(({ code }) => rules.includes(code));
  if (part !== "shape") return false;
  const inShape = pointer.slice("/shape".length);
  const schemas = sources.flatMap(({ shape }) => [...walkSchemas(shape)]);
  const owner = schemas.find(
    (one) => one.pointer === inShape || one.pointer === parentPointer(inShape),
  );
  const place = toTokens(`${owner?.at ?? ""}${inShape.endsWith("/required") ? `/${item}` : ""}`);
  return errors.some(({ code, path }) => {
    if (sources.some((source) => Object.hasOwn(source.rules, code))) return false;
    const tokens = toTokens(inCandidate(path));
    const isSame = (token: string, index: number) =>
      index >= place.length ||
      token === place[index] ||
      place[index]?.length === 1 ||
      place[index] === "~values";
    return (
      tokens.length >= place.length - 1 && tokens.length <= place.length + 1 && tokens.every(isSame)
    );
  });
}

async function testify(
  shows: Difference["shows"],
  specimen: Specimen,
  before: CompiledSpec,
  after: CompiledSpec,
): Promise<Witness> {
  const [old, now] = [await findVerdict(before, specimen), await findVerdict(after, specimen)];
  const wayOut = shows === "refused" ? { wayOut: await findWayOut(after, specimen) } : {};
  return { shows, specimen, before: old, after: now, ...wayOut };
}

async function findVerdict(spec: CompiledSpec, specimen: Specimen): Promise<Verdict> {
  const { candidate } = specimen;
  const { valid, diagnostics } = await evaluate(spec, candidate, makeRegistry(specimen));
  if (!valid) return { valid, errors: reportedErrors(diagnostics) };
  return { valid, errors: [], proposal: buildPackage(spec, "", candidate).proposal };
}

async function findWayOut(
  spec: CompiledSpec,
  specimen: Specimen,
): Promise<NonNullable<Witness["wayOut"]>> {
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

/** Changes that may refuse a candidate which was valid before. */
export function breakingChanges({ changes }: VersionDiff): ClassifiedChange[] {
  return changes.filter(({ accepts }) => accepts === "less" || accepts === "either");
}
