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
  return compileSteps(parse(selector), 0);
}

/** One trail for all visits: only the indexes in it change. */
function compileSteps(tokens: readonly string[], from: number, trail: Token[] = [...tokens]): Select {
  const star = tokens.indexOf("*", from);
  const get = compileMembers(tokens.slice(from, star === -1 ? tokens.length : star));
  if (star === -1) {
    return (root, visit) => {
      const value = get(root);
      if (value !== undefined) visit(value, trail);
    };
  }
  const below = compileSteps(tokens, star + 1, trail);
  return (root, visit) => {
    const list = get(root);
    if (!Array.isArray(list)) return;
    for (let index = 0; index < list.length; index++) {
      trail[star] = index;
      below(list[index], visit);
    }
  };
}

/** The member of a member; undefined where there is none. Lists have no members here. */
export function compileMembers(names: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    let member = value;
    for (const name of names) {
      if (typeof member !== "object" || member === null || Array.isArray(member)) return undefined;
      if (!Object.hasOwn(member, name)) return undefined;
      member = (member as Record<string, unknown>)[name];
    }
    return member;
  };
}
