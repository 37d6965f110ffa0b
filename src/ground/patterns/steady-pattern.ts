import type { AST } from "@eslint-community/regexpp";
import { parsePattern } from "./pattern-parts.js";

/** What a pattern does next. A string is read once, in all ways at once, so its time grows with its length only. */
type Step =
  | { readonly kind: "take"; readonly takes: (character: string) => boolean; readonly next: Step }
  | { readonly kind: "choose"; readonly among: Step[] }
  | { readonly kind: "assert"; readonly holds: Assertion; readonly next: Step }
  | { readonly kind: "match" };

/** Whether something is true between two characters, or at the start or the end, where one of them is undefined. */
type Assertion = (before: string | undefined, after: string | undefined) => boolean;

/** Larger patterns take too long for each character. */
const MAX_STEPS = 2_000;
const MATCH: Step = { kind: "match" };

class Unsupported extends Error {}

/**
 * A test for strings that match a pattern, in linear time whatever the pattern is. Undefined if the pattern looks
 * around, refers to its groups, or is too large.
 */
export function compileSteadyPattern(pattern: string): ((text: string) => boolean) | undefined {
  const { alternatives } = parsePattern(pattern);
  try {
    const start = new Builder().either(alternatives, MATCH);
    return (text) => isMatch(start, text);
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

function isMatch(start: Step, text: string): boolean {
  const characters = [...text];
  let states = new Set<Step>();
  for (let index = 0; index <= characters.length; index++) {
    const [before, after] = [characters[index - 1], characters[index]];
    const reached = new Set<Step>();
    // A match may start at every character.
    const waiting = [...states, start];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      if (reached.has(step)) continue;
      reached.add(step);
      if (step.kind === "match") return true;
      if (step.kind === "choose") waiting.push(...step.among);
      else if (step.kind === "assert" && step.holds(before, after)) waiting.push(step.next);
    }
    states = new Set();
    if (after !== undefined)
      for (const step of reached) if (step.kind === "take" && step.takes(after)) states.add(step.next);
  }
  return false;
}

/** Builds the steps of a pattern from its end to its start. */
class Builder {
  #steps = 0;
  readonly #classes = new Map<string, (character: string) => boolean>();

  either(alternatives: readonly AST.Alternative[], next: Step): Step {
    return this.#choose(
      alternatives.map(({ elements }) => elements.reduceRight((after, one) => this.#element(one, after), next)),
    );
  }

  #element(element: AST.Element, next: Step): Step {
    if (++this.#steps > MAX_STEPS) throw new Unsupported();
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
      case "Assertion":
        return { kind: "assert", holds: assertionOf(element), next };
      default:
        throw new Unsupported();
    }
  }

  #repeat({ element, min, max }: AST.Quantifier, next: Step): Step {
    let after = next;
    if (max === Number.POSITIVE_INFINITY) {
      const loop = { kind: "choose" as const, among: [next] };
      loop.among.push(this.#element(element, loop));
      after = loop;
    } else for (let copy = min; copy < max; copy++) after = this.#choose([this.#element(element, after), next]);
    for (let copy = 0; copy < min; copy++) after = this.#element(element, after);
    return after;
  }

  #choose(among: Step[]): Step {
    return { kind: "choose", among };
  }

  /** The test for one character, remembered for each: asking a regular expression takes ten times as long. */
  #classOf(raw: string): (character: string) => boolean {
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

function assertionOf(assertion: AST.Assertion): Assertion {
  switch (assertion.kind) {
    case "start":
      return (before) => before === undefined;
    case "end":
      return (_, after) => after === undefined;
    case "word":
      return (before, after) => (isWordCharacter(before) !== isWordCharacter(after)) !== assertion.negate;
    default:
      throw new Unsupported();
  }
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
