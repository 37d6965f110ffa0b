import type { Operation } from "../ground/json/patch.js";
import { isItem, isWithin, lastToken, parentPointer, valueAt } from "../ground/json/pointer.js";
import { type TracedPatch, tracePatch } from "../ground/json/trace-patch.js";
import { isEmpty, isObject, type JsonObject } from "../ground/json/value.js";
import type { SchemaError } from "../schema/schema-error.js";
import type { Verdict } from "./verdict.js";
import {
  type Applicability,
  type Fix,
  inCandidate,
  isError,
  isMachineApplicable,
  type Violation,
} from "./violation.js";

/**
 * Those fixes of a violation that its author may choose from. Each is looked at where it changes
 * something: what it puts in fits the schema there, and what complained no longer does. What it
 * means for other places is for the next check to say.
 */
export function offerFixes(fixes: readonly Fix[], violation: Violation, verdict: Verdict): Fix[] {
  return fixes
    .filter((fix) => !overwrites(fix.patch, verdict) && isEffective(fix, violation, verdict))
    .map((fix) => toListed(fix, isMachineApplicable(fix) ? "maybe-incorrect" : fix.applicability));
}

/** A fix as it is listed. */
export function toListed(
  { title, patch }: Fix,
  applicability: Applicability,
  needed: readonly Operation[] = patch,
): Fix {
  return { title, applicability, patch: [...needed] };
}

/**
 * Whether a fix removes its own violation, and puts in nothing that does not fit the schema at its
 * place.
 */
function isEffective(fix: Fix, violation: Violation, verdict: Verdict): boolean {
  const { subject, spec } = verdict;
  // Items beyond the limit of their array are in the candidate as sent alone.
  const { patch } = fix;
  const traced = tryTracing(subject.candidate, patch) ?? tryTracing(verdict.candidate, patch);
  if (traced === undefined) return false;
  const { document } = traced;
  const changed = { ...subject, candidate: document.candidate };
  const isLeft = (one: Violation) => {
    const path = traced.mayMove(one.path) ? traced.follow([one.path]).get(one.path) : one.path;
    return path !== undefined && one.isLeftIn(changed, path);
  };
  // A value that is replaced and still wrong as it was is no next step.
  const own = isReplacement(fix, violation) ? verdict.at(violation.path).filter(isError) : [];
  return (
    [violation, ...own].every((one) => !isLeft(one)) && patch.every((operation) => fits(operation))
  );

  function fits(operation: Operation): boolean {
    if (operation.op === "remove") return true;
    const place = placeOf(operation, document);
    // What a later operation has moved on is looked at there.
    if (valueAt(document, place) === undefined) return true;
    const pointer = inCandidate(place);
    const errors = spec.compiled().findErrorsAt(changed.candidate, pointer);
    return operation.op === "move"
      ? !errors.some((error) => isOfValue(error, pointer))
      : errors.length === 0;
  }
}

/** Whether an error is about the value at a place itself, and not about one of its properties. */
function isOfValue({ path, keyword }: SchemaError, pointer: string): boolean {
  return path === pointer && keyword !== "required" && keyword !== "additionalProperties";
}

/**
 * The place of the value that an operation puts in. The last item of an array was perhaps appended.
 */
function placeOf({ path }: Operation, document: unknown): string {
  if (lastToken(path) !== "-") return path;
  const array = valueAt(document, parentPointer(path));
  return Array.isArray(array) ? `${parentPointer(path)}/${array.length - 1}` : path;
}

/** Whether the only operation of a fix replaces the value of a violation by a scalar. */
function isReplacement(
  { applicability, patch: [first, ...others] }: Fix,
  { path }: Violation,
): boolean {
  if (applicability === "has-placeholders" || first?.op !== "replace" || others.length > 0)
    return false;
  return first.path === path && typeof first.value !== "object";
}

/**
 * Whether a patch would put a value in the place of another one. Only `replace` says that it does.
 */
function overwrites(patch: readonly Operation[], { candidate }: Verdict): boolean {
  const document = { candidate };
  return patch.some((operation, index) => {
    const { op, path } = operation;
    if (op === "replace" || op === "remove" || isItem(document, path)) return false;
    const value = valueAt(document, path);
    if (value === undefined || isEmpty(value)) return false;
    // A value that is moved up takes the place of the one around it, and an earlier operation may
    // have made room.
    const isInside = op === "move" && isWithin(operation.from, path);
    const madeRoom = (earlier: Operation) =>
      isWithin(path, earlier.op === "move" ? earlier.from : earlier.path);
    return !isInside && !patch.slice(0, index).some(madeRoom);
  });
}

/**
 * Applies a patch; undefined if it cannot be applied, or if a candidate that is an object does not
 * stay one.
 */
export function tryTracing(
  candidate: unknown,
  patch: readonly Operation[],
): (TracedPatch & { readonly document: JsonObject }) | undefined {
  try {
    const { document, ...traced } = tracePatch({ candidate }, patch);
    if (!isObject(document) || !Object.hasOwn(document, "candidate")) return undefined;
    if (isObject(candidate) && !isObject(document.candidate)) return undefined;
    return { ...traced, document: document as JsonObject };
  } catch {
    return undefined;
  }
}
