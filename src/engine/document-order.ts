import { childOf, toTokens } from "../ground/json/pointer.js";
import { byCharacters } from "./order.js";
import { type Occurrence, SEVERITIES } from "./problem.js";

/** Sorts by position in the document as sent, then by severity, code and subject. The order is total. */
export function inDocumentOrder(occurrences: readonly Occurrence[], candidate: unknown): Occurrence[] {
  if (occurrences.length < 2) return [...occurrences];
  const positions = new Positions({ candidate });
  return occurrences
    .map((occurrence) => ({ occurrence, position: positions.of(occurrence.path) }))
    .sort((a, b) => byCharacters(a.position, b.position) || compareAtOnePlace(a.occurrence, b.occurrence))
    .map(({ occurrence }) => occurrence);
}

const RADIX = 0x8000;

/**
 * The positions of nodes as strings that can be compared: two characters for the rank of each step of the path. A
 * parent comes before its children.
 */
class Positions {
  /** The ranks of the keys of objects: hundreds of problems may be in the same one. */
  readonly #ranks = new Map<object, ReadonlyMap<string, number>>();

  constructor(private readonly root: unknown) {}

  of(path: string): string {
    let [value, position] = [this.root, ""];
    for (const token of toTokens(path)) {
      const rank = this.#rankOf(token, value);
      position += String.fromCharCode(Math.floor(rank / RADIX), rank % RADIX);
      value = childOf(value, token);
    }
    return position;
  }

  #rankOf(token: string, container: unknown): number {
    if (Array.isArray(container)) return Number(token);
    if (typeof container !== "object" || container === null) return 0;
    const ranks = this.#ranks.get(container) ?? new Map(Object.keys(container).map((key, rank) => [key, rank]));
    this.#ranks.set(container, ranks);
    return ranks.get(token) ?? 0;
  }
}

function compareAtOnePlace(a: Occurrence, b: Occurrence): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    byCharacters(a.code, b.code) ||
    byCharacters(a.subject ?? "", b.subject ?? "")
  );
}
