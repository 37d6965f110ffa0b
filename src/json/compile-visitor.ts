import { parse } from "./pointer.js";
import { isInherited } from "./value.js";

/** What is done at each node that a selector selects: code, in which the node and its trail go by these names. */
interface Stop {
  readonly at: string;
  visit(value: string, trail: string): string;
}

/**
 * A function that goes to all stops. Its parameters are the root and those that are named here; it gives true unless the
 * code of a stop returns something else. Generated, as AJV's functions are: V8 learns for each piece of code what passes
 * through it, and where all places share one it can foresee nothing, which takes half as long again.
 */
export function compileVisitor<Walk>(stops: readonly Stop[], parameters: readonly string[] = []): Walk {
  const ways = stops.map((stop, number) => ({ stop, tokens: parse(stop.at), trail: `trail${number}` }));
  const code = `return (${["root", ...parameters].join(", ")}) => { ${codeFor(ways, "root", 0)} return true; };`;
  return new Function(...ways.map(({ trail }) => trail), code)(...ways.map(({ tokens }) => tokens));
}

interface Way {
  readonly stop: Stop;
  readonly tokens: readonly string[];
  /** The name of a list of the tokens, in which each `*` is set to the index of the item. */
  readonly trail: string;
}

/** For the ways that lead to or through this value. */
function codeFor(ways: readonly Way[], value: string, depth: number): string {
  const ends = ways.filter(({ tokens }) => tokens.length === depth).map((way) => codeAtEnd(way, value));
  const next = new Set(ways.flatMap(({ tokens }) => tokens.slice(depth, depth + 1)));
  const steps = [...next].map((token, number) => {
    const name = `${value}_${number}`;
    const below = codeFor(
      ways.filter(({ tokens }) => tokens[depth] === token),
      name,
      depth + 1,
    );
    return token === "*" ? codeForItems(value, `at${depth}`, name, below) : codeForMember(value, token, name, below);
  });
  return [...ends, ...steps].join("\n");
}

function codeAtEnd({ stop, tokens, trail }: Way, value: string): string {
  const indexes = tokens.map((token, depth) => (token === "*" ? `${trail}[${depth}] = at${depth};` : ""));
  return `if (${value} !== undefined) { ${indexes.join("")} ${stop.visit(value, trail)} }`;
}

function codeForItems(list: string, at: string, item: string, below: string): string {
  return `if (Array.isArray(${list})) for (let ${at} = 0; ${at} < ${list}.length; ${at}++) {
    const ${item} = ${list}[${at}]; ${below}
  }`;
}

function codeForMember(object: string, token: string, member: string, below: string): string {
  const name = JSON.stringify(token);
  const own = isInherited(token)
    ? `Object.hasOwn(${object}, ${name}) ? ${object}[${name}] : undefined`
    : `${object}[${name}]`;
  return `if (typeof ${object} === "object" && ${object} !== null && !Array.isArray(${object})) {
    const ${member} = ${own}; ${below}
  }`;
}
