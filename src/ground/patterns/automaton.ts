import type { AST } from "@eslint-community/regexpp";
import { parsePattern } from "./pattern-parts.js";

/** What a pattern does next. */
export type Step =
  | {
      readonly kind: "take";
      readonly raw: string;
      readonly takes: TakesCharacter;
      readonly next: Step;
    }
  /** The first that leads to a match is taken. */
  | { readonly kind: "choose"; readonly among: Step[] }
  /** A repetition that need not be: what is between the mark and this may not be empty. */
  | { readonly kind: "mark"; next: Step }
  | { readonly kind: "moved"; readonly since: Step; readonly next: Step }
  | { readonly kind: "assert"; readonly holds: Assertion; readonly next: Step }
  | {
      readonly kind: "look";
      readonly start: Step;
      readonly behind: boolean;
      readonly negate: boolean;
      readonly next: Step;
    }
  | { readonly kind: "match" };

type TakesCharacter = (character: string) => boolean;

/**
 * Whether something is true between two characters, or at the start or the end, where one of them
 * is undefined.
 */
type Assertion = (before: string | undefined, after: string | undefined) => boolean;

const MATCH: Step = { kind: "match" };

class Unsupported extends Error {}

/**
 * The steps of a pattern, which are followed one by one (`countSteps`) or all at once. Undefined if
 * the pattern has a backreference, more than `most` steps or, unless `looks`, a look-around.
 */
export function toAutomaton(
  pattern: string,
  most: number,
  { looks = false } = {},
): Step | undefined {
  try {
    return new Builder(most, looks).either(parsePattern(pattern).alternatives, MATCH, false);
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
  readonly #classes = new Map<string, TakesCharacter>();

  constructor(
    private readonly most: number,
    private readonly looks: boolean,
  ) {}

  either(alternatives: readonly AST.Alternative[], next: Step, isBackwards: boolean): Step {
    const add = (after: Step, element: AST.Element) => this.#element(element, after, isBackwards);
    return choose(
      alternatives.map(({ elements }) =>
        isBackwards ? elements.reduce(add, next) : elements.reduceRight(add, next),
      ),
    );
  }

  #element(element: AST.Element, next: Step, isBackwards: boolean): Step {
    if (++this.#steps > this.most) throw new Unsupported();
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return this.either(element.alternatives, next, isBackwards);
      case "Quantifier":
        return this.#repeat(element, next, isBackwards);
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
        return { kind: "take", raw: element.raw, takes: this.#classOf(element.raw), next };
      case "Assertion":
        return this.#assertion(element, next);
      default:
        throw new Unsupported();
    }
  }

  #assertion(assertion: AST.Assertion, next: Step): Step {
    if (assertion.kind !== "lookahead" && assertion.kind !== "lookbehind")
      return { kind: "assert", holds: readAssertion(assertion), next };
    if (!this.looks) throw new Unsupported();
    const behind = assertion.kind === "lookbehind";
    const start = this.either(assertion.alternatives, MATCH, behind);
    return { kind: "look", start, behind, negate: assertion.negate, next };
  }

  #repeat({ element, min, max, greedy }: AST.Quantifier, next: Step, isBackwards: boolean): Step {
    const once = (following: Step) => this.#element(element, following, isBackwards);
    const isNeverEmpty = element.type.startsWith("Character");
    const optional = (following: Step) =>
      isNeverEmpty ? once(following) : moving(once, following);
    const inOrder = (more: Step, end: Step) => (greedy ? [more, end] : [end, more]);
    let after = next;
    if (max === Number.POSITIVE_INFINITY) {
      const loop = { kind: "choose" as const, among: [] as Step[] };
      loop.among.push(...inOrder(optional(loop), next));
      after = loop;
    } else for (let copy = min; copy < max; copy++) after = choose(inOrder(optional(after), next));
    for (let copy = 0; copy < min; copy++) after = once(after);
    return after;
  }

  /**
   * The test for one character, remembered for each: asking a regular expression takes ten times as
   * long.
   */
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

function choose(among: Step[]): Step {
  const [only, ...others] = among;
  return only !== undefined && others.length === 0 ? only : { kind: "choose", among };
}

function moving(once: (following: Step) => Step, next: Step): Step {
  const mark: Step & { kind: "mark" } = { kind: "mark", next };
  mark.next = once({ kind: "moved", since: mark, next });
  return mark;
}

function readAssertion(assertion: AST.EdgeAssertion | AST.WordBoundaryAssertion): Assertion {
  switch (assertion.kind) {
    case "start":
      return (before) => before === undefined;
    case "end":
      return (_, after) => after === undefined;
    case "word":
      return (before, after) =>
        (isWordCharacter(before) !== isWordCharacter(after)) !== assertion.negate;
  }
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}

/** Larger patterns take too long for each character. */
const MAX_STEPS = 2_000;

/**
 * A test for strings that match a pattern, in linear time whatever the pattern is: a string is read
 * once, in all ways at once. Undefined if the pattern has look-arounds or backreferences, or is too
 * large.
 */
export function compileSteadyPattern(
  pattern: string,
  most = MAX_STEPS,
): ((text: string) => boolean) | undefined {
  const start = toAutomaton(pattern, most);
  return start && ((text) => isMatch(start, text));
}

function isMatch(start: Step, text: string): boolean {
  const characters = [...text];
  let states: Step[] = [];
  for (let index = 0; index <= characters.length; index++) {
    const [before, after] = [characters[index - 1], characters[index]];
    // A match may start at every character. Each step is visited once, and those that are added
    // meanwhile are too.
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
