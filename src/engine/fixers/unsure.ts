import type { Json } from "../../json/value.js";

/** A value that may not be what the author meant: no fix that uses it claims to be certain. */
export class Unsure {
  constructor(
    readonly value: Json,
    /** What else could be meant; a fix is offered for each. */
    readonly others: readonly Json[] = [],
  ) {}
}

/** A type that all values of a column have. */
export interface ShownType {
  readonly name: string;
  /** False for whole numbers, which are numbers too. */
  readonly isOnly: boolean;
}
