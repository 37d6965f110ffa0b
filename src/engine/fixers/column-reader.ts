import { keepsDigits } from "../../ground/json/kept-digits.js";
import { type Json, kindOf } from "../../ground/json/value.js";
import { placeholderOf } from "../../ground/json-schema/schemas-in.js";
import { Meaning } from "../../ground/text/meaning.js";
import { isQuotable, isShortText } from "../../ground/text/quote.js";
import type { Declaration } from "../declared/declaration.js";
import type { FieldType } from "../declared/field-types.js";
import type { Subject } from "../memo.js";
import { readMeanings } from "./readers/index.js";
import { isSeparated } from "./readers/lists.js";
import { isLiteral } from "./readers/literals.js";
import { MAX_OFFERED, type ReadMeaning } from "./readers/reader.js";
import { isEmpty, MAX_WORD_LENGTH } from "./redundant.js";
import { type FieldWords, settleDropped } from "./units.js";

/** The values that records have under one key, and how they fit their declared type. */
type TypedColumn = ReturnType<typeof readColumn>;

/** The column of a key, which is read once for all its values. */
export function findColumn(key: string, type: FieldType, declaration: Declaration, subject: Subject): TypedColumn {
  const records = declaration.records(subject);
  return subject.memo.derive(["column", records, type.name, key], () => readColumn(key, type, declaration, subject));
}

/**
 * The value of the declared type that was probably meant. A literal in quotes, or a date in another spelling, is
 * certain. A value of another type is certain only if the column shows that it is not the declaration that is wrong.
 */
export function interpretInColumn(record: Record<string, unknown>, column: TypedColumn): Meaning<Json> | undefined {
  const actual = record[column.key];
  const meanings = column.interpret(record);
  const likely = meanings.filter((meaning) => findDoubt(meaning, { value: actual, meanings }, column) === undefined);
  const guesses = meanings.filter((meaning) => !likely.includes(meaning) && isQuotable(meaning.value));
  const certain = preferArrays(likely, actual, column);
  const [first, ...others] = [...certain, ...guesses];
  if (first === undefined) return undefined;
  const { value, dropped } = first;
  if (certain.length === 1 && findTypeDoubt(actual, value, column) === undefined) return new Meaning(value, true);
  const offered = others.slice(0, MAX_OFFERED - 1).map((other) => new Meaning(other.value, false, [], other.dropped));
  return new Meaning(value, false, offered, dropped);
}

/**
 * The types that the author has to choose from, best first, where a type was named. Undefined if the column fits the
 * type after all certain conversions.
 */
export function listTypeChoices(name: string, column: TypedColumn): readonly string[] | undefined {
  const { values, unfit, declaration, memo } = column;
  return memo.derive(["choices", column], () => {
    // Each value is compared with the declared type and with others.
    memo.nodesRead += 2 * values.length;
    if (unfit.every(({ record }) => interpretInColumn(record, column)?.isCertain)) return undefined;
    const commonType = column.commonType ?? declaration.typeOf(values);
    return unfit.length < values.length ? [name, commonType ?? name] : [commonType ?? name, name];
  });
}

/** Why a value may not have one of its meanings, given the others and its column; undefined if that is certain. */
function findDoubt(meaning: ReadMeaning, { value: actual, meanings }: Omit<Unfit, "record">, column: TypedColumn) {
  if (typeof actual === "string" && column.hasUnclearPoints) return "unclear points";
  if (meaning.spelling.style !== undefined && column.isContradictory) return "contradictory styles";
  const isShown = () =>
    column.styles.has(describeStyle(meaning)) && meanings.length > 1 && !meanings.some((other) => other.isCertain);
  return meaning.isCertain || isShown() ? undefined : "a guess";
}

/**
 * Why the declaration may be the mistake, rather than this value. Undefined if the column shows that the declared type
 * is right: another record has it, or most values are literals in quotes, or all mean numbers or booleans.
 */
function findTypeDoubt(actual: unknown, value: Json, column: TypedColumn) {
  if (Array.isArray(value) && value[0] === actual && isNumber(actual) && !column.hasNumberArrays)
    return "0 may mean that there are no items";
  if (kindOf(value) === kindOf(actual)) return undefined;
  const { fit, quoted, unquoted, typesInDoubt, hasCode, isAgreed } = column;
  const hasDigit = typeof actual !== "object" && /\d/.test(String(actual));
  if (typeof value === "boolean" && hasDigit && typesInDoubt.size > 0) return "0 and 1 beside other values are numbers";
  if (isLiteral(actual)) {
    if (hasDigit && hasCode) return "the digits are codes";
    return fit > 0 || quoted > unquoted ? undefined : "most values are no literals";
  }
  if (fit > 0 && !typesInDoubt.has(typeof actual)) return undefined;
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return isScalar && isAgreed ? undefined : "no other value has the type";
}

/** Prefers the array of words in a string with separators, if the arrays of other records contain only words. */
function preferArrays(meanings: readonly ReadMeaning[], actual: unknown, { hasWordArrays }: TypedColumn) {
  const isList = hasWordArrays && meanings.length > 1 && typeof actual === "string" && isSeparated(actual);
  const lists = isList ? meanings.filter(({ value }) => areWords(value)) : [];
  return lists.length === 1 ? lists : meanings;
}

/** Whether a value is a number, perhaps in quotes. */
function isNumber(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && isLiteral(value) && /^\s*-?\d/.test(value));
}

/** Words in lower case. Names have capital letters, and may contain a comma. */
const PLAIN_WORD = /^[\p{Ll}\d]+(?:[-_][\p{Ll}\d]+)*$/u;

function isWord(value: unknown): boolean {
  return typeof value === "string" && value.length <= MAX_WORD_LENGTH && PLAIN_WORD.test(value);
}

function areWords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1 && value.every(isWord);
}

const CODE = /^[\w.,'-]*\d[\w.,'-]*$/;

/** Whether a string has digits but is not a number, such as a postal code with a leading zero. */
function isCode(value: unknown): boolean {
  if (!isShortText(value)) return false;
  return CODE.test(value) && !(isLiteral(value) && keepsDigits(value.trim()));
}

function readColumn(key: string, type: FieldType, declaration: Declaration, subject: Subject) {
  const { memo } = subject;
  const records = declaration.records(subject);
  const values = records.values(key);
  const { item } = declaration.read(subject).byName.get(key) ?? {};
  // The same in all trials of fixes of the records.
  const field = memo.derive(
    ["words of field", key, item],
    (): FieldWords => ({ name: key, texts: Object.values(item ?? {}) }),
  );
  const findMeanings = (record: Record<string, unknown>) =>
    settleDropped(readMeanings(record[key], type, memo), field, record);
  const unfit = records
    .having(key)
    .filter((record) => !type.accepts(record[key]))
    .map((record): Unfit => ({ record, value: record[key], meanings: findMeanings(record) }));
  const known = new Map(unfit.map(({ record, meanings }) => [record, meanings]));
  const filled = unfit.filter(({ value }) => !isEmpty(value));
  const fit = values.length - unfit.length;
  const quoted = filled.filter(({ value, meanings }) => meanings[0]?.isCertain === true && isLiteral(value)).length;
  const unquoted = filled.length - quoted;
  const written = collectStyles(unfit);
  const doubts = findDoubts(filled, written);
  // One fraction among whole numbers is not a slip.
  const areNumbers = fit > 0 && values.every((value) => typeof value === "number");
  const isMinor = (unfit.length < 2 || unfit.length <= fit) && !areNumbers;
  const common = isMinor || quoted === values.length ? undefined : declaration.typeOf(values);
  // Every value of the declared type has the wider type too: that is no evidence against the declaration.
  const isWider = common !== undefined && declaration.isTypeOf(common, [placeholderOf(type.schema)]);
  const haveMeanings = unfit.every(({ meanings }) => meanings.length > 0);
  const arrays = values.filter((value) => Array.isArray(value));
  return {
    key,
    type,
    values,
    declaration,
    memo,
    /** The records whose value does not fit. */
    unfit,
    /** The possible meanings of the value in a record. */
    interpret: (record: Record<string, unknown>) => known.get(record) ?? findMeanings(record),
    /** The number of values that fit. */
    fit,
    /** The type that all values have, if most do not have the declared one and are not merely in quotes. */
    commonType: haveMeanings && isWider ? undefined : common,
    /** The number of literals of the type that are in quotes. */
    quoted,
    /** The number of other values that do not fit and are not empty. */
    unquoted,
    hasNumberArrays: arrays.some((array) => array.some(isNumber)),
    /** Whether there are arrays of words, and no others. */
    hasWordArrays: arrays.some(areWords) && arrays.every((array) => array.every(isWord)),
    ...written,
    ...doubts,
    hasUnclearPoints: hasUnclearPoints(unfit),
    /** Whether no value fits, there are at least two, and all of them have a certain meaning. */
    isAgreed: fit === 0 && unquoted > 1 && doubts.typesInDoubt.size === 0,
  };
}

/** A value that does not fit, and its possible meanings. */
interface Unfit {
  readonly record: Record<string, unknown>;
  readonly value: unknown;
  readonly meanings: readonly ReadMeaning[];
}

/** `12,5` or `1.234,50`. A comma before three digits is left out, because it may group them. */
const DECIMAL_COMMA = /^-?[\d.]{1,12},(?:\d{1,2}|\d{4,12})$/;
const THOUSANDS = /^-?\d{1,3}\.\d{3}$/;

/** Whether points may group thousands or be slips, because other values have a comma before their fraction. */
function hasUnclearPoints(unfit: readonly Unfit[]): boolean {
  const isWritten = (pattern: RegExp) => unfit.some(({ value }) => typeof value === "string" && pattern.test(value));
  return isWritten(DECIMAL_COMMA) && isWritten(THOUSANDS);
}

function collectStyles(unfit: readonly Unfit[]) {
  const styled = unfit.filter(({ meanings }) => meanings[0]?.spelling.style !== undefined);
  const hasOneStyle = ({ meanings }: Unfit) =>
    meanings.every(({ spelling }) => spelling.style === meanings[0]?.spelling.style);
  const likely = styled.flatMap((value) => value.meanings.filter((meaning) => meaning.isCertain || hasOneStyle(value)));
  const isAmbiguous = !styled.every(hasOneStyle);
  return {
    /** The styles of the values that can be read in one way only. */
    styles: new Set(styled.filter(hasOneStyle).map(({ meanings }) => describeStyle(meanings[0] as ReadMeaning))),
    /** Whether values contradict each other. None of them is certain then: fixing one would hide the conflict. */
    isContradictory: isAmbiguous && new Set(likely.flatMap(({ spelling }) => spelling.style ?? [])).size > 1,
  };
}

function findDoubts(filled: readonly Unfit[], { styles, isContradictory }: ReturnType<typeof collectStyles>) {
  const uncertain = filled.filter(({ meanings }) => !meanings.some((meaning) => meaning.isCertain));
  // The rest of the column may decide what these numbers mean.
  const open = uncertain.filter(isStyledNumber);
  const isShown = ({ meanings }: Unfit) =>
    meanings.filter((meaning) => styles.has(describeStyle(meaning))).length === 1;
  const typesInDoubt = new Set(uncertain.filter((unfit) => !isStyledNumber(unfit)).map(({ value }) => typeof value));
  if (!open.every(isShown) || isContradictory) typesInDoubt.add("string");
  return {
    /** The JavaScript types of the values without a certain meaning. */
    typesInDoubt,
    /** Whether a value without a certain meaning is a code such as 007. 0.123,45 is none: its separators show that. */
    hasCode: uncertain.some(({ value }) => isCode(value)) && !(open.length > 0 && styles.size > 0),
  };
}

/** Whether a string means different numbers in different styles. */
function isStyledNumber({ meanings }: Unfit): boolean {
  return (
    meanings.length > 1 &&
    meanings.some(({ spelling, value }) => spelling.style !== undefined && typeof value === "number")
  );
}

/** The style with its separator: a date with dots says nothing about one with slashes. */
function describeStyle({ spelling: { style, separator } }: ReadMeaning): string {
  return `${style} ${separator}`;
}
