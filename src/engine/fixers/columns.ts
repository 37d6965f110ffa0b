import { type Json, kindOf } from "../../json/value.js";
import { stem, wordsIn } from "../../text/did-you-mean.js";
import { isShort } from "../../text/quote.js";
import type { Declaration } from "../declared/declaration.js";
import type { FieldType } from "../declared/field-types.js";
import type { Memo } from "../memo.js";
import { placeholderOf } from "./derived-value.js";
import { isTagged } from "./readings/extended-json.js";
import { readingsOf, readOnce } from "./readings/index.js";
import { isExact, isLiteral } from "./readings/quoted-literal.js";
import { type Read, Unsure } from "./readings/reading.js";
import { isSeparated } from "./readings/separated-list.js";
import { isEmpty } from "./redundant.js";

/** Reads the values of a column as its declared type. */
export class Columns {
  constructor(
    private readonly declaration: Declaration,
    private readonly evaluation: { candidate: unknown; memo: Memo },
  ) {}

  /**
   * A literal in quotes, or a date in another spelling, is certain. That a value is of another type than declared may
   * as well be a slip in the declaration, unless another record has it right. A column is never left mixed.
   */
  converted(actual: unknown, key: string, type: FieldType): Json | Unsure | undefined {
    const reads = this.#readsOf(actual, type);
    if (reads.length === 0) return undefined;
    const column = this.#columnOf(key, type);
    const [likely, guesses]: [Read[], Read[]] = [[], []];
    for (const read of reads) (isSureIn(column, read, reads, actual, key) ? likely : guesses).push(read);
    const sure = this.#inColumn(likely, actual, key);
    const [value, ...others] = [...sure, ...guesses.filter((read) => isShort(read.value))].map((read) => read.value);
    if (value === undefined) return undefined;
    const isCertain =
      sure.length === 1 &&
      this.#isLikeItems(actual, value, key) &&
      (kindOf(value) === kindOf(actual) || isShownIn(column, actual, value));
    return isCertain ? value : new Unsure(value, others.slice(0, MAX_OTHER_MEANINGS));
  }

  /** False where a number becomes an item, and no array of the column has one: 0 may mean that there are none. */
  #isLikeItems(actual: unknown, value: Json, key: string): boolean {
    const [item] = Array.isArray(value) ? value : [];
    if (item !== actual || !isNumber(item)) return true;
    const records = this.declaration.records(this.evaluation);
    return records.derive(`numbers ${key}`, () =>
      records.values(key).some((one) => Array.isArray(one) && one.some(isNumber)),
    );
  }

  /** A string with separators is an array of words if other records have arrays of words and nothing else. */
  #inColumn(reads: readonly Read[], actual: unknown, key: string): readonly Read[] {
    const isList = reads.length > 1 && typeof actual === "string" && isSeparated(actual);
    const lists = isList ? reads.filter(({ value }) => areWords(value)) : [];
    if (lists.length !== 1) return reads;
    const records = this.declaration.records(this.evaluation);
    const hasLists = records.derive(`words ${key}`, () => {
      const arrays = records.values(key).filter((value) => Array.isArray(value));
      return arrays.some(areWords) && arrays.every((array) => array.every(isWord));
    });
    return hasLists ? lists : reads;
  }

  /** The type of all values, where most do not have the declared one and are not merely in quotes. */
  fitting(key: string, type: FieldType): string | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(JSON.stringify(["fitting", type.name, key]), () => {
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
    return records.derive(JSON.stringify(["fit", type.name, key]), () => {
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
    return readOnce(value, type, memo, () => readingsOf(value, type.schema, (one) => type.accepts(one), memo));
  }

  /**
   * The types that the author chooses from, best first, where a column may not be of this one: a value would be wrong
   * that nothing certain can be done about.
   */
  choices(key: string, type: FieldType, name: string): readonly string[] | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(JSON.stringify(["choices", type.name, key]), () => {
      const values = records.values(key);
      // Each is compared with the declared type, and with others.
      this.evaluation.memo.nodesRead += 2 * values.length;
      const bad = values.filter((value) => !type.accepts(value));
      const isLeft = (value: unknown) => (this.converted(value, key, type) ?? UNKNOWN) instanceof Unsure;
      if (!bad.some(isLeft)) return undefined;
      const fitting = this.fitting(key, type) ?? this.declaration.typeOf(values);
      return bad.length < values.length ? [name, fitting ?? name] : [fitting ?? name, name];
    });
  }
}

const UNKNOWN = new Unsure(null);
const MAX_OTHER_MEANINGS = 2;
const MAX_WORD_LENGTH = 64;

function isWritten(value: unknown): boolean {
  return isLiteral(value) || isTagged(value);
}

/** `12,5` or `1.234,50`; a comma before three digits may group them. */
const DECIMAL_COMMA = /^-?[\d.]{1,12},(?:\d{1,2}|\d{4,12})$/;
const THOUSANDS = /^-?\d{1,3}\.\d{3}$/;

const NUMERIC = /\d/;
const CODE = /^[\w.,'-]*\d[\w.,'-]*$/;

/** A string with digits that is no number, such as a postal code with a leading zero. */
function isCode(value: unknown): boolean {
  if (typeof value !== "string" || !isShort(value)) return false;
  return CODE.test(value) && !(isLiteral(value) && isExact(value));
}

/** Also accepts a number in quotes. */
function isNumber(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && isLiteral(value) && /^\s*-?\d/.test(value));
}

function isSureFor(key: string, { sure, unit }: Read): boolean {
  return sure || (unit !== undefined && namesUnit(key, unit));
}

/** The currency of an amount: a sign, or a code of three letters. */
const CURRENCY = /[$\u20ac\u00a3\u00a5]|\b[A-Z]{3}\b/;
const CURRENCY_WORDS: readonly (readonly string[])[] = [
  ["$", "usd", "cad", "aud", "dollar", "dollars"],
  ["\u20ac", "eur", "euro", "euros"],
  ["\u00a3", "gbp", "pound", "pounds"],
  ["\u00a5", "jpy", "cny", "yen", "yuan"],
  ["chf", "franc", "francs"],
];

function currencyIn(value: unknown): string | undefined {
  return typeof value === "string" && isShort(value) ? CURRENCY.exec(value)?.[0] : undefined;
}

/** Whether a name says that its values are in another currency. */
function namesOther(name: string, currency: string): boolean {
  const others = CURRENCY_WORDS.filter((words) => !words.includes(currency.toLowerCase())).flat();
  return wordsIn(name).some((word) => others.includes(word.toLowerCase()));
}

/** Symbols of units, and their names. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  g: ["gram", "gramme"],
  kg: ["kilo", "kilogram", "kilogramme"],
  mg: ["milligram"],
  t: ["ton", "tonne"],
  lb: ["pound", "lbs"],
  oz: ["ounce"],
  mm: ["millimeter", "millimetre"],
  cm: ["centimeter", "centimetre"],
  m: ["meter", "metre"],
  km: ["kilometer", "kilometre"],
  mi: ["mile"],
  ft: ["foot", "feet"],
  ml: ["milliliter", "millilitre"],
  l: ["liter", "litre"],
  ms: ["millisecond", "milli"],
  s: ["second", "sec"],
  min: ["minute"],
  h: ["hour", "hr"],
  d: ["day"],
  W: ["watt"],
  kW: ["kilowatt"],
  kWh: ["kilowatthour"],
  V: ["volt"],
  A: ["ampere", "amp"],
  Hz: ["hertz"],
  hPa: ["hectopascal"],
  "\u00b0C": ["celsius", "c"],
  "\u00b0F": ["fahrenheit", "f"],
};
const UNIT_NAMES = new Map(
  Object.entries(UNITS).flatMap(([symbol, names]) => [symbol, ...names].map((name) => [stem(name), symbol] as const)),
);

/** The symbol of a unit; a symbol with capital letters is another one without them. */
function symbolOf(unit: string): string | undefined {
  return Object.hasOwn(UNITS, unit) ? unit : UNIT_NAMES.get(stem(unit));
}

/** Whether the last word of a name is the unit: `distanceKm`, `weightGrams`, `pages`, but not `litresPerKm`. */
function namesUnit(name: string, unit: string): boolean {
  const [last = "", before = ""] = wordsIn(name).reverse();
  if (/^per$/i.test(before)) return false;
  const isWord = last.length > 2;
  if (isWord && symbolOf(unit) !== undefined && symbolOf(last) === symbolOf(unit)) return true;
  // A megawatt is no milliwatt.
  const isSymbol = last.length < 3 && last === last.toUpperCase();
  return isSymbol ? last === unit : last.toLowerCase() === unit.toLowerCase();
}

/** Names have capital letters, and a comma may be part of one. */
const WORD = /^[\p{Ll}\d]+(?:[-_][\p{Ll}\d]+)*$/u;

function isWord(value: unknown): boolean {
  return typeof value === "string" && value.length <= MAX_WORD_LENGTH && WORD.test(value);
}

function areWords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1 && value.every(isWord);
}

/** How the values of a column fit its declared type. */
class ColumnFit {
  /** The number of values that do. */
  fit = 0;
  /** The number of literals of that type in quotes, or with the type beside them. */
  quoted = 0;
  /** The number of other values that are neither empty nor of that type. */
  unquoted = 0;
  /** Whether those that do not could at least mean one. */
  areRead = true;
  /** The JavaScript types of those that mean none for sure. */
  readonly doubtful = new Set<string>();
  /** Whether one of those is a code. */
  hasCode = false;
  /** How those are written that can be read in one way only. */
  readonly styles = new Set<string>();
  /** These and the likely styles of the other values. */
  readonly #claimed = new Set<string>();
  #isAmbiguous = false;
  readonly currencies = new Set<string>();
  #hasDecimalComma = false;
  #hasPoint = false;
  /** Values that other values of the column may decide. */
  readonly #open: (readonly Read[])[] = [];

  constructor(private readonly key: string) {}

  /** If values contradict each other, none is certain: fixing one would hide the conflict. */
  get isContradictory(): boolean {
    return this.#isAmbiguous && this.#claimed.size > 1;
  }

  /** Where a comma stands before a fraction, a point before three digits stands for thousands, or is a slip. */
  get hasUnclearPoints(): boolean {
    return this.#hasDecimalComma && this.#hasPoint;
  }

  /** Says of numbers that have several meanings whether the rest of the column shows the right one. */
  decide(): void {
    const isShown = (reads: readonly Read[]) => reads.filter((read) => this.styles.has(writtenLike(read))).length === 1;
    if (!this.#open.every(isShown) || this.isContradictory) this.doubtful.add("string");
    // A number with a leading zero is a code; one with separators is none.
    if (this.#open.length > 0 && this.styles.size > 0) this.hasCode = false;
  }

  /** Whether two values at least do not fit, and all of them surely mean one that does. */
  get isAgreed(): boolean {
    return this.fit === 0 && this.unquoted > 1 && this.doubtful.size === 0 && !this.isContradictory;
  }

  /** A value that does not fit, with what it could mean. */
  add(value: unknown, reads: readonly Read[]): void {
    if (reads.length === 0) this.areRead = false;
    if (reads[0]?.sure && isWritten(value)) this.quoted++;
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
      this.#hasPoint ||= THOUSANDS.test(value);
    }
    const style = reads[0]?.style;
    if (style === undefined) return;
    const isOnly = reads.every((read) => read.style === style);
    if (isOnly) this.styles.add(writtenLike(reads[0] as Read));
    else this.#isAmbiguous = true;
    for (const read of reads) if (read.style !== undefined && (read.sure || isOnly)) this.#claimed.add(read.style);
  }
}

/** Whether a string is a number in one style, or another number in another style. */
function isStyledNumber(reads: readonly Read[]): boolean {
  return reads.length > 1 && reads.some(({ style, value }) => style !== undefined && typeof value === "number");
}

/** A date with dots says nothing about one with slashes. */
function writtenLike({ style, separator }: Read): string {
  return `${style} ${separator}`;
}

function isSureIn(column: ColumnFit, read: Read, reads: readonly Read[], actual: unknown, key: string): boolean {
  const { style, value } = read;
  const currency = typeof value === "number" ? currencyIn(actual) : undefined;
  if (currency !== undefined && (column.currencies.size > 1 || namesOther(key, currency))) return false;
  if (column.hasUnclearPoints && typeof actual === "string") return false;
  if (style !== undefined) {
    const isShown = () => column.styles.has(writtenLike(read)) && reads.every((one) => !one.sure) && reads.length > 1;
    return !column.isContradictory && (isSureFor(key, read) || isShown());
  }
  return isSureFor(key, read);
}

/**
 * Whether the column shows that values of the declared type are meant: another record has one, or most are literals
 * in quotes, or all mean a number or a boolean; and no value would be left that shows the contrary.
 */
function isShownIn(column: ColumnFit, actual: unknown, read: Json): boolean {
  const { fit, quoted, unquoted, doubtful, hasCode } = column;
  // Beside other numbers, 0 and 1 are numbers too.
  if (typeof read === "boolean" && NUMERIC.test(String(actual)) && doubtful.size > 0) return false;
  const isScalar = typeof read === "number" || typeof read === "boolean";
  if (!isWritten(actual)) return (fit > 0 && !doubtful.has(typeof actual)) || (isScalar && column.isAgreed);
  return (fit > 0 || quoted > unquoted) && !(hasCode && NUMERIC.test(String(actual)));
}
