import {
  joinPointer,
  lastToken,
  parentPointer,
  toPointer,
  toTokens,
  valueAt,
} from "../../ground/json/pointer.js";
import { selects } from "../../ground/json/selector.js";
import { isEmpty, isEqual, isObject, type Json, onlyItem } from "../../ground/json/value.js";
import { closestOption, closestValue } from "../../ground/text/did-you-mean.js";
import { foldName, indexNames, splitWords, stem } from "../../ground/text/fold-name.js";
import { MAX_COMPARED } from "../../ground/text/match-names.js";
import { Meaning } from "../../ground/text/meaning.js";
import { isShortText } from "../../ground/text/quote.js";
import {
  keepsLetters,
  RESPELLINGS,
  splitsTwoWays,
  withLettersJoined,
  withoutSigns,
} from "../../ground/text/respell.js";
import type { Declaration } from "../declared/declaration.js";
import type { Memo, Subject } from "../memo.js";
import { findColumn, listTypeChoices } from "./columns.js";
import { CHOICE, splitList } from "./containers.js";
import { MAX_OFFERED } from "./reading.js";
import { readLiteral } from "./scalars.js";
import { isExcluded, saysNoValue } from "./words.js";

/** Several names in one string, and the text of a form that asks for one. */
const SEVERAL = /[^\s,;](?:\s*[,;]\s*|\s+(?:or|and|&)\s+)[^\s,;]/i;
const PROMPT =
  /^(?:fix|change|place)[-_\s]?(?:me|holder)$|^x{3,}$|^(?:your|insert|enter|replace)[-_\s]/i;

/**
 * The respelling of a string that matches the pattern, a guess if letters or signs would be lost or
 * the words can be split in several ways.
 */
export function respellToMatch(
  text: string,
  regex: RegExp,
  respell: (text: string) => string,
): Meaning | undefined {
  const fits = (spelling: string) =>
    /[^_-]/.test(spelling) && isShortText(spelling) && regex.test(spelling);
  const respelt = respell(text);
  if (!fits(respelt) || !keepsLetters(respelt, text)) {
    // Authors often add an underscore before a digit.
    const [first, ...others] = new Set([respelt, `_${respelt}`].filter(fits));
    return first === undefined ? undefined : new Meaning(first, false, others);
  }
  const plain = withoutSigns(text);
  const isClear = !saysNoValue(text) && !PROMPT.test(text.trim()) && !SEVERAL.test(text);
  if (fits(plain) && keepsLetters(plain, text)) return new Meaning(plain, isClear);
  const joined = respell(withLettersJoined(text));
  return new Meaning(
    respelt,
    isClear && !splitsTwoWays(text) && joined === respelt,
    joined === respelt ? [] : [joined],
  );
}

/** Whether the texts beside a name have its words: `EasyJet` may be one word. */
export function isShownBeside(actual: string, siblings: unknown): boolean {
  const texts = (isObject(siblings) ? Object.values(siblings) : [])
    .slice(0, MAX_COMPARED)
    .filter((text) => isShortText(text) && /\s/.test(text));
  if (texts.length === 0 || !/[a-z][A-Z]/.test(actual)) return true;
  const words = splitWords(actual).map(stem);
  const known = new Set(splitWords(texts.join(" ")).map(stem));
  return (
    !words.some((word, at) => known.has(word + words[at + 1])) &&
    words.filter((word) => known.has(word)).length * 2 >= words.length
  );
}

/** The only property beside a string that has the value it is meant to have: they are swapped. */
export function findSwapPartner(
  path: string,
  meant: Meaning | undefined,
  subject: Subject,
): string | undefined {
  const parent = parentPointer(path);
  const holder = valueAt(subject, parent);
  // A single word may be spelt so by chance.
  if (!meant?.isCertain || !/[-_]/.test(meant.value) || !isObject(holder)) return undefined;
  const key = onlyItem(
    Object.keys(holder)
      .slice(0, MAX_COMPARED)
      .filter((one) => one !== lastToken(path) && holder[one] === meant.value),
  );
  return key === undefined ? undefined : joinPointer(parent, key);
}

/** How a name joins its words: a sign, or a capital; undefined for a single word. */
function joinOf(name: string): string | undefined {
  return /[\s_-]/.exec(name)?.[0] ?? (/[a-z][A-Z]/.test(name) ? "capital" : undefined);
}

/** The respelling of a string or, for a declared name, its spelling in the records. */
export function respellByRecords(
  actual: string,
  path: string,
  regex: RegExp,
  suggest: (text: string) => Meaning | undefined,
  declarations: ReadonlyMap<string, Declaration>,
  subject: Subject,
): Meaning | undefined {
  const suggested = suggest(actual);
  const declaration = isShortText(actual)
    ? [...declarations.values()].find((one) => one.isName(path))
    : undefined;
  if (declaration === undefined) return suggested;
  const records = declaration.records(subject);
  const spelling = records.spellingOf(actual);
  const names = [...declaration.read(subject).byName.keys()];
  const others = names.filter((other) => other !== actual);
  if (spelling !== undefined && regex.test(spelling)) {
    // Several records do not agree on a spelling by accident, but may all join words otherwise.
    const isForeign = others.some((other) => joinOf(other) && joinOf(other) !== joinOf(spelling));
    const isShown = suggested?.isCertain === true && suggested.value === spelling;
    return new Meaning(
      spelling,
      !(isForeign && joinOf(spelling)) && (records.count > 1 || isShown),
    );
  }
  // Records that another fix reveals may have another spelling.
  const isSeen = [actual, suggested?.value ?? "", ...names].some((key) => records.keys.has(key));
  // The title of a column does not show how its author joins words in names; the others do.
  const camel = RESPELLINGS["camel-case"]?.(actual) ?? "";
  const isCamel =
    suggested?.isCertain &&
    /^\p{Lu}.*\s\p{Lu}/u.test(actual) &&
    others.some((other) => joinOf(other) === "capital") &&
    regex.test(camel);
  const meant = isCamel
    ? new Meaning(camel, !others.some((other) => other.includes("_")), [suggested.value])
    : suggested;
  return meant?.uncertainIf(declaration.source.records !== undefined && !isSeen);
}

/** The values that a word may mean. */
export interface Vocabulary {
  readonly values: readonly string[];
  /** Whether the package lists the values, and not the author. */
  readonly isClosed: boolean;
  /** Given if the values are types that a candidate declares. */
  readonly types: Declaration | undefined;
  /** The value that a word spells in other letters or signs, or is an alias of. */
  lookUp(word: string): string | undefined;
}

export function makeVocabulary(
  values: readonly unknown[],
  aliases: ReadonlyMap<string, string>,
  isClosed: boolean,
  types: Declaration | undefined,
): Vocabulary {
  const strings = values.filter((value) => typeof value === "string");
  const byFold = indexNames(strings, (value) => [foldName(value)]);
  return {
    values: strings,
    isClosed,
    types,
    lookUp(word) {
      const form = foldName(word);
      // Signs have no form, and the author chooses between `Baseline` and `baseline`.
      const values = form === "" ? [] : [...new Set(byFold.get(form))];
      return onlyItem(values) ?? aliases.get(form);
    },
  };
}

/** The most values of a list of a package that are compared with a word. */
const MAX_LISTED_VALUES = 1_000;
/** Words beside a type that allow the absence of a value. */
const ABSENCE = /(?<!not[\s-]?)\b(?:null|nullable|undefined|none|option|optional|maybe)\b|\?$/i;

/**
 * The value that was probably meant. A slip that makes another word is certain if another property
 * (`derived`) or the records show the same value.
 */
export function findNearest(
  word: string,
  vocabulary: Vocabulary,
  evidence: Evidence | undefined,
  derived: Meaning | undefined,
  memo: Memo,
): Meaning | undefined {
  const { certain, near, guesses, lost } = memo.derive(["meanings", vocabulary, word], () =>
    interpretWord(word, vocabulary),
  );
  const evident = evidence?.evident();
  const isShown =
    near !== undefined &&
    ((derived?.isCertain && derived.value === near) || evident?.value === near);
  const meant = certain ?? (isShown ? near : undefined);
  if (meant !== undefined) {
    const [best = meant, ...others] = evidence?.choices(meant) ?? [];
    return new Meaning(best, evidence?.choices(meant) === undefined, others);
  }
  if (evident?.isCertain && saysNoValue(word)) return evident;
  const [best, ...others] = new Set(evident === undefined ? guesses : [...guesses, evident.value]);
  return best === undefined
    ? undefined
    : new Meaning(best, false, others.slice(0, MAX_OFFERED - 1), lost);
}

function interpretWord(word: string, { values: all, isClosed, types, lookUp }: Vocabulary) {
  // Among more values, only exact spellings match: a candidate may declare thousands.
  const values = all.length > (isClosed ? MAX_LISTED_VALUES : MAX_COMPARED) ? [] : all;
  const closest = closestValue(word, values);
  const known = lookUp(word) ?? (closest?.isCertain && isClosed ? closest.value : undefined);
  if (known !== undefined) return { certain: known, guesses: [] };
  const named = isClosed ? readTypeName(word, lookUp, types) : undefined;
  // A declaration may have another place for what a type says beside it.
  const { nullable, optional } = types?.source ?? {};
  const saysAbsent = named !== undefined && (nullable ?? optional) !== undefined;
  const lost = saysAbsent ? ABSENCE.exec(word)?.[0] : undefined;
  if (named !== undefined && lost === undefined) return { certain: named, guesses: [] };
  const few = isClosed && values.length > 1 && values.length <= MAX_OFFERED ? values : [];
  const isNear = isClosed && (word.length > 3 || word[0] === closest?.value[0]);
  return {
    near: isNear ? closest?.value : undefined,
    guesses: [named, closest?.value, ...few].filter((value) => value !== undefined),
    lost,
  };
}

/** Words beside the name of a type that do not make it another type. */
const QUALIFIERS =
  /(?:^|[\s,]+)(?:unsigned|signed|not null|null|nullable|primary key|unique|required|optional|utc)(?![^\s,])/gi;

/**
 * A type in the syntax of other languages: `varchar(20)`, `integer | null`, `Map<String, Int>`.
 */
function readTypeName(
  word: string,
  lookUp: Vocabulary["lookUp"],
  types: Declaration | undefined,
): string | undefined {
  const plain = word
    .replace(QUALIFIERS, "")
    .trim()
    .replace(/^[&*]+|^(?:\w+(?:::|\.)(?=\S))+/g, "");
  if (types === undefined) return lookUp(plain);
  if (/\[\]$|^\[.*\]$/.test(plain)) return lookUp("[]");
  const parts = plain.split(/\s*[|/]\s*|\s+or\s+/i);
  const only = onlyItem(parts.filter((part) => !/^(?:null|undefined|none)?$/i.test(part)));
  const bare = only?.replace(/[?!]$/, "") ?? "";
  const [, name = bare, inner = "", contents = ""] =
    /^([\w ]+?)\s*(?:[<[(](.+)[>\])]|\s+of\s+(.+))$/i.exec(bare) ?? [];
  if (/^(?:option|optional|maybe|nullable)$/i.test(name)) return lookUp(inner);
  const outer = lookUp(name) ?? lookUp(name.replace(/(?:type|field)$/i, ""));
  const parameters = (inner || contents).split(/[\s,]+/);
  if (outer === undefined || inner + contents === "") return outer;
  const known = parameters.map((part) => lookUp(part) ?? lookUp(part.replace(/s$/, "")));
  // The parameter of a container is the type of its items; that of another type is a length or a
  // narrower type.
  if (types.isTypeOf(outer, [[]]) || types.isTypeOf(outer, [{}]))
    return known.includes(undefined) ? undefined : outer;
  if (parameters.every((part) => /^(?:[\d.]*|max|any|unknown|utc)$/i.test(part))) return outer;
  // Another word in brackets says more than the type: `number (kg)`.
  return contents === "" ? onlyItem(known) : undefined;
}

/** The array with `"fast, realistic"` split into its values, or without a blank item. */
export function splitItem(
  text: string,
  { values, lookUp }: Vocabulary,
  array: unknown,
): Meaning<Json> | undefined {
  if (!Array.isArray(array) || array.length > MAX_OFFERED) return undefined;
  if (isEmpty(text))
    return array.length > 1
      ? new Meaning<Json>(
          array.filter((item) => item !== text),
          true,
        )
      : undefined;
  const parts = splitList(text);
  if (parts.length < 2 || /\sor\s/i.test(text) || parts.some(isExcluded)) return undefined;
  const meant = parts.map((part) => lookUp(part) ?? closestOption(part, values)?.value);
  if (meant.includes(undefined)) return undefined;
  const split = array.flatMap((item) => (isEqual(item, text) ? (meant as string[]) : [item]));
  return new Meaning<Json>(
    split,
    parts.every((part) => lookUp(part) !== undefined) && !CHOICE.test(text),
  );
}

export type Evidence = ReturnType<typeof gatherEvidence>;

/** What the records show about a declared type. */
export function gatherEvidence(item: unknown, declaration: Declaration, subject: Subject) {
  const name = valueAt(item, declaration.source.name);
  return {
    /** The type that all values have, if they are enough to decide alone. */
    evident: () => evidentType(declaration, name, subject),
    /** The types to choose from where the records contradict a type. */
    choices(type: string) {
      const fieldType = declaration.typeNamed(type, item);
      if (fieldType === undefined || typeof name !== "string") return undefined;
      return listTypeChoices(type, findColumn(name, fieldType, declaration, subject));
    },
  };
}

/** The type that the records show for the declaration at a place of a candidate. */
export function compileEvidentTypes(declarations: ReadonlyMap<string, Declaration>) {
  const typed = [...declarations.values()].flatMap((declaration) => {
    const { at, type, records } = declaration.source;
    if (type === undefined || records === undefined) return [];
    return [{ declaration, tokens: toTokens(at + type), depth: toTokens(at).length }];
  });
  return (subject: Subject) =>
    (path: string): Meaning | undefined => {
      const place = toTokens(path).slice(1);
      const found = typed.find(({ tokens }) => selects(tokens, place));
      if (found === undefined) return undefined;
      const item = valueAt(subject.candidate, toPointer(place.slice(0, found.depth)));
      const name = valueAt(item, found.declaration.source.name);
      return evidentType(found.declaration, name, subject);
    };
}

/** The type of all values under a name. Whole numbers may be meant as any number. */
function evidentType(
  declaration: Declaration,
  name: unknown,
  subject: Subject,
): Meaning | undefined {
  if (typeof name !== "string") return undefined;
  const records = declaration.records(subject);
  const { memo } = subject;
  return memo.derive(["evident type", records, name], () => {
    const values = records.values(name);
    const type = values.length < 2 ? undefined : declaration.typeUnder(name, subject);
    if (type === undefined) return undefined;
    const texts = values.filter((value) => typeof value === "string");
    const typeOfText = (text: string) =>
      memo.derive(["type of text", declaration, text], () => declaration.typeOf([text]));
    // Every string has the type string. If one is a date or a number in quotes, others may be
    // slips.
    const isVague =
      texts.some((text) => typeOfText(text) !== type) ||
      (texts.length > 0 && texts.every((text) => memo.ofString(text, readLiteral) !== undefined));
    return isVague ? undefined : new Meaning(type, !values.every(Number.isInteger));
  });
}

/** Keys of well-known services, and words in names of secrets. */
const KEY =
  /^(?:(?:ai|sk|pk|rk|gh[opsu]|glpat|xox[a-z])[-_](?=(?:\D*\d+[a-z]){2})[\w.+/=-]{8,4096}|A[KS]IA[A-Z0-9]{16}|AIza[\w-]{35})$/;
const NAME_OF_SECRET = /key|token|secret|password|credential/i;

/** Whether a value looks like a key or a token. */
export function isSecret(value: unknown, name: string): boolean {
  return (
    typeof value === "string" &&
    (KEY.test(value) ||
      (NAME_OF_SECRET.test(name) && /^(?=.*\d)(?=.*[a-z])[\w.+/=-]{20,4096}$/i.test(value)))
  );
}
