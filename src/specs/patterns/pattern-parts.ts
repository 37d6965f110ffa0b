import { type AST, RegExpParser } from "@eslint-community/regexpp";

export function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

export function parsePattern(pattern: string): AST.Pattern {
  return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
}

/** A node and all nodes below it, in the order in which they are written. */
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

export function isLookAround(node: AST.Node): node is AST.LookaroundAssertion {
  return node.type === "Assertion" && (node.kind === "lookahead" || node.kind === "lookbehind");
}

/** Whether an alternative begins with `^`, or ends with `$`. */
export function isAnchored({ elements }: AST.Alternative, kind: "start" | "end"): boolean {
  const edge = kind === "start" ? elements[0] : elements.at(-1);
  return edge?.type === "Assertion" && edge.kind === kind;
}

/** The pattern without each of its alternatives; `part` is the text of the alternative. */
export function* alternativesDropped(pattern: string): Generator<{ part: string; pattern: string }> {
  for (const node of nodesIn(parsePattern(pattern))) {
    // Strings in a class need the flag v.
    if (!("alternatives" in node) || node.type === "ClassStringDisjunction") continue;
    const { alternatives } = node;
    const [first, last] = [alternatives[0], alternatives.at(-1)];
    if (alternatives.length < 2 || first === undefined || last === undefined) continue;
    // The last alternative first: of two that match the same, the later one is redundant.
    for (const dropped of alternatives.toReversed()) {
      const others = alternatives.filter((other) => other !== dropped).map(({ raw }) => raw);
      yield { part: dropped.raw, pattern: spliced(pattern, first.start, last.end, others.join("|")) };
    }
  }
}

/** Elements of character classes that other elements include, and parts that are repeated zero times. */
export function* idleCharacters(pattern: string): Generator<string> {
  for (const node of nodesIn(parsePattern(pattern))) {
    if (node.type === "Quantifier" && node.max === 0) yield node.raw;
    if (node.type !== "CharacterClass" || node.elements.length < 2) continue;
    const kept = new Set(node.elements.map(({ raw }) => raw));
    for (const element of node.elements.toReversed()) {
      const { raw } = element;
      const isTwice = node.elements.filter((other) => other.raw === raw).length > 1;
      if (!isTwice) kept.delete(raw);
      if (isTwice || (kept.size > 0 && isCovered(element, [...kept]))) yield raw;
      else kept.add(raw);
      if (isTwice) break;
    }
  }
}

const LAST_CODE_POINT = 0x10ffff;

/** Whether the other elements of a class match every character that an element matches, by trying all of them. */
function isCovered(element: AST.CharacterClassElement, others: readonly string[]): boolean {
  // At another position of a class, `^` and `-` have another meaning.
  const toClass = (elements: readonly string[]) =>
    new RegExp(`^[${elements.map((raw) => (raw === "^" || raw === "-" ? `\\${raw}` : raw)).join("")}]$`, "u");
  const [ofElement, ofOthers] = [toClass([element.raw]), toClass(others)];
  const [first, last] = codesOf(element);
  for (let code = first; code <= last; code++) {
    const character = String.fromCodePoint(code);
    if (ofElement.test(character) && !ofOthers.test(character)) return false;
  }
  return true;
}

/** A range of code points that includes all characters of an element. */
function codesOf(element: AST.CharacterClassElement): [first: number, last: number] {
  if (element.type === "Character") return [element.value, element.value];
  return element.type === "CharacterClassRange" ? [element.min.value, element.max.value] : [0, LAST_CODE_POINT];
}

/** The pattern with dots that match line breaks too; undefined if it has no dot. */
export function withDotAll(pattern: string): string | undefined {
  const dots = [...nodesIn(parsePattern(pattern))].filter(
    (node) => node.type === "CharacterSet" && node.kind === "any",
  );
  if (dots.length === 0) return undefined;
  return dots.reduceRight((text, { start, end }) => spliced(text, start, end, "[\\s\\S]"), pattern);
}

function spliced(text: string, start: number, end: number, part: string): string {
  return text.slice(0, start) + part + text.slice(end);
}
