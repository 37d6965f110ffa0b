import { compareDecimals, type Decimal, parseDecimal, toDecimal } from "../ground/json/decimal.js";
import { startsWithDate } from "../schema/formats.js";

const DATE = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/;

/** In milliseconds. */
export const DAY_MS = 86_400_000;

/**
 * The position of a number, a date or a date-time among values of its kind; undefined for any other
 * value.
 */
export function orderOf(value: unknown): { kind: "number" | "date"; order: number } | undefined {
  if (typeof value === "number") return { kind: "number", order: value };
  if (typeof value !== "string" || !DATE.test(value)) return undefined;
  const order = Date.parse(value);
  // JavaScript parses 30 February as 1 March.
  return Number.isNaN(order) || !startsWithDate(value) ? undefined : { kind: "date", order };
}

/** The date or date-time this many days later, in the same form and at the same offset. */
export function addDays(value: unknown, days: unknown): string | undefined {
  if (typeof value !== "string" || !Number.isInteger(days) || orderOf(value)?.kind !== "date")
    return undefined;
  const date = new Date(Date.parse(value.slice(0, 10)) + (days as number) * DAY_MS);
  const isInCalendar = date.getUTCFullYear() >= 0 && date.getUTCFullYear() <= 9999;
  return isInCalendar ? date.toISOString().slice(0, 10) + value.slice(10) : undefined;
}

/** In the order in which JavaScript numbers them. */
export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

/**
 * The day of the week of a date, or of a date-time at its own offset; undefined for any other
 * value.
 */
export function weekdayOf(value: unknown): string | undefined {
  return orderOf(value)?.kind === "date"
    ? WEEKDAYS[new Date((value as string).slice(0, 10)).getUTCDay()]
    : undefined;
}

/** Whether a string such as 2026-01-31 is a day of the calendar. */
export function isDay(text: string): boolean {
  return text.length === 10 && orderOf(text) !== undefined;
}

/**
 * Numbers come before dates, and dates before other strings: if each pair were compared by its own
 * kind, the order of a mixed array would depend on where sorting starts.
 */
const RANKS: Readonly<Record<string, number>> = { number: 0, date: 1, string: 2 };

/**
 * Compares numbers and dates by value, and strings by characters. Other values come last, and are
 * equal.
 */
export function compareValues(one: unknown, other: unknown): number {
  const [a, b] = [orderOf(one), orderOf(other)];
  const difference = rankOf(a?.kind ?? typeof one) - rankOf(b?.kind ?? typeof other);
  if (difference !== 0) return difference;
  if (a !== undefined && b !== undefined) return a.order - b.order;
  return typeof one === "string" ? byCharacters(one, other as string) : 0;
}

function rankOf(kind: string): number {
  return RANKS[kind] ?? 3;
}

interface Order<K = unknown> {
  /** The key by which a value is compared; undefined if the value has no place in this order. */
  keyOf(value: unknown): K | undefined;
  compare(one: K, other: K): number;
}

/** The orders that a rule can name. */
export const ORDERS: Readonly<Record<string, Order>> = {
  text: order((value) => (typeof value === "string" ? value : undefined), byCharacters),
  number: order(readNumber, compareDecimals),
  date: order(
    (value) => {
      const found = orderOf(value);
      return found?.kind === "date" ? found.order : undefined;
    },
    (one, other) => one - other,
  ),
  "semantic-version": order(readVersion, compareVersions),
};

/** The order of a name. By default, values are compared by their kinds. */
export function orderNamed(name: string | undefined): Order {
  return ORDERS[name ?? ""] ?? BY_KIND;
}

const BY_KIND: Order = {
  keyOf: (value) => (typeof value === "string" || typeof value === "number" ? value : undefined),
  // A number is neither before nor after a string.
  compare: (one, other) => (typeof one === typeof other ? compareValues(one, other) : 0),
};

function order<K>(
  keyOf: (value: unknown) => K | undefined,
  compareKeys: (one: K, other: K) => number,
): Order {
  return { keyOf, compare: (one, other) => compareKeys(one as K, other as K) };
}

export function byCharacters(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** A number, or the first number in a string: 10 in "Chapter 10". */
function readNumber(value: unknown): Decimal | undefined {
  if (typeof value !== "string") return toDecimal(value);
  // A hyphen within a word is no sign: "chapter-5" has the number 5.
  const [digits] = /(?:(?<!\S)-)?\d{1,300}(?:\.\d{1,300})?/.exec(value) ?? [];
  return digits === undefined ? undefined : parseDecimal(digits);
}

interface Version {
  readonly numbers: readonly string[];
  /** Empty for a release. */
  readonly tags: readonly string[];
}

/**
 * The grammar of Semantic Versioning 2.0.0: numbers have no leading zeros, and no part of a tag is
 * empty.
 */
const VERSION =
  /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

function readVersion(value: unknown): Version | undefined {
  const [, major, minor, patch, tags] =
    typeof value === "string" ? (VERSION.exec(value) ?? []) : [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return { numbers: [major, minor, patch], tags: tags?.split(".") ?? [] };
}

/** Compares the precedence of versions (Semantic Versioning 2.0.0 §11). */
function compareVersions(one: Version, other: Version): number {
  const difference = firstDifference(one.numbers, other.numbers, compareNumerals);
  if (difference !== 0) return difference;
  if (one.tags.length === 0 || other.tags.length === 0) return other.tags.length - one.tags.length;
  return firstDifference(one.tags, other.tags, compareTags) || one.tags.length - other.tags.length;
}

function firstDifference(
  ones: readonly string[],
  others: readonly string[],
  compareParts: typeof byCharacters,
) {
  const differences = ones
    .slice(0, others.length)
    .map((part, index) => compareParts(part, others[index] as string));
  return differences.find((difference) => difference !== 0) ?? 0;
}

function compareTags(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [one, other].map((tag) => /^\d+$/.test(tag));
  if (isNumber && isOtherNumber) return compareNumerals(one, other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return byCharacters(one, other);
}

/** Compares numbers of any size, which have no leading zeros. */
function compareNumerals(one: string, other: string): number {
  return one.length - other.length || byCharacters(one, other);
}
