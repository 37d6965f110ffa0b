import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { CheckSource, RuleSource } from "../../engine/grammar.js";
import { valueAt } from "../../json/pointer.js";
import type { Json } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { alternativesDropped, idleCharacters, withDotAll } from "../patterns/pattern-parts.js";
import { placesIn, withValue } from "../search/edits.js";
import { errorsIn } from "../search/judges.js";
import { wordsFor } from "../search/pattern-words.js";
import { seedsOf, type Trial } from "../search/trial.js";

/** Parts of the patterns of a rule without which it matches the same strings. */
export function* idlePatternParts(spec: CompiledSpec, name: string): Generator<Found> {
  for (const { pointer, pattern, check } of patternsOf(spec.source.rules[name] as RuleSource)) {
    const strings = stringsAt(check, seedsOf(spec, [name]));
    for (const { part, tries } of idleAlternatives(pattern, strings).slice(0, 1)) {
      const detail = `no string was found in ${tries} tries for which the alternative ${quote(part)} matters; correct it, remove it, or add an example with such a string`;
      yield { pointer, detail };
    }
    for (const character of idleCharacters(pattern))
      yield { pointer, detail: `${quote(character)} is in its class already; remove it` };
  }
}

/** Alternatives without which a pattern matches the same of all strings that are tried; the given ones are among them. */
export function idleAlternatives(pattern: string, strings: readonly string[]): { part: string; tries: number }[] {
  const words = [...strings, ...wordsFor([pattern])];
  const regex = new RegExp(pattern, "u");
  const matched = words.map((word) => regex.test(word));
  return [...alternativesDropped(pattern)].flatMap(({ part, pattern: rest }) => {
    const other = new RegExp(rest, "u");
    return words.some((word, at) => other.test(word) !== matched[at]) ? [] : [{ part, tries: words.length }];
  });
}

/** Patterns in which a dot meets a line break, shown by a candidate that is valid but for this rule. */
export async function* dotsAtLineBreaks(spec: CompiledSpec, name: string): AsyncGenerator<Found> {
  for (const { pointer, pattern, check } of patternsOf(spec.source.rules[name] as RuleSource)) {
    const wide = withDotAll(pattern);
    if (wide === undefined) continue;
    const [regex, other] = [new RegExp(pattern, "u"), new RegExp(wide, "u")];
    const [base] = seedsOf(spec);
    for (const { path, text } of textsAt(check, base)) {
      const broken = text.includes(" ") ? text.replace(" ", "\n") : `${text}\n${text}`;
      const candidate = withValue(base.candidate, path, broken);
      if (!regex.test(text) || regex.test(broken) === other.test(broken) || candidate === undefined) continue;
      const errors = await errorsIn(spec, { ...base, candidate });
      if (errors.some(({ code }) => code !== name)) continue;
      const verdict = regex.test(broken) ? "accepted" : "refused";
      const detail = `a dot matches no line break: ${quote(broken)} is ${verdict}, ${quote(text)} is accepted; if that is not meant, write [\\s\\S] instead of the dot`;
      yield { pointer, detail };
      break;
    }
  }
}

function patternsOf({ check }: RuleSource): { pointer: string; pattern: string; check: CheckSource }[] {
  return ([check].flat() as CheckSource[]).flatMap((source, at) =>
    typeof source.pattern === "string"
      ? [
          {
            pointer: Array.isArray(check) ? `/check/${at}/pattern` : "/check/pattern",
            pattern: source.pattern,
            check: source,
          },
        ]
      : [],
  );
}

function stringsAt(check: CheckSource, trials: readonly Trial[]): string[] {
  return [...new Set(trials.flatMap((trial) => textsAt(check, trial).map(({ text }) => text)))];
}

function textsAt({ at }: CheckSource, { candidate }: Trial): { path: string; text: string }[] {
  const paths = [at].flat().flatMap((selector) => placesIn(selector, candidate));
  const texts = paths.map((path) => ({ path, text: valueAt(candidate, path) as Json }));
  return texts.filter((one): one is { path: string; text: string } => typeof one.text === "string" && one.text !== "");
}
