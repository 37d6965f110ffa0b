import { type Operation, placesOf } from "../../json/patch.js";
import { child, format, isIndex, isWithin, parse, valueAt } from "../../json/pointer.js";
import { inRequest } from "../problem.js";
import type { CompiledRule } from "../rules/compile-rule.js";
import { type ColumnPlaces, isReadBy } from "../rules/reads.js";

/** The part of a candidate that a patch changes, and the rules that compare this part with others. */
interface PatchScope {
  /** The pointer of the array item, or of the property of the candidate, that contains all places of the patch. */
  readonly part: string;
  readonly readers: readonly Reader[];
}

/** A rule that reads a patched place, and looks at more than one part of a candidate. */
interface Reader {
  readonly rule: CompiledRule;
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
  const places = placesOf(patch);
  const part = partAround(places[0] ?? "", candidate);
  if (part === undefined || places.some((place) => !isWithin(place, part))) return undefined;
  if (patch.some(({ op, path }) => path === part && op !== "replace")) return undefined;
  const changed = places.map((place) => parse(place).slice(1));
  const readers: Reader[] = [];
  for (const rule of rules) {
    const { shared, all, columns } = rule.reads;
    if (shared.length === 0) continue;
    const isShared = changed.some((tokens) => isReadBy(shared, tokens));
    if (!isShared && !changed.some((tokens) => isReadBy(all, tokens))) continue;
    readers.push({ rule, isShared, columns: columns && columnsAt(changed, candidate, columns) });
  }
  return { part, readers };
}

/**
 * A set of patches of which no rule looks at two together: if the candidate with all of them is right, each of them is
 * right alone. A rule looks at one part at a time, except for the values that it reads for all parts.
 */
export class IndependentPatches {
  readonly #parts = new Set<string>();
  readonly #readers = new Map<CompiledRule, Reader[]>();

  /** Adds a patch by its scope. Returns false, and adds nothing, if a rule would look at this patch and another one. */
  add({ part, readers }: PatchScope): boolean {
    const isCompared = (reader: Reader) => this.#readers.get(reader.rule)?.some((known) => compares(known, reader));
    if (this.#parts.has(part) || readers.some(isCompared)) return false;
    this.#parts.add(part);
    for (const reader of readers) this.#readers.set(reader.rule, [...(this.#readers.get(reader.rule) ?? []), reader]);
    return true;
  }
}

/** Whether a rule looks at two patches together: one of them decides about other parts, and they share a column. */
function compares(one: Reader, other: Reader): boolean {
  if (!one.isShared && !other.isShared) return false;
  return one.columns === undefined || other.columns?.some((column) => one.columns?.includes(column)) !== false;
}

/** The declared names whose values or types are at these places; undefined if another place is among them. */
function columnsAt(
  places: readonly (readonly string[])[],
  candidate: unknown,
  { item, name, type, record }: ColumnPlaces,
): string[] | undefined {
  const columns: string[] = [];
  for (const tokens of places) {
    const isType = tokens.length === type.length && isReadBy([type], tokens);
    const column = isType
      ? valueAt(candidate, format(tokens.slice(0, item.length)) + name)
      : isReadBy([record], tokens) && tokens[record.length];
    if (typeof column !== "string") return undefined;
    columns.push(column);
  }
  return columns;
}

/**
 * The pointer of the outermost array item that contains a place or, outside of arrays, of the property of the
 * candidate. Undefined for the candidate itself, and for an item that does not exist yet.
 */
export function partAround(path: string, candidate: unknown): string | undefined {
  const [, ...tokens] = parse(path);
  let value = candidate;
  for (const [depth, token] of tokens.entries()) {
    if (Array.isArray(value)) return isIndex(token) ? inRequest(format(tokens.slice(0, depth + 1))) : undefined;
    value = child(value, token);
  }
  return tokens.length === 0 ? undefined : inRequest(format(tokens.slice(0, 1)));
}
