import type { AST } from "@eslint-community/regexpp";
import { toAutomaton } from "./automaton.js";
import { countSteps } from "./count-steps.js";
import { isAtStart, isLookAround, parsePattern, walkNodes } from "./pattern-parts.js";

/** A string on which a pattern is slow: `pump` is repeated between `prefix` and `end`. */
export interface Slowness extends Attack {
  readonly length: number;
  readonly steps: number;
}

/** A pattern that needs more parts is not run. */
const MAX_SIZE = 20_000;
/** What a quick pattern takes for each character of a long string, or for one of 256 characters. */
const LONG = { length: 4_096, steps: 100 * 4_096 };
const SHORT = { length: 256, steps: 250_000 };
/**
 * From a few repetitions on, the length is doubled while a string takes more steps than this for
 * each character.
 */
const START = { length: 64, repetitions: 6, stepsEach: 8 };
/** The work of all strings that are tried for a pattern: about a second. */
const MAX_WORK = 40_000_000;

/**
 * Finds a string on which a pattern is slow, by trying what its repetitions repeat. Work is counted
 * in steps and not in time, so every machine comes to the same result. "unknown" if the pattern
 * refers to a group, is too large, or takes too much work.
 */
export function findSlowness(
  pattern: string,
  { isShort = false } = {},
): Slowness | "unknown" | undefined {
  const { length, steps: most } = isShort ? SHORT : LONG;
  const parsed = parsePattern(pattern);
  if ([...walkNodes(parsed)].every(({ type }) => type !== "Quantifier")) return undefined;
  // What is tried may lack what look-arounds at the start demand, so the rest is tried by itself
  // too.
  const looks = [...walkNodes(parsed)].filter(isLookAround).filter(isAtStart);
  const bare = looks.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    pattern,
  );
  let work = 0;
  for (const automaton of [...new Set([pattern, bare])].map((one) =>
    toAutomaton(one, MAX_SIZE, { looks: true }),
  )) {
    if (automaton === undefined) return "unknown";
    for (const attack of listAttacks(parsed)) {
      const { prefix, pump, end } = attack;
      let before = 0;
      let size = Math.min(Math.max(START.length, START.repetitions * pump.length), length);
      for (; ; size = Math.min(2 * size, length)) {
        const text = prefix + pump.repeat(Math.ceil(size / pump.length)) + end;
        const { steps } = countSteps(automaton, text, most);
        if (steps >= most) return { ...attack, length: text.length, steps };
        work += steps;
        if (work > MAX_WORK) return "unknown";
        const isSteady = steps < 2.5 * before && steps / size < most / length / 2;
        if (size === length || isSteady || steps < START.stepsEach * size) break;
        before = steps;
      }
    }
  }
  return undefined;
}

interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly end: string;
}

/**
 * For each repetition: what leads to it, what it repeats, over and over, and an end that it
 * refuses.
 */
function* listAttacks(pattern: AST.Pattern): Generator<Attack> {
  const nodes = [...walkNodes(pattern)];
  const single = nodes.flatMap((node) =>
    /^Character/.test(node.type) ? samples(node).slice(0, 2) : [],
  );
  const ends = ["\u0000!", "", ...new Set([...single.slice(0, 8), "\r"])];
  const seen = new Set<string>();
  for (const end of ends)
    for (const node of nodes) {
      if (node.type !== "Quantifier") continue;
      const around = node.parent.type === "Alternative" ? samples(node.parent) : [];
      const before = leadingTo(node);
      const own = samples(node.element);
      const pumps = [...own, ...samples(node), ...around.slice(0, 2), before + (own[0] ?? "")];
      for (const prefix of new Set([before, "", "\u0000", "\n"]))
        for (const pump of new Set(pumps.filter((text) => text !== "" && text.length < 100))) {
          const key = JSON.stringify([prefix, pump, end]);
          if (!seen.has(key)) yield { prefix, pump, end };
          seen.add(key);
        }
    }
}

/** A string that matches what precedes a node. */
function leadingTo(node: AST.Node): string {
  const { parent } = node;
  if (parent === null || parent === undefined) return "";
  const before =
    parent.type === "Alternative"
      ? parent.elements.slice(0, parent.elements.indexOf(node as AST.Element))
      : [];
  return leadingTo(parent) + before.map((element) => samples(element)[0] ?? "").join("");
}

/**
 * A few strings that a pattern probably matches; whether it does is for a regular expression to
 * say.
 */
export function sampleStrings(pattern: string): string[] {
  return parsePattern(pattern).alternatives.flatMap(samples);
}

/**
 * A few strings that match a part: of each alternative, and of classes with characters of several
 * kinds.
 */
function samples(node: AST.Node): string[] {
  switch (node.type) {
    case "Character":
      return [String.fromCodePoint(node.value)];
    case "CharacterSet":
    case "CharacterClass": {
      const single = new RegExp(`^(?:${node.raw})$`, "u");
      const ends = [...walkNodes(node)].flatMap((part) =>
        part.type === "Character" ? samples(part) : [],
      );
      return [...new Set([...KINDS, ...ends])].filter((one) => single.test(one)).slice(0, 6);
    }
    case "Quantifier": {
      const repeated = samples(node.element).map((text) =>
        text.repeat(Math.max(node.min, Math.min(node.max, 1))),
      );
      return node.min === 0 ? [...repeated, ""] : repeated;
    }
    case "CapturingGroup":
    case "Group":
      return node.alternatives
        .flatMap((alternative) => samples(alternative).slice(0, 3))
        .slice(0, 12);
    case "Alternative": {
      let texts = [""];
      for (const [first = "", ...others] of node.elements.map(samples)) {
        // The first of each, and each of one with the first of the others.
        const [start = ""] = texts;
        texts = [
          ...texts.map((text) => text + first),
          ...others.map((other) => start + other),
        ].slice(0, 12);
      }
      return texts;
    }
    default:
      return [];
  }
}

const KINDS = ["a", "A", "0", " ", "-", ".", "_", "!", "é", "\n", "Z", "9", "/", ","];
