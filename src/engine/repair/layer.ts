import { isWithin, type Operation, placesOf } from "../../json/patch.js";
import { child, format, isIndex, parse, valueAt } from "../../json/pointer.js";
import type { CompiledRule } from "../rules/compile-rule.js";
import { type Columns, isReadBy } from "../rules/reads.js";

/** The place that a patch changes, and what looks at it. */
interface Reach {
  /** The array item or the property of the candidate around all of its places. */
  readonly part: string;
  readonly looks: readonly Look[];
}

/** How a rule that looks at more than one part looks at a patch. */
interface Look {
  readonly rule: CompiledRule;
  /** Whether it reads there what decides about other parts. */
  readonly isShared: boolean;
  /** The columns that it looks at; undefined if it looks at more. */
  readonly columns: readonly string[] | undefined;
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
  for (const rule of rules) {
    const { shared, all, columns } = rule.reads;
    if (shared.length === 0) continue;
    const isShared = below.some((tokens) => isReadBy(shared, tokens));
    if (!isShared && !below.some((tokens) => isReadBy(all, tokens))) continue;
    looks.push({ rule, isShared, columns: columns && columnsAt(below, candidate, columns) });
  }
  return { part, looks };
}

/**
 * Patches of which no check looks at two: if they hold together, each of them holds alone. A rule looks at one part at
 * a time, apart from what it reads for all parts.
 */
export class Layer {
  readonly #parts = new Set<string>();
  readonly #looks = new Map<CompiledRule, Look[]>();

  /** False if a check would look at this one and at another. */
  take({ part, looks }: Reach): boolean {
    const hasRival = (look: Look) => this.#looks.get(look.rule)?.some((known) => areRivals(known, look));
    if (this.#parts.has(part) || looks.some(hasRival)) return false;
    this.#parts.add(part);
    for (const look of looks) {
      const known = this.#looks.get(look.rule);
      if (known === undefined) this.#looks.set(look.rule, [look]);
      else known.push(look);
    }
    return true;
  }
}

/** Whether a rule looks at two patches together: one of them decides about other parts, and they share a column. */
function areRivals(one: Look, other: Look): boolean {
  if (!one.isShared && !other.isShared) return false;
  return one.columns === undefined || other.columns?.some((column) => one.columns?.includes(column)) !== false;
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
