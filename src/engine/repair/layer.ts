import { isWithin, type Operation, placesOf } from "../../json/patch.js";
import { child, format, isIndex, parse, valueAt } from "../../json/pointer.js";
import type { CompiledRule } from "../rules/compile-rule.js";
import { type Columns, isReadBy } from "../rules/reads.js";

/** The place that a patch changes, and what looks at it. */
export interface Reach {
  /** The array item or the property of the candidate around all of its places. */
  readonly part: string;
  readonly looks: readonly Look[];
}

/** How a rule that looks at more than one part looks at a patch. */
interface Look {
  /** Whether it reads there what decides about other parts. */
  readonly isShared: boolean;
  /** Stand for the rule and for the columns that it looks at. */
  readonly marks: readonly string[];
  /** The marks of patches that the rule would look at together with this one. */
  readonly rivals: readonly string[];
}

/** Undefined if the patch changes more than one part, or moves a part. */
export function reachOf(
  patch: readonly Operation[],
  candidate: unknown,
  rules: readonly CompiledRule[],
): Reach | undefined {
  const places = placesOf(patch);
  const part = partAround(places[0] ?? "", candidate);
  if (part === undefined || places.some((place) => !isWithin(place, part))) return undefined;
  if (patch.some(({ op, path }) => path === part && op !== "replace")) return undefined;
  const below = places.map((place) => parse(place).slice(1));
  const looks: Look[] = [];
  for (const [number, { reads }] of rules.entries()) {
    if (reads.shared.length === 0) continue;
    const isShared = below.some((tokens) => isReadBy(reads.shared, tokens));
    if (!isShared && !below.some((tokens) => isReadBy(reads.all, tokens))) continue;
    const columns = reads.columns && columnsAt(below, candidate, reads.columns);
    const [any, all] = [`${number} any`, `${number} all`];
    const own = columns?.map((column) => `${number}/${column}`);
    looks.push({ isShared, marks: [any, ...(own ?? [all])], rivals: own ? [all, ...own] : [any] });
  }
  return { part, looks };
}

/**
 * Patches of which no check looks at two: if they hold together, each of them holds alone. A rule looks at one part at
 * a time, apart from what it reads for all parts.
 */
export class Layer {
  readonly #parts = new Set<string>();
  readonly #shared = new Set<string>();
  readonly #all = new Set<string>();

  /** False if a check would look at this one and at another. */
  take({ part, looks }: Reach): boolean {
    const isApart = ({ isShared, rivals }: Look) =>
      !rivals.some((mark) => this.#shared.has(mark) || (isShared && this.#all.has(mark)));
    if (this.#parts.has(part) || !looks.every(isApart)) return false;
    this.#parts.add(part);
    for (const { isShared, marks } of looks) {
      for (const mark of marks) {
        this.#all.add(mark);
        if (isShared) this.#shared.add(mark);
      }
    }
    return true;
  }
}

/** The declared names whose values or types are at these places; undefined if there is something else. */
function columnsAt(
  places: readonly (readonly string[])[],
  candidate: unknown,
  { item, name, type, record }: Columns,
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

/** The outermost array item that a place is in; if it is in no array, the property of the candidate. */
export function partAround(path: string, candidate: unknown): string | undefined {
  const [, ...tokens] = parse(path);
  let value = candidate;
  for (const [at, token] of tokens.entries()) {
    if (Array.isArray(value)) return isIndex(token) ? `/candidate${format(tokens.slice(0, at + 1))}` : undefined;
    value = child(value, token);
  }
  return tokens.length === 0 ? undefined : `/candidate${format(tokens.slice(0, 1))}`;
}
