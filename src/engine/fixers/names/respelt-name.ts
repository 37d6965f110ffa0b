import { join, parent, parse, valueAt } from "../../../json/pointer.js";
import { isObject } from "../../../json/value.js";
import { fold, inLatin, stem, wordsIn } from "../../../text/did-you-mean.js";
import { isShort } from "../../../text/quote.js";
import {
  coreOf,
  keepsLetters,
  RESPELLINGS,
  spelledOut,
  splitsTwoWays,
  withCompoundsJoined,
  withLettersJoined,
  withoutSigns,
} from "../../../text/respell.js";
import type { Declaration } from "../../declared/declaration.js";
import type { Memo } from "../../memo.js";
import { Unsure } from "../readings/reading.js";
import { isNoValue } from "../readings/remarks.js";

/** Properties that are looked at: for each string of a large object, all of them would be too many. */
const MAX_COMPARED = 64;

/** Words that are hardly part of another one. */
const CONNECTING = /^(?:all|and|at|by|for|from|in|of|on|or|per|the|to|with)$/i;
/** Characters of the strings beside a name that are looked at for its words. */
const MAX_PROSE_LENGTH = 2_000;

/**
 * What stands beside a name shows where its words end: `DataBaseRows` and "Database rows". Where prose beside it has
 * neither of two words that only a capital letter separates, they may be one: `EasyJet`.
 */
export function splitLike(
  actual: string,
  suggested: string | Unsure | undefined,
  siblings: unknown,
  respell: (text: string) => string,
): string | Unsure | undefined {
  if (typeof suggested !== "string" || !/[a-z][A-Z]/.test(actual)) return suggested;
  const letters = fold(actual);
  const prose = (isObject(siblings) ? Object.values(siblings).slice(0, MAX_COMPARED) : []).filter(
    (value): value is string => typeof value === "string" && value !== actual && /\s/.test(value),
  );
  const beside = prose.filter((value) => isShort(value) && fold(value) === letters);
  const others = new Set(beside.map((value) => respell(value.toLowerCase())));
  if (others.size > 0) return others.has(suggested) ? suggested : new Unsure([...others][0] as string, [suggested]);
  if (prose.length === 0 || /[a-z][A-Z]/.test(suggested)) return suggested;
  const known = new Set(wordsIn(prose.join(" ").slice(0, MAX_PROSE_LENGTH)).map(stem));
  const isKnown = (word: string) => CONNECTING.test(word) || known.has(stem(word.toLowerCase()));
  const joined = actual.replace(/([A-Z]?[a-z]+)(?=([A-Z][a-z]+))/g, (word, _, next) =>
    isKnown(word) || isKnown(next) ? `${word} ` : word,
  );
  // Capital letters in a row are an abbreviation, which no word goes on with.
  const compound = respell(joined.replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()));
  return compound === suggested ? suggested : new Unsure(suggested, [compound]);
}

/** Respellings by how they join words. */
const JOINING: Readonly<Record<string, RegExp>> = {
  "snake-case": /._/,
  "kebab-case": /.-/,
  "camel-case": /[a-z][A-Z]/,
};

function joiningIn(name: string): string[] {
  return Object.keys(JOINING).filter((way) => JOINING[way]?.test(name));
}

/** How all of these names join words; undefined where they differ, or none has several. */
function joiningOf(names: readonly string[]): string | undefined {
  const [way, ...others] = new Set(names.slice(0, MAX_COMPARED).flatMap(joiningIn));
  return others.length === 0 ? way : undefined;
}

/** Several names in one string. */
const SEVERAL = /[^\s,;](?:\s*[,;]\s*|\s+or\s+)(?=[^\s,;])/i;
const SEPARATOR = /\s*[,;]\s*|\s+(?:or|and|&|\+|\|)\s+/i;

/** Whether words that connect stand between names that are spelt as they should be: `bike-rides and bike-repairs`. */
function areSeveral(text: string, regex: RegExp): boolean {
  const names = text.split(SEPARATOR);
  return names.length > 1 && names.every((name) => regex.test(name)) && names.some((name) => /[-_]/.test(name));
}

/** A prompt of a form where a name is not known yet. */
const PROMPT = /^(?:fix ?me|change ?me|place ?holder|x{3,}|(?:your|insert|enter|replace) .*)$/i;

function isStandIn(text: string): boolean {
  return isNoValue(text) || PROMPT.test(text.replace(/[-_\s]+/g, " ").trim());
}

/** Where letters or signs would be lost, the author decides. */
export function suggestionFor(
  text: string,
  regex: RegExp,
  respell: (text: string) => string,
): string | Unsure | undefined {
  const latin = inLatin(text);
  if (latin !== text) {
    const meant = regex.test(latin) ? latin : suggestionFor(latin, regex, respell);
    // A character that nobody sees may stand between two words.
    const split = respell(text.replace(/[\u200b\u2060]/g, " "));
    const isOnly = typeof meant !== "string" || split === meant || !keepsLetters(split, latin);
    return isOnly ? meant : new Unsure(meant, [split]);
  }
  const respelt = respell(text);
  const fits = (one: string) => one !== "" && isShort(one) && regex.test(one);
  // Only the white space around it is lost.
  if (respelt === text.trim() && withoutSigns(respelt) === respelt && fits(respelt))
    return isStandIn(text) ? new Unsure(respelt) : respelt;
  const isKept = (one: string) => fits(one) && keepsLetters(one, text);
  if (isKept(respelt)) {
    const bare = withoutSigns(text);
    if (isKept(bare)) return bare;
    if (isStandIn(text)) return new Unsure(respelt);
    if (SEVERAL.test(text) || areSeveral(text, regex)) {
      const [first, ...others] = new Set(text.split(SEPARATOR).map(respell).filter(fits));
      return first === undefined ? undefined : new Unsure(first, others);
    }
    if (splitsTwoWays(text)) return new Unsure(respell(withCompoundsJoined(text)), [respelt]);
    const joined = respell(withLettersJoined(text));
    return joined === respelt ? respelt : new Unsure(joined, [respelt]);
  }
  // An identifier that starts with a digit is often given an underscore.
  const [best, ...others] = new Set(
    [respelt, respell(coreOf(text)), respell(spelledOut(text)), `_${respelt}`].filter(fits),
  );
  return best === undefined ? undefined : new Unsure(best, others);
}

/** Where a string stands. */
interface Surroundings {
  readonly candidate: unknown;
  readonly memo: Memo;
  readonly cut: readonly string[];
}

/** The one property beside a string that has what the string is meant to be: each is probably in the other's place. */
export function partnerOf(path: string, meant: unknown, evaluation: Surroundings): string | undefined {
  // One word may be written so by chance.
  if (typeof meant !== "string" || !/[-_]/.test(meant)) return undefined;
  const holder = valueAt(evaluation, parent(path));
  const keys = isObject(holder) ? Object.keys(holder) : [];
  if (keys.length > MAX_COMPARED) return undefined;
  const own = parse(path).at(-1);
  const [key, ...others] = keys.filter((one) => one !== own && (holder as Record<string, unknown>)[one] === meant);
  return key === undefined || others.length > 0 ? undefined : join(parent(path), key);
}

/** The title of a column, which says nothing about how its author joins words. */
const TITLE = /^\p{Lu}.*\s\p{Lu}/u;

/** How the string is spelt where it matches. */
export function respeltIn(
  actual: string,
  path: string,
  regex: RegExp,
  suggest: (text: string) => string | Unsure | undefined,
  declarations: ReadonlyMap<string, Declaration>,
  evaluation: Surroundings,
) {
  const declaration = isShort(actual) ? [...declarations.values()].find((one) => one.isName(path)) : undefined;
  if (declaration === undefined) return suggest(actual);
  const records = declaration.records(evaluation);
  const spelling = records.spellingOf(actual);
  // In a name that the records have too, a unit in parentheses is one of its words.
  const name = spelling === actual ? actual.replace(/[()]/g, " ") : actual;
  const suggested = suggest(name);
  const others = declaration.read(evaluation).names.list.filter((one) => one !== actual);
  const way = joiningOf(others);
  if (spelling !== undefined && regex.test(spelling)) {
    // Records that spell all names otherwise do not show how this one was meant.
    const isLikeOthers = way === undefined || joiningIn(spelling).every((one) => one === way);
    // Several records do not agree on a spelling by accident.
    return isLikeOthers && (records.count > 1 || spelling === suggested) ? spelling : new Unsure(spelling);
  }
  if (typeof suggested !== "string" || declaration.source.records === undefined) return suggested;
  const respelt = RESPELLINGS[way ?? ""]?.(name) ?? suggested;
  const likeOthers = regex.test(respelt) ? respelt : suggested;
  const isAbsent = (key: string) => records.values(key).length === 0;
  // Records that are only uncovered later may spell it otherwise.
  if ([actual, suggested, ...others].every(isAbsent))
    return new Unsure(likeOthers, likeOthers === suggested ? [] : [suggested]);
  return TITLE.test(actual) ? likeOthers : suggested;
}
