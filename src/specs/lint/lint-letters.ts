import { join } from "../../json/pointer.js";
import type { Found } from "../file-error.js";

const LATIN = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]|[\uff21-\uff5a]/u;
const INVISIBLE = /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;
const ODD_SPACE = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/u;

/** Words for people may be in any script. */
const PROSE = new Set(["title", "summary", "rationale", "description", "message", "candidate", "proposal"]);

/** Letters that look like others, in names and values: nobody could type them, and no check would say why. */
export function* lintLetters(value: unknown, pointer = ""): Generator<Found> {
  if (typeof value === "string") yield* lintString(value, pointer);
  if (typeof value !== "object" || value === null) return;
  for (const [key, below] of Object.entries(value)) {
    const place = join(pointer, key);
    if (!Array.isArray(value)) yield* lintString(key, place);
    if (!PROSE.has(key)) yield* lintLetters(below, place);
  }
}

function* lintString(text: string, pointer: string): Generator<Found> {
  for (const word of text.split(/[^\p{L}\p{M}\p{N}]+/u)) {
    const odd = LOOKS_LATIN.exec(word)?.[0];
    if (odd !== undefined && LATIN.test(word))
      yield { pointer, detail: `"${word}" mixes scripts: ${codeOf(odd)} only looks like a Latin letter; type it anew` };
  }
  const hidden = INVISIBLE.exec(text)?.[0] ?? ODD_SPACE.exec(text)?.[0];
  if (hidden !== undefined) yield { pointer, detail: `holds ${codeOf(hidden)}, which nobody sees; remove it` };
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
