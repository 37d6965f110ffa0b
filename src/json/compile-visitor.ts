import { isIndex, parse } from "./pointer.js";
import { isInherited } from "./value.js";

/**
 * Tokens for the first and the last item of an array. RFC 6901 has no such escapes, so that no property can have one of
 * these tokens.
 */
export const FIRST = "~first";
export const LAST = "~last";

/** A selector, and the code to run at each node that it selects. */
interface Visit {
  readonly at: string;
  /**
   * Returns the code. The arguments are the names of variables: the node, its trail, and the item around it or the
   * root.
   */
  visit(value: string, trail: string, item: string): string;
}

/**
 * Compiles a function that makes all visits. Its parameters are the root and `parameters`. It returns true unless the
 * code of a visit returns something else. The code is generated, as in AJV, because V8 optimizes it for the values at
 * each place: one generic loop for all places takes half as long again.
 */
export function compileVisitor<Visitor>(visits: readonly Visit[], parameters: readonly string[] = []): Visitor {
  const paths = visits.map((visit, number) => ({ visit, tokens: parse(visit.at), trail: `trail${number}` }));
  const code = `return (${["root", ...parameters].join(", ")}) => { ${codeFor(paths, "root", "root", 0)} return true; };`;
  return new Function(...paths.map(({ trail }) => trail), code)(...paths.map(({ tokens }) => tokens));
}

interface Path {
  readonly visit: Visit;
  readonly tokens: readonly string[];
  /**
   * The variable with the trail: the tokens, in which `*`, `~first` and `~last` are replaced by the index of the item.
   */
  readonly trail: string;
}

/** The code for all paths that lead to or through this value. */
function codeFor(paths: readonly Path[], value: string, item: string, depth: number): string {
  const ends = paths.filter(({ tokens }) => tokens.length === depth).map((path) => codeAtEnd(path, value, item));
  const next = new Set(paths.flatMap(({ tokens }) => tokens.slice(depth, depth + 1)));
  const steps = [...next].map((token, number) => {
    const name = `${value}_${number}`;
    const below = codeFor(
      paths.filter(({ tokens }) => tokens[depth] === token),
      name,
      token === "*" ? name : item,
      depth + 1,
    );
    if (token === "*") return codeForItems(value, `at${depth}`, name, below);
    if (token === FIRST || token === LAST) return codeForEnd(value, token, `at${depth}`, name, below);
    return codeForProperty(value, token, name, below);
  });
  return [...ends, ...steps].join("\n");
}

function codeAtEnd({ visit, tokens, trail }: Path, value: string, item: string): string {
  const indexes = tokens.map((token, depth) =>
    token === "*" || token === FIRST || token === LAST ? `${trail}[${depth}] = at${depth};` : "",
  );
  return `if (${value} !== undefined) { ${indexes.join("")} ${visit.visit(value, trail, item)} }`;
}

function codeForItems(array: string, at: string, item: string, below: string): string {
  return `if (Array.isArray(${array})) for (let ${at} = 0; ${at} < ${array}.length; ${at}++) {
    const ${item} = ${array}[${at}]; ${below}
  }`;
}

function codeForEnd(array: string, token: string, at: string, item: string, below: string): string {
  return `if (Array.isArray(${array}) && ${array}.length > 0) {
    const ${at} = ${token === FIRST ? "0" : `${array}.length - 1`}; const ${item} = ${array}[${at}]; ${below}
  }`;
}

/** The code for one property. A number may also be the index of an item, as in RFC 6901. */
function codeForProperty(object: string, token: string, property: string, below: string): string {
  const name = JSON.stringify(token);
  const own = isInherited(token)
    ? `Object.hasOwn(${object}, ${name}) ? ${object}[${name}] : undefined`
    : `${object}[${name}]`;
  const isHolder = isIndex(token) ? "" : ` && !Array.isArray(${object})`;
  return `if (typeof ${object} === "object" && ${object} !== null${isHolder}) {
    const ${property} = ${own}; ${below}
  }`;
}
