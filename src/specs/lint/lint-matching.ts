import type { JsonObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { alphabetFor } from "../patterns/alphabet.js";
import { matchedLengths } from "../patterns/habits.js";
import type { PackageView } from "./package-view.js";
import { numberOr } from "./shape-view.js";

/** Patterns that match everything or nothing that can be there. */
export function* lintMatching(
  pattern: string,
  schema: JsonObject,
  selector: string,
  view: PackageView,
): Generator<Found> {
  const pointer = "/pattern";
  const regex = new RegExp(pattern, "u");
  // The empty string is left to the length limits.
  const [min, max] = [Math.max(numberOr(schema.minLength, 0), 1), numberOr(schema.maxLength, Infinity)];
  const { shortest, longest } = matchedLengths(pattern);
  const lengths = max === Infinity ? `at least ${min}` : `${min} to ${max}`;
  if (shortest > max || longest < min) {
    const limits = shortest === Infinity ? "" : ` that the shape allows, of ${lengths} characters`;
    yield { pointer, detail: `the pattern matches no string${limits}; correct it` };
    return;
  }
  const allowed = view.allowedAt(selector);
  const strings = allowed?.values.filter((value) => typeof value === "string");
  if (allowed === undefined || strings === undefined) {
    if (probes(pattern, min, max).every((probe) => regex.test(probe)))
      yield { pointer, detail: "the pattern matches every string; correct it, or remove the check" };
    return;
  }
  const refused = strings.filter((value) => !regex.test(value));
  if (refused.length === 0)
    yield { pointer, detail: `the pattern matches all that ${allowed.by} allows there; remove the check` };
  for (const value of refused)
    yield { pointer, detail: `the pattern refuses ${quote(value)}, which ${allowed.by} allows there; correct one` };
}

/** Strings of every character that the pattern could tell apart, alone and among others. */
function probes(pattern: string, min: number, max: number): string[] {
  const alphabet = alphabetFor(pattern);
  const length = Math.min(Math.max(min, 2), max);
  return alphabet.flatMap((character, at) => {
    const other = alphabet[(at * 7 + 1) % alphabet.length] as string;
    return [character.repeat(min), character + other.repeat(length - 1), other.repeat(length - 1) + character];
  });
}
