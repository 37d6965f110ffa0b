import { equal, type Json } from "../../../json/value.js";
import { closestOption, guessesFor, mostAlikeFirst } from "../../../text/did-you-mean.js";
import { fold, wordsIn } from "../../../text/fold.js";
import { Meaning } from "../../../text/meaning.js";
import type { Memo } from "../../memo.js";
import { partsOf } from "../readings/lists.js";
import { explainedIn } from "../readings/remarks.js";
import { isEmpty } from "../redundant.js";
import type { Evidence, TypeTests } from "./type-evidence.js";

/** Finding the meanings of a word costs as much as reading this many nodes, and half a node for each value. */
const NODES_PER_WORD = 6;
/** With more values than this, only exact spellings match: a candidate may declare thousands. */
const MAX_COMPARED = 200;
/** Every value is offered if there are at most this many. */
const MAX_OFFERED = 3;

export interface Vocabulary {
  readonly values: readonly string[];
  /** Whether the vocabulary is closed, and small enough to offer every value. */
  readonly isSmall: boolean;
  /** Whether the package lists the values, and not the author. */
  readonly isClosed: boolean;
  /** The value with the same folded form; undefined if there is none. */
  own(word: string): string | undefined;
  /** The value of own(), or the one that the word is an alias of. */
  lookUp(word: string): string | undefined;
  /** Given if the values are types that a candidate declares. */
  readonly types: TypeTests | undefined;
}

export function vocabularyOf(
  values: readonly unknown[],
  aliases: ReadonlyMap<string, string>,
  isClosed: boolean,
  types: TypeTests | undefined,
): Vocabulary {
  const strings = values.filter((value) => typeof value === "string");
  const byFold = new Map(strings.map((value) => [fold(value), value]));
  const isSmall = isClosed && strings.length > 1 && strings.length <= MAX_OFFERED;
  const own = (word: string) => byFold.get(fold(word));
  return { values: strings, isSmall, isClosed, own, lookUp: (word) => own(word) ?? aliases.get(fold(word)), types };
}

/** The meanings of a word, regardless of where it is used. */
interface WordMeanings {
  readonly certain: string | undefined;
  /** The type in brackets and the type before them, if both are known: `string (uuid)`. */
  readonly either: readonly string[];
  readonly guesses: readonly string[];
}

/**
 * The value that was probably meant, with the other guesses; undefined if there is none. A type that the records
 * contradict is not certain, even if its name is.
 */
export function nearestValue(
  { certain, either, guesses }: WordMeanings,
  evidence: Evidence | undefined,
  isNoValue: boolean,
): Meaning | undefined {
  const meant = certain ?? evidence?.narrowerOf(either);
  if (meant !== undefined) {
    const [best, ...others] = evidence?.choices(meant) ?? [];
    return best === undefined ? new Meaning(meant, true) : new Meaning(best, false, others);
  }
  const evident = isNoValue ? evidence?.evident() : undefined;
  if (evident?.sure) return evident;
  const fitting = evidence?.fitting();
  const [best, ...others] = new Set([...either, ...guesses, ...(fitting === undefined ? [] : [fitting])]);
  return best === undefined ? undefined : new Meaning(best, false, others.slice(0, MAX_OFFERED - 1));
}

/** The meanings of a word, found once for each word: a hundred declarations may have the same type. */
export function meaningsOf(word: string, vocabulary: Vocabulary, memo: Memo, isItem: boolean): WordMeanings {
  return memo.derive(["meanings", vocabulary, isItem, word], () => findMeanings(word, vocabulary, isItem, memo));
}

function findMeanings(word: string, vocabulary: Vocabulary, isItem: boolean, memo: Memo): WordMeanings {
  const { values: all, isSmall, isClosed, own, lookUp, types } = vocabulary;
  memo.nodesRead += NODES_PER_WORD + all.length / 2;
  const only = (certain: string) => ({ certain, either: [], guesses: [] });
  const values = all.length > MAX_COMPARED ? [] : all;
  const meant = closestOption(word, values, isClosed);
  const known = own(word) ?? (meant?.sure ? meant.value : lookUp(word));
  if (known !== undefined) return only(known);
  // An item of an array of words may have an explanation after the word.
  const explained = isItem ? own(explainedIn(word) ?? "") : undefined;
  if (explained !== undefined) return only(explained);
  const named = firstKnown(types ? namesIn(word, vocabulary) : [withoutModule(word)], lookUp);
  // The parameter of a container is the type of its items, and not a type that could be meant instead.
  const parameter = types?.isContainer(named) ? "" : parameterOf(word);
  const inner = parameter === "" ? undefined : firstKnown(namesIn(parameter, vocabulary), lookUp);
  if (named !== undefined && (inner === undefined || inner === named)) return only(named);
  return {
    certain: undefined,
    either: [inner, named].filter((type) => type !== undefined),
    guesses: [
      ...(meant === undefined ? [] : [meant.value]),
      ...guessesFor(word, values),
      ...wordsIn(word).flatMap((part) => lookUp(part) ?? []),
      ...(isSmall ? mostAlikeFirst(word, values) : []),
    ],
  };
}

/** The value of the first name that the vocabulary knows. */
function firstKnown(names: Iterable<string>, lookUp: Vocabulary["lookUp"]): string | undefined {
  for (const name of names) {
    const value = lookUp(name);
    if (value !== undefined) return value;
  }
  return undefined;
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
  const parts = partsOf(text);
  if (parts.length < 2 || parts.some((part) => NEGATED.test(part))) return undefined;
  const meant = parts.map((part) => lookUp(part) ?? closestOption(part, values)?.value);
  if (meant.includes(undefined)) return undefined;
  return new Meaning<Json>(
    array.flatMap((item) => (equal(item, text) ? (meant as string[]) : [item])),
    true,
  );
}

/** A sign right before a word, which may mean that the word is not wanted. */
export const NEGATED = /^\s*[-!~\u00ac]\w/;

/** Words after the name of a type that do not make it another type. */
const QUALIFIERS =
  /[\s,]+(?:unsigned|signed|zerofill|not null|null|nullable|primary key|unique|required|optional|auto_?increment)(?![^\s,])/gi;
/** Words before the name of a type that do not make it another type. */
const ADJECTIVES =
  /^(?:(?:nullable|optional|required|maybe|plain|simple|positive|non-?negative|unsigned|valid|unique|utc)\s+)+/i;
const OPTIONAL = /^(?:option|optional|maybe|nullable)$/i;

/**
 * The names of types in a string, without the syntax of other languages around them: `varchar(20)`, `integer | null`,
 * `string[]`, `Map<String, Int>`, `array of strings`, `IntegerField`. The plainest reading comes first. A type that is
 * followed by a remark or a sentence is not found: `integer (as string)`, `Number of days`.
 */
function* namesIn(word: string, vocabulary: Vocabulary): Generator<string> {
  const { lookUp, types } = vocabulary;
  yield word;
  const bare = withoutModule(
    word
      .replace(ADJECTIVES, "")
      .replace(QUALIFIERS, "")
      .replace(/(\s*)\(([^()]*)\)\s*$/, (whole, space: string, inner: string) =>
        isParameter(inner, vocabulary) && (space === "" || !isRemark(inner, vocabulary)) ? "" : whole,
      )
      .replace(/^<(\w+)>$/, "$1")
      .replace(/^(?:[&*]|xsd?:)+/, ""),
  );
  yield bare;
  // "date string" is a date, "numeric string" is not a number, "string array" is an array.
  const [, typed = "", text] = /^(.*\w)\s+(?:(string)|value)$/i.exec(bare) ?? [];
  if (text === undefined || types?.isText(lookUp(typed))) yield typed;
  const [, item = "", items = ""] = /^(\w+)\s+(array|list)$/i.exec(bare) ?? [];
  if (isType(item, vocabulary)) yield items;
  // These are arrays in JavaScript, Go and GraphQL.
  if (/\[\]$|^\[\]|^\[.*\]!?$/.test(bare)) return yield "[]";
  const present = bare.split(/\s*[|/]\s*|\s+or\s+/i).filter((part) => !/^(?:null|undefined|none)?$/i.test(part));
  const [one = ""] = present.length === 1 ? present : [];
  yield one.replace(/[?!]$/, "");
  const [, name = "", space = "", inner = ""] =
    /^(\w+)(\s*)[<[(](.+)[>\])]$/.exec(one) ?? /^(\w+)()\[(\w+)\]\w+$/.exec(one) ?? [];
  if (OPTIONAL.test(name)) yield* namesIn(inner, vocabulary);
  // A word after a number is its unit. After a text, as in `string (encrypted)`, the word restricts the type.
  const isRestricted = space !== "" && types?.isText(lookUp(name)) && isRemark(inner, vocabulary);
  if (isParameter(inner, vocabulary) && !isRestricted) yield name;
  const [, container = "", contents = ""] = /^(\w+)\s+of\s+(.+)$/i.exec(one) ?? [];
  if (isType(contents, vocabulary) && types?.isContainer(lookUp(container))) yield container;
  yield one.replace(/\(?\)?$/, "").replace(/(?<=\w)(?:type|field)$/i, "");
}

/** Removes the module or class before a name: `java.lang.String`, `Strategy.FAST`. */
function withoutModule(word: string): string {
  return word.replace(/^(?:\w+(?:::|\.)(?=\S))+/, "");
}

/** Single words or numbers with commas between them: a length, a unit, the types in a container. */
const PARAMETERS = /^\s*(?:\d+\s)?[^\s,]*(?:\s*,\s*[^\s,]+)*\s*$/;

/** Whether the text in brackets after a space is a remark, and not a number or a type: `string (encrypted)`. */
function isRemark(inner: string, vocabulary: Vocabulary): boolean {
  return !/^[\d\s,.]*$/.test(inner) && !isTypeOrQualifier(inner, vocabulary);
}

function isParameter(inner: string, vocabulary: Vocabulary): boolean {
  return PARAMETERS.test(inner) || isTypeOrQualifier(inner, vocabulary);
}

function isTypeOrQualifier(text: string, vocabulary: Vocabulary): boolean {
  return isType(text, vocabulary) || ` ${text}`.replace(QUALIFIERS, "") === "";
}

/** Whether a word is the name of a type, perhaps in plural. */
function isType(word: string, { lookUp }: Vocabulary): boolean {
  return (lookUp(word) ?? lookUp(word.replace(/s$/, ""))) !== undefined;
}

/** The text in brackets at the end: a length, or the real type, as in `string(email)`. */
function parameterOf(word: string): string {
  const [, round, angled = round] = /\(([^()]+)\)\s*$|<([^<>]+)>\s*$/.exec(word) ?? [];
  return angled ?? "";
}
