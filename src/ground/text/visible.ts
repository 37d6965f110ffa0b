// Control and formatting characters, half characters and line separators. The two joiners are
// allowed: emoji, Persian and Indic scripts need them.
const UNPRINTABLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Makes external text safe to print on one line: control characters could move the cursor, and
 * bidirectional ones could change the order of the text (CVE-2021-42574). Each becomes one visible
 * character, which keeps columns aligned.
 */
export function visible(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    if (character === "\t") return " ";
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\uFFFD";
  });
}

/** Like visible(), for text of several lines. */
export function visibleLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    character === "\n" ? character : visible(character),
  );
}

/** Makes JSON safe to print without changing any value. */
export function escapeJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) =>
    /[\t\n\r]/.test(character) ? character : character.split("").map(toJsonEscape).join(""),
  );
}

function toJsonEscape(codeUnit: string): string {
  return `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Makes text safe to print within XML. */
export function referXml(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `&#${character.codePointAt(0)};`);
}

/** Escapes Markdown, so no word begins a link, an element or an emphasis. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, "\\$&");
}

/** Characters that take no column. */
const ZERO_WIDTH = /[\p{M}\u200C\u200D]/u;
/** Characters that take two columns. */
const DOUBLE_WIDTH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60]/u;

/** The number of terminal columns that a string takes, to align carets. */
export function terminalWidth(text: string): number {
  let sum = 0;
  for (const character of text)
    sum += ZERO_WIDTH.test(character) ? 0 : DOUBLE_WIDTH.test(character) ? 2 : 1;
  return sum;
}
