import { parse } from "./pointer.js";
import { isInherited } from "./value.js";

/** What is done at each node that a selector selects, as code. */
export interface Stop {
  readonly at: string;
  /** The names in the code of the node, of its trail, and of the array item around it (the root where there is none). */
  visit(value: string, trail: string, item: string): string;
}

/**
 * Makes a function that visits all stops. Its parameters are the root and those that are named here. It returns true unless
 * the code of a stop returns something else. Generated, as AJV's functions are: V8 optimizes each piece of code for what
 * passes through it, and shared code that meets every kind of value takes half as long again.
 */
export function compileVisitor<Visitor>(stops: readonly Stop[], parameters: readonly string[] = []): Visitor {
  const ways = stops.map((stop, number) => ({ stop, tokens: parse(stop.at), trail: `trail${number}` }));
  const code = `return (${["root", ...parameters].join(", ")}) => { ${codeFor(ways, "root", "root", 0)} return true; };`;
  return new Function(...ways.map(({ trail }) => trail), code)(...ways.map(({ tokens }) => tokens));
}

interface Way {
  readonly stop: Stop;
  readonly tokens: readonly string[];
  /** The name of an array of the tokens, in which each `*` is set to the index of the item. */
  readonly trail: string;
}

/** For the ways that lead to or through this value. */
function codeFor(ways: readonly Way[], value: string, item: string, depth: number): string {
  const ends = ways.filter(({ tokens }) => tokens.length === depth).map((way) => codeAtEnd(way, value, item));
  const next = new Set(ways.flatMap(({ tokens }) => tokens.slice(depth, depth + 1)));
  const steps = [...next].map((token, number) => {
    const name = `${value}_${number}`;
    const below = codeFor(
      ways.filter(({ tokens }) => tokens[depth] === token),
      name,
      token === "*" ? name : item,
      depth + 1,
    );
    return token === "*" ? codeForItems(value, `at${depth}`, name, below) : codeForProperty(value, token, name, below);
  });
  return [...ends, ...steps].join("\n");
}

function codeAtEnd({ stop, tokens, trail }: Way, value: string, item: string): string {
  const indexes = tokens.map((token, depth) => (token === "*" ? `${trail}[${depth}] = at${depth};` : ""));
  return `if (${value} !== undefined) { ${indexes.join("")} ${stop.visit(value, trail, item)} }`;
}

function codeForItems(array: string, at: string, item: string, below: string): string {
  return `if (Array.isArray(${array})) for (let ${at} = 0; ${at} < ${array}.length; ${at}++) {
    const ${item} = ${array}[${at}]; ${below}
  }`;
}

function codeForProperty(object: string, token: string, property: string, below: string): string {
  const name = JSON.stringify(token);
  const own = isInherited(token)
    ? `Object.hasOwn(${object}, ${name}) ? ${object}[${name}] : undefined`
    : `${object}[${name}]`;
  return `if (typeof ${object} === "object" && ${object} !== null && !Array.isArray(${object})) {
    const ${property} = ${own}; ${below}
  }`;
}
