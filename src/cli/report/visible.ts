// The two joiners are allowed: emoji, Persian and Indic scripts need them.
const UNPRINTABLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Makes external text safe to print: control characters could move the cursor of a terminal, and bidirectional ones
 * could display text in another order than it is read (CVE-2021-42574). Each becomes one visible character, which
 * keeps columns aligned.
 */
export function visible(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    if (character === "\t") return " ";
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\uFFFD";
  });
}

const NONE = /[\p{M}\u200C\u200D]/u;
const TWO =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60]/u;

/** How many terminal columns a string takes, to align the carets. */
export function columns(text: string): number {
  let sum = 0;
  for (const character of text) sum += NONE.test(character) ? 0 : TWO.test(character) ? 2 : 1;
  return sum;
}
