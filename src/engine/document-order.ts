import { child, parse } from "../json/pointer.js";
import type { Problem, Severity } from "./problem.js";

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** A total order: position in the document as sent, then severity, then code, then what the problem is about. */
export function inDocumentOrder(problems: readonly Problem[], candidate: unknown): Problem[] {
  if (problems.length < 2) return [...problems];
  const positionOf = positions({ candidate });
  return problems
    .map((problem) => ({ problem, position: positionOf(problem.path) }))
    .sort((a, b) => comparePositions(a.position, b.position) || compareProblems(a.problem, b.problem))
    .map(({ problem }) => problem);
}

/** The rank of each step among its siblings; a parent stands before its members. */
function positions(root: unknown): (path: string) => number[] {
  const ranks = new Map<object, Map<string, number>>();
  const rankOf = (container: unknown, token: string): number => {
    if (Array.isArray(container)) return Number(token);
    if (typeof container !== "object" || container === null) return 0;
    let known = ranks.get(container);
    if (known === undefined) {
      known = new Map();
      for (const key in container) known.set(key, known.size);
      ranks.set(container, known);
    }
    return known.get(token) ?? 0;
  };
  return (path) => {
    let value = root;
    return parse(path).map((token) => {
      const rank = rankOf(value, token);
      value = child(value, token);
      return rank;
    });
  };
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  for (let depth = 0; depth < a.length && depth < b.length; depth++) {
    const difference = (a[depth] as number) - (b[depth] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareProblems(a: Problem, b: Problem): number {
  return (
    RANK[a.severity] - RANK[b.severity] || compareText(a.code, b.code) || compareText(a.about ?? "", b.about ?? "")
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
