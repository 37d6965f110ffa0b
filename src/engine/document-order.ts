import { child, lastToken, parent, parse } from "../json/pointer.js";
import type { Problem, Severity } from "./problem.js";

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

const FEW = 20;

/** A total order: position in the document as sent, then severity, then code, then what the problem is about. */
export function inDocumentOrder(problems: readonly Problem[], candidate: unknown): Problem[] {
  if (problems.length < 2) return [...problems];
  const positionOf = (problems.length < FEW ? placeByLooking : placeByParents)({ candidate });
  return problems
    .map((problem) => ({ problem, position: positionOf(problem.path) }))
    .sort((a, b) => comparePositions(a.position, b.position) || compareProblems(a.problem, b.problem))
    .map(({ problem }) => problem);
}

/** The rank of each step of a path among its siblings; a parent stands before its children. */
type Position = readonly number[];

/** Few problems are placed sooner by looking at what is around each than by keeping it. */
function placeByLooking(root: unknown): (path: string) => Position {
  return (path) => {
    const position: number[] = [];
    let here = root;
    for (const token of parse(path)) {
      position.push(rankIn(here, token));
      here = child(here, token);
    }
    return position;
  };
}

function rankIn(container: unknown, token: string): number {
  if (Array.isArray(container)) return Number(token);
  let rank = 0;
  for (const key in container as object) {
    if (key === token) return rank;
    rank++;
  }
  return 0;
}

/** Hundreds of problems share a parent. */
function placeByParents(root: unknown): (path: string) => Position {
  const ranks = new Map<unknown, Map<string, number>>();
  const rankOf = (container: unknown, token: string): number => {
    if (Array.isArray(container)) return Number(token);
    let known = ranks.get(container);
    if (known === undefined) {
      known = new Map();
      for (const key in container as object) known.set(key, known.size);
      ranks.set(container, known);
    }
    return known.get(token) ?? 0;
  };
  const parents = new Map<string, { position: Position; value: unknown }>([["", { position: [], value: root }]]);
  const lookUp = (path: string): { position: Position; value: unknown } => {
    const known = parents.get(path);
    if (known !== undefined) return known;
    const around = lookUp(parent(path));
    const token = lastToken(path);
    const place = { position: [...around.position, rankOf(around.value, token)], value: child(around.value, token) };
    parents.set(path, place);
    return place;
  };
  return (path) => {
    const { position, value } = lookUp(parent(path));
    return [...position, rankOf(value, lastToken(path))];
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
