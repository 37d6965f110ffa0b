/** Words of other languages, and what JSON writes instead. */
const WORDS: readonly (readonly [word: RegExp, advice: string])[] = [
  [/^[+-]?(?:NaN|Infinity)$/i, "is not JSON; numbers are finite, so write null or leave it out"],
  [/^(?:True|TRUE)$/, "is not JSON; write true"],
  [/^(?:False|FALSE)$/, "is not JSON; write false"],
  [/^(?:None|nil|undefined|Null|NULL)$/, "is not JSON; write null or leave it out"],
];
const WORD = /[+-]?[\p{L}_$][\p{L}\p{N}_$]*/uy;
const MAX_WORD_LENGTH = 40;
const CUT_OFF = "it was cut off";

/** Why no value, or no key, starts at an offset of a document, and what to write instead. */
export function explainToken(text: string, offset: number, expected: string): string {
  const rest = text.slice(offset, offset + MAX_WORD_LENGTH);
  if (rest === "") return `the JSON ends where ${expected} is expected; ${CUT_OFF}`;
  if (rest.startsWith("'")) return "strings and keys have double quotes in JSON, not single ones";
  if (/^[\u2018\u201c\u201d]/.test(rest))
    return 'strings and keys have straight double quotes in JSON: "…"';
  if (/^\/[/*]|^#/.test(rest)) return "JSON has no comments; remove it";
  if (/^[+.]\d/.test(rest))
    return "a number starts with a digit or a minus sign: write 0.5, not .5 or +0.5";
  const word = readWord(rest);
  if (word === "") return `expected ${expected}, found ${nameCharacter(text, offset)}`;
  // A word of the caller is not repeated: it may be a key of the service, sent as the body by
  // mistake.
  if (expected !== "a value") return "put the key in double quotes";
  const isStart = ["true", "false", "null"].some((literal) => literal.startsWith(word));
  if (isStart && rest === word) return `the JSON ends inside a value; ${CUT_OFF}`;
  const [, advice] = WORDS.find(([known]) => known.test(word)) ?? [];
  return advice === undefined
    ? "a word without quotes is not JSON; put strings in double quotes"
    : `${word} ${advice}`;
}

/** Why a document does not go on at an offset as it must. */
export function explainNext(text: string, offset: number, expected: string): string {
  if (offset >= text.length) return `the JSON ends where ${expected} is expected; ${CUT_OFF}`;
  return `expected ${expected}, found ${nameCharacter(text, offset)}`;
}

/**
 * Why a string does not go on at an offset: one of the three things that can be wrong in a string.
 */
export function explainString(text: string, offset: number): string {
  const character = text.charAt(offset);
  if (character === "" || text.length - offset < 2)
    return `the JSON ends inside a string; ${CUT_OFF}`;
  if (/[\n\r]/.test(character))
    return "the string has no closing quote on its line; add one, or write \\n for a new line";
  if (character !== "\\") {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    return `a string has the raw control character U+${code.toUpperCase()}; write ${code === "0009" ? "\\t" : `\\u${code}`}`;
  }
  const sequence =
    /^\\u[\dA-Fa-f]{0,3}/.exec(text.slice(offset, offset + 5))?.[0] ??
    text.slice(offset, offset + 2);
  if (offset + sequence.length >= text.length) return `the JSON ends inside a string; ${CUT_OFF}`;
  return sequence.startsWith("\\u")
    ? "the escape \\u needs four hexadecimal digits"
    : `${sequence.toWellFormed()} is not an escape of JSON; write \\\\ for a backslash`;
}

function readWord(text: string): string {
  WORD.lastIndex = 0;
  return WORD.exec(text)?.[0] ?? "";
}

function nameCharacter(text: string, offset: number): string {
  return JSON.stringify(String.fromCodePoint(text.codePointAt(offset) as number));
}
