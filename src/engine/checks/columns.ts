import { type Json, kindOf } from "../../json/value.js";
import { wordsIn } from "../../text/did-you-mean.js";
import { isShort } from "../../text/quote.js";
import { placeholderOf } from "../placeholder.js";
import { isTagged } from "../readings/extended-json.js";
import { readingsOf } from "../readings/index.js";
import { isExact, isLiteral } from "../readings/quoted-literal.js";
import type { Read } from "../readings/reading.js";
import { isEmpty } from "../spare.js";
import { type Evaluation, Unsure } from "./check.js";
import type { Declaration } from "./declaration.js";
import type { FieldType } from "./field-types.js";

/** What the records say about the types of their columns. */
export class Columns {
  constructor(
    private readonly declaration: Declaration,
    private readonly evaluation: Evaluation,
  ) {}

  /**
   * A literal in quotes, or a date in another spelling, is certain. That a value is of another type than declared may
   * as well be a slip in the declaration, unless another record has it right. A column is never left mixed.
   */
  converted(actual: unknown, key: string, type: FieldType): Json | Unsure | undefined {
    const reads = this.#readsOf(actual, type);
    const isSure = (read: Read) => this.#isSure(read, reads, actual, key, type);
    const sure = this.#inColumn(reads.filter(isSure), key);
    const [value, ...others] = [...sure, ...reads.filter((read) => !isSure(read) && isShort(read.value))].map(
      (read) => read.value,
    );
    if (value === undefined) return undefined;
    const isCertain = sure.length === 1 && (kindOf(value) === kindOf(actual) || this.#isShown(actual, key, type));
    return isCertain ? value : new Unsure(value, others.slice(0, MOST_MEANINGS));
  }

  #isSure(read: Read, reads: readonly Read[], actual: unknown, key: string, type: FieldType): boolean {
    const { styles, isContradictory, currencies } = this.#columnOf(key, type);
    if (read.style !== undefined) {
      const isShown = styles.has(read.style) && stylesOf(reads).size > 1 && !reads.some(({ sure }) => sure);
      return (read.sure || isShown) && !isContradictory;
    }
    const currency = typeof read.value === "number" ? currencyIn(actual) : undefined;
    if (currency !== undefined && (currencies.size > 1 || namesOther(key, currency))) return false;
    return isSureFor(key, read);
  }

  /** Of a string with separators, the words in it, where other records have arrays of words and nothing else. */
  #inColumn(reads: readonly Read[], key: string): readonly Read[] {
    const lists = reads.length > 1 ? reads.filter(({ value }) => areWords(value)) : [];
    if (lists.length !== 1) return reads;
    const records = this.declaration.records(this.evaluation);
    const hasLists = records.derive(`words ${key}`, () => {
      const arrays = records.values(key).filter((value) => Array.isArray(value));
      return arrays.some(areWords) && arrays.every((array) => array.every(isWord));
    });
    return hasLists ? lists : reads;
  }

  /**
   * Whether the column shows that values of the declared type are meant: another record has one, or most are literals
   * in quotes; and no value would be left that shows the contrary.
   */
  #isShown(actual: unknown, key: string, type: FieldType): boolean {
    const { fit, quoted, unquoted, doubtful } = this.#columnOf(key, type);
    if (!isWritten(actual)) return fit > 0 && !doubtful.some((value) => typeof value === typeof actual);
    return (fit > 0 || quoted > unquoted) && !(NUMERIC.test(String(actual)) && doubtful.some(isCode));
  }

  /** The type of all values, where most do not have the declared one and are not merely in quotes. */
  fitting(key: string, type: FieldType): string | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(`fitting ${type.name} ${key}`, () => {
      const { fit, quoted, areRead } = this.#columnOf(key, type);
      const values = records.values(key);
      const allQuoted = quoted === values.length;
      const isMinor = values.length - fit < 2 || values.length - fit <= fit;
      // One fraction among whole numbers is not a slip of the hand.
      const areNumbers = fit > 0 && values.every((value) => typeof value === "number");
      if (allQuoted || (isMinor && !areNumbers)) return undefined;
      const fitting = this.declaration.typeOf(values);
      // Any string is a string: that says nothing against a date.
      const isWider = fitting !== undefined && this.declaration.isTypeOf(fitting, [placeholderOf(type.schema)]);
      return areRead && isWider ? undefined : fitting;
    });
  }

  #columnOf(key: string, type: FieldType): ColumnFit {
    const records = this.declaration.records(this.evaluation);
    return records.derive(`fit ${type.name} ${key}`, () => {
      const values = records.values(key);
      const bad = values.filter((value) => !type.accepts(value));
      const isQuoted = (value: unknown) => isWritten(value) && this.#readsOf(value, type)[0]?.sure === true;
      const isRead = (value: unknown) => this.#readsOf(value, type).some((read) => isSureFor(key, read));
      const styles = bad.map((value) => stylesOf(this.#readsOf(value, type)));
      const claimed = stylesOf(
        bad.flatMap((value, at) => this.#readsOf(value, type).filter(({ sure }) => sure || styles[at]?.size === 1)),
      );
      return {
        fit: values.length - bad.length,
        quoted: bad.filter(isQuoted).length,
        unquoted: bad.filter((value) => !isEmpty(value) && !isQuoted(value)).length,
        areRead: bad.every((value) => this.#readsOf(value, type).length > 0),
        doubtful: bad.filter((value) => !isEmpty(value) && !isRead(value)),
        styles: new Set(styles.flatMap((own) => (own.size === 1 ? [...own] : []))),
        isContradictory: claimed.size > 1 && styles.some((own) => own.size > 1),
        currencies: new Set(bad.flatMap((value) => currencyIn(value) ?? [])),
      };
    });
  }

  /** Every proof asks again what a string means. */
  #readsOf(value: unknown, type: FieldType): Read[] {
    const { memo } = this.evaluation;
    const known = (memo.known("reads", type) ?? memo.keep("reads", type, new Map())) as Map<unknown, Read[]>;
    const reads = known.get(value) ?? readingsOf(value, type.schema, (one) => type.accepts(one));
    known.set(value, reads);
    return reads;
  }
}

const MOST_MEANINGS = 2;
const LONGEST_WORD = 64;

function isWritten(value: unknown): boolean {
  return isLiteral(value) || isTagged(value);
}

const NUMERIC = /\d/;
const CODE = /^[\w.,'-]*\d[\w.,'-]*$/;

/** Such as a postal code with a zero before it: what looks like a number beside it is a code as well. */
function isCode(value: unknown): boolean {
  if (typeof value !== "string" || !isShort(value)) return false;
  return CODE.test(value) && !(isLiteral(value) && isExact(value));
}

function stylesOf(reads: readonly Read[]): Set<string> {
  return new Set(reads.flatMap(({ style }) => style ?? []));
}

function isSureFor(key: string, { sure, unit }: Read): boolean {
  return sure || (unit !== undefined && namesUnit(key, unit));
}

/** What a column of numbers is in: a sign, or a code of three letters. */
const CURRENCY = /[$\u20ac\u00a3\u00a5]|\b[A-Z]{3}\b/;
const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  $: "usd",
  "\u20ac": "eur",
  "\u00a3": "gbp",
  "\u00a5": "jpy",
};

function currencyIn(value: unknown): string | undefined {
  return typeof value === "string" && isShort(value) ? CURRENCY.exec(value)?.[0] : undefined;
}

/** Whether a name says that its values are in another currency. */
function namesOther(name: string, currency: string): boolean {
  const own = CURRENCY_WORDS[currency];
  return Object.values(CURRENCY_WORDS).some((word) => word !== own && namesUnit(name, word));
}

/** Whether one of the words of a name is the unit: `distanceKm`, `pages`. */
function namesUnit(name: string, unit: string): boolean {
  return wordsIn(name).some((word) => word.toLowerCase() === unit.toLowerCase());
}

/** Names have capital letters, and a comma may be part of one. */
const WORD = /^[\p{Ll}\d]+(?:[-_][\p{Ll}\d]+)*$/u;

function isWord(value: unknown): boolean {
  return typeof value === "string" && value.length <= LONGEST_WORD && WORD.test(value);
}

function areWords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1 && value.every(isWord);
}

/** How the values of a column fit its declared type. */
interface ColumnFit {
  /** The number of values that do. */
  readonly fit: number;
  /** The number of literals of that type in quotes, or with the type beside them. */
  readonly quoted: number;
  /** The number of other values that are neither empty nor of that type. */
  readonly unquoted: number;
  /** Whether those that do not could at least mean one. */
  readonly areRead: boolean;
  /** Those that do not and mean none for sure. */
  readonly doubtful: readonly unknown[];
  /** How those are written that can be read in one way only. */
  readonly styles: ReadonlySet<string>;
  /** Whether these contradict each other, and there are others: none is certain, or what contradicts would vanish. */
  readonly isContradictory: boolean;
  readonly currencies: ReadonlySet<string>;
}
