import type { AST } from "@eslint-community/regexpp";
import type { Flaw } from "../../ground/files/file-error.js";
import { hasAnchor, parsePattern, walkAst } from "../../ground/patterns/pattern-parts.js";

/** Finds parts of a pattern that probably mean something else. */
export function* lintPatternMistakes(pattern: unknown, pointer: string): Generator<Flaw> {
  if (typeof pattern === "string")
    for (const detail of findMistakes(parsePattern(pattern))) yield { pointer, detail };
}

function* findMistakes({ alternatives, raw }: AST.Pattern): Generator<string> {
  const isMixed = (["start", "end"] as const).some((kind) => {
    const anchored = alternatives.filter((alternative) => hasAnchor(alternative, kind));
    return anchored.length > 0 && anchored.length < alternatives.length;
  });
  // With an empty alternative, the list was not meant to be anchored as a whole.
  if (isMixed && alternatives.every(({ elements }) => elements.length > 0))
    yield `each anchor applies to one alternative only; write ^(?:${raw.replace(/^\^|\$$/g, "")})$`;
  else yield* findLooseEdges(alternatives);
  for (const range of alternatives.flatMap((alternative) => [...walkAst(alternative)])) {
    if (range.type !== "CharacterClassRange") continue;
    const { raw: written } = range;
    if (/^[A-Z]-[a-z]$/.test(written))
      yield `the range ${written} includes the characters between Z and a; write ${written[0]}-Za-${written[2]}`;
    else if (isOddRange(range))
      yield `the range ${written} includes other kinds of characters; write each kind separately, and "-" at the end`;
  }
}

/** At the edge of a pattern without an anchor, the number of repetitions decides nothing. */
function* findLooseEdges(alternatives: readonly AST.Alternative[]): Generator<string> {
  for (const kind of ["start", "end"] as const)
    for (const edge of alternatives.flatMap((alternative) => [...walkEdges(alternative, kind)])) {
      if (edge.type !== "Quantifier" || edge.max === edge.min) continue;
      // In `a{3,}`, the first three repetitions decide.
      if (edge.min > 1 && edge.max === Number.POSITIVE_INFINITY) continue;
      const [where, anchor] = kind === "start" ? ["before", "^"] : ["after", "$"];
      yield `anything may come ${where} ${edge.raw}, so its repetition decides nothing; anchor it with ${anchor}`;
      return;
    }
}

/** The elements at the edge of an alternative, or at the edges of a group there. */
function* walkEdges({ elements }: AST.Alternative, kind: "start" | "end"): Generator<AST.Element> {
  const edge = kind === "start" ? elements[0] : elements.at(-1);
  if (edge?.type === "Group" || edge?.type === "CapturingGroup")
    for (const alternative of edge.alternatives) yield* walkEdges(alternative, kind);
  else if (edge !== undefined) yield edge;
}

/**
 * Whether a range probably means something else: `[.-_]` means three signs, `[0-Z]` digits and
 * letters. But `[!-~]` means all visible characters.
 */
function isOddRange({ min, max }: AST.CharacterClassRange): boolean {
  const [from, to] = [characterKind(min.value), characterKind(max.value)];
  if (from === undefined || to === undefined || (min.raw === "!" && max.raw === "~")) return false;
  const isBetween = (code: number) => code > min.value && code < max.value;
  return from !== to || (from === "sign" && LETTERS_AND_DIGITS.some(isBetween));
}

const LETTERS_AND_DIGITS = ["0", "A", "a"].map((character) => character.charCodeAt(0));

function characterKind(code: number): "digit" | "upper" | "lower" | "sign" | undefined {
  if (code < 0x21 || code > 0x7e) return undefined;
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) return "digit";
  if (/[A-Z]/.test(character)) return "upper";
  return /[a-z]/.test(character) ? "lower" : "sign";
}
