import type { AST } from "@eslint-community/regexpp";
import { toAutomaton } from "./automaton.js";
import { countSteps } from "./count-steps.js";
import { hasAnchor, parsePattern, walkAst } from "./pattern-parts.js";

/** `pump` is repeated between `prefix` and `end`. */
interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly end: string;
}

/** A string on which a pattern is slow. */
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
  if ([...walkAst(parsed)].every(({ type }) => type !== "Quantifier")) return undefined;
  // What is tried may lack what look-arounds at the start demand, so the rest is tried by itself too.
  let bare = pattern;
  for (const alternative of parsed.alternatives.toReversed())
    if (hasAnchor(alternative, "start")) {
      const [, ...after] = alternative.elements;
      const rest = after.find(({ type, raw }) => type !== "Assertion" || !raw.startsWith("("));
      bare = bare.slice(0, alternative.start + 1) + bare.slice(rest?.start ?? alternative.end);
    }
  let work = 0;
  for (const tried of new Set([pattern, bare])) {
    const automaton = toAutomaton(tried, MAX_SIZE, { looks: true });
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

/** For each repetition: what leads to it, what it repeats, and an end that it refuses. */
function* listAttacks(pattern: AST.Pattern): Generator<Attack> {
  const nodes = [...walkAst(pattern)];
  const single = nodes.flatMap((node) =>
    node.type.startsWith("Character") ? samples(node).slice(0, 2) : [],
  );
  const seen = new Set<string>();
  for (const end of ["\u0000!", "", ...new Set([...single.slice(0, 8), "\r"])])
    for (const node of nodes) {
      if (node.type !== "Quantifier") continue;
      const around = node.parent.type === "Alternative" ? samples(node.parent) : [];
      const before = leadingTo(node);
      const own = samples(node.element);
      const pumps = [...own, ...samples(node), ...around.slice(0, 2), before + (own[0] ?? "")];
      for (const prefix of [before, "", "\u0000", "\n"])
        for (const pump of pumps) {
          const key = JSON.stringify([prefix, pump, end]);
          if (pump === "" || pump.length >= 100 || seen.has(key)) continue;
          seen.add(key);
          yield { prefix, pump, end };
        }
    }
}

/** A string that matches what precedes a node. */
function leadingTo(node: AST.Node): string {
  const { parent } = node;
  if (parent === null) return "";
  const elements: readonly AST.Node[] = parent.type === "Alternative" ? parent.elements : [];
  const before = elements.slice(0, elements.indexOf(node));
  return leadingTo(parent) + before.map((element) => samples(element)[0] ?? "").join("");
}

/** A few strings that a pattern probably matches: not if it looks around, for example. */
export function sampleStrings(pattern: string): string[] {
  return parsePattern(pattern).alternatives.flatMap(samples);
}

/** A few strings that match a part, with each alternative and several kinds of characters. */
function samples(node: AST.Node): string[] {
  switch (node.type) {
    case "Character":
      return [String.fromCodePoint(node.value)];
    case "CharacterSet":
    case "CharacterClass": {
      const single = new RegExp(`^(?:${node.raw})$`, "u");
      const ends = [...walkAst(node)].flatMap((part) =>
        part.type === "Character" ? samples(part) : [],
      );
      return [...new Set([...KINDS, ...ends])].filter((one) => single.test(one)).slice(0, 6);
    }
    case "Quantifier": {
      const times = Math.max(node.min, Math.min(node.max, 1));
      const repeated = samples(node.element).map((text) => text.repeat(times));
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
        texts = texts.map((text) => text + first);
        texts = [...texts, ...others.map((other) => start + other)].slice(0, 12);
      }
      return texts;
    }
    default:
      return [];
  }
}

const KINDS = ["a", "A", "0", " ", "-", ".", "_", "!", "é", "\n", "Z", "9", "/", ","];
