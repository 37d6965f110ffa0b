import type { Json } from "../json/value.js";

/**
 * A value that was probably meant, and whether that is certain. A class, so no JSON value with the
 * same properties is taken for one.
 */
export class Meaning<T extends Json = string> {
  constructor(
    readonly value: T,
    /**
     * Whether nothing is lost and nothing else can be meant. No fix with a guess claims to be
     * certain.
     */
    readonly isCertain: boolean,
    /**
     * Other guesses; a fix is offered for each. A meaning stands for a guess that lacks a text,
     * which its title names.
     */
    readonly others: readonly (T | Meaning<T>)[] = [],
    /** The text that the value lacks, which the title of its fix names. */
    readonly dropped?: string,
  ) {}

  /** This meaning, or only a guess at it if something casts doubt on it. */
  uncertainIf(isDoubtful: boolean): Meaning<T> {
    return isDoubtful ? new Meaning(this.value, false, this.others, this.dropped) : this;
  }
}
