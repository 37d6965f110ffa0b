// The two joiners of ordinary text are let through: emoji, Persian and Indic scripts are written with them.
const UNPRINTABLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside as a terminal may show it: control characters could move its cursor, and bidirectional ones show a
 * text in another order than it is read (CVE-2021-42574). Each becomes one visible character, so that columns stay.
 */
export function visible(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    if (character === "\t") return " ";
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\uFFFD";
  });
}
