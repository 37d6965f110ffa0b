import { splitWords, WORD } from "./fold-name.js";

/** The respellings that a rule can name. */
export const RESPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  trimmed: (text) => text.trim(),
  "without-white-space": (text) => text.replace(/\s+/g, ""),
  "lower-case": (text) => text.toLowerCase(),
  "upper-case": (text) => text.toUpperCase(),
  "camel-case": (text) => words(text).map(capitalizedUnlessFirst).join(""),
  "kebab-case": (text) => words(text).join("-").toLowerCase(),
  "snake-case": (text) => words(text).join("_").toLowerCase(),
};

/**
 * Whether a respelling certainly loses nothing, as "resund" for "Øresund", "c" for "c++" or "5" for
 * "-5" would. "gäste" may also become "gaeste", and which part of a URL, a path or a label is the
 * name is a guess.
 */
export function keepsLetters(respelt: string, text: string): boolean {
  if (essence(respelt) !== essence(text)) return false;
  return (
    respelt === text.trim() || !(ADDRESS.test(text) || TWO_SPELLINGS.test(text.normalize("NFC")))
  );
}

export function isIdentifier(name: string): boolean {
  return /^\w+$/.test(name);
}

/**
 * Whether a text has one right respelling: "Øresund" has several. It may lose signs, but no
 * letters.
 */
export function hasOneRespelling(respelt: string, text: string): boolean {
  return (
    keepLetters(respelt) === keepLetters(text) &&
    respelt !== "" &&
    !TWO_SPELLINGS.test(text.normalize("NFC"))
  );
}

/** The letters and digits, in lower case. */
function keepLetters(text: string): string {
  return plain(text)
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

const ADDRESS = /[/\\@:]|\w\.[a-z]\w{0,5}$|[a-z]\.[a-z]|\w['\u2019]\w/i;
/** Letters that can be written without their mark, or as two letters. */
const TWO_SPELLINGS = /[\u00e4\u00f6\u00fc\u00e5]/i;
/** "isOpen?" becomes "isOpen". */
export function withoutSigns(text: string): string {
  return text.replace(/^[^\p{L}\p{N}_]+|(?<=[\p{L}\p{N}_])[^\p{L}\p{N}_]+$/gu, "");
}

/** The letters and the signs with a meaning, in lower case. */
function essence(text: string): string {
  return plain(text)
    .replace(
      /[\s_.,:;"'`\u2018\u2019\u201c\u201d\u00ab\u00bb\u2010-\u2015\u200b-\u200d\u2060\ufeff]|(?<!^)-|^-(?!\d)|(?<![!?])[!?]+$/g,
      "",
    )
    .toLowerCase();
}

function capitalizedUnlessFirst(word: string, index: number): string {
  const lower = word.toLowerCase();
  return index === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1);
}

const ASCII = /^[\0-\x7f]*$/;

/** Drops accents. */
function plain(text: string): string {
  return ASCII.test(text) ? text : text.normalize("NFD").replace(/\p{M}/gu, "");
}

/** The words of a text in ASCII. Other letters separate words like signs. */
function words(text: string): string[] {
  return splitWords(plain(text).replace(/[^\0-\x7f]/g, " "));
}

/** Capital letters that may be two abbreviations, or one and the start of a word. */
const ABBREVIATIONS = /[A-Z]{6,}[a-z]|[a-z][A-Z]{5,}/;

/** Whether capital letters leave open where words end: `XMLHTTPRequest`. */
export function splitsTwoWays(text: string): boolean {
  return ABBREVIATIONS.test(text);
}

/**
 * Joins single letters with the next word: "OAuth" and "IPv4" are one word, "xAxis" may be two.
 */
export function withLettersJoined(text: string): string {
  let joined = plain(text);
  for (const { 0: word, index } of joined.matchAll(WORD))
    if (/^[A-Za-z]$/.test(word))
      joined =
        joined.slice(0, index + 1) +
        joined.slice(index + 1, index + 2).toLowerCase() +
        joined.slice(index + 2);
  return joined;
}
