import { joinPointer, lastToken, parentPointer, valueAt } from "../../../ground/json/pointer.js";
import { isObject } from "../../../ground/json/value.js";
import { foldName, inLatin, isOtherAlphabet, splitWords, stem } from "../../../ground/text/fold-name.js";
import { MAX_COMPARED } from "../../../ground/text/match-names.js";
import { Meaning } from "../../../ground/text/meaning.js";
import { isShortText } from "../../../ground/text/quote.js";
import {
  keepsLetters,
  RESPELLINGS,
  spelledOut,
  splitsTwoWays,
  withLettersJoined,
  withoutSigns,
} from "../../../ground/text/respell.js";
import type { Declaration } from "../../declared/declaration.js";
import type { Subject } from "../../memo.js";
import { saysNoValue } from "../remarks.js";

type Respell = (text: string) => string;

/** Words that are hardly a part of a compound. */
const CONNECTING = /^(?:all|and|at|by|for|from|in|of|on|or|per|the|to|with)$/i;
/** The number of characters beside a name that are searched for its words. */
const MAX_PROSE_LENGTH = 2_000;

/**
 * Corrects a respelling by the strings beside the name, which show where its words end: "Database rows" for
 * `DataBaseRows`. If prose beside the name has neither of two words that only a capital letter separates, they may be
 * one word: `EasyJet`.
 */
export function splitLikeSiblings(
  actual: string,
  suggested: Meaning | undefined,
  siblings: unknown,
  respell: Respell,
): Meaning | undefined {
  if (!suggested?.isCertain || !/[a-z][A-Z]/.test(actual)) return suggested;
  const { value: respelt } = suggested;
  const folded = foldName(actual);
  const prose = (isObject(siblings) ? Object.values(siblings).slice(0, MAX_COMPARED) : []).filter(
    (value): value is string => typeof value === "string" && value !== actual && /\s/.test(value),
  );
  const beside = prose.filter((value) => isShortText(value) && foldName(value) === folded);
  const shown = new Set(beside.map((value) => respell(value.toLowerCase())));
  if (shown.size > 0) return shown.has(respelt) ? suggested : new Meaning([...shown][0] as string, false, [respelt]);
  if (prose.length === 0 || /[a-z][A-Z]/.test(respelt)) return suggested;
  const known = new Set(splitWords(prose.join(" ").slice(0, MAX_PROSE_LENGTH)).map(stem));
  const isKnown = (word: string) => CONNECTING.test(word) || known.has(stem(word.toLowerCase()));
  const joined = actual.replace(/([A-Z]?[a-z]+)(?=([A-Z][a-z]+))/g, (word, _, next) =>
    isKnown(word) || isKnown(next) ? `${word} ` : word,
  );
  // Capital letters in a row are an abbreviation, which does not continue a word.
  const compound = respell(joined.replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()));
  return compound === respelt ? suggested : new Meaning(respelt, false, [compound]);
}

/** The pattern of joined words, by the name of the respelling that joins them so. */
const JOINED_WORDS: Readonly<Record<string, RegExp>> = {
  "snake-case": /._/,
  "kebab-case": /.-/,
  "camel-case": /[a-z][A-Z]/,
};

/** The respellings that join words as a name does. */
function findRespellings(name: string): string[] {
  return Object.keys(JOINED_WORDS).filter((respelling) => JOINED_WORDS[respelling]?.test(name));
}

/** The respelling that joins words as most names of several words do; undefined if no respelling does. */
function findSharedRespelling(names: readonly string[]): string | undefined {
  const found = names.slice(0, MAX_COMPARED).flatMap(findRespellings);
  return Object.keys(JOINED_WORDS).find(
    (respelling) => found.filter((one) => one === respelling).length * 2 > found.length,
  );
}

/** Several names in one string. */
const SEVERAL = /[^\s,;](?:\s*[,;]\s*|\s+or\s+)(?=[^\s,;])/i;
const SEPARATOR = /\s*[,;]\s*|\s+(?:or|and|&|\+|\|)\s+/i;

/** Whether a string is several correct names with connecting words between them: `bike-rides and bike-repairs`. */
function areSeveral(text: string, regex: RegExp): boolean {
  const names = text.split(SEPARATOR);
  return names.length > 1 && names.every((name) => regex.test(name)) && names.some((name) => /[-_]/.test(name));
}

/** The text of a form or template that asks for a name. */
const PROMPT = /^(?:fix ?me|change ?me|place ?holder|x{3,}|(?:your|insert|enter|replace) .*)$/i;

/** Whether a string says that there is no name yet. */
function isPlaceholderName(text: string): boolean {
  return saysNoValue(text) || PROMPT.test(text.replace(/[-_\s]+/g, " ").trim());
}

/**
 * The respelling of a string that matches the pattern; undefined if none does. It is a guess if letters or signs would
 * be lost, or if the words can be split in several ways.
 */
export function respellToMatch(text: string, regex: RegExp, respell: Respell): Meaning | undefined {
  const latin = inLatin(text);
  // Letters of a whole word in another alphabet look like Latin ones by chance.
  if (latin !== text && isOtherAlphabet(text)) return undefined;
  if (latin !== text) return respellInLatin(text, latin, regex, respell);
  const fits = (spelling: string) => /[^_-]/.test(spelling) && isShortText(spelling) && regex.test(spelling);
  const respelt = respell(text);
  // Only white space around the name would be lost.
  if (respelt === text.trim() && withoutSigns(respelt) === respelt && fits(respelt))
    return new Meaning(respelt, !isPlaceholderName(text));
  if (!fits(respelt) || !keepsLetters(respelt, text))
    // An identifier must not start with a digit, so authors often add an underscore.
    return guessFirst([respelt, respell(spelledOut(text)), `_${respelt}`].filter(fits));
  const bare = withoutSigns(text);
  if (fits(bare) && keepsLetters(bare, text)) return new Meaning(bare, true);
  if (isPlaceholderName(text)) return guessFirst([respelt]);
  if (SEVERAL.test(text) || areSeveral(text, regex)) return guessFirst(text.split(SEPARATOR).map(respell).filter(fits));
  if (splitsTwoWays(text)) return guessFirst([respelt]);
  const joined = respell(withLettersJoined(text));
  return joined === respelt ? new Meaning(respelt, true) : guessFirst([joined, respelt]);
}

/** The respelling of a string by its form in Latin letters. */
function respellInLatin(text: string, latin: string, regex: RegExp, respell: Respell): Meaning | undefined {
  const meant = regex.test(latin) ? new Meaning(latin, true) : respellToMatch(latin, regex, respell);
  if (!meant?.isCertain) return meant;
  // An invisible character may separate two words.
  const split = respell(text.replace(/[\u200b\u2060]/g, " "));
  return split === meant.value || !keepsLetters(split, latin) ? meant : guessFirst([meant.value, split]);
}

/** A guess at the first of several spellings. */
function guessFirst(spellings: readonly string[]): Meaning | undefined {
  const [first, ...others] = new Set(spellings);
  return first === undefined ? undefined : new Meaning(first, false, others);
}

/**
 * The pointer of the only property beside a string that already has the value that the string is meant to have. The two
 * values are probably swapped.
 */
export function findSwapPartner(path: string, meant: Meaning | undefined, subject: Subject): string | undefined {
  // A single word may be spelt so by chance.
  if (!meant?.isCertain || !/[-_]/.test(meant.value)) return undefined;
  const holder = valueAt(subject, parentPointer(path));
  const keys = isObject(holder) ? Object.keys(holder) : [];
  if (keys.length > MAX_COMPARED) return undefined;
  const ownKey = lastToken(path);
  const [key, ...others] = keys.filter(
    (one) => one !== ownKey && (holder as Record<string, unknown>)[one] === meant.value,
  );
  return key === undefined || others.length > 0 ? undefined : joinPointer(parentPointer(path), key);
}

/** The title of a column in words, which does not show how its author joins words in names. */
const TITLE = /^\p{Lu}.*\s\p{Lu}/u;

/** The respelling of a string by `suggest` or, for a declared name, by the keys of the records and the other names. */
export function respellByRecords(
  actual: string,
  path: string,
  regex: RegExp,
  suggest: (text: string) => Meaning | undefined,
  declarations: ReadonlyMap<string, Declaration>,
  subject: Subject,
) {
  const declaration = isShortText(actual) ? [...declarations.values()].find((one) => one.isName(path)) : undefined;
  if (declaration === undefined) return suggest(actual);
  const records = declaration.records(subject);
  const spelling = records.spellingOf(actual);
  // If the records have the same name, a unit in parentheses is one of its words.
  const name = spelling === actual ? actual.replace(/[()]/g, " ") : actual;
  const suggested = suggest(name);
  const others = [...declaration.read(subject).byName.keys()].filter((one) => one !== actual);
  const shared = findSharedRespelling(others);
  if (spelling !== undefined && regex.test(spelling)) {
    // Records that spell all names in another way do not show how this one was meant.
    const isLikeOthers = shared === undefined || findRespellings(spelling).every((one) => one === shared);
    // Several records do not agree on a spelling by accident.
    const isShown = records.count > 1 || (suggested?.isCertain === true && suggested.value === spelling);
    return new Meaning(spelling, isLikeOthers && isShown);
  }
  if (!suggested?.isCertain || declaration.source.records === undefined) return suggested;
  const likeOthers = RESPELLINGS[shared ?? ""]?.(name) ?? suggested.value;
  const value = regex.test(likeOthers) ? likeOthers : suggested.value;
  // Records that another fix reveals may have another spelling.
  if ([actual, suggested.value, ...others].every((key) => records.values(key).length === 0))
    return guessFirst([value, suggested.value]);
  return TITLE.test(actual) ? new Meaning(value, true) : suggested;
}
