import type { AST } from "@eslint-community/regexpp";
import { parsePattern } from "./pattern-parts.js";

/** What a pattern does next. */
export type PatternStep =
  | { readonly kind: "take"; readonly takes: TakesCharacter; readonly next: PatternStep }
  /** The first that leads to a match is taken. */
  | { readonly kind: "choose"; readonly among: PatternStep[] }
  /** An optional repetition is between the two, and may not be empty. */
  | { readonly kind: "mark" | "moved"; readonly next: PatternStep }
  | { readonly kind: "assert"; readonly holds: Assertion; readonly next: PatternStep }
  | {
      readonly kind: "look";
      readonly start: PatternStep;
      readonly behind: boolean;
      readonly negate: boolean;
      readonly next: PatternStep;
    }
  | { readonly kind: "match" };

type TakesCharacter = (character: string) => boolean;

/** At the start or the end of a string, one of the characters is undefined. */
type Assertion = (before: string | undefined, after: string | undefined) => boolean;

const MATCH: PatternStep = { kind: "match" };

class Unsupported extends Error {}

/**
 * The steps of a pattern, which are followed one by one (`countSteps`) or all at once. Undefined if
 * the pattern has a backreference, more than `most` steps or, unless `looks`, a look-around.
 */
export function toAutomaton(
  pattern: string,
  most: number,
  { looks = false } = {},
): PatternStep | undefined {
  try {
    return new Builder(most, looks).either(parsePattern(pattern).alternatives, MATCH);
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/**
 * Builds the steps of a pattern from its end to its start or, in what looks behind, from its start
 * to its end.
 */
class Builder {
  #steps = 0;
  #isBackwards = false;
  readonly #classes = new Map<string, TakesCharacter>();

  constructor(
    private readonly most: number,
    private readonly looks: boolean,
  ) {}

  either(alternatives: readonly AST.Alternative[], next: PatternStep): PatternStep {
    const among = alternatives.map(({ elements }) => {
      let step = next;
      for (const element of this.#isBackwards ? elements : elements.toReversed())
        step = this.#element(element, step);
      return step;
    });
    const [only] = among;
    return only !== undefined && among.length === 1 ? only : { kind: "choose", among };
  }

  #element(element: AST.Element, next: PatternStep): PatternStep {
    if (++this.#steps > this.most) throw new Unsupported();
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return this.either(element.alternatives, next);
      case "Quantifier":
        return this.#repeat(element, next);
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
        return { kind: "take", takes: this.#classOf(element.raw), next };
      case "Assertion": {
        if (element.kind !== "lookahead" && element.kind !== "lookbehind")
          return { kind: "assert", holds: readAssertion(element), next };
        if (!this.looks) throw new Unsupported();
        const behind = element.kind === "lookbehind";
        const isBackwards = this.#isBackwards;
        this.#isBackwards = behind;
        const start = this.either(element.alternatives, MATCH);
        this.#isBackwards = isBackwards;
        return { kind: "look", start, behind, negate: element.negate, next };
      }
      default:
        throw new Unsupported();
    }
  }

  #repeat({ element, min, max, greedy }: AST.Quantifier, next: PatternStep): PatternStep {
    const isEndless = max === Number.POSITIVE_INFINITY;
    let after = next;
    for (let copy = isEndless ? 1 : max - min; copy > 0; copy--) {
      const among: PatternStep[] = [];
      const choice: PatternStep = { kind: "choose", among };
      const following = isEndless ? choice : after;
      const more: PatternStep = element.type.startsWith("Character")
        ? this.#element(element, following)
        : {
            kind: "mark",
            next: this.#element(element, { kind: "moved", next: following }),
          };
      among.push(...(greedy ? [more, next] : [next, more]));
      after = choice;
    }
    for (let copy = 0; copy < min; copy++) after = this.#element(element, after);
    return after;
  }

  /** Remembers answers: asking a regular expression takes ten times as long. */
  #classOf(raw: string): TakesCharacter {
    const known = this.#classes.get(raw);
    if (known !== undefined) return known;
    const single = new RegExp(`^${raw}$`, "u");
    const answers = new Map<string, boolean>();
    const takes = (character: string) => {
      let answer = answers.get(character);
      if (answer === undefined) {
        answer = single.test(character);
        if (answers.size < 256) answers.set(character, answer);
      }
      return answer;
    };
    this.#classes.set(raw, takes);
    return takes;
  }
}

function readAssertion(assertion: AST.EdgeAssertion | AST.WordBoundaryAssertion): Assertion {
  switch (assertion.kind) {
    case "start":
      return (before) => before === undefined;
    case "end":
      return (_, after) => after === undefined;
    case "word":
      return (before = "", after = "") =>
        (/^\w$/.test(before) !== /^\w$/.test(after)) !== assertion.negate;
  }
}

/** Larger patterns take too long for each character. */
const MAX_STEPS = 2_000;

/**
 * A test for strings that match a pattern, in linear time whatever the pattern is: a string is read
 * once, in all ways at once. Undefined if the pattern has look-arounds or backreferences, or is too
 * large.
 */
export function compileSteadyPattern(pattern: string): ((text: string) => boolean) | undefined {
  const start = toAutomaton(pattern, MAX_STEPS);
  return start && ((text) => isMatch(start, text));
}

function isMatch(start: PatternStep, text: string): boolean {
  const characters = [...text];
  let states: PatternStep[] = [];
  for (let index = 0; index <= characters.length; index++) {
    const [before, after] = [characters[index - 1], characters[index]];
    // A match may start at every character. The loop also visits the steps that it adds.
    const reached = new Set([...states, start]);
    states = [];
    for (const step of reached) {
      if (step.kind === "match") return true;
      if (step.kind === "choose") for (const one of step.among) reached.add(one);
      else if (step.kind === "mark" || step.kind === "moved") reached.add(step.next);
      else if (step.kind === "assert" && step.holds(before, after)) reached.add(step.next);
      else if (step.kind === "take" && after !== undefined && step.takes(after))
        states.push(step.next);
    }
  }
  return false;
}
