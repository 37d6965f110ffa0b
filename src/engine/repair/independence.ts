import { type Operation, patchedPlaces } from "../../ground/json/patch.js";
import { childOf, isIndex, isWithin, toPointer, toTokens, valueAt } from "../../ground/json/pointer.js";
import { overlaps, selects } from "../../ground/json/selector.js";
import type { DeclarationSource } from "../grammar.js";
import { inRequest } from "../problem.js";
import type { CompiledRule } from "../rules/compile-rule.js";
import { isReadBy } from "../rules/reads.js";

/** The part of a candidate that a patch changes, and the rules that compare this part with others. */
export interface PatchScope {
  /** The pointer of the array item, or of the property of the candidate, that contains all places of the patch. */
  readonly part: string;
  /** The rules that read a patched place and look at more than one part of a candidate, with what they read. */
  readonly readers: ReadonlyMap<CompiledRule, Reading>;
}

/** What a rule reads of the places that a patch changes. */
interface Reading {
  /** Whether the values at the patched places decide about other parts. */
  readonly isShared: boolean;
  /** The declared names whose values are patched; undefined if the patch changes something else. */
  readonly columns: readonly string[] | undefined;
}

/** The scope of a patch; undefined if the patch changes several parts, or adds, removes or moves a whole part. */
export function scopeOf(
  patch: readonly Operation[],
  candidate: unknown,
  rules: readonly CompiledRule[],
): PatchScope | undefined {
  const places = patchedPlaces(patch);
  const part = partAround(places[0] ?? "", candidate);
  if (part === undefined || places.some((place) => !isWithin(place, part))) return undefined;
  if (patch.some(({ op, path }) => path === part && op !== "replace")) return undefined;
  const changed = places.map((place) => toTokens(place).slice(1));
  const readers = new Map<CompiledRule, Reading>();
  for (const rule of rules) {
    const { shared, all, columnsOf } = rule.reads;
    if (shared.length === 0 || !changed.some((tokens) => isReadBy(all, tokens))) continue;
    const isShared = changed.some((tokens) => isReadBy(shared, tokens));
    readers.set(rule, { isShared, columns: columnsOf && columnsAt(changed, candidate, columnsOf) });
  }
  return { part, readers };
}

/**
 * Whether one trial with both patches proves each of them: no rule reads what one patch changes in order to judge what
 * the other changes. A rule checks each part (an array item) by itself, but may also read values outside of it: two patches that change such
 * a value are not independent.
 */
export function areIndependent(one: PatchScope, other: PatchScope): boolean {
  if (one.part === other.part) return false;
  for (const [rule, reading] of one.readers) {
    const otherReading = other.readers.get(rule);
    if (otherReading !== undefined && areCompared(reading, otherReading)) return false;
  }
  return true;
}

/** Whether a rule compares what it reads: one of the patches decides about other parts, and they share a column. */
function areCompared(one: Reading, other: Reading): boolean {
  if (!one.isShared && !other.isShared) return false;
  return one.columns === undefined || other.columns?.some((column) => one.columns?.includes(column)) !== false;
}

/** The declared names whose values or types are at these places; undefined if another place is among them. */
function columnsAt(
  places: readonly (readonly string[])[],
  candidate: unknown,
  { at, name, type, records = "" }: DeclarationSource,
): string[] | undefined {
  const record = toTokens(records);
  const columns = places.map((tokens) => {
    if (type !== undefined && selects(toTokens(at + type), tokens))
      return valueAt(candidate, toPointer(tokens.slice(0, toTokens(at).length)) + name);
    return overlaps(record, tokens) ? tokens[record.length] : undefined;
  });
  return columns.every((column) => typeof column === "string") ? columns : undefined;
}

/**
 * The pointer of the outermost array item that contains a place or, outside of arrays, of the property of the
 * candidate. Undefined for the candidate itself, and for an item that does not exist yet.
 */
export function partAround(path: string, candidate: unknown): string | undefined {
  const [, ...tokens] = toTokens(path);
  let value = candidate;
  for (const [depth, token] of tokens.entries()) {
    if (Array.isArray(value)) return isIndex(token) ? inRequest(toPointer(tokens.slice(0, depth + 1))) : undefined;
    value = childOf(value, token);
  }
  return tokens.length === 0 ? undefined : inRequest(toPointer(tokens.slice(0, 1)));
}
