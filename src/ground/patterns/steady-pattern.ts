import { type Step, stepsReached, toAutomaton } from "./automaton.js";

/** Larger patterns take too long for each character. */
const MAX_STEPS = 2_000;

/**
 * A test for strings that match a pattern, in linear time whatever the pattern is: a string is read once, in all ways at
 * once. Undefined if the pattern looks around, refers to its groups, or is too large.
 */
export function compileSteadyPattern(pattern: string, most = MAX_STEPS): ((text: string) => boolean) | undefined {
  const start = toAutomaton(pattern, most);
  return start && ((text) => isMatch(start, text));
}

function isMatch(start: Step, text: string): boolean {
  const characters = [...text];
  let states: Step[] = [];
  for (let index = 0; index <= characters.length; index++) {
    const [before, after] = [characters[index - 1], characters[index]];
    // A match may start at every character.
    states.push(start);
    const reached = stepsReached(states, before, after);
    if (reached.isMatch) return true;
    states = [];
    if (after !== undefined) for (const { takes, next } of reached.takes) if (takes(after)) states.push(next);
  }
  return false;
}
