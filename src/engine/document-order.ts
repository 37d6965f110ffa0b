import { child, parse } from "../json/pointer.js";
import type { Problem, Severity } from "./problem.js";

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** A total order: position in the document as sent, then severity, then code, then what the problem is about. */
export function inDocumentOrder(problems: readonly Problem[], candidate: unknown): Problem[] {
  if (problems.length < 2) return [...problems];
  const [root, ranks] = [{ candidate }, new Ranks()];
  return problems
    .map((problem) => ({ problem, position: positionOf(problem.path, root, ranks) }))
    .sort((a, b) => compareText(a.position, b.position) || compareProblems(a.problem, b.problem))
    .map(({ problem }) => problem);
}

/** So many keys of one object are found sooner by counting than by keeping the rank of each. */
const FEW = 3;
const RADIX = 0x8000;

/** The rank of a key among the others. Hundreds of problems are in the same object. */
class Ranks {
  readonly #asked = new Map<unknown, number>();
  readonly #known = new Map<unknown, Map<string, number>>();

  of(token: string, container: unknown): number {
    const known = this.#known.get(container);
    if (known !== undefined) return known.get(token) ?? 0;
    const asked = (this.#asked.get(container) ?? 0) + 1;
    this.#asked.set(container, asked);
    const keys = Object.keys(container ?? {});
    if (asked > FEW) this.#known.set(container, new Map(keys.map((key, rank) => [key, rank])));
    return Math.max(0, keys.indexOf(token));
  }
}

/**
 * The position of a node: two characters for the rank of each step of its path, so that positions compare as strings
 * do, and a parent stands before its children.
 */
function positionOf(path: string, root: unknown, ranks: Ranks): string {
  const codes: number[] = [];
  let here = root;
  for (const token of parse(path)) {
    let rank = Number(token);
    if (Array.isArray(here)) here = here[rank];
    else {
      rank = ranks.of(token, here);
      here = child(here, token);
    }
    codes.push(Math.floor(rank / RADIX), rank % RADIX);
  }
  return String.fromCharCode(...codes);
}

function compareProblems(a: Problem, b: Problem): number {
  return (
    RANK[a.severity] - RANK[b.severity] || compareText(a.code, b.code) || compareText(a.about ?? "", b.about ?? "")
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
