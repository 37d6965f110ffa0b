/**
 * Bounds the work on a text, in characters: with indentation, a candidate can be larger than the
 * request that it is sent in, and a few bytes of a link can inflate to gigabytes.
 */
export const MAX_TEXT_LENGTH = 1_000_000;
