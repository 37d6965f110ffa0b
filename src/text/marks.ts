/** Combining marks in a row (UAX #15 D3, stream-safe text). No language needs that many. */
export const MOST_MARKS = 30;

// From the start of a run only: to try at each of its marks makes it quadratic.
const LONG_RUN = /(?<!\p{M})\p{M}{31}/u;
const MAY_BE_MARK = /[\u0300-\uffff]/;

/** Normalizing is quadratic in the length of such a run: 32,000 marks take 2 s. */
export function hasLongMarkRun(text: string): boolean {
  return text.length > MOST_MARKS && MAY_BE_MARK.test(text) && LONG_RUN.test(text);
}
