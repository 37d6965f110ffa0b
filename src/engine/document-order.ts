import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { childOf, toTokens } from "../ground/json/pointer.js";
import { byCharacters } from "./order.js";
import { SEVERITIES, type Violation } from "./violation.js";

/**
 * Sorts by position in the document as sent, then by severity, code and subject. The order is
 * total.
 */
export function inDocumentOrder(violations: readonly Violation[], candidate: unknown): Violation[] {
  if (violations.length < 2) return [...violations];
  const positionOf = makePositionReader({ candidate });
  return violations
    .map((violation) => ({ violation, position: positionOf(violation.path) }))
    .sort(
      (a, b) => byCharacters(a.position, b.position) || compareAtOnePlace(a.violation, b.violation),
    )
    .map(({ violation }) => violation);
}

const RADIX = 0x8000;

/**
 * Returns a function that gives the position of a node as a string that can be compared: two
 * characters for the rank of each step of its path, so a parent comes before its children. What a
 * path shares with the path before it is not walked again.
 */
function makePositionReader(root: unknown): (path: string) => string {
  const [values, positions] = [[root], [""]];
  let before: readonly string[] = [];
  return (path) => {
    const tokens = toTokens(path);
    let depth = 0;
    while (depth < before.length && before[depth] === tokens[depth]) depth++;
    before = tokens;
    values.length = depth + 1;
    positions.length = depth + 1;
    for (; depth < tokens.length; depth++) {
      const token = tokens[depth] as string;
      const rank = rankOf(token, values[depth]);
      positions.push(
        positions[depth] + String.fromCharCode(Math.floor(rank / RADIX), rank % RADIX),
      );
      values.push(childOf(values[depth], token));
    }
    return positions[depth] as string;
  };
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
