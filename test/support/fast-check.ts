import fc from "fast-check";
import { SEED } from "./seed.js";

/** A run that fails must fail again when it is repeated. */
fc.configureGlobal({ seed: SEED });

/**
 * One of any code point: to get this from `unit: "binary"`, fast-check makes a table of all of
 * them, which takes a second.
 */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));

/** Of any characters, with no lone surrogate. */
export const anyString = (maxLength?: number) =>
  fc.string({ unit: character, ...(maxLength && { maxLength }) });

export { fc as default };
