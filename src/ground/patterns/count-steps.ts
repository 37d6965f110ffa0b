import type { Step } from "./automaton.js";

/**
 * The steps that an engine which tries one way after another takes to decide whether a string
 * matches, at most `most`. Unlike a time, they are the same on every machine.
 */
export function countSteps(
  start: Step,
  text: string,
  most: number,
): { steps: number; isMatch: boolean } {
  // Splitting by code units takes a fifth of the time.
  const characters = /[\ud800-\udfff]/.test(text) ? [...text] : text.split("");
  const matcher = new Matcher(characters, most);
  for (let index = 0; index <= matcher.characters.length; index++)
    if (matcher.isMatch(start, index, false)) return { steps: matcher.steps, isMatch: true };
  return { steps: matcher.steps, isMatch: false };
}

/**
 * What is to be tried if a way does not lead to a match: a step at an index, or an index to restore
 * for a mark.
 */
interface Retry {
  readonly step: Step;
  readonly index: number;
  readonly restores?: boolean;
}

class Matcher {
  steps = 0;

  constructor(
    readonly characters: readonly string[],
    private readonly most: number,
  ) {}

  /** Whether the steps lead to a match, or there are too many of them. */
  isMatch(start: Step, from: number, isBackwards: boolean): boolean {
    /** Where each mark was passed last. Most patterns have none. */
    let marked: Map<Step, number> | undefined;
    const retries: Retry[] = [{ step: start, index: from }];
    for (let retry = retries.pop(); retry !== undefined; retry = retries.pop()) {
      if (retry.restores === true) {
        marked?.set(retry.step, retry.index);
        continue;
      }
      let { step, index } = retry;
      for (;;) {
        if (step.kind === "match" || ++this.steps >= this.most) return true;
        if (step.kind === "take") {
          const character = this.characters[isBackwards ? index - 1 : index];
          if (character === undefined || !step.takes(character)) break;
          index += isBackwards ? -1 : 1;
          step = step.next;
        } else if (step.kind === "assert") {
          if (!step.holds(this.characters[index - 1], this.characters[index])) break;
          step = step.next;
        } else if (step.kind === "look") {
          if (this.isMatch(step.start, index, step.behind) === step.negate) break;
          step = step.next;
        } else if (step.kind === "mark") {
          marked ??= new Map();
          retries.push({ step, index: marked.get(step) ?? -1, restores: true });
          marked.set(step, index);
          step = step.next;
        } else if (step.kind === "moved") {
          if (marked?.get(step.since) === index) break;
          step = step.next;
        } else {
          for (let choice = step.among.length - 1; choice > 0; choice--)
            retries.push({ step: step.among[choice] as Step, index });
          step = step.among[0] as Step;
        }
      }
    }
    return false;
  }
}
