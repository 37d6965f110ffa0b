import { type Json, kindOf } from "../../json/value.js";
import { isShort } from "../../text/quote.js";
import type { Declaration } from "../declared/declaration.js";
import type { FieldType } from "../declared/field-types.js";
import type { Subject } from "../memo.js";
import { ColumnFit, isMarkedLiteral, isSureFor, styleOf } from "./column-fit.js";
import { placeholderOf } from "./derived-value.js";
import { readingsOf, readOnce } from "./readings/index.js";
import { isLiteral } from "./readings/quoted-literal.js";
import { type Read, Unsure } from "./readings/reading.js";
import { isSeparated } from "./readings/separated-list.js";
import { MAX_WORD_LENGTH } from "./redundant.js";
import { currencyIn, namesOtherCurrency } from "./units.js";

const MAX_OTHER_MEANINGS = 2;
const HAS_DIGIT = /\d/;

/** Reads the values that records have under one key as their declared type. */
export class ColumnReader {
  constructor(
    private readonly declaration: Declaration,
    private readonly evaluation: Subject,
  ) {}

  /**
   * The value of the declared type that was probably meant. A literal in quotes, or a date in another spelling, is
   * certain. A value of another type is certain only if the column shows that it is not the declaration that is wrong.
   */
  convert(actual: unknown, key: string, type: FieldType): Json | Unsure | undefined {
    const reads = this.#readsOf(actual, type);
    if (reads.length === 0) return undefined;
    const column = this.#columnOf(key, type);
    const [likely, guesses]: [Read[], Read[]] = [[], []];
    for (const read of reads) (isSureIn(column, read, reads, actual, key) ? likely : guesses).push(read);
    const sure = this.#preferArrays(likely, actual, key);
    const [value, ...others] = [...sure, ...guesses.filter((read) => isShort(read.value))].map((read) => read.value);
    if (value === undefined) return undefined;
    const isCertain =
      sure.length === 1 &&
      this.#isLikelyItem(actual, value, key) &&
      (kindOf(value) === kindOf(actual) || isShownIn(column, actual, value));
    return isCertain ? value : new Unsure(value, others.slice(0, MAX_OTHER_MEANINGS));
  }

  /** False if a number would become an array item, and no array of the column has numbers: 0 may mean "none". */
  #isLikelyItem(actual: unknown, value: Json, key: string): boolean {
    const [item] = Array.isArray(value) ? value : [];
    if (item !== actual || !isNumber(item)) return true;
    const records = this.declaration.records(this.evaluation);
    return records.derive(["numbers", key], () =>
      records.values(key).some((known) => Array.isArray(known) && known.some(isNumber)),
    );
  }

  /** Prefers the array of words in a string with separators, if the arrays of other records contain only words. */
  #preferArrays(reads: readonly Read[], actual: unknown, key: string): readonly Read[] {
    const isList = reads.length > 1 && typeof actual === "string" && isSeparated(actual);
    const lists = isList ? reads.filter(({ value }) => areWords(value)) : [];
    if (lists.length !== 1) return reads;
    const records = this.declaration.records(this.evaluation);
    const hasLists = records.derive(["words", key], () => {
      const arrays = records.values(key).filter((value) => Array.isArray(value));
      return arrays.some(areWords) && arrays.every((array) => array.every(isWord));
    });
    return hasLists ? lists : reads;
  }

  /** The type that all values have, if most do not have the declared one and are not merely in quotes. */
  fittingType(key: string, type: FieldType): string | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(["fitting", type.name, key], () => {
      const { fit, quoted, areRead } = this.#columnOf(key, type);
      const values = records.values(key);
      const allQuoted = quoted === values.length;
      const isMinor = values.length - fit < 2 || values.length - fit <= fit;
      // One fraction among whole numbers is not a slip.
      const areNumbers = fit > 0 && values.every((value) => typeof value === "number");
      if (allQuoted || (isMinor && !areNumbers)) return undefined;
      const fitting = this.declaration.typeOf(values);
      // Every value of the declared type has the wider type too: that is no evidence against the declaration.
      const isWider = fitting !== undefined && this.declaration.isTypeOf(fitting, [placeholderOf(type.schema)]);
      return areRead && isWider ? undefined : fitting;
    });
  }

  #columnOf(key: string, type: FieldType): ColumnFit {
    const records = this.declaration.records(this.evaluation);
    return records.derive(["fit", type.name, key], () => {
      const column = new ColumnFit(key);
      for (const value of records.values(key))
        if (type.accepts(value)) column.fit++;
        else column.add(value, this.#readsOf(value, type));
      column.decide();
      return column;
    });
  }

  #readsOf(value: unknown, type: FieldType): readonly Read[] {
    const { memo } = this.evaluation;
    return readOnce(value, type, memo, () => readingsOf(value, type.schema, (meaning) => type.accepts(meaning), memo));
  }

  /**
   * The types that the author has to choose from, best first. Undefined if the column fits the type after all certain
   * conversions.
   */
  typeChoices(key: string, type: FieldType, name: string): readonly string[] | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(["choices", type.name, key], () => {
      const values = records.values(key);
      // Each value is compared with the declared type and with others.
      this.evaluation.memo.nodesRead += 2 * values.length;
      const bad = values.filter((value) => !type.accepts(value));
      const isUncertain = (value: unknown) => {
        const converted = this.convert(value, key, type);
        return converted === undefined || converted instanceof Unsure;
      };
      if (!bad.some(isUncertain)) return undefined;
      const fitting = this.fittingType(key, type) ?? this.declaration.typeOf(values);
      return bad.length < values.length ? [name, fitting ?? name] : [fitting ?? name, name];
    });
  }
}

/** Whether a value is a number, perhaps in quotes. */
function isNumber(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && isLiteral(value) && /^\s*-?\d/.test(value));
}

/** Words in lower case. Names have capital letters, and may contain a comma. */
const WORD = /^[\p{Ll}\d]+(?:[-_][\p{Ll}\d]+)*$/u;

function isWord(value: unknown): boolean {
  return typeof value === "string" && value.length <= MAX_WORD_LENGTH && WORD.test(value);
}

function areWords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1 && value.every(isWord);
}

/** Whether a value certainly has this meaning, judged by the other values of its column. */
function isSureIn(column: ColumnFit, read: Read, reads: readonly Read[], actual: unknown, key: string): boolean {
  const { style, value } = read;
  const currency = typeof value === "number" ? currencyIn(actual) : undefined;
  if (currency !== undefined && (column.currencies.size > 1 || namesOtherCurrency(key, currency))) return false;
  if (column.hasUnclearPoints && typeof actual === "string") return false;
  if (style !== undefined) {
    const isShown = () => column.styles.has(styleOf(read)) && reads.every((other) => !other.sure) && reads.length > 1;
    return !column.isContradictory && (isSureFor(key, read) || isShown());
  }
  return isSureFor(key, read);
}

/**
 * Whether the column shows that the declared type is right for a value of another type: another record has it, or most
 * values are literals in quotes, or all mean numbers or booleans; and no value shows the contrary.
 */
function isShownIn(column: ColumnFit, actual: unknown, read: Json): boolean {
  const { fit, quoted, unquoted, doubtful, hasCode } = column;
  // Beside values that are not booleans, 0 and 1 are numbers.
  if (typeof read === "boolean" && HAS_DIGIT.test(String(actual)) && doubtful.size > 0) return false;
  const isScalar = typeof read === "number" || typeof read === "boolean";
  if (!isMarkedLiteral(actual)) return (fit > 0 && !doubtful.has(typeof actual)) || (isScalar && column.isAgreed);
  return (fit > 0 || quoted > unquoted) && !(hasCode && HAS_DIGIT.test(String(actual)));
}
