import { isIndex, parent, parse, valueAt } from "../../json/pointer.js";
import { equal, isObject, type Json } from "../../json/value.js";
import { fold, guessesFor, meantBy, mostAlikeFirst, wordsIn } from "../../text/did-you-mean.js";
import { specData } from "../condition.js";
import { explainedIn } from "../fixers/readings/explanation.js";
import { isNoValue } from "../fixers/readings/no-value.js";
import { partsOf } from "../fixers/readings/separated-list.js";
import type { ShownType } from "../fixers/shape-error.js";
import { namesIn, parameterOf, type TypeWords, unqualified } from "../fixers/spelled-names.js";
import { Unsure } from "../fixers/unsure.js";
import type { Memo } from "../memo.js";
import { Columns } from "../problems/columns.js";
import { type Declaration, shownType } from "../problems/declaration.js";
import { SpecError } from "../spec-error.js";
import { byRecords } from "./by-records.js";
import type { CheckContext, CheckEnvironment, Evaluation, Fills, NodeCheckDefinition } from "./check.js";
import { checkBy, isScalar, type List, listSource } from "./source.js";

const LONGEST_WORD = 64;
/** To find what a word means costs as much as reading so many nodes, and one for two values. */
const COMPARING = 6;
/** Of more values, a word is none but its own spelling: a candidate may declare thousands, and as many words. */
const MOST_COMPARED = 200;
/** Of so many values each is offered where none is near. */
const MOST_OFFERED = 3;

export const oneOf: NodeCheckDefinition = {
  name: "one-of",
  summary:
    "The value is in the list. `aliases` maps other common spellings to the value that they mean; `{nearest}` is the value that was probably meant. `{several}` is the array around a string that holds several of the values, with each of them by itself.",
  value: { $ref: "#/$defs/list" },
  options: { ignoreCase: { type: "boolean" }, aliases: { $ref: "#/$defs/specReference" } },
  types: ["string", "number", "boolean"],
  placeholders: () => ["nearest", "several"],
  compile({ value, options }, environment) {
    const known = listSource(value, environment, "/one-of", options.ignoreCase === true);
    const aliases = options.aliases === undefined ? NO_ALIASES : readAliases(options.aliases, environment);
    const declaration = typedBy(value, environment);
    const maker = checkBy([known], (list: List) => {
      let made: Vocabulary | undefined;
      const vocabulary = () => {
        made ??= vocabularyOf(list, aliases, "constant" in known, declaration);
        return made;
      };
      return (actual, context) => {
        if (!isScalar(actual) || list.has(actual)) return;
        context.report({ expected: [...list.shown], fills: fillsFor(actual, vocabulary, context, declaration) });
      };
    });
    return declaration === undefined ? maker : byRecords(maker, [declaration]);
  },
};

function fillsFor(
  actual: string | number | boolean,
  vocabulary: () => Vocabulary,
  context: CheckContext,
  declaration: Declaration | undefined,
): Fills {
  if (typeof actual !== "string" || actual.length > LONGEST_WORD) return {};
  const { evaluation, item } = context;
  const path = context.path();
  return {
    nearest: () => {
      const meant = nearestTo(
        meaningsOf(actual, vocabulary(), evaluation.memo, isIndex(parse(path).at(-1) ?? "")),
        () => declaration && evidenceFor(item, declaration, evaluation),
        isNoValue(actual),
      );
      return DENIED.test(actual) && typeof meant === "string" ? new Unsure(meant) : meant;
    },
    several: () => severalIn(actual, vocabulary(), valueAt(evaluation, parent(path))),
  };
}

/** A sign right before a word may mean that it is not wanted. */
const DENIED = /^\s*[-!~\u00ac]\w/;

const NO_ALIASES: ReadonlyMap<string, string> = new Map();

interface Vocabulary {
  readonly values: readonly string[];
  /** Whether it is the package's own, and small enough to offer every value. */
  readonly isSmall: boolean;
  /** Whether the package lists the values, and not the author. */
  readonly isClosed: boolean;
  /** The value that is spelt so but for case and separators. */
  own(word: string): string | undefined;
  /** The same, or the value that this is another name of. */
  lookUp(word: string): string | undefined;
  /** Whether the values are types that a candidate declares. */
  readonly isOfTypes: boolean;
  readonly types: TypeWords;
}

function vocabularyOf(
  { values }: List,
  aliases: ReadonlyMap<string, string>,
  isClosed: boolean,
  declaration: Declaration | undefined,
): Vocabulary {
  const strings = values.filter((value) => typeof value === "string");
  const byFold = new Map(strings.map((value) => [fold(value), value]));
  const isSmall = isClosed && strings.length > 1 && strings.length <= MOST_OFFERED;
  const own = (word: string) => byFold.get(fold(word));
  const lookUp = (word: string) => own(word) ?? aliases.get(fold(word));
  const types = {
    lookUp,
    isText: (type: string) => declaration?.typeNamed(type, undefined)?.schema.type === "string",
    isContainer: (type: string) =>
      declaration?.isTypeOf(type, [[]]) === true || declaration?.isTypeOf(type, [{}]) === true,
  };
  return { values: strings, isSmall, isClosed, own, lookUp, isOfTypes: declaration !== undefined, types };
}

/** What is known about a declared type by the records. */
interface Evidence {
  /** The type that all values have. */
  fitting(): string | undefined;
  /** The same, where there are enough values to say so alone. */
  shown(): ShownType | undefined;
  /**
   * Of two types, the one that some values have, and all of these have the other one too: `uuid` of `string (uuid)`.
   */
  narrowerOf(types: readonly string[]): string | undefined;
  /** The types that the author chooses from where the records speak against one. */
  choices(type: string): readonly string[] | undefined;
}

/** What a word means by itself. */
interface Meanings {
  readonly sure: string | undefined;
  /** What the type in brackets and the type before them are, where both are given. */
  readonly either: readonly string[];
  readonly guesses: readonly string[];
}

/** A type that the records contradict is not certain, whatever it is called. */
function nearestTo(
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
  if (shown?.isOnly) return shown.name;
  const fitting = evidence?.fitting();
  const [best, ...others] = new Set([...either, ...guesses, ...(fitting === undefined ? [] : [fitting])]);
  return best === undefined ? undefined : new Unsure(best, others.slice(0, MOST_OFFERED - 1));
}

/** Found out once: a hundred declarations may have the same type. */
function meaningsOf(word: string, vocabulary: Vocabulary, memo: Memo, isItem: boolean): Meanings {
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
  const values = all.length > MOST_COMPARED ? [] : all;
  const meant = meantBy(word, values, isClosed);
  const known = own(word) ?? (meant?.sure ? meant.value : lookUp(word));
  if (known !== undefined) return certain(known);
  // In a list of words, what is said about one is no value of its own.
  const explained = isItem ? own(explainedIn(word) ?? "") : undefined;
  if (explained !== undefined) return certain(explained);
  const named = firstKnown(isOfTypes ? namesIn(word, types) : [unqualified(word)], lookUp);
  // What is in an array or an object does not say what it is.
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

/** Of `["fast, realistic"]`: both, each an item. */
function severalIn(text: string, { values, isSmall, lookUp }: Vocabulary, array: unknown): Json | Unsure | undefined {
  if (!Array.isArray(array) || array.length > MOST_OFFERED) return undefined;
  if (EVERY.test(text) && array.length === 1 && isSmall) return new Unsure([...values]);
  const parts = partsOf(text);
  if (parts.length < 2 || parts.some((part) => DENIED.test(part))) return undefined;
  const meant = parts.map((part) => lookUp(part) ?? meantBy(part, values)?.value);
  if (meant.includes(undefined)) return undefined;
  return (array as Json[]).flatMap((item) => (equal(item, text) ? (meant as string[]) : [item]));
}

/** The declaration whose types are listed, where it has records to show them. */
function typedBy(value: Json, { declarations }: CheckEnvironment): Declaration | undefined {
  return [...declarations.values()].find(
    ({ source: { types, records } }) => types !== undefined && records !== undefined && equal(value, { ...types }),
  );
}

function evidenceFor(item: unknown, declaration: Declaration, evaluation: Evaluation): Evidence {
  const own = valueAt(item, declaration.source.name);
  const records = declaration.records(evaluation);
  const hasOwn = typeof own === "string" && records.values(own).length > 0;
  const name = typeof own === "string" && !hasOwn ? (records.spellingOf(own) ?? own) : own;
  const values = typeof name === "string" ? records.values(name) : [];
  return {
    fitting: () => (values.length > 0 ? records.derive(`type ${name}`, () => declaration.typeOf(values)) : undefined),
    shown: () => shownType(declaration, name, evaluation),
    narrowerOf: (types) => records.derive(`narrower ${name} ${types}`, () => narrowerOf(types, values, declaration)),
    choices: (type) => {
      const declared = declaration.typeNamed(type, item);
      if (declared === undefined || typeof name !== "string") return undefined;
      return new Columns(declaration, evaluation).choices(name, declared, type);
    },
  };
}

function narrowerOf(
  [one = "", other = ""]: readonly string[],
  values: readonly unknown[],
  declaration: Declaration,
): string | undefined {
  const having = (type: string) => values.filter((value) => declaration.isTypeOf(type, [value]));
  const [own, others] = [having(one), having(other)];
  const known = new Set(others);
  const shared = own.filter((value) => known.has(value));
  if (shared.length === 0) return others.length === 0 && own.length > 0 ? one : undefined;
  // Where all values have both, the type that says more.
  if (own.length === others.length) return [one, other].find((type) => type === declaration.typeOf(shared));
  return shared.length === own.length ? one : shared.length === others.length ? other : undefined;
}

function readAliases(reference: Json, { data }: CheckEnvironment): Map<string, string> {
  const table = specData((reference as { spec: string }).spec, data, "/aliases");
  if (!isObject(table) || !Object.values(table).every((value) => typeof value === "string")) {
    throw new SpecError("aliases must refer to an object that maps spellings to values", "/aliases");
  }
  return new Map(Object.entries(table as Record<string, string>).map(([alias, value]) => [fold(alias), value]));
}
