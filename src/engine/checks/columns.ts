import { type Json, kindOf } from "../../json/value.js";
import { wordsIn } from "../../text/did-you-mean.js";
import { isShort } from "../../text/quote.js";
import { placeholderOf } from "../placeholder.js";
import { isTagged } from "../readings/extended-json.js";
import { readingsOf } from "../readings/index.js";
import { isLiteral } from "../readings/quoted-literal.js";
import type { Read } from "../readings/reading.js";
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
    const isStyled = ({ style }: Read) => style !== undefined && style === this.#styleOf(key, type);
    const isSure = (read: Read) =>
      read.sure || (read.unit !== undefined && namesUnit(key, read.unit)) || (reads.length > 1 && isStyled(read));
    const sure = this.#inColumn(reads.filter(isSure), key);
    const [value, ...others] = [...sure, ...reads.filter((read) => !isSure(read) && isShort(read.value))].map(
      (read) => read.value,
    );
    if (value === undefined) return undefined;
    const isCertain = sure.length === 1 && (kindOf(value) === kindOf(actual) || this.#isShown(key, type));
    return isCertain ? value : new Unsure(value, others.slice(0, MOST_MEANINGS));
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

  #isShown(key: string, type: FieldType): boolean {
    const { fit, allQuoted } = this.#columnOf(key, type);
    return fit > 0 || allQuoted;
  }

  /** How those values of a column are written that can be read in one way only. */
  #styleOf(key: string, type: FieldType): string | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(`style ${type.name} ${key}`, () => {
      const reads = records.values(key).flatMap((value) => this.#readsOf(value, type));
      const styles = new Set(reads.flatMap(({ sure, style }) => (sure && style !== undefined ? [style] : [])));
      return styles.size === 1 ? [...styles][0] : undefined;
    });
  }

  /** The type of all values, where most do not have the declared one and are not merely in quotes. */
  fitting(key: string, type: FieldType): string | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(`fitting ${type.name} ${key}`, () => {
      const { fit, allQuoted, areRead } = this.#columnOf(key, type);
      const values = records.values(key);
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
      const isWritten = (value: unknown) => isLiteral(value) || isTagged(value);
      const isQuoted = (value: unknown) => isWritten(value) && this.#readsOf(value, type)[0]?.sure === true;
      const areRead = bad.every((value) => this.#readsOf(value, type).length > 0);
      return { fit: values.length - bad.length, allQuoted: values.every(isQuoted), areRead };
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

  /**
   * The types that the author chooses from, best first, where a column may not be of this one: all values agree on
   * another, or several would be wrong that nothing certain can be done about.
   */
  choices(key: string, type: FieldType, name: string): readonly string[] | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(`choices ${type.name} ${key}`, () => {
      const values = records.values(key);
      const bad = values.filter((value) => !type.accepts(value));
      // Any string is a string: that says nothing against what all of them mean.
      const isSaid = (value: unknown) => typeof value === "string" && this.#readsOf(value, type)[0]?.sure === true;
      if (bad.every(isSaid)) return undefined;
      const fitting = this.fitting(key, type);
      if (fitting !== undefined) return [fitting, name];
      const isLeft = (value: unknown) => (this.converted(value, key, type) ?? UNKNOWN) instanceof Unsure;
      return bad.filter(isLeft).length < 2 ? undefined : [name, this.declaration.typeOf(values) ?? name];
    });
  }
}

const UNKNOWN = new Unsure(null);
const MOST_MEANINGS = 2;
const LONGEST_WORD = 64;

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
  /** Whether all are literals of that type in quotes, or have the type beside them. */
  readonly allQuoted: boolean;
  /** Whether those that do not could at least mean one. */
  readonly areRead: boolean;
}
