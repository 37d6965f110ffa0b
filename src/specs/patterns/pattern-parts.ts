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

/** A pattern without one of its parts. */
interface Dropped {
  /** As it is written. */
  readonly part: string;
  readonly pattern: string;
}

/** Without each of its alternatives, wherever there are several. */
export function* alternativesDropped(pattern: string): Generator<Dropped> {
  for (const node of nodesIn(parsePattern(pattern))) {
    // Strings in a class need the flag v.
    if (!("alternatives" in node) || node.type === "ClassStringDisjunction") continue;
    const { alternatives } = node;
    const [first, last] = [alternatives[0], alternatives.at(-1)];
    if (alternatives.length < 2 || first === undefined || last === undefined) continue;
    // The last first: of two that match the same, the later one is to go.
    for (const [at, { raw }] of [...alternatives.entries()].reverse())
      yield { part: raw, pattern: replaced(pattern, first.start, last.end, withoutOne(alternatives, at, "|")) };
  }
}

/** Elements of a class that its other elements have already, and what is repeated zero times. */
export function* idleCharacters(pattern: string): Generator<string> {
  for (const node of nodesIn(parsePattern(pattern))) {
    if (node.type === "Quantifier" && node.max === 0) yield node.raw;
    if (node.type !== "CharacterClass" || node.elements.length < 2) continue;
    const alive = new Set(node.elements.map(({ raw }) => raw));
    for (const element of node.elements.toReversed()) {
      const { raw } = element;
      const isTwice = node.elements.filter((other) => other.raw === raw).length > 1;
      if (!isTwice) alive.delete(raw);
      if (isTwice || (alive.size > 0 && isWithin(element, [...alive]))) yield raw;
      else alive.add(raw);
      if (isTwice) break;
    }
  }
}

const LAST_CODE_POINT = 0x10ffff;

/** Whether the other elements match every character that one matches: all of its characters are tried. */
function isWithin(element: AST.CharacterClassElement, others: readonly string[]): boolean {
  // Elsewhere in a class, these two mean something else.
  const toClass = (elements: readonly string[]) =>
    new RegExp(`^[${elements.map((one) => (one === "^" || one === "-" ? `\\${one}` : one)).join("")}]$`, "u");
  const [own, rest] = [toClass([element.raw]), toClass(others)];
  const [first, last] = codesOf(element);
  for (let code = first; code <= last; code++) {
    const character = String.fromCodePoint(code);
    if (own.test(character) && !rest.test(character)) return false;
  }
  return true;
}

function codesOf(element: AST.CharacterClassElement): [first: number, last: number] {
  if (element.type === "Character") return [element.value, element.value];
  return element.type === "CharacterClassRange" ? [element.min.value, element.max.value] : [0, LAST_CODE_POINT];
}

/** The same pattern, in which a dot matches line breaks too; undefined where it has no dot. */
export function withDotAll(pattern: string): string | undefined {
  const dots = [...nodesIn(parsePattern(pattern))].filter(
    (node) => node.type === "CharacterSet" && node.kind === "any",
  );
  if (dots.length === 0) return undefined;
  return dots.reduceRight((text, { start, end }) => replaced(text, start, end, "[\\s\\S]"), pattern);
}

function withoutOne(nodes: readonly AST.Node[], at: number, separator: string): string {
  return nodes
    .toSpliced(at, 1)
    .map(({ raw }) => raw)
    .join(separator);
}

function replaced(text: string, start: number, end: number, part: string): string {
  return text.slice(0, start) + part + text.slice(end);
}
