import { isShort } from "../../text/quote.js";
import { isTagged } from "./readings/extended-json.js";
import { isExact, isLiteral } from "./readings/quoted-literal.js";
import type { Read } from "./readings/reading.js";
import { isEmpty } from "./redundant.js";
import { currencyIn, namesUnit } from "./units.js";

/** `12,5` or `1.234,50`. A comma before three digits is left out, because it may group them. */
const DECIMAL_COMMA = /^-?[\d.]{1,12},(?:\d{1,2}|\d{4,12})$/;
const THOUSANDS = /^-?\d{1,3}\.\d{3}$/;

const CODE = /^[\w.,'-]*\d[\w.,'-]*$/;

/** Whether a string has digits but is not a number, such as a postal code with a leading zero. */
function isCode(value: unknown): boolean {
  if (typeof value !== "string" || !isShort(value)) return false;
  return CODE.test(value) && !(isLiteral(value) && isExact(value));
}

/** Whether a value is a literal in quotes, or has its type beside it. */
export function isMarkedLiteral(value: unknown): boolean {
  return isLiteral(value) || isTagged(value);
}

/** Whether a meaning is sure, perhaps because the key names the unit that it drops. */
export function isSureFor(key: string, { sure, unit }: Read): boolean {
  return sure || (unit !== undefined && namesUnit(key, unit));
}

/** How the values of a column fit its declared type. */
export class ColumnFit {
  /** The number of values that fit. */
  fit = 0;
  /** The number of literals of the type that are in quotes, or have their type beside them. */
  quoted = 0;
  /** The number of other values that do not fit and are not empty. */
  unquoted = 0;
  /** Whether every value that does not fit could mean one that does. */
  areRead = true;
  /** The JavaScript types of the values without a sure meaning. */
  readonly doubtful = new Set<string>();
  /** Whether a value without a sure meaning is a code. */
  hasCode = false;
  /** The styles of the values that can be read in one way only. */
  readonly styles = new Set<string>();
  /** The styles of these values, and the likely styles of the others. */
  readonly #likelyStyles = new Set<string>();
  #isAmbiguous = false;
  readonly currencies = new Set<string>();
  #hasDecimalComma = false;
  #hasThousands = false;
  /** The meanings of values that the rest of the column may decide. */
  readonly #open: (readonly Read[])[] = [];

  constructor(private readonly key: string) {}

  /** Whether values contradict each other. None of them is certain then: fixing one would hide the conflict. */
  get isContradictory(): boolean {
    return this.#isAmbiguous && this.#likelyStyles.size > 1;
  }

  /** Whether points may group thousands or be slips, because other values have a comma before their fraction. */
  get hasUnclearPoints(): boolean {
    return this.#hasDecimalComma && this.#hasThousands;
  }

  /**
   * Call after the last `add`. Numbers that can be read in two styles are doubtful unless the rest of the column shows
   * one style.
   */
  decide(): void {
    const isShown = (reads: readonly Read[]) => reads.filter((read) => this.styles.has(styleOf(read))).length === 1;
    if (!this.#open.every(isShown) || this.isContradictory) this.doubtful.add("string");
    // A string that starts with zero may be a code, but one with separators is a number.
    if (this.#open.length > 0 && this.styles.size > 0) this.hasCode = false;
  }

  /** Whether no value fits, there are at least two, and all of them have a sure meaning. */
  get isAgreed(): boolean {
    return this.fit === 0 && this.unquoted > 1 && this.doubtful.size === 0 && !this.isContradictory;
  }

  /** Adds a value that does not fit, with its possible meanings. */
  add(value: unknown, reads: readonly Read[]): void {
    if (reads.length === 0) this.areRead = false;
    if (reads[0]?.sure && isMarkedLiteral(value)) this.quoted++;
    else if (!isEmpty(value)) this.unquoted++;
    if (!reads.some((read) => isSureFor(this.key, read)) && !isEmpty(value)) {
      this.hasCode ||= isCode(value);
      if (isStyledNumber(reads)) this.#open.push(reads);
      else this.doubtful.add(typeof value);
    }
    const currency = typeof reads[0]?.value === "number" ? currencyIn(value) : undefined;
    if (currency !== undefined) this.currencies.add(currency);
    if (typeof value === "string") {
      this.#hasDecimalComma ||= DECIMAL_COMMA.test(value);
      this.#hasThousands ||= THOUSANDS.test(value);
    }
    const style = reads[0]?.style;
    if (style === undefined) return;
    const isOnly = reads.every((read) => read.style === style);
    if (isOnly) this.styles.add(styleOf(reads[0] as Read));
    else this.#isAmbiguous = true;
    for (const read of reads) if (read.style !== undefined && (read.sure || isOnly)) this.#likelyStyles.add(read.style);
  }
}

/** Whether a string means different numbers in different styles. */
function isStyledNumber(reads: readonly Read[]): boolean {
  return reads.length > 1 && reads.some(({ style, value }) => style !== undefined && typeof value === "number");
}

/** The style with its separator: a date with dots says nothing about one with slashes. */
export function styleOf({ style, separator }: Read): string {
  return `${style} ${separator}`;
}
