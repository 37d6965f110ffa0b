import {
  joinPointer,
  lastToken,
  parentPointer,
  toPointer,
  toTokens,
  valueAt,
} from "../../ground/json/pointer.js";
import { selects } from "../../ground/json/selector.js";
import { isEmpty, isEqual, isObject, type Json } from "../../ground/json/value.js";
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
 * The respelling of a string that matches the pattern; undefined if none does. It is a guess if
 * letters or signs would be lost, or if the words can be split in several ways.
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
    // An identifier must not start with a digit, so authors often add an underscore.
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

/**
 * Whether the texts beside a name have its words, which only capital letters separate: `EasyJet`
 * may be one word.
 */
export function isShownBeside(actual: string, siblings: unknown): boolean {
  const words = /[a-z][A-Z]/.test(actual) ? splitWords(actual).map(stem) : [];
  const texts = isObject(siblings)
    ? Object.values(siblings)
        .slice(0, MAX_COMPARED)
        .filter((text) => isShortText(text) && /\s/.test(text))
    : [];
  const known = new Set(splitWords(texts.join(" ")).map(stem));
  const isJoined = words.some((word, at) => known.has(word + words[at + 1]));
  return (
    texts.length === 0 ||
    (!isJoined && words.filter((word) => known.has(word)).length * 2 >= words.length)
  );
}

/**
 * The pointer of the only property beside a string that already has the value that it is meant to
 * have: they are swapped.
 */
export function findSwapPartner(
  path: string,
  meant: Meaning | undefined,
  subject: Subject,
): string | undefined {
  const holder = valueAt(subject, parentPointer(path));
  // A single word may be spelt so by chance.
  if (!meant?.isCertain || !/[-_]/.test(meant.value) || !isObject(holder)) return undefined;
  const keys = Object.keys(holder).slice(0, MAX_COMPARED);
  const [key, ...others] = keys.filter(
    (one) => one !== lastToken(path) && holder[one] === meant.value,
  );
  return key === undefined || others.length > 0 ? undefined : joinPointer(parentPointer(path), key);
}

/** The respelling of a string by `suggest` or, for a declared name, by the keys of the records. */
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
  const records = declaration?.records(subject);
  const spelling = records?.spellingOf(actual);
  if (records === undefined || spelling === undefined || !regex.test(spelling)) {
    // Records that another fix reveals may have another spelling.
    const isSeen = [
      actual,
      suggested?.value ?? "",
      ...(declaration?.read(subject).byName.keys() ?? []),
    ].some((key) => records?.keys.has(key));
    const others = [...(declaration?.read(subject).byName.keys() ?? [])].filter(
      (other) => other !== actual,
    );
    const camel = RESPELLINGS["camel-case"]?.(actual) ?? "";
    // The title of a column does not show how its author joins words in names; the others do.
    const isCamel =
      suggested?.isCertain &&
      /^\p{Lu}.*\s\p{Lu}/u.test(actual) &&
      others.some((other) => /[a-z][A-Z]/.test(other));
    const meant =
      isCamel && regex.test(camel)
        ? new Meaning(camel, !others.some((other) => other.includes("_")), [suggested.value])
        : suggested;
    return meant?.uncertainIf(declaration?.source.records !== undefined && !isSeen);
  }
  // Several records do not agree on a spelling by accident.
  return new Meaning(
    spelling,
    records.count > 1 || (suggested?.isCertain === true && suggested.value === spelling),
  );
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
      // Signs have no form, and the author has to choose between `Baseline` and `baseline`.
      const [value, ...others] = form === "" ? [] : new Set(byFold.get(form));
      return value !== undefined && others.length === 0 ? value : aliases.get(form);
    },
  };
}

/**
 * Finding the meanings of a word costs as much as reading this many nodes, and half a node for each
 * value.
 */
const NODES_PER_WORD = 6;
/** The most values of a list of a package that are compared with a word. */
const MAX_LISTED_VALUES = 1_000;
/** Words beside a type that allow the absence of a value. */
const ABSENCE = /(?<!not[\s-]?)\b(?:null|nullable|undefined|none|option|optional|maybe)\b|\?$/i;

/**
 * The value that was probably meant, with other guesses; undefined if there is none. A slip that
 * makes another word is certain if another property (`derived`) or the records show the same value.
 */
export function findNearest(
  word: string,
  vocabulary: Vocabulary,
  evidence: Evidence | undefined,
  derived: Meaning | undefined,
  memo: Memo,
): Meaning | undefined {
  const { certain, near, guesses, lost } = memo.derive(["meanings", vocabulary, word], () =>
    interpretWord(word, vocabulary, memo),
  );
  const evident = evidence?.evident();
  const isShown =
    near !== undefined &&
    ((derived?.isCertain && derived.value === near) || evident?.value === near);
  const meant = certain ?? (isShown ? near : undefined);
  if (meant !== undefined) {
    const [best, ...others] = evidence?.choices(meant) ?? [];
    return best === undefined ? new Meaning(meant, true) : new Meaning(best, false, others);
  }
  if (evident?.isCertain && saysNoValue(word)) return evident;
  const [best, ...others] = new Set([
    ...guesses,
    ...(evident === undefined ? [] : [evident.value]),
  ]);
  return best === undefined
    ? undefined
    : new Meaning(best, false, others.slice(0, MAX_OFFERED - 1), lost);
}

function interpretWord(
  word: string,
  { values: all, isClosed, types, lookUp }: Vocabulary,
  memo: Memo,
) {
  memo.nodesRead += NODES_PER_WORD + all.length / 2;
  // Among more values, only exact spellings match: a candidate may declare thousands.
  const values = all.length > (isClosed ? MAX_LISTED_VALUES : MAX_COMPARED) ? [] : all;
  const closest = closestValue(word, values);
  const known = lookUp(word) ?? (closest?.isCertain && isClosed ? closest.value : undefined);
  if (known !== undefined) return { certain: known, near: undefined, guesses: [], lost: undefined };
  const named = isClosed ? readTypeName(word, lookUp, types) : undefined;
  // A declaration may have another place for what a type says beside it.
  const canSayAbsent =
    types !== undefined && (types.source.nullable ?? types.source.optional) !== undefined;
  const lost = named !== undefined && canSayAbsent ? ABSENCE.exec(word)?.[0] : undefined;
  if (named !== undefined && lost === undefined)
    return { certain: named, near: undefined, guesses: [], lost: undefined };
  const all3 = isClosed && values.length > 1 && values.length <= MAX_OFFERED ? values : [];
  const guesses = [named, closest?.value, ...all3].filter((value) => value !== undefined);
  return {
    certain: undefined,
    near:
      isClosed && (word.length > 3 || word[0] === closest?.value[0]) ? closest?.value : undefined,
    guesses,
    lost,
  };
}

/** Words beside the name of a type that do not make it another type. */
const QUALIFIERS =
  /(?:^|[\s,]+)(?:unsigned|signed|not null|null|nullable|primary key|unique|required|optional|utc)(?![^\s,])/gi;

/**
 * The type in a string with the syntax of other languages: `varchar(20)`, `integer | null`,
 * `string[]`, `Map<String, Int>`.
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
  const [only = "", ...others] = plain
    .split(/\s*[|/]\s*|\s+or\s+/i)
    .filter((part) => !/^(?:null|undefined|none)?$/i.test(part));
  const bare = others.length > 0 ? "" : only.replace(/[?!]$/, "");
  const [, name = bare, inner = "", contents = ""] =
    /^([\w ]+?)\s*(?:[<[(](.+)[>\])]|\s+of\s+(.+))$/i.exec(bare) ?? [];
  if (/^(?:option|optional|maybe|nullable)$/i.test(name)) return lookUp(inner);
  const outer = lookUp(name) ?? lookUp(name.replace(/(?:type|field)$/i, ""));
  if (outer === undefined || (inner === "" && contents === "")) return outer;
  const parts = (inner || contents).split(/[\s,]+/);
  const types3 = parts.map((part) => lookUp(part) ?? lookUp(part.replace(/s$/, "")));
  // The parameter of a container is the type of its items, and that of another type is a length or
  // a narrower type.
  if (types.isTypeOf(outer, [[]]) || types.isTypeOf(outer, [{}]))
    return types3.includes(undefined) ? undefined : outer;
  if (parts.every((part) => /^(?:[\d.]*|max|any|unknown|utc)$/i.test(part))) return outer;
  // Another word in brackets says more than the type: `number (kg)`.
  return contents === "" && parts.length === 1 ? types3[0] : undefined;
}

/**
 * The array with an item such as `"fast, realistic"` split into its values, or without a blank
 * item.
 */
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
    /** The types that the author has to choose from, because the records contradict a type. */
    choices(type: string) {
      const fieldType = declaration.typeNamed(type, item);
      if (fieldType === undefined || typeof name !== "string") return undefined;
      return listTypeChoices(type, findColumn(name, fieldType, declaration, subject));
    },
  };
}

/**
 * Returns a function of a candidate and then of a place: the type that the records show for the
 * declaration there.
 */
export function compileEvidentTypes(declarations: ReadonlyMap<string, Declaration>) {
  const typed = [...declarations.values()].flatMap((declaration) => {
    const { at, type, records } = declaration.source;
    return type === undefined || records === undefined
      ? []
      : [{ declaration, tokens: toTokens(at + type) }];
  });
  return (subject: Subject) =>
    (path: string): Meaning | undefined => {
      const place = toTokens(path).slice(1);
      const declaration = typed.find(({ tokens }) => selects(tokens, place))?.declaration;
      if (declaration === undefined) return undefined;
      const item = valueAt(
        subject.candidate,
        toPointer(place.slice(0, toTokens(declaration.source.at).length)),
      );
      return evidentType(declaration, valueAt(item, declaration.source.name), subject);
    };
}

/**
 * The type of all values under a name, if there are several. It is not certain for whole numbers:
 * any number may be meant.
 */
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
    const texts = values.filter((value) => typeof value === "string");
    // Every string has the type string. If one of them is a date or a number in quotes, the others
    // may be slips.
    const isVague = texts.some(
      (text) =>
        memo.derive(["type of text", declaration, text], () => declaration.typeOf([text])) !== type,
    );
    if (
      type === undefined ||
      isVague ||
      (texts.length > 0 && texts.every((text) => memo.ofString(text, readLiteral) !== undefined))
    )
      return undefined;
    return new Meaning(type, !values.every(Number.isInteger));
  });
}

/**
 * The keys of well-known services and clouds, and the words in the name of a property that has a
 * secret.
 */
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
