const NONE = /[\p{M}\u200C\u200D]/u;
const TWO =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60]/u;

/** How many columns of a terminal a text takes, so that the caret stands under what it means. */
export function columns(text: string): number {
  let sum = 0;
  for (const character of text) sum += NONE.test(character) ? 0 : TWO.test(character) ? 2 : 1;
  return sum;
}
