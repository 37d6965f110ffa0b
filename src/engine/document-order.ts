import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { childOf, lastToken, parentPointer } from "../ground/json/pointer.js";
import { byCharacters } from "./order.js";
import { SEVERITIES, type Violation } from "./violation.js";

/**
 * Sorts by position in the document as sent, then by severity, code and subject. The order is
 * total.
 */
export function inDocumentOrder(violations: readonly Violation[], candidate: unknown): Violation[] {
  if (violations.length < 2) return [...violations];
  const positions = new Positions({ candidate });
  return violations
    .map((violation) => ({ violation, position: positions.of(violation.path) }))
    .sort(
      (a, b) => byCharacters(a.position, b.position) || compareAtOnePlace(a.violation, b.violation),
    )
    .map(({ violation }) => violation);
}

const RADIX = 0x8000;

/** A value, and its position as a string that can be compared. */
interface Placed {
  readonly value: unknown;
  readonly position: string;
}

/**
 * The positions of nodes: two characters for the rank of each step of the path. A parent comes
 * before its children. Hundreds of problems may be in the same object, so each is looked for once.
 */
class Positions {
  readonly #known: Map<string, Placed>;

  constructor(root: unknown) {
    this.#known = new Map([["", { value: root, position: "" }]]);
  }

  of(path: string): string {
    return this.#at(path).position;
  }

  #at(path: string): Placed {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const container = this.#at(parentPointer(path));
    const token = lastToken(path);
    const rank = rankOf(token, container.value);
    const position =
      container.position + String.fromCharCode(Math.floor(rank / RADIX), rank % RADIX);
    const placed = { value: childOf(container.value, token), position };
    this.#known.set(path, placed);
    return placed;
  }
}

function rankOf(token: string, container: unknown): number {
  if (Array.isArray(container)) return Number(token);
  return typeof container === "object" && container !== null
    ? (ranksIn(container).get(token) ?? 0)
    : 0;
}

/**
 * The ranks of the keys of an object. Kept, because most objects are the same in all patched forms
 * of a candidate.
 */
const ranksIn = cacheByObject(
  (object: object): ReadonlyMap<string, number> =>
    new Map(Object.keys(object).map((key, rank) => [key, rank])),
);

function compareAtOnePlace(a: Violation, b: Violation): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    byCharacters(a.code, b.code) ||
    byCharacters(a.subject ?? "", b.subject ?? "")
  );
}
