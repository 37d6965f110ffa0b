import type { AST } from "@eslint-community/regexpp";
import { quote } from "../../text/quote.js";
import { alphabetFor } from "./alphabet.js";
import { Builder, type Part, type Position, Unsupported } from "./automaton.js";
import { nodesIn, parsePattern } from "./nodes-in.js";

/** Every repetition is written out here: what is only nearly the same is not the same. */
const EXACT = { writtenOut: Number.POSITIVE_INFINITY, positions: 1_500 };
const MOST_STEPS = 50_000;

/** Parts of a pattern that could go without a difference: alternatives and characters that others match already. */
export function* deadPartsOf(pattern: string): Generator<string> {
  const parsed = parsePattern(pattern);
  const nodes = [...nodesIn(parsed)];
  const alphabet = [...new Set([...alphabetFor(pattern), ...nodes.flatMap(edgesOf)])];
  const open = new Set(openIn(parsed));
  for (const node of nodes) {
    // Strings in a class need the flag v.
    if ("alternatives" in node && node.type !== "ClassStringDisjunction")
      yield* deadAlternatives(node, alphabet, open.has(node));
    if (node.type === "CharacterClass") yield* deadCharacters(node, alphabet);
    if (node.type === "Quantifier" && node.max === 0) yield `${quote(node.raw)} matches nothing; remove it`;
  }
}

type Choice = AST.Pattern | AST.Group | AST.CapturingGroup | AST.LookaroundAssertion;

/** Where anything may follow: what one alternative matches, whatever begins with it matches too. */
function* openIn(choice: Choice): Generator<Choice> {
  yield choice;
  for (const { elements } of choice.alternatives) {
    const last = elements.at(-1);
    if (last?.type === "Group" || last?.type === "CapturingGroup") yield* openIn(last);
  }
}

/** The characters around which a class can begin or end: of those in between, one is like the other. */
function edgesOf(node: AST.Node): string[] {
  if (node.type !== "Character") return [];
  const near = [node.value - 1, node.value, node.value + 1];
  return near.filter((code) => code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)).map(fromCode);
}

function fromCode(code: number): string {
  return String.fromCodePoint(code);
}

/** Of two that are the same, the later one is to go. */
function* deadAlternatives({ alternatives }: Choice, alphabet: readonly string[], isOpen: boolean): Generator<string> {
  const bodies = alternatives.length > 1 ? withoutEdges(alternatives) : undefined;
  if (bodies === undefined) return;
  const isEnded = alternatives.some(({ elements }, at) => elements.at(-1) !== bodies[at]?.at(-1));
  const builder = new Builder(alphabet, EXACT);
  try {
    const parts = bodies.map((elements) => builder.sequence(elements));
    const alive = new Set(parts);
    for (const [at, part] of [...parts.entries()].reverse()) {
      alive.delete(part);
      if (alive.size > 0 && isWithin(part, [...alive], builder.positions, isOpen && !isEnded))
        yield `the alternative ${quote(alternatives[at]?.raw)} makes no difference: the others match it; remove it`;
      else alive.add(part);
    }
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
  }
}

/** Ignores anchors that all alternatives share. Any other look-around depends on its surroundings: undefined. */
function withoutEdges(alternatives: readonly AST.Alternative[]): (readonly AST.Element[])[] | undefined {
  let bodies = alternatives.map(({ elements }): readonly AST.Element[] => elements);
  const isEdge = (element: AST.Element | undefined, kind: string) =>
    element?.type === "Assertion" && element.kind === kind;
  if (bodies.every((elements) => isEdge(elements[0], "start"))) bodies = bodies.map((elements) => elements.slice(1));
  if (bodies.every((elements) => isEdge(elements.at(-1), "end")))
    bodies = bodies.map((elements) => elements.slice(0, -1));
  return bodies.some((elements) => elements.some(looksAround)) ? undefined : bodies;
}

function looksAround(node: AST.Node): boolean {
  if (node.type === "Assertion" || node.type === "Backreference") return true;
  if (node.type === "Quantifier") return looksAround(node.element);
  if (node.type === "Alternative") return node.elements.some(looksAround);
  return "alternatives" in node && node.alternatives.some(looksAround);
}

/** Whether the others match every string that one part matches: the subset construction, one part beside the rest. */
function isWithin(part: Part, others: readonly Part[], positions: readonly Position[], isOpen: boolean): boolean {
  const ends = new Set(others.flatMap(({ last }) => last));
  const isNullable = others.some(({ nullable }) => nullable);
  if (part.nullable && !isNullable) return false;
  if (isOpen && isNullable) return true;
  const [own, all] = [new Set(part.last), new Set<string>()];
  const queue: { from: readonly number[]; beside: readonly number[] }[] = [
    { from: part.first, beside: others.flatMap(({ first }) => first) },
  ];
  let steps = 0;
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    for (const next of state.from) {
      const { takes, next: after } = positions[next] as Position;
      for (const character of takes) {
        if (++steps > MOST_STEPS) return false;
        const reached = state.beside.filter((at) => positions[at]?.takes.has(character));
        const beside = [...new Set(reached)].sort((a, b) => a - b);
        const key = `${next}:${beside.join()}`;
        if (all.has(key)) continue;
        all.add(key);
        const isMatched = beside.some((at) => ends.has(at));
        if (own.has(next) && !isMatched) return false;
        if (isOpen && isMatched) continue;
        queue.push({
          from: [...after.keys()],
          beside: beside.flatMap((at) => [...(positions[at] as Position).next.keys()]),
        });
      }
    }
  }
  return true;
}

function* deadCharacters({ elements }: AST.CharacterClass, alphabet: readonly string[]): Generator<string> {
  const matched = elements.map(({ raw }) => {
    const one = new RegExp(`^[${raw === "^" ? "\\^" : raw}]$`, "u");
    return new Set(alphabet.filter((character) => one.test(character)));
  });
  const alive = new Set(matched);
  for (const [at, own] of [...matched.entries()].reverse()) {
    alive.delete(own);
    const isDead = own.size > 0 && [...own].every((character) => [...alive].some((other) => other.has(character)));
    if (isDead) yield `${quote(elements[at]?.raw)} is in its class already; remove it`;
    else alive.add(own);
  }
}
