/** Combining marks in a row (UAX #15 D3, stream-safe text). No language needs more. */
export const MAX_MARKS = 30;
/** Each character decomposes into at most three, so a shorter string never reaches the limit. */
export const SURELY_FEW_MARKS = 10;

// From the start of a run only: trying at each mark would take quadratic time.
const LONG_RUN = new RegExp(`(?<!\\p{M})\\p{M}{${MAX_MARKS + 1}}`, "u");
/** A run that may have more than `MAX_MARKS` marks when it is normalized. */
const MAY_BE_RUN = /[\u0300-\uffff]{11}/;
/** Characters that normalization form C decomposes, such as U+0344. */
const DECOMPOSED =
  /[\u0340-\u0344\u0958-\u095f\u09dc-\u09df\u0a33-\u0a5e\u0b5c\u0b5d\u0f43-\u0fb9\u2adc\ufb1d-\ufb4e\u{1d15e}-\u{1d1c0}]/u;

/**
 * Whether a string has too many marks in a row, perhaps after normalization, which takes time with
 * the square of the length of such a run.
 */
export function hasLongMarkRun(text: string): boolean {
  if (text.length <= SURELY_FEW_MARKS || !MAY_BE_RUN.test(text)) return false;
  return (
    (text.length > MAX_MARKS && LONG_RUN.test(text)) ||
    (DECOMPOSED.test(text) && LONG_RUN.test(text.normalize("NFC")))
  );
}
