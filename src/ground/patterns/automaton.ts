import type { AST } from "@eslint-community/regexpp";
import { cacheByString } from "../cache/bounded-map.js";
import { parsePattern } from "./pattern-parts.js";

/** What a pattern does next. */
export type PatternStep = Readonly<
  | { kind: "take"; accepts: CharacterTest; next: PatternStep }
  /** Alternatives, of which the first that leads to a match is taken. */
  | { kind: "choose"; among: PatternStep[] }
  /** The start and the end of a pass through a loop, which must consume at least one character. */
  | { kind: "pass-start" | "pass-end"; next: PatternStep }
  | { kind: "assert"; holds: Assertion; next: PatternStep }
  | { kind: "look"; start: PatternStep; behind: boolean; negate: boolean; next: PatternStep }
  | { kind: "match" }
>;

type CharacterTest = (character: string) => boolean;

/** At the start or the end of a string, one of the characters is undefined. */
type Assertion = (before: string | undefined, after: string | undefined) => boolean;

const MATCH: PatternStep = { kind: "match" };

class Unsupported extends Error {}

/**
 * The steps of a pattern, which are followed one by one (`countSteps`) or all at once. Undefined if
 * the pattern has a backreference, more than `maxSteps` steps or, unless `looks`, a look-around.
 */
export function toAutomaton(
  pattern: string,
  maxSteps: number,
  { looks = false } = {},
): PatternStep | undefined {
  try {
    return new Builder(maxSteps, looks).either(parsePattern(pattern).alternatives, MATCH);
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** Builds the steps of a pattern from its end to its start; in a look-behind, the other way round. */
class Builder {
  #steps = 0;
  #isBackwards = false;
  /** Remembers the answers of each class: a regular expression takes ten times as long. */
  readonly #testOf = cacheByString((raw): CharacterTest => {
    const single = new RegExp(`^${raw}$`, "u");
    return cacheByString((character) => single.test(character), 256);
  });

  constructor(
    private readonly maxSteps: number,
    private readonly looks: boolean,
  ) {}

  either(alternatives: readonly AST.Alternative[], next: PatternStep): PatternStep {
    const among: PatternStep[] = [];
    for (const { elements } of alternatives) {
      let step = next;
      for (const element of this.#isBackwards ? elements : elements.toReversed())
        step = this.#element(element, step);
      among.push(step);
    }
    return among.length === 1 ? (among[0] as PatternStep) : { kind: "choose", among };
  }

  #element(element: AST.Element, next: PatternStep): PatternStep {
    if (++this.#steps > this.maxSteps) throw new Unsupported();
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return this.either(element.alternatives, next);
      case "Quantifier":
        return this.#repeat(element, next);
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
        return { kind: "take", accepts: this.#testOf(element.raw), next };
      case "Assertion":
        return this.#assert(element, next);
      default:
        throw new Unsupported();
    }
  }

  #assert(assertion: AST.Assertion, next: PatternStep): PatternStep {
    switch (assertion.kind) {
      case "start":
        return { kind: "assert", holds: (before) => before === undefined, next };
      case "end":
        return { kind: "assert", holds: (_, after) => after === undefined, next };
      case "word": {
        const holds: Assertion = (before = "", after = "") =>
          (/^\w$/.test(before) !== /^\w$/.test(after)) !== assertion.negate;
        return { kind: "assert", holds, next };
      }
      default: {
        if (!this.looks) throw new Unsupported();
        const behind = assertion.kind === "lookbehind";
        const isBackwards = this.#isBackwards;
        this.#isBackwards = behind;
        const start = this.either(assertion.alternatives, MATCH);
        this.#isBackwards = isBackwards;
        return { kind: "look", start, behind, negate: assertion.negate, next };
      }
    }
  }

  #repeat({ element, min, max, greedy }: AST.Quantifier, next: PatternStep): PatternStep {
    const isEndless = max === Number.POSITIVE_INFINITY;
    let after = next;
    for (let copy = isEndless ? 1 : max - min; copy > 0; copy--) {
      const among: PatternStep[] = [];
      const choice: PatternStep = { kind: "choose", among };
      const following = isEndless ? choice : after;
      const pass: PatternStep = element.type.startsWith("Character")
        ? this.#element(element, following)
        : {
            kind: "pass-start",
            next: this.#element(element, { kind: "pass-end", next: following }),
          };
      among.push(...(greedy ? [pass, next] : [next, pass]));
      after = choice;
    }
    for (let copy = 0; copy < min; copy++) after = this.#element(element, after);
    return after;
  }
}

/** Larger patterns take too long for each character. */
const MAX_STEPS = 2_000;

/**
 * A test for strings that match a pattern, in linear time whatever the pattern is: a string is read
 * once, and all steps are followed at the same time. Undefined if the pattern has look-arounds or
 * backreferences, or is too large.
 */
export function compileLinearMatcher(pattern: string): ((text: string) => boolean) | undefined {
  const start = toAutomaton(pattern, MAX_STEPS);
  return start && ((text) => isMatch(start, text));
}

function isMatch(start: PatternStep, text: string): boolean {
  const characters = [...text];
  let waiting: PatternStep[] = [];
  for (let index = 0; index <= characters.length; index++) {
    const [before, after] = [characters[index - 1], characters[index]];
    // A match may start at every character. The loop also visits the steps that it adds.
    const reached = new Set([...waiting, start]);
    waiting = [];
    for (const step of reached) {
      if (step.kind === "match") return true;
      if (step.kind === "choose") for (const one of step.among) reached.add(one);
      else if (step.kind === "pass-start" || step.kind === "pass-end") reached.add(step.next);
      else if (step.kind === "assert" && step.holds(before, after)) reached.add(step.next);
      else if (step.kind === "take" && after !== undefined && step.accepts(after))
        waiting.push(step.next);
    }
  }
  return false;
}
