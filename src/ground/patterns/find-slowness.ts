import type { AST } from "@eslint-community/regexpp";
import { toAutomaton } from "./automaton.js";
import { countSteps } from "./count-steps.js";
import { hasAnchor, parsePattern, walkAst } from "./pattern-parts.js";

/** A string on which a pattern is slow: `pump` is repeated between `prefix` and `end`. */
export interface SlowInput {
  readonly prefix: string;
  readonly pump: string;
  readonly end: string;
  readonly length: number;
  readonly steps: number;
}

/** A pattern that needs more parts is not run. */
const MAX_SIZE = 20_000;
/** What a quick pattern takes for each character of a long string, or for one of 256 characters. */
const LONG = { length: 4_096, maxSteps: 100 * 4_096 };
const SHORT = { length: 256, maxSteps: 250_000 };
/** The length is doubled, from a few repetitions on, while each character takes this many steps. */
const START = { length: 64, repetitions: 6, stepsPerCharacter: 8 };
/** The steps of all strings that are tried for a pattern: about a second. */
const MAX_WORK = 40_000_000;

/**
 * Finds a string on which a pattern is slow, by trying what its repetitions repeat. Work is counted
 * in steps and not in time, so every machine comes to the same result. "unknown" if the pattern
 * refers to a group, is too large, or takes too much work.
 */
export function findSlowness(
  pattern: string,
  { isShort = false } = {},
): SlowInput | "unknown" | undefined {
  const { length, maxSteps } = isShort ? SHORT : LONG;
  const parsed = parsePattern(pattern);
  if ([...walkAst(parsed)].every(({ type }) => type !== "Quantifier")) return undefined;
  let work = 0;
  // The strings may not satisfy look-arounds at the start, so the rest is tried without them too.
  for (const tried of new Set([pattern, withoutLeadingLooks(pattern, parsed)])) {
    const automaton = toAutomaton(tried, MAX_SIZE, { looks: true });
    if (automaton === undefined) return "unknown";
    for (const [prefix, pump, end] of listAttacks(parsed)) {
      let [size, before] = [Math.max(START.length, START.repetitions * pump.length), 0];
      for (size = Math.min(size, length); ; size = Math.min(2 * size, length)) {
        const text = prefix + pump.repeat(Math.ceil(size / pump.length)) + end;
        const { steps } = countSteps(automaton, text, maxSteps);
        if (steps >= maxSteps) return { prefix, pump, end, length: text.length, steps };
        work += steps;
        if (work > MAX_WORK) return "unknown";
        const isLinear = steps < 2.5 * before && steps / size < maxSteps / length / 2;
        if (size === length || isLinear || steps < START.stepsPerCharacter * size) break;
        before = steps;
      }
    }
  }
  return undefined;
}

/** The pattern without the look-arounds behind `^` in each alternative. */
function withoutLeadingLooks(pattern: string, { alternatives }: AST.Pattern): string {
  let rest = pattern;
  for (const alternative of alternatives.toReversed()) {
    if (!hasAnchor(alternative, "start")) continue;
    const [, ...after] = alternative.elements;
    const next = after.find(({ type, raw }) => type !== "Assertion" || !raw.startsWith("("));
    rest = rest.slice(0, alternative.start + 1) + rest.slice(next?.start ?? alternative.end);
  }
  return rest;
}

/** For each repetition: what leads to it, what it repeats, and an end that it refuses. */
function* listAttacks(
  pattern: AST.Pattern,
): Generator<[prefix: string, pump: string, end: string]> {
  const nodes = [...walkAst(pattern)];
  const single = nodes.flatMap((node) =>
    node.type.startsWith("Character") ? sample(node).slice(0, 2) : [],
  );
  const seen = new Set<string>();
  for (const end of ["\u0000!", "", ...new Set([...single.slice(0, 8), "\r"])])
    for (const node of nodes) {
      if (node.type !== "Quantifier") continue;
      const around = node.parent.type === "Alternative" ? sample(node.parent) : [];
      const before = leadingTo(node);
      const own = sample(node.element);
      const pumps = [...own, ...sample(node), ...around.slice(0, 2), before + (own[0] ?? "")];
      for (const prefix of [before, "", "\u0000", "\n"])
        for (const pump of pumps) {
          const key = JSON.stringify([prefix, pump, end]);
          if (pump === "" || pump.length >= 100 || seen.has(key)) continue;
          seen.add(key);
          yield [prefix, pump, end];
        }
    }
}

/** A string that matches what precedes a node. */
function leadingTo(node: AST.Node): string {
  const { parent } = node;
  if (parent === null) return "";
  let text = leadingTo(parent);
  for (const sibling of parent.type === "Alternative" ? parent.elements : []) {
    if (sibling === node) break;
    text += sample(sibling)[0] ?? "";
  }
  return text;
}

/** A few strings that a pattern probably matches: not if it looks around, for example. */
export function sampleStrings(pattern: string): string[] {
  return parsePattern(pattern).alternatives.flatMap(sample);
}

/** A few strings that match a part, with each alternative and several kinds of characters. */
function sample(node: AST.Node): string[] {
  switch (node.type) {
    case "Character":
      return [String.fromCodePoint(node.value)];
    case "CharacterSet":
    case "CharacterClass": {
      const single = new RegExp(`^(?:${node.raw})$`, "u");
      const characters = new Set(CHARACTERS);
      for (const part of walkAst(node))
        if (part.type === "Character") characters.add(String.fromCodePoint(part.value));
      return [...characters].filter((one) => single.test(one)).slice(0, 6);
    }
    case "Quantifier": {
      const times = Math.max(node.min, Math.min(node.max, 1));
      const repeated = sample(node.element).map((text) => text.repeat(times));
      return node.min === 0 ? [...repeated, ""] : repeated;
    }
    case "CapturingGroup":
    case "Group":
      return node.alternatives.flatMap((branch) => sample(branch).slice(0, 3)).slice(0, 12);
    case "Alternative": {
      let texts = [""];
      for (const [first = "", ...others] of node.elements.map(sample)) {
        // The first of each, and each of one with the first of the others.
        const [start = ""] = texts;
        texts = texts.map((text) => text + first);
        texts = [...texts, ...others.map((other) => start + other)].slice(0, 12);
      }
      return texts;
    }
    default:
      return [];
  }
}

/** One character of each kind, and some of the same kind. */
const CHARACTERS = ["a", "A", "0", " ", "-", ".", "_", "!", "é", "\n", "Z", "9", "/", ","];
