import { CHECKS_WITH_LIMITS } from "../../engine/checks/index.js";
import { literalOf } from "../../engine/condition.js";
import type { CheckSource, FixSource, RuleSource } from "../../engine/grammar.js";
import { DAY_MS } from "../../engine/order.js";
import { placeholdersIn } from "../../engine/rules/template.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import { singular } from "../../ground/text/fold-name.js";
import { quote } from "../../ground/text/quote.js";
import { objectsIn, valuesIn } from "../../specs/values-in.js";
import type { PackageView } from "../view/package-view.js";

/**
 * Words and keywords agree if they separate the same two whole numbers: "at least 10", "fewer than 10" and `min: 10`
 * separate 9 from 10; "at most 10", "more than 10" and `max: 10` separate 10 from 11.
 */
const PHRASES_BEFORE = ["at least", "fewer than", "less than", "shorter than", "under", "below"];
const PHRASES_BEHIND = ["at most", "up to", "more than", "longer than", "over", "above"];
const BEFORE = new Set([
  ...PHRASES_BEFORE,
  ...["min", "minLength", "minItems", "minimum", "exclusiveMaximum", "greaterThanInclusive", "lessThan"],
]);
const BEHIND = new Set([
  ...PHRASES_BEHIND,
  ...["max", "maxLength", "maxItems", "maximum", "exclusiveMinimum", "greaterThan", "lessThanInclusive"],
]);

/**
 * The lines that a number with a phrase or option may mean. "Exactly 6" and a number without a phrase, such as "six are
 * too many", may mean the line before the number or the one behind it. For a fraction, the number itself is the line.
 */
function linesOf(name: string, number: number): string[] {
  if (!Number.isInteger(number)) return [String(number)];
  const [before, behind] = [`${number - 1} to ${number}`, `${number} to ${number + 1}`];
  return [...(BEHIND.has(name) ? [] : [before]), ...(BEFORE.has(name) ? [] : [behind])];
}

const NUMERALS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const SAID_NUMBER = new RegExp(
  `(?:\\b(${[...PHRASES_BEFORE, ...PHRASES_BEHIND, "exactly"].join("|")})\\s+)?` +
    `(?<![^\\s(])(\\d{1,3}(?:[,\\u0020\\u00a0\\u202f]\\d{3})+|\\d+(?:\\.\\d+)?|${NUMERALS.join("|")})(?!\\w|[.,:/-]\\w|["\`])(\\s?%|(?:\\s+[a-z]+){0,3})`,
  "giu",
);
/** Words after a number that do not say what is counted. */
const NO_NOUN = new Set(
  "is are was were be must may can of or and in for to at too there that which but long needed".split(" "),
);
const LENGTH_UNITS = ["character", "letter", "sign"];
const TIME_UNITS = ["second", "minute", "hour", "day", "week", "month", "year"];

/** The numbers that the words of a rule may name. */
interface Limits {
  /** The limits of the checks that are dates. */
  readonly dates: readonly string[];
  /** The limits of the checks that are numbers, with their names. */
  readonly named: readonly (readonly [name: string, value: number])[];
  /** The lines that all limits of the checks, the conditions and the shape draw. */
  readonly lines: ReadonlySet<string>;
  /** Nouns for what is counted or measured, in the singular. */
  readonly units: ReadonlySet<string>;
}

/** A number in the words of a rule. */
interface SaidNumber {
  readonly text: string;
  /** The number as it is written and, for a percentage, as a fraction of 1. */
  readonly meant: readonly number[];
  readonly isPercentage: boolean;
  /** The phrase before the number, such as "at least". */
  readonly phrase: string | undefined;
  readonly isNumeral: boolean;
  /** Whether the noun after the number is a unit of the limits, another noun, or missing. */
  readonly noun: "unit" | "other" | "none";
}

/** Finds words that name a limit other than that of the check, or a number other than the one that the fix puts in. */
export function* lintNumbers(rule: RuleSource, view: PackageView): Generator<Flaw> {
  const checks = [rule.check].flat();
  const limits = limitsToName(checks, [rule.when, ...checks.map(({ where }) => where)], view);
  if (limits === undefined) return;
  if (limits.named.length > 0) {
    const hint = limits.named.map(([name]) => `{${name}}`).join(" or ");
    yield* wrongIn(rule.message, limits, "/message", `write ${hint}`);
    yield* wrongIn(rule.summary, limits, "/summary", "correct one of them");
  }
  const [reversed] = /\bat least \{(max|below)\}|\b(at most|up to) \{(min|above)\}/i.exec(rule.message) ?? [];
  const detail = `says "${reversed}", which is the limit on the other side; correct one of them`;
  if (reversed !== undefined) yield { pointer: "/message", detail };
  for (const key of ["message", "summary"] as const) yield* wrongDates(rule[key], limits.dates, `/${key}`);
  for (const [index, fix] of (rule.fixes ?? []).entries()) yield* lintTitle(fix, limits, view, `/fixes/${index}/title`);
}

function* wrongIn(words: string, limits: Limits, pointer: string, advice: string): Generator<Flaw> {
  const numbers = [...numbersSaid(words, limits.units)].filter(
    ({ phrase, noun, isPercentage }) => !isPercentage && (phrase !== undefined || noun === "unit"),
  );
  const isSaid =
    numbers.some((said) => isRight(said, limits)) ||
    placeholdersIn(words).some((name) => limits.named.some(([limit]) => limit === name));
  for (const said of numbers) {
    if (isRight(said, limits)) continue;
    // With another noun, the number is probably about something else, unless the words name no limit at all.
    if (said.noun === "other" && (isSaid || said.isNumeral)) continue;
    yield { pointer, detail: `says ${quote(said.text)}, but ${limitsInWords(limits)}; ${advice}` };
  }
}

/** A date after a word such as "before" must be a limit, or the day before or after one. */
function* wrongDates(words: string, dates: readonly string[], pointer: string): Generator<Flaw> {
  if (dates.length === 0) return;
  for (const [, date = ""] of words.matchAll(/\b(?:after|before|until|since|from|by|than) (\d{4}-\d{2}-\d{2})\b/g)) {
    if (dates.some((limit) => Math.abs(Date.parse(date) - Date.parse(limit.slice(0, 10))) <= DAY_MS)) continue;
    yield { pointer, detail: `says "${date}", but the limit is ${dates.join(" and ")}; correct one of them` };
  }
}

/** Every number in digits in a title must be a number that the fix puts in, or a limit. */
function* lintTitle(fix: FixSource, limits: Limits, view: PackageView, pointer: string): Generator<Flaw> {
  const { title, applicability, when, ...changes } = fix;
  const put = numbersIn(changes);
  if (put.length === 0 && limits.named.length === 0) return;
  const { lines } = limitsToName([], [when], view) as Limits;
  const allLimits = { ...limits, lines: new Set([...limits.lines, ...lines]) };
  const isPut = (number: number) => new RegExp(`(?<!\\d)${number}(?!\\d)`).test(JSON.stringify(changes));
  for (const said of numbersSaid(title, limits.units)) {
    const isMeant = !said.isNumeral || (said.noun === "unit" && said.meant.some((number) => number > 1));
    if (!isMeant || isRight(said, allLimits) || said.meant.some(isPut)) continue;
    const there = put.length > 0 ? `the fix puts in ${put.join(" and ")}` : limitsInWords(limits);
    yield { pointer, detail: `says ${quote(said.text)}, but ${there}; correct one of them` };
  }
}

/** Finds titles of fixes that name none of the numbers which the fix puts in, but others. */
export function* lintPutNumbers(rule: RuleSource, view: PackageView): Generator<Flaw> {
  const units = limitsToName([rule.check].flat(), [], view)?.units ?? new Set<string>();
  for (const [index, { title, applicability, when, ...changes }] of (rule.fixes ?? []).entries()) {
    const put = numbersIn(changes);
    const numbers = [...numbersSaid(title, units)].filter(
      ({ phrase, isNumeral }) => phrase === undefined && !isNumeral,
    );
    const isSaid = numbers.some(({ meant }) => meant.some((number) => put.includes(number)));
    if (put.length === 0 || numbers.length === 0 || isSaid) continue;
    const said = numbers.map(({ text }) => quote(text)).join(" and ");
    const detail = `says ${said}, but the fix puts in ${put.join(" and ")}; correct one of them`;
    yield { pointer: `/fixes/${index}/title`, detail };
  }
}

function* numbersSaid(words: string, units: ReadonlySet<string>): Generator<SaidNumber> {
  const plain = words.replace(/"[^"]*"|`[^`]*`|\{[A-Za-z]+\}/g, "\u0000");
  for (const { 0: whole, 1: phrase, 2: number = "", 3: behind = "", index } of plain.matchAll(SAID_NUMBER)) {
    // The number of a standard, such as ISO 3166 or RFC 6901.
    if (phrase === undefined && /\b[A-Z]{2,} $/.test(plain.slice(0, index))) continue;
    const isNumeral = /[a-z]/i.test(number);
    const following = behind.trim().toLowerCase().split(/\s+/);
    const end = following.findIndex((word) => word === "" || NO_NOUN.has(word));
    const nouns = end === -1 ? following : following.slice(0, end);
    const isUnit = nouns.some((word) => units.has(singular(word)));
    const isTime = (words: readonly string[]) => words.some((word) => TIME_UNITS.includes(word));
    // Numbers in different units of time cannot be compared: 365 days are one year.
    if (!isUnit && isTime(nouns.map(singular)) && isTime([...units])) continue;
    const isPercentage = /^\s*(?:%|per ?cent\b)/i.test(behind);
    const said = isNumeral ? NUMERALS.indexOf(number.toLowerCase()) : Number(number.replace(/[^\d.]/g, ""));
    const otherwise = nouns.length === 0 ? "none" : "other";
    yield {
      text: whole.slice(0, whole.length - behind.length),
      meant: isPercentage ? [said, Number((said / 100).toFixed(10))] : [said],
      isPercentage,
      phrase: phrase?.toLowerCase(),
      isNumeral,
      noun: isUnit ? "unit" : otherwise,
    };
  }
}

function isRight({ meant, phrase = "" }: SaidNumber, { lines }: Limits): boolean {
  return meant.some((number) => linesOf(phrase, number).some((line) => lines.has(line)));
}

function limitsInWords({ named }: Limits): string {
  return named.map(([name, value]) => `"${name}" is ${value}`).join(" and ");
}

/** Undefined if a limit refers to the candidate, so that any number may be meant. */
function limitsToName(
  checks: readonly CheckSource[],
  conditions: readonly unknown[],
  view: PackageView,
): Limits | undefined {
  const named: [string, number][] = [];
  const dates: string[] = [];
  const allNumbers: [string, number][] = [];
  const units = new Set<string>();
  for (const source of checks) {
    const kind = CHECKS_WITH_LIMITS.find((name) => isObject(source[name]));
    if (kind === undefined) continue;
    const [selector = ""] = [source.at].flat();
    for (const [name, given] of Object.entries(source[kind] as JsonObject)) {
      const value = literalOf(given, view.data, "");
      if (value === undefined) return undefined;
      if (typeof value === "number") named.push([name, value]);
      if (typeof value === "string") dates.push(value);
    }
    for (const unit of kind === "length" ? LENGTH_UNITS : unitsOf(selector)) units.add(unit);
    for (const place of [selector, selector.replace(/\/\*$/, "")])
      allNumbers.push(...shapeLimits(view.shapePlaceAt(place).schema));
  }
  allNumbers.push(...named, ...comparedIn(conditions, view));
  return { named, dates, lines: new Set(allNumbers.flatMap(([name, value]) => linesOf(name, value))), units };
}

/** The noun at the end of a property name: "invoice" for `/paidInvoices/*`, "hour" for `/validHours`. */
function unitsOf(selector: string): string[] {
  const name = selector.split("/").findLast((token) => token !== "*" && !token.startsWith("{")) ?? "";
  const word = name.split(/(?=[A-Z])|[_-]/).at(-1);
  return word === undefined || word === "" ? [] : [singular(word.toLowerCase())];
}

function shapeLimits(schema: JsonObject = {}): [string, number][] {
  return Object.entries(schema).filter(
    (entry): entry is [string, number] =>
      (BEFORE.has(entry[0]) || BEHIND.has(entry[0])) && typeof entry[1] === "number",
  );
}

/** All numbers that conditions compare with, and their operators. */
function* comparedIn(conditions: unknown, view: PackageView): Generator<[string, number]> {
  for (const { operator, value } of [...objectsIn(conditions)].map(({ object }) => object)) {
    const literal = operator === undefined || value === undefined ? undefined : literalOf(value, view.data, "");
    if (typeof literal === "number") yield [String(operator), literal];
  }
}

function numbersIn(changes: unknown): number[] {
  return [...valuesIn(changes)].map(({ value }) => value).filter((value) => typeof value === "number");
}
