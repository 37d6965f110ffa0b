import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import { Memo } from "../../engine/memo.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { toPointer, toTokens, valueAt } from "../../ground/json/pointer.js";
import { isItemStep } from "../../ground/json/selector.js";
import type { Json } from "../../ground/json/value.js";
import { isLengthAllowed } from "../../ground/json-schema/keywords.js";
import { quote } from "../../ground/text/quote.js";
import { alternativesDropped, idleCharacters, withDotAll } from "../../specs/patterns/pattern-parts.js";
import { patternsOf } from "../lint/lint-patterns.js";
import { errorsIn } from "../search/judges.js";
import { wordsFor } from "../search/pattern-words.js";
import { pointersOf, type Specimen, seedsOf } from "../search/specimen.js";
import { withValue } from "../search/tree-edits.js";
import { shapePlaceAt } from "../view/shape-view.js";

/** Patterns of a rule that match nothing, and parts of patterns without which they match the same strings. */
export function* idlePatternParts(spec: CompiledSpec, name: string): Generator<Flaw> {
  for (const { pointer, pattern, at } of checkedPatterns(spec.source.rules[name] as RuleSource)) {
    const strings = [
      ...new Set(seedsOf(spec, [name]).flatMap((specimen) => textsAt(at, specimen).map(({ text }) => text))),
    ];
    const schemas = at
      .map((selector) => shapePlaceAt(spec.source.shape, selector).schema)
      .filter((schema) => schema !== undefined);
    const words = wordsFor([pattern]).map((word) => normalizedAt(spec, at[0] as string, word));
    const allowed = [...new Set([...strings, ...words])].filter((word) =>
      schemas.every((schema) => isLengthAllowed(word, schema)),
    );
    const regex = new RegExp(pattern, "u");
    if (!allowed.some((word) => regex.test(word))) {
      const detail = `the pattern matches none of the ${allowed.length} strings of allowed lengths that were tried; correct it, or add an example with a string that it matches`;
      yield { pointer, detail };
    }
    for (const { part, tries } of idleAlternatives(pattern, strings).slice(0, 1)) {
      const detail = `in ${tries} tries, no string was found for which the alternative ${quote(part)} matters; correct it, remove it, or add an example with such a string`;
      yield { pointer, detail };
    }
    for (const character of idleCharacters(pattern))
      yield { pointer, detail: `${quote(character)} is already in its class; remove it` };
  }
}

/** A string as rules see it at a place: after the steps of `normalize` that change strings. */
function normalizedAt({ compiled }: CompiledSpec, selector: string, word: string): string {
  const tokens = toTokens(selector);
  const candidate = tokens.reduceRight<Json>(
    (value, token) => (selectsItem(token) ? [value] : { [token]: value }),
    word,
  );
  const path = toPointer(tokens.map((token) => (selectsItem(token) ? "0" : token)));
  return valueAt(compiled().normalizer.text(candidate, new Memo()), path) as string;
}

function selectsItem(token: string): boolean {
  return token === "*" || isItemStep(token);
}

/** Alternatives without which a pattern matches the same of all strings that are tried, which include `strings`. */
export function idleAlternatives(pattern: string, strings: readonly string[]): { part: string; tries: number }[] {
  const words = [...strings, ...wordsFor([pattern])];
  const regex = new RegExp(pattern, "u");
  const matched = words.map((word) => regex.test(word));
  return [...alternativesDropped(pattern)].flatMap(({ part, pattern: rest }) => {
    const other = new RegExp(rest, "u");
    return words.some((word, index) => other.test(word) !== matched[index]) ? [] : [{ part, tries: words.length }];
  });
}

/** Patterns with a dot that does not match a line break, shown by a candidate that is otherwise valid. */
export async function* dotsAtLineBreaks(spec: CompiledSpec, name: string): AsyncGenerator<Flaw> {
  for (const { pointer, pattern, at } of checkedPatterns(spec.source.rules[name] as RuleSource)) {
    const wide = withDotAll(pattern);
    if (wide === undefined) continue;
    const [regex, other] = [new RegExp(pattern, "u"), new RegExp(wide, "u")];
    const [base] = seedsOf(spec);
    for (const { path, text } of textsAt(at, base)) {
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

/** The patterns in the checks of a rule. */
function checkedPatterns({ check }: RuleSource): { pointer: string; pattern: string; at: readonly string[] }[] {
  return [...patternsOf({ check })].flatMap(({ pattern, ...rest }) =>
    typeof pattern === "string" && rest.at.length > 0 ? [{ ...rest, pattern }] : [],
  );
}

function textsAt(at: readonly string[], { candidate }: Specimen): { path: string; text: string }[] {
  const paths = at.flatMap((selector) => pointersOf(selector, candidate));
  return paths.flatMap((path) => {
    const text = valueAt(candidate, path);
    return typeof text === "string" && text !== "" ? [{ path, text }] : [];
  });
}
