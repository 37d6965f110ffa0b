import { parse, type Token } from "./pointer.js";

/** The tokens from the root to the node that is being visited; reused between visits, so copy what you keep. */
export type Trail = readonly Token[];
export type Select = (root: unknown, visit: (value: unknown, trail: Trail) => void) => void;

/**
 * A JSON Pointer in which `*` stands for every item of a list.
 * Pointers to nodes are made only for findings: most candidates have none, and making them all costs more than the checks.
 */
export function compileSelector(selector: string): Select {
  const tokens = parse(selector);
  return (root, visit) => {
    const trail: Token[] = [];
    walk(root, 0);

    function walk(value: unknown, depth: number): void {
      const token = tokens[depth];
      if (token === undefined) {
        visit(value, trail);
      } else if (typeof value !== "object" || value === null) {
        return;
      } else if (token !== "*") {
        if (!Array.isArray(value) && Object.hasOwn(value, token)) step(value, token, depth);
      } else if (Array.isArray(value)) {
        for (let index = 0; index < value.length; index++) step(value, index, depth);
      }
    }

    function step(value: object, token: Token, depth: number): void {
      trail.push(token);
      walk((value as Record<Token, unknown>)[token], depth + 1);
      trail.pop();
    }
  };
}
