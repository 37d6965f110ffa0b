import type { Json } from "../json/value.js";

/** A value that was probably meant. A class, so no JSON value is taken for one. */
export class Meaning<T extends Json = string> {
  constructor(
    readonly value: T,
    /** Whether nothing is lost and nothing else can be meant. */
    readonly isCertain: boolean,
    /** Other guesses, each with a fix of its own. */
    readonly others: readonly (T | Meaning<T>)[] = [],
    /** The text that the value lacks, which the title of its fix names. */
    readonly dropped?: string,
  ) {}

  /** This meaning, or only a guess at it if something casts doubt on it. */
  uncertainIf(isDoubtful: boolean): Meaning<T> {
    return isDoubtful ? new Meaning(this.value, false, this.others, this.dropped) : this;
  }
}
