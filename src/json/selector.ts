import { compileVisitor } from "./compile-visitor.js";
import { parse, type Token } from "./pointer.js";

/** The tokens from the root to the node that is being visited; reused between visits, so copy what you keep. */
export type Trail = readonly Token[];

/**
 * A JSON Pointer in which `*` stands for every item of a list.
 * Pointers to nodes are made only for findings: most candidates have none, and making them all costs more than the checks.
 */
export function compileSelector(
  selector: string,
): (root: unknown, visit: (value: unknown, trail: Trail) => void) => void {
  return compileVisitor([{ at: selector, visit: (value, trail) => `visit(${value}, ${trail});` }], ["visit"]);
}

/** Changes the nodes that a selector selects. Only the containers on the way to a changed one are copied. */
export function compileUpdate(selector: string): (root: unknown, change: (value: unknown) => unknown) => unknown {
  return updateSteps(parse(selector), 0);
}

type Update = (value: unknown, change: (value: unknown) => unknown) => unknown;

function updateSteps(tokens: readonly string[], depth: number): Update {
  const token = tokens[depth];
  if (token === undefined) return (value, change) => change(value);
  const below = updateSteps(tokens, depth + 1);
  if (token === "*") {
    return (list, change) => {
      if (!Array.isArray(list)) return list;
      let copy: unknown[] | undefined;
      for (let index = 0; index < list.length; index++) {
        const item = below(list[index], change);
        if (item !== list[index]) {
          copy ??= list.slice();
          copy[index] = item;
        }
      }
      return copy ?? list;
    };
  }
  const get = compileMembers([token]);
  return (object, change) => {
    const member = get(object);
    if (member === undefined) return object;
    const changed = below(member, change);
    return changed === member ? object : { ...(object as object), [token]: changed };
  };
}

/** The member of a member; undefined where there is none. Lists have no members here. */
export function compileMembers(names: readonly string[]): (value: unknown) => unknown {
  const [first] = names;
  if (first === undefined) return (value) => value;
  // As most are, and asked for with every candidate.
  if (names.length === 1) return (value) => member(value, first);
  return (value) => {
    let found = value;
    for (let at = 0; at < names.length && found !== undefined; at++) found = member(found, names[at] as string);
    return found;
  };
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
