import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** The syntax tree of a pattern, which is valid. */
export function parsePattern(pattern: string): AST.Pattern {
  return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
}

/** A node and all below it, in the order in which they are written. */
export function* nodesIn(node: AST.Node): Generator<AST.Node> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesIn(child);
}

function childrenOf(node: AST.Node): readonly AST.Node[] {
  if ("alternatives" in node) return node.alternatives;
  if (node.type === "Alternative" || node.type === "CharacterClass") return node.elements;
  if (node.type === "CharacterClassRange") return [node.min, node.max];
  return node.type === "Quantifier" ? [node.element] : [];
}
