import type { AST } from "@eslint-community/regexpp";
import { nodesIn, parsePattern } from "./nodes-in.js";

/** The lengths of strings that a pattern can match; infinite where it can match none. */
export interface MatchedLengths {
  readonly shortest: number;
  readonly longest: number;
}

interface Lengths {
  readonly min: number;
  readonly max: number;
}

export function matchedLengths(pattern: string): MatchedLengths {
  const parsed = parsePattern(pattern);
  const { min, max } = ofAlternatives(parsed.alternatives);
  const isWhole = parsed.alternatives.every(
    ({ elements }) => isAnchored(elements, "start") && isAnchored(elements, "end"),
  );
  return { shortest: min, longest: isWhole ? max : Infinity };
}

const slips = new Map<string, readonly string[]>();

/** What is written otherwise than it is probably meant. Versions of a spec package share most of their patterns. */
export function slipsOf(pattern: string): readonly string[] {
  const known = slips.get(pattern) ?? [...slipsIn(parsePattern(pattern))];
  slips.set(pattern, known);
  return known;
}

function ofAlternatives(alternatives: readonly AST.Alternative[]): Lengths {
  const all = alternatives.map(({ elements }) => ofSequence(elements));
  const possible = all.filter(({ min }) => min !== Infinity);
  return {
    min: Math.min(...all.map(({ min }) => min)),
    max: possible.reduce((most, { max }) => Math.max(most, max), 0),
  };
}

/** Nothing matches before the start or behind the end. */
function ofSequence(elements: readonly AST.Element[]): Lengths {
  let [min, max] = [0, 0];
  let isEnded = false;
  for (const element of elements) {
    if (isEdge(element, "start") && min > 0) return { min: Infinity, max: 0 };
    if (isEdge(element, "end")) isEnded = true;
    const lengths = ofElement(element);
    if (isEnded && lengths.min > 0) return { min: Infinity, max: 0 };
    min += lengths.min;
    max += lengths.max;
  }
  return { min, max };
}

function ofElement(element: AST.Element): Lengths {
  switch (element.type) {
    case "Group":
    case "CapturingGroup":
      return ofAlternatives(element.alternatives);
    case "Quantifier": {
      const { min, max } = ofElement(element.element);
      return { min: element.min === 0 ? 0 : min * element.min, max: max === 0 ? 0 : max * element.max };
    }
    case "CharacterClass":
      return element.elements.length === 0 && !element.negate ? { min: Infinity, max: 0 } : { min: 1, max: 1 };
    case "Character":
    case "CharacterSet":
      return { min: 1, max: 1 };
    case "Backreference":
      return { min: 0, max: Infinity };
    default:
      return { min: 0, max: 0 };
  }
}

function isEdge(element: AST.Element | undefined, kind: "start" | "end"): boolean {
  return element?.type === "Assertion" && element.kind === kind;
}

function isAnchored(elements: readonly AST.Element[], kind: "start" | "end"): boolean {
  return isEdge(kind === "start" ? elements[0] : elements.at(-1), kind);
}

function* slipsIn({ alternatives, raw }: AST.Pattern): Generator<string> {
  const mixed = (["start", "end"] as const).some((kind) => {
    const anchored = alternatives.filter(({ elements }) => isAnchored(elements, kind));
    return anchored.length > 0 && anchored.length < alternatives.length;
  });
  // An empty alternative is no part of a list that was anchored as a whole.
  if (mixed && alternatives.every(({ elements }) => elements.length > 0))
    yield `the anchors hold for one alternative each; write ^(?:${raw.replace(/^\^|\$$/g, "")})$`;
  else yield* looseEdges(alternatives);
  for (const range of rangesIn(alternatives)) {
    const { raw: written } = range;
    if (/^[A-Z]-[a-z]$/.test(written))
      yield `the range ${written} has the signs between Z and a in it; write ${written[0]}-Za-${written[2]}`;
    else if (isOddRange(range))
      yield `the range ${written} has other kinds of characters in it; write each kind by itself, and "-" at the end`;
  }
}

/** Where nothing is behind a repetition, one more or less of it decides nothing: an anchor is missing. */
function* looseEdges(alternatives: readonly AST.Alternative[]): Generator<string> {
  for (const [kind, anchor] of [
    ["start", "^"],
    ["end", "$"],
  ] as const) {
    for (const { elements } of alternatives) {
      const edge = kind === "start" ? elements[0] : elements.at(-1);
      // Of "at least three", the three decide.
      const isWanted = edge?.type === "Quantifier" && edge.min > 1 && edge.max === Number.POSITIVE_INFINITY;
      if (edge?.type !== "Quantifier" || edge.max === edge.min || isWanted) continue;
      const where = kind === "start" ? "before" : "behind";
      yield `anything may stand ${where} ${edge.raw}, so that its repetition decides nothing; anchor it with ${anchor}`;
      return;
    }
  }
}

/**
 * `[.-_]` is meant as three signs, `[0-Z]` as digits and letters. All that can be printed, `[!-~]`, is meant as a
 * range.
 */
function isOddRange({ min, max }: AST.CharacterClassRange): boolean {
  const [from, to] = [kindOf(min.value), kindOf(max.value)];
  if (from === undefined || to === undefined || (min.raw === "!" && max.raw === "~")) return false;
  return from !== to || (from === "sign" && LETTERS_AND_DIGITS.some((code) => code > min.value && code < max.value));
}

const LETTERS_AND_DIGITS = ["0", "A", "a"].map((character) => character.charCodeAt(0));

/** Of ASCII characters that can be seen. */
function kindOf(code: number): "digit" | "upper" | "lower" | "sign" | undefined {
  if (code < 0x21 || code > 0x7e) return undefined;
  const character = String.fromCharCode(code);
  return /\d/.test(character)
    ? "digit"
    : /[A-Z]/.test(character)
      ? "upper"
      : /[a-z]/.test(character)
        ? "lower"
        : "sign";
}

function rangesIn(alternatives: readonly AST.Alternative[]): AST.CharacterClassRange[] {
  return alternatives.flatMap((one) => [...nodesIn(one)]).filter((node) => node.type === "CharacterClassRange");
}

/**
 * A look-ahead or look-behind goes through the string once for every place that it is tried at: `^.*(?=a*b)` takes 5
 * s on 60,000 characters. One that repeats something is safe only at the start, where it is tried once.
 */
export function looksFarAndOften(source: string): boolean {
  const bare = source.replace(/\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]])*\]/gs, "x");
  let once = bare.startsWith("^") ? 1 : -1;
  for (const { index, 0: look } of bare.matchAll(/\(\?<?[=!]/g)) {
    let end = index + look.length;
    for (let depth = 1; depth > 0; end++) depth += bare[end] === "(" ? 1 : bare[end] === ")" ? -1 : 0;
    if (index === once) once = end;
    else if (/[*+{]/.test(bare.slice(index, end))) return true;
  }
  return false;
}
