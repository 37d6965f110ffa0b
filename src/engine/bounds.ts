/**
 * How much work one candidate may cause, and how much of it an answer holds. All are counts, not
 * times, because every instance must give the same answer.
 */

/**
 * The violations that one search keeps; the others are counted. 64 KiB can hold a million, and a
 * hundred are shown.
 */
export const MAX_KEPT = 600;

/**
 * Rounds of a repair, each for what the one before has left. More mean that the fixes undo each
 * other.
 */
export const MAX_ROUNDS = 10;
/** Checks of the whole candidate. */
export const MAX_CHECKS = 24;
/**
 * The operations that these checks try and the violations that they find: most of the work on a
 * large body.
 */
export const MAX_TRIED = 1_500;
/** The violations that may contribute a certain fix, and the operations and bytes of a repair. */
export const MAX_ASKED = 600;
export const MAX_OPERATIONS = 600;
/** A repair fits into every answer beside the first diagnostics. */
export const MAX_REPAIR_BYTES = 96 * 1024;
/** How often fixes for what a batch adds are appended to it. */
export const MAX_FOLLOWED = 3;
/** The single fixes that are tried beyond the other bounds while nothing is repaired. */
export const MAX_LAST_TRIES = 3;
export const MAX_OPEN_ERRORS = 20;

export const MAX_DIAGNOSTICS = 100;
/**
 * What it may take to try all fixes that an answer offers: 20 for each operation, and 1 for each
 * property of the objects that it changes.
 */
export const MAX_LOOKED_AT = 2_400;
/** After so many diagnostics, the repair is worth more than a further one. */
export const MIN_DIAGNOSTICS = 20;
/** The bytes of a result. */
export const RESULT_LIMIT = 160 * 1024;
/** The operations of a fix that an author has to read. */
export const MAX_PATCH_LENGTH = 50;
