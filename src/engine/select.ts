import { parse, type Token } from "./pointer.js";

/** The tokens from the root to the node that is being visited; reused between visits, so copy what you keep. */
export type Trail = readonly Token[];
export type Visit = (value: unknown, trail: Trail) => void;
export type Select = (root: unknown, visit: Visit) => void;

/**
 * A JSON Pointer in which `*` stands for every item of a list.
 * Pointers to nodes are made only for findings: most candidates have none, and making them all costs more than the checks.
 */
export function compileSelector(selector: string): Select {
  const tokens = parse(selector);
  return (root, visit) => walk(root, tokens, [], visit);
}

function walk(value: unknown, tokens: readonly string[], trail: Token[], visit: Visit): void {
  const token = tokens[trail.length];
  if (token === undefined) {
    visit(value, trail);
  } else if (typeof value !== "object" || value === null) {
    return;
  } else if (token !== "*") {
    if (Array.isArray(value) || !Object.hasOwn(value, token)) return;
    trail.push(token);
    walk((value as Record<string, unknown>)[token], tokens, trail, visit);
    trail.pop();
  } else if (Array.isArray(value)) {
    const depth = trail.push(0) - 1;
    for (let index = 0; index < value.length; index++) {
      trail[depth] = index;
      walk(value[index], tokens, trail, visit);
    }
    trail.pop();
  }
}
