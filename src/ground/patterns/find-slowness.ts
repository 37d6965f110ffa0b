import type { AST } from "@eslint-community/regexpp";
import { collectAlphabet } from "./alphabet.js";
import { type Step, toAutomaton } from "./automaton.js";
import { countSteps } from "./count-steps.js";
import { findSuspects, type Suspect, Unreadable } from "./find-suspects.js";
import { FEW_WAYS } from "./part.js";
import { isAtStart, isLookAround, parsePattern, walkNodes } from "./pattern-parts.js";

/** Strings on which a pattern is slow: `pump` is repeated between `prefix` and `end`. */
export interface Slowness extends Suspect {
  readonly end: string;
  /** Strings of doubling lengths, with the steps that they take. The last takes more, and is too slow. */
  readonly grown: readonly Work[];
}

interface Work {
  readonly length: number;
  readonly steps: number;
}

/** A pattern that needs more steps is not run. */
const MAX_SIZE = 20_000;
/** The work of all strings that are tried for a pattern: about a second. */
const MAX_WORK = 20_000_000;
/** What a quick pattern takes: few ways, and few steps for each character. */
const STEPS_PER_CHARACTER = 100;
const MAX_TRIED_LENGTH = 4_096;
/** What a pattern takes that is quick on short strings, even if it takes quadratic time: 16 times as much on 1,000. */
const STEPS_OF_SHORT = 250_000;
const SHORT_LENGTH = 256;
const MAX_GROWING = 4;
/** From here, beyond what a pattern repeats, work that grows little faster than the string does not grow faster later. */
const TELLING_LENGTH = 128;
const LINEAR = 2.2;
const MAX_ENDS = 12;
/** No pattern takes the NUL, which cannot stand in a file. */
const STRANGE = "\u0000!";

/**
 * Finds a string on which a pattern is slow. What may be slow is found statically, and decided by how the work grows on
 * strings of doubling lengths with several ends. Work is counted in steps, so every machine comes to the same result.
 * "unknown" if the pattern refers to a group, is too large, or takes too much work; undefined if it is quick. If it only
 * meets short strings, it may take quadratic time.
 */
export function findSlowness(pattern: string, { isShort = false } = {}): Slowness | "unknown" | undefined {
  const suspects = listSuspects(pattern);
  if (suspects === "unknown" || suspects.length === 0) return suspects === "unknown" ? suspects : undefined;
  const whole = toAutomaton(pattern, MAX_SIZE, { looks: true });
  const bare = withoutLooksAtStart(pattern);
  const rest = bare === pattern ? whole : toAutomaton(bare, MAX_SIZE, { looks: true });
  if (whole === undefined || rest === undefined) return "unknown";
  // A character that few parts take ends most of them.
  const ends = [STRANGE, "", ...collectAlphabet(pattern).letters.toReversed().slice(0, MAX_ENDS)];
  // A string may match until it is longer than all that a pattern repeats.
  const telling = {
    failing: TELLING_LENGTH + findLargestCount(pattern, "min"),
    matching: TELLING_LENGTH + findLargestCount(pattern, "max"),
  };
  const growing: Tried[] = [];
  let work = 0;
  for (const end of ends)
    for (const suspect of suspects)
      for (const automaton of new Set([rest, whole])) {
        const tried = { ...suspect, automaton, end };
        const { grown, isSlow } = tryLengths(tried, isShort, telling);
        if (isSlow) return { ...suspect, end, grown };
        work += grown.reduce((sum, { steps }) => sum + steps, 0);
        if (work > MAX_WORK) return "unknown";
        if (isShort && growing.length < MAX_GROWING && measureGrowth(grown) > LINEAR) growing.push(tried);
      }
  return findCompound(growing);
}

interface Tried extends Suspect {
  readonly automaton: Step;
  readonly end: string;
}

function listSuspects(pattern: string): Suspect[] | "unknown" {
  try {
    return findSuspects(pattern);
  } catch (error) {
    if (error instanceof Unreadable) return "unknown";
    throw error;
  }
}

/** What is tried may lack what look-arounds at the start demand, so the rest is tried by itself too. */
function withoutLooksAtStart(pattern: string): string {
  const looks = [...walkNodes(parsePattern(pattern))].filter(isLookAround).filter(isAtStart);
  return looks.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), pattern);
}

/** How often a part of the pattern is repeated at least, and at most where that has an end. */
function findLargestCount(pattern: string, bound: "min" | "max"): number {
  const counts = [...walkNodes(parsePattern(pattern))].map((node) => {
    let count = 1;
    for (let around: AST.Node | null = node; around !== null; around = around.parent)
      if (around.type === "Quantifier")
        count *= Math.max(1, around[around.max === Number.POSITIVE_INFINITY ? "min" : bound]);
    return count;
  });
  return counts.reduce((most, count) => Math.max(most, count), 1);
}

function tryLengths(
  { automaton, prefix, pump, end }: Tried,
  isShort: boolean,
  telling: { readonly failing: number; readonly matching: number },
): { grown: Work[]; isSlow: boolean } {
  const grown: Work[] = [];
  for (let length = 8; length <= (isShort ? SHORT_LENGTH : MAX_TRIED_LENGTH); length *= 2) {
    const text = prefix + pump.repeat(Math.ceil(length / pump.length)) + end;
    const most = isShort ? STEPS_OF_SHORT : FEW_WAYS + STEPS_PER_CHARACTER * text.length;
    const { steps, isMatch } = countSteps(automaton, text, most);
    grown.push({ length: text.length, steps });
    if (steps >= most) return { grown, isSlow: true };
    if (length >= telling[isMatch ? "matching" : "failing"] && measureGrowth(grown) < LINEAR) break;
  }
  return { grown, isSlow: false };
}

function measureGrowth(grown: readonly Work[]): number {
  const [shorter, longer] = grown.slice(-2);
  return (longer?.steps ?? 0) / (shorter?.steps ?? 1);
}

/** A string with two growing parts, whose works multiply: `^a*a*xb*b*$` takes the fourth power of the length. */
function findCompound(growing: readonly Tried[]): Slowness | undefined {
  for (const first of growing)
    for (const second of growing) {
      const between = second.prefix.slice(first.prefix.length);
      const half = first.pump.repeat(Math.ceil(SHORT_LENGTH / 2 / first.pump.length));
      const prefix = first.prefix + half + between;
      const text = prefix + second.pump.repeat(Math.ceil(SHORT_LENGTH / 2 / second.pump.length)) + second.end;
      const { steps } = countSteps(second.automaton, text, STEPS_OF_SHORT);
      if (steps >= STEPS_OF_SHORT)
        return { prefix, pump: second.pump, end: second.end, grown: [{ length: text.length, steps }] };
    }
  return undefined;
}
