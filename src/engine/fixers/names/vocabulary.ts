import { equal, type Json } from "../../../json/value.js";
import { fold, guessesFor, meantBy, mostAlikeFirst, wordsIn } from "../../../text/did-you-mean.js";
import type { Memo } from "../../memo.js";
import { Unsure } from "../readings/reading.js";
import { explainedIn } from "../readings/remarks.js";
import { partsOf } from "../readings/separated-list.js";
import { isEmpty } from "../redundant.js";
import type { Evidence } from "./type-evidence.js";

/** Finding the meaning of a word costs as much as reading so many nodes, and half a node for each value. */
const COMPARING = 6;
/** With more values than this, only exact spellings match: a candidate may declare thousands. */
const MAX_COMPARED = 200;
/** Every value is offered if there are at most this many. */
const MAX_OFFERED = 3;

export interface Vocabulary {
  readonly values: readonly string[];
  /** Whether it is the package's own, and small enough to offer every value. */
  readonly isSmall: boolean;
  /** Whether the package lists the values, and not the author. */
  readonly isClosed: boolean;
  /** The value that is spelt so but for case and separators. */
  own(word: string): string | undefined;
  /** The value of own(), or the one that this is another name of. */
  lookUp(word: string): string | undefined;
  /** Whether the values are types that a candidate declares. */
  readonly isOfTypes: boolean;
  readonly types: TypeWords;
}

/** `types` says what the values are, where they are types that a candidate declares. */
export function vocabularyOf(
  values: readonly unknown[],
  aliases: ReadonlyMap<string, string>,
  isClosed: boolean,
  types: Pick<TypeWords, "isText" | "isContainer"> | undefined,
): Vocabulary {
  const strings = values.filter((value) => typeof value === "string");
  const byFold = new Map(strings.map((value) => [fold(value), value]));
  const isSmall = isClosed && strings.length > 1 && strings.length <= MAX_OFFERED;
  const own = (word: string) => byFold.get(fold(word));
  const lookUp = (word: string) => own(word) ?? aliases.get(fold(word));
  const { isText, isContainer } = types ?? NO_TYPES;
  const isOfTypes = types !== undefined;
  return { values: strings, isSmall, isClosed, own, lookUp, isOfTypes, types: { lookUp, isText, isContainer } };
}

const NO_TYPES = { isText: () => false, isContainer: () => false };

/** The meanings of a word by itself. */
interface Meanings {
  readonly sure: string | undefined;
  /** The types in brackets and before them, if both are given. */
  readonly either: readonly string[];
  readonly guesses: readonly string[];
}

/** A type that the records contradict is not certain, whatever it is called. */
export function nearestTo(
  { sure, either, guesses }: Meanings,
  evidenceOf: () => Evidence | undefined,
  isNothing: boolean,
): Json | Unsure | undefined {
  const evidence = evidenceOf();
  const meant = sure ?? evidence?.narrowerOf(either);
  if (meant !== undefined) {
    const [best, ...others] = evidence?.choices(meant) ?? [];
    return best === undefined ? meant : new Unsure(best, others);
  }
  const shown = isNothing ? evidence?.shown() : undefined;
  if (shown?.sure) return shown.value;
  const fitting = evidence?.fitting();
  const [best, ...others] = new Set([...either, ...guesses, ...(fitting === undefined ? [] : [fitting])]);
  return best === undefined ? undefined : new Unsure(best, others.slice(0, MAX_OFFERED - 1));
}

/** Found out once: a hundred declarations may have the same type. */
export function meaningsOf(word: string, vocabulary: Vocabulary, memo: Memo, isItem: boolean): Meanings {
  const known = memo.derive(isItem ? "meanings of items" : "meanings", vocabulary, () => new Map<string, Meanings>());
  let meanings = known.get(word);
  if (meanings === undefined) {
    memo.nodesRead += COMPARING + vocabulary.values.length / 2;
    meanings = findMeanings(word, vocabulary, isItem);
    known.set(word, meanings);
  }
  return meanings;
}

function findMeanings(word: string, vocabulary: Vocabulary, isItem: boolean): Meanings {
  const { values: all, isSmall, isClosed, own, lookUp, isOfTypes, types } = vocabulary;
  const certain = (sure: string) => ({ sure, either: [], guesses: [] });
  const values = all.length > MAX_COMPARED ? [] : all;
  const meant = meantBy(word, values, isClosed);
  const known = own(word) ?? (meant?.sure ? meant.value : lookUp(word));
  if (known !== undefined) return certain(known);
  // In an array of words, an explanation after a word is not part of it.
  const explained = isItem ? own(explainedIn(word) ?? "") : undefined;
  if (explained !== undefined) return certain(explained);
  const named = firstKnown(isOfTypes ? namesIn(word, types) : [unqualified(word)], lookUp);
  // The type of the items does not say what the array is.
  const parameter = named === undefined || !types.isContainer(named) ? parameterOf(word) : "";
  const inner = parameter === "" ? undefined : firstKnown(namesIn(parameter, types), lookUp);
  if (named !== undefined && (inner === undefined || inner === named)) return certain(named);
  return {
    sure: undefined,
    either: [inner, named].filter((type) => type !== undefined),
    guesses: [
      ...(meant === undefined ? [] : [meant.value]),
      ...guessesFor(word, values),
      ...wordsIn(word).flatMap((part) => lookUp(part) ?? []),
      ...(isSmall ? mostAlikeFirst(word, values) : []),
    ],
  };
}

function firstKnown(names: Iterable<string>, lookUp: Vocabulary["lookUp"]): string | undefined {
  for (const name of names) {
    const value = lookUp(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

const EVERY = /^(?:all|any|both|each|every|\*)$/i;

/** Splits an item that has several values, `["fast, realistic"]`, and leaves out one that has none. */
export function severalIn(
  text: string,
  { values, isSmall, lookUp }: Vocabulary,
  array: unknown,
): Json | Unsure | undefined {
  if (!Array.isArray(array) || array.length > MAX_OFFERED) return undefined;
  if (EVERY.test(text) && array.length === 1 && isSmall) return new Unsure([...values]);
  if (isEmpty(text) && array.length > 1) return (array as Json[]).filter((item) => item !== text);
  const parts = partsOf(text);
  if (parts.length < 2 || parts.some((part) => DENIED.test(part))) return undefined;
  const meant = parts.map((part) => lookUp(part) ?? meantBy(part, values)?.value);
  if (meant.includes(undefined)) return undefined;
  return (array as Json[]).flatMap((item) => (equal(item, text) ? (meant as string[]) : [item]));
}

/** A sign right before a word may mean that it is not wanted. */
export const DENIED = /^\s*[-!~\u00ac]\w/;

/** Words after the name of a type that do not make it another type. */
const QUALIFIERS =
  /[\s,]+(?:unsigned|signed|zerofill|not null|null|nullable|primary key|unique|required|optional|auto_?increment)(?![^\s,])/gi;
/** Words before the name of a type that do not make it another type. */
const ADJECTIVES =
  /^(?:(?:nullable|optional|required|maybe|plain|simple|positive|non-?negative|unsigned|valid|unique|utc)\s+)+/i;
const OPTIONAL = /^(?:option|optional|maybe|nullable)$/i;

/** The known names of types. */
interface TypeWords {
  /** The type that a word surely means. */
  lookUp(word: string): string | undefined;
  isContainer(type: string): boolean;
  /** Whether values of the type are strings. */
  isText(type: string): boolean;
}

/**
 * The name of a type without what languages put around it: `varchar(20)`, `integer | null`, `string[]`, `Map<String,
 * Int>`, `array of strings`, `IntegerField`. The plainest reading comes first. A remark in words is no part of a type,
 * and neither is what a sentence goes on with: `integer (as string)`, `Number of days`.
 */
function* namesIn(word: string, types: TypeWords): Generator<string> {
  yield word;
  const bare = unqualified(
    word
      .replace(ADJECTIVES, "")
      .replace(QUALIFIERS, "")
      .replace(/(\s*)\(([^()]*)\)\s*$/, (whole, space: string, inner: string) =>
        isParameter(inner, types) && (space === "" || !isRemark(inner, types)) ? "" : whole,
      )
      .replace(/^<(\w+)>$/, "$1")
      .replace(/^(?:[&*]|xsd?:)+/, ""),
  );
  yield bare;
  // "date string" is a date, "numeric string" is no number, "string array" is an array.
  const [, typed = "", text] = /^(.*\w)\s+(?:(string)|value)$/i.exec(bare) ?? [];
  if (text === undefined || types.isText(types.lookUp(typed) ?? "")) yield typed;
  const [, item = "", items = ""] = /^(\w+)\s+(array|list)$/i.exec(bare) ?? [];
  if (isType(item, types)) yield items;
  // Arrays of JavaScript, Go and GraphQL.
  if (/\[\]$|^\[\]|^\[.*\]!?$/.test(bare)) return yield "[]";
  const present = bare.split(/\s*[|/]\s*|\s+or\s+/i).filter((part) => !/^(?:null|undefined|none)?$/i.test(part));
  const [one = ""] = present.length === 1 ? present : [];
  yield one.replace(/[?!]$/, "");
  const [, name = "", space = "", inner = ""] =
    /^(\w+)(\s*)[<[(](.+)[>\])]$/.exec(one) ?? /^(\w+)()\[(\w+)\]\w+$/.exec(one) ?? [];
  if (OPTIONAL.test(name)) yield* namesIn(inner, types);
  // A word after a number is its unit; after a text, such as `string (encrypted)`, it says more than the type.
  const saysMore = space !== "" && types.isText(types.lookUp(name) ?? "") && isRemark(inner, types);
  if (isParameter(inner, types) && !saysMore) yield name;
  const [, container = "", contents = ""] = /^(\w+)\s+of\s+(.+)$/i.exec(one) ?? [];
  if (isType(contents, types) && types.isContainer(types.lookUp(container) ?? "")) yield container;
  yield one.replace(/\(?\)?$/, "").replace(/(?<=\w)(?:type|field)$/i, "");
}

/** Drops the module or class before a name: `java.lang.String`, `Strategy.FAST`. */
function unqualified(word: string): string {
  return word.replace(/^(?:\w+(?:::|\.)(?=\S))+/, "");
}

/** Words or numbers, each alone: a length, a unit, what is in a container. */
const PARAMETERS = /^\s*(?:\d+\s)?[^\s,]*(?:\s*,\s*[^\s,]+)*\s*$/;

/** After a space, brackets hold a remark, unless it is a number or a type: `string (encrypted)`. */
function isRemark(inner: string, types: TypeWords): boolean {
  return !/^[\d\s,.]*$/.test(inner) && !isType(inner, types) && ` ${inner}`.replace(QUALIFIERS, "") !== "";
}

function isParameter(inner: string, types: TypeWords): boolean {
  return PARAMETERS.test(inner) || isType(inner, types) || ` ${inner}`.replace(QUALIFIERS, "") === "";
}

/** The name of a type, in plural too. */
function isType(word: string, { lookUp }: TypeWords): boolean {
  return (lookUp(word) ?? lookUp(word.replace(/s$/, ""))) !== undefined;
}

/** The text in brackets after a name: a length, or the real type, as in `string(email)`. */
function parameterOf(word: string): string {
  return (
    /\(([^()]+)\)\s*$|<([^<>]+)>\s*$/
      .exec(word)
      ?.slice(1)
      .find((inner) => inner !== undefined) ?? ""
  );
}
