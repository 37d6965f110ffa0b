import { type AST, RegExpParser } from "@eslint-community/regexpp";

export function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/**
 * The pattern with the flag `u`. Without it, any character may be escaped, and a brace or hyphen
 * may stand where it has no meaning: each such character is written by its number. Undefined if it
 * is no pattern either way.
 */
export function toUnicodePattern(pattern: string): string | undefined {
  if (isPattern(pattern)) return pattern;
  try {
    const characters = [
      ...walkNodes(new RegExpParser().parsePattern(pattern, 0, pattern.length, {})),
    ].filter((node) => node.type === "Character");
    const written = characters.reduceRight(
      (text, { start, end, raw, value }) =>
        /^[\w\s]$/.test(raw)
          ? text
          : `${text.slice(0, start)}\\u{${value.toString(16)}}${text.slice(end)}`,
      pattern,
    );
    return isPattern(written) ? written : undefined;
  } catch {
    return undefined;
  }
}

export function parsePattern(pattern: string): AST.Pattern {
  return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
}

/** A node and all nodes below it, in the order in which they are written. */
export function* walkNodes(node: AST.Node): Generator<AST.Node> {
  yield node;
  for (const child of childrenOf(node)) yield* walkNodes(child);
}

function childrenOf(node: AST.Node): readonly AST.Node[] {
  if ("alternatives" in node) return node.alternatives;
  if (node.type === "Alternative" || node.type === "CharacterClass") return node.elements;
  if (node.type === "CharacterClassRange") return [node.min, node.max];
  return node.type === "Quantifier" ? [node.element] : [];
}

export function isLookAround(node: AST.Node): node is AST.LookaroundAssertion {
  return node.type === "Assertion" && (node.kind === "lookahead" || node.kind === "lookbehind");
}

/** Whether an alternative begins with `^`, or ends with `$`. */
export function isAnchored({ elements }: AST.Alternative, kind: "start" | "end"): boolean {
  const edge = kind === "start" ? elements[0] : elements.at(-1);
  return edge?.type === "Assertion" && edge.kind === kind;
}

/** Whether a look-around follows the first `^` of the pattern, where it is tried once. */
export function isAtStart(look: AST.LookaroundAssertion): boolean {
  const { parent } = look;
  if (
    parent.type !== "Alternative" ||
    parent.parent.type !== "Pattern" ||
    !isAnchored(parent, "start")
  )
    return false;
  return parent.elements.slice(1, parent.elements.indexOf(look)).every(isLookAround);
}
