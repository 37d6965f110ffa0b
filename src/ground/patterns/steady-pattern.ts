import { type Step, toAutomaton } from "./automaton.js";

/** Larger patterns take too long for each character. */
const MAX_STEPS = 2_000;

/**
 * A test for strings that match a pattern, in linear time whatever the pattern is: a string is read
 * once, in all ways at once. Undefined if the pattern looks around, refers to its groups, or is too
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
