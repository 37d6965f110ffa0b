import type { Json } from "../json/value.js";

/** A value that may not be what the author meant. No fix that uses it claims to be certain. */
export class Unsure {
  constructor(
    readonly value: Json,
    /** Other meanings; a fix is offered for each. */
    readonly others: readonly Json[] = [],
  ) {}
}
