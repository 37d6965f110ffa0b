import { isEqual, type Json } from "../../../ground/json/value.js";
import { closestValue, isExcluded, isOtherSymbol } from "../../../ground/text/closest-value.js";
import { closestOption, mostAlikeFirst } from "../../../ground/text/did-you-mean.js";
import { foldName, indexNames } from "../../../ground/text/fold-name.js";
import { MAX_COMPARED } from "../../../ground/text/match-names.js";
import { Meaning } from "../../../ground/text/meaning.js";
import { isOpposite } from "../../../ground/text/opposite.js";
import type { Memo } from "../../memo.js";
import { isAlternative, isChoice, splitList } from "../readers/lists.js";
import { MAX_OFFERED } from "../readers/reader.js";
import { isEmpty } from "../redundant.js";
import type { Evidence, TypeTests } from "./type-evidence.js";
import { type KnownWords, readTypes } from "./type-names.js";

/** Finding the meanings of a word costs as much as reading this many nodes, and half a node for each value. */
const NODES_PER_WORD = 6;
/** The most values of a list of a package that are compared with a word. */
const MAX_LISTED_VALUES = 1_000;

/** Shorter words with another first letter are a slip away from others by chance: "ate" and "date". */
const MIN_SHOWN_LENGTH = 4;

export interface Vocabulary extends KnownWords {
  readonly values: readonly string[];
  /** Whether the vocabulary is closed, and small enough to offer every value. */
  readonly isSmall: boolean;
  /** Whether the package lists the values, and not the author. */
  readonly isClosed: boolean;
  /** The value with the same folded form; undefined if there is none. */
  withSameForm(word: string): string | undefined;
}

export function makeVocabulary(
  values: readonly unknown[],
  aliases: ReadonlyMap<string, string>,
  isClosed: boolean,
  types: TypeTests | undefined,
): Vocabulary {
  const strings = values.filter((value) => typeof value === "string");
  const byFold = indexNames(strings, (value) => [foldName(value)]);
  const isSmall = isClosed && strings.length > 1 && strings.length <= MAX_OFFERED;
  const withSameForm = (word: string) => {
    const form = foldName(word);
    // Signs and white space have no form: they are not the same word as other signs.
    const [value, ...others] = form === "" ? [] : new Set(byFold.get(form));
    // The author has to choose between `Baseline` and `baseline`.
    return others.length === 0 ? value : undefined;
  };
  return {
    values: strings,
    isSmall,
    isClosed,
    withSameForm,
    lookUp: (word) => withSameForm(word) ?? aliases.get(foldName(word)),
    types,
  };
}

/** The meanings of a word, regardless of where it is used. */
interface WordMeanings {
  readonly certain: string | undefined;
  /** The only value that is a slip away, also where the slip makes another word. */
  readonly near?: string | undefined;
  /** The type in brackets and the type before them, if both are known: `string (uuid)`. */
  readonly either: readonly string[];
  readonly guesses: readonly string[];
  /** What the first guess lacks. */
  readonly lost?: string;
}

/**
 * The value that was probably meant, with the other guesses; undefined if there is none. A slip that makes another word
 * is certain if something else shows the same value: the records, or another property (`derived`). A type that the
 * records contradict is not certain, even if its name is.
 */
export function chooseNearest(
  { certain, near, either, guesses, lost }: WordMeanings,
  evidence: Evidence | undefined,
  meansNoValue: boolean,
  derived: Meaning | undefined,
): Meaning | undefined {
  const isShown =
    near !== undefined && ((derived?.isCertain && derived.value === near) || evidence?.evident()?.value === near);
  const meant = certain ?? (isShown ? near : either.length > 1 ? evidence?.narrowerOf(either) : undefined);
  if (meant !== undefined) {
    const [best, ...others] = evidence?.choices(meant) ?? [];
    return best === undefined ? new Meaning(meant, true) : new Meaning(best, false, others);
  }
  const evident = meansNoValue ? evidence?.evident() : undefined;
  if (evident?.isCertain) return evident;
  const commonType = evidence?.commonType();
  const [best, ...others] = new Set([...either, ...guesses, ...(commonType === undefined ? [] : [commonType])]);
  if (best === undefined) return undefined;
  return new Meaning(best, false, others.slice(0, MAX_OFFERED - 1), lost);
}

/** The meanings of a word, found once for each word: a hundred declarations may have the same type. */
export function interpretWord(word: string, vocabulary: Vocabulary, memo: Memo): WordMeanings {
  return memo.derive(["meanings", vocabulary, word], () => findMeanings(word, vocabulary, memo));
}

function findMeanings(word: string, vocabulary: Vocabulary, memo: Memo): WordMeanings {
  const { values: allValues, isSmall, isClosed, withSameForm, lookUp } = vocabulary;
  memo.nodesRead += NODES_PER_WORD + allValues.length / 2;
  const only = (certain: string) => ({ certain, either: [], guesses: [] });
  // Among more values, only exact spellings match: a candidate may declare thousands. A package lists fewer, such as
  // all countries.
  const values = allValues.length > (isClosed ? MAX_LISTED_VALUES : MAX_COMPARED) ? [] : allValues;
  const meant = closestValue(word, values);
  const sameForm = withSameForm(word);
  if (sameForm !== undefined && isOtherSymbol(word, sameForm))
    return { certain: undefined, either: [], guesses: [sameForm] };
  // If the candidate declares the names itself, a declaration may be misspelled, or another thing may be meant.
  const known = sameForm ?? (meant?.isCertain && isClosed ? meant.value : lookUp(word));
  if (known !== undefined) return only(known);
  // A name that the candidate declares is not looked for in a longer one: `orders.total` may mean another `total`.
  const { named, inner, lost } = isClosed ? readTypes(word, vocabulary) : {};
  if (named !== undefined && lost !== undefined) return { certain: undefined, either: [], guesses: [named], lost };
  if (named !== undefined && (inner === undefined || inner === named)) return only(named);
  const isTelling =
    word.length >= MIN_SHOWN_LENGTH || foldName(word).charAt(0) === foldName(meant?.value ?? "").charAt(0);
  return {
    certain: undefined,
    near: isClosed && isTelling ? meant?.value : undefined,
    either: [inner, named].filter((type) => type !== undefined),
    guesses: [...(meant === undefined ? [] : [meant.value]), ...(isSmall ? mostAlikeFirst(word, values) : [])].filter(
      (value) => !isOpposite(word, value),
    ),
  };
}

/** Words that mean all values. */
const EVERY = /^(?:all|any|both|each|every|\*)$/i;

/**
 * The array with an item such as `"fast, realistic"` split into its values, or without a blank item. Undefined if the
 * item is neither.
 */
export function splitItem(
  text: string,
  { values, isSmall, lookUp }: Vocabulary,
  array: unknown,
): Meaning<Json> | undefined {
  if (!Array.isArray(array) || array.length > MAX_OFFERED) return undefined;
  if (EVERY.test(text) && array.length === 1 && isSmall) return new Meaning<Json>([...values], false);
  if (isEmpty(text) && array.length > 1)
    return new Meaning<Json>(
      array.filter((item) => item !== text),
      true,
    );
  const parts = splitList(text);
  if (parts.length < 2 || isAlternative(text) || parts.some(isExcluded)) return undefined;
  const near = parts.map((part) => closestOption(part, values));
  const meant = parts.map((part, index) => lookUp(part) ?? near[index]?.value);
  if (meant.includes(undefined)) return undefined;
  const split = array.flatMap((item) => (isEqual(item, text) ? (meant as string[]) : [item]));
  const areKnown = parts.every((part, index) => lookUp(part) !== undefined || near[index]?.isCertain);
  return new Meaning<Json>(split, areKnown && !isChoice(text));
}
