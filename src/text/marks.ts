/** Combining marks in a row (UAX #15 D3, stream-safe text). No language needs that many. */
export const MAX_MARKS = 30;
/** A string with fewer characters has no more, also when normalized: none decomposes into more than three. */
export const SURELY_FEW_MARKS = 10;

// From the start of a run only: to try at each of its marks makes it quadratic.
const LONG_RUN = /(?<!\p{M})\p{M}{31}/u;
/** So many may become more than `MAX_MARKS` when normalized. Most text has no such run, which is seen at once. */
const MAY_BE_RUN = /[\u0300-\uffff]{11}/;
/** Characters that normalization form C takes apart, such as U+0344. */
const TAKEN_APART =
  /[\u0340-\u0344\u0958-\u095f\u09dc-\u09df\u0a33-\u0a5e\u0b5c\u0b5d\u0f43-\u0fb9\u2adc\ufb1d-\ufb4e\u{1d15e}-\u{1d1c0}]/u;

/** Normalizing is quadratic in the length of such a run: 32,000 marks take 2 s. Nor may one come of normalizing. */
export function hasLongMarkRun(text: string): boolean {
  if (text.length <= SURELY_FEW_MARKS || !MAY_BE_RUN.test(text)) return false;
  return (
    (text.length > MAX_MARKS && LONG_RUN.test(text)) || (TAKEN_APART.test(text) && LONG_RUN.test(text.normalize("NFC")))
  );
}
