import { type AST, RegExpParser } from "@eslint-community/regexpp";

export function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

export function parsePattern(pattern: string, { unicode = true } = {}): AST.Pattern {
  return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode });
}

/** A node and all nodes below it, in the order in which they are written. */
export function* walkAst(node: AST.Node): Generator<AST.Node> {
  yield node;
  let children: readonly AST.Node[] = [];
  if ("alternatives" in node) children = node.alternatives;
  else if (node.type === "Alternative" || node.type === "CharacterClass") children = node.elements;
  else if (node.type === "CharacterClassRange") children = [node.min, node.max];
  else if (node.type === "Quantifier") children = [node.element];
  for (const child of children) yield* walkAst(child);
}

/** Whether an alternative begins with `^`, or ends with `$`. */
export function hasAnchor({ elements }: AST.Alternative, kind: "start" | "end"): boolean {
  const edge = kind === "start" ? elements[0] : elements.at(-1);
  return edge?.type === "Assertion" && edge.kind === kind;
}
