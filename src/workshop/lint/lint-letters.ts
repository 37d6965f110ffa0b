import type { Flaw } from "../../ground/files/file-error.js";
import { lastToken } from "../../ground/json/pointer.js";
import { valuesIn } from "../../specs/values-in.js";

const LATIN = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]|[\uff21-\uff5a]/u;
/** Cyrillic and Greek letters that look exactly like Latin ones, so that a word of these alone looks Latin. */
const LOOKALIKES =
  "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0410\u0412\u0421\u0415\u041d\u041a" +
  "\u041c\u041e\u0420\u0422\u0425\u03bf\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7";
const LOOKALIKE_WORD = new RegExp(`^[${LOOKALIKES}]+$`, "u");
const INVISIBLE = /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;
const ODD_SPACE = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/u;

/** Properties with words for people, which may be in any script. */
const PROSE = new Set(["title", "summary", "rationale", "description", "message", "candidate", "proposal"]);

/** Finds letters in names and values that look like others: authors could not type them, and no check would say why. */
export function* lintLetters(file: unknown): Generator<Flaw> {
  for (const { value, pointer } of valuesIn(file)) {
    const key = lastToken(pointer);
    yield* lintString(key, pointer);
    if (typeof value === "string" && !PROSE.has(key)) yield* lintString(value, pointer);
  }
}

function* lintString(text: string, pointer: string): Generator<Flaw> {
  for (const word of text.split(/[^\p{L}\p{M}\p{N}]+/u)) {
    const odd = LOOKS_LATIN.exec(word)?.[0];
    const lookalike = `"${word}" consists of letters that only look Latin, such as ${codeOf(word)}; retype it`;
    if (LOOKALIKE_WORD.test(word)) yield { pointer, detail: lookalike };
    else if (odd !== undefined && LATIN.test(word))
      yield { pointer, detail: `"${word}" mixes scripts: ${codeOf(odd)} only looks like a Latin letter; retype it` };
  }
  const hidden = INVISIBLE.exec(text)?.[0] ?? ODD_SPACE.exec(text)?.[0];
  if (text !== text.normalize("NFC"))
    yield { pointer, detail: "is not normalized (NFC): letters and their accents are separate characters; retype it" };
  if (hidden !== undefined) yield { pointer, detail: `contains ${codeOf(hidden)}, which is invisible; remove it` };
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
