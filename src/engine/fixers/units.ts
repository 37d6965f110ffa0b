import { cacheByString } from "../../ground/cache/bounded-map.js";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import { groupBy } from "../../ground/json/group-by.js";
import { isName, splitWords, stem } from "../../ground/text/fold-name.js";
import { compileContraries } from "../../ground/text/opposite.js";
import { isShortText } from "../../ground/text/quote.js";
import { BETWEEN_DROPPED, ReadMeaning } from "./readers/reader.js";
import { deniesRest } from "./remarks.js";

/** Units of one dimension in each line: the symbol of a unit, which is case-sensitive, then its names. */
const UNITS = `
  \u00b5g microgram mcg ug, g gram gramme, kg kilo kilogram kilogramme, mg milligram, t ton tonne, lb pound lbs, oz ounce
  \u00b5m micrometer micrometre micron, mm millimeter millimetre, cm centimeter centimetre, m meter metre, km kilometer kilometre, in inch, mi mile, ft foot feet
  \u00b5l microliter microlitre, ml milliliter millilitre, cl centiliter centilitre, dl deciliter, l liter litre, hl hectoliter hectolitre, m3, dm3, cm3
  m2 sqm, km2, ha hectare, acre, ft2 sqft
  \u00b5s microsecond, ms millisecond milli, s second sec, min minute, h hour hr, d day, wk week, mo month, y year yr
  W watt, mW milliwatt, kW kilowatt, MW megawatt
  Wh watthour, kWh kilowatthour, MWh megawatthour, J joule, kJ kilojoule, MJ megajoule, kcal kilocalorie
  V volt, mV millivolt, kV kilovolt
  A ampere amp, mA milliampere
  Hz hertz, kHz kilohertz, MHz megahertz, GHz gigahertz
  Pa pascal, hPa hectopascal, kPa kilopascal
  B byte, kB kilobyte, MB megabyte, GB gigabyte
  \u00b0C celsius c, \u00b0F fahrenheit f
  % percent pct percentage, \u2030 permille promille`
  .trim()
  .split("\n")
  .flatMap((line, dimension) =>
    line.split(",").map((unit) => {
      const [symbol = "", ...names] = unit.trim().split(" ");
      return { dimension, symbol, names: [symbol, ...names] };
    }),
  );
type Unit = (typeof UNITS)[number];
const BY_SYMBOL = new Map(UNITS.map((unit) => [unit.symbol, unit]));
const BY_NAME = new Map(UNITS.flatMap((unit) => unit.names.map((name) => [stem(name), unit] as const)));

/** Codes of ISO 4217 that people write beside an amount, each with its signs and names. Other letters may be a unit. */
const CURRENCIES = `USD us$ $ dollar, CAD ca$ c$ $ dollar, AUD au$ a$ $ dollar, NZD nz$ $ dollar, SGD $ dollar,
  HKD $ dollar, EUR \u20ac euro, GBP \u00a3 pound, JPY \u00a5 yen, CNY \u00a5 yuan, CHF franc, AED, BRL, CZK, DKK, HUF,
  IDR, ILS, INR, KRW, MXN, MYR, NOK, PHP, PLN, RON, SEK, THB, TRY, TWD, UAH, ZAR`
  .split(",")
  .flatMap((currency) => {
    const [code = "", ...names] = currency.trim().split(" ").map(foldCurrency);
    return [code, ...names].map((name) => ({ code, name }));
  });
const BY_CURRENCY_NAME = groupBy(CURRENCIES, ({ name }) => name);

function foldCurrency(word: string): string {
  const folded = word.toLowerCase();
  return /[a-z]{3}s$/.test(folded) ? folded.slice(0, -1) : folded;
}

/** The codes of the currencies that a sign, a code or a word can mean. */
function findCurrencies(word: string): string[] {
  return (BY_CURRENCY_NAME.get(foldCurrency(word)) ?? []).map(({ code }) => code);
}

/**
 * Letters and words that multiply or divide a number, or turn its sign; some may also be a unit: `5k`, `12 m`,
 * `3 million`, `5 cents`, `5\u00bd`, `50 BC`.
 */
const MULTIPLE =
  /^(?:[km]?[\u20ac$\u00a3\u00a5]|[kmb]|mio|mrd|bn|tsd|pairs?|dozens?|hundreds?|thousands?|lakhs?|crores?|(?:m|b|tr)illi(?:ons?|arden?)|cents?|pence|[\u00bc-\u00be\u2150-\u215e]|bce?|debit|loss|deficit)\.?$/i;

/**
 * Words that scale a unit, deny it or offer another one: `millionEur`, `squareMeters`, "never in percent". A number right
 * before a unit converts it: "100 cents are 1 EUR".
 */
const SCALE =
  /^(?:hundreds?|thousands?|dozens?|mio|mrd|bn|tsd|(?:m|b|tr)illi(?:ons?|arden?)|cents?|pence|minor|square[ds]?|sq|cubic|cubed|per|fractions?|ratio|log|inverse|reciprocal)$/i;
const DENIAL = /^(?:not?|non|nor|never|without|except|excluding|instead|rather|or|don|isn|cannot|avoid)$/i;
const CONVERSION = /\d\s*(?:\p{L}{3,}|[%$\u20ac\u00a3\u00a5\u00b0])/gu;
/** Units in which amounts of money have no fraction. */
const MINOR = /^(?:cents?|pence|pennies|minor)$/i;

/** The words that may say the unit of a field. */
export interface FieldWords {
  readonly name: string;
  /** The words about the field, such as its description. */
  readonly texts: readonly unknown[];
}

/**
 * What becomes of the words around a number if only the number is kept: the field or a value beside it says the same,
 * so nothing is lost; they are lost; or the number would be another one, because the field has another unit, or the
 * word may multiply.
 */
type Judgement = "said" | "lost" | "another number";

function judgeDropped(dropped: string, said: Mentions, beside: Beside): Judgement {
  // Without its denial, a number means the contrary, and the least number is not the most.
  if (deniesRest(dropped) || splitWords(dropped).some(said.isContrary)) return "another number";
  const codes = findCurrencies(dropped);
  const unit = findUnit(dropped);
  const isUnit = ({ symbol }: Unit) => symbol === unit?.symbol;
  // Another unit or a scale may be the one that counts.
  const isOnly =
    !said.isConverted &&
    hasNoOther(said.scales, stem(dropped)) &&
    hasNoOther(said.stated, unit?.symbol) &&
    (codes.length > 0 || said.currencies.length === 0);
  if (codes.length > 0) {
    const named = [...said.currencies, ...beside.currencies];
    if (isOnly && areAmong(codes, named)) return "said";
    // An amount of money is no number of hours.
    return said.inName.length > 0 && named.length === 0 ? "another number" : "lost";
  }
  const isSameDimension = ({ dimension }: Unit) => dimension === unit?.dimension;
  // Kilograms are no length.
  if (
    unit !== undefined &&
    unit.dimension < UNITS.length &&
    said.inName.length > 0 &&
    !said.inName.some(isSameDimension)
  )
    return "another number";
  // The name of a field decides; a description may name other units too.
  const ofDimension = said.inName.some(isSameDimension)
    ? said.inName.filter(isSameDimension)
    : [...(said.inTexts.get(unit?.dimension) ?? []), ...beside.units.filter(isSameDimension)];
  if (!ofDimension.every(isUnit)) return "another number";
  const isCounted = unit === undefined && (namesUnit(said.words, dropped) || said.counted.has(stem(dropped)));
  if (ofDimension.length > 0 || isCounted) return isOnly ? "said" : "lost";
  const dimensions = new Set<number | undefined>([...said.inName, ...beside.units].map(({ dimension }) => dimension));
  const isSaid = (dimension: number | undefined) => dimensions.has(dimension) || said.inTexts.has(dimension);
  const isOther = (word: string) => MULTIPLE.test(word) || isSaid(findUnit(word)?.dimension);
  return dropped.split(/[\s,]+/).some(isOther) ? "another number" : "lost";
}

/** Whether a set has no other value than this one. */
function hasNoOther(set: ReadonlySet<string>, value: string | undefined): boolean {
  return set.size === 0 || (set.size === 1 && value !== undefined && set.has(value));
}

const MAX_UNIT_LENGTH = 20;
/** The number of values beside a number that are looked at. */
const MAX_SIBLINGS = 64;

function isShort(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_UNIT_LENGTH;
}

/** The units and the currencies that values of an object are. They are searched once for all numbers beside them. */
const collectBeside = cacheByObject((holder: object) => {
  const texts = Object.values(holder)
    .slice(0, MAX_SIBLINGS)
    .filter(isShort)
    .map((text) => text.trim());
  const units = texts.flatMap((text) => findUnit(text) ?? []);
  const currencies = texts.map(findCurrencies).filter(({ length }) => length > 0);
  return { units, currencies, key: [...units.map(({ symbol }) => symbol), ...currencies].join(" ") };
});
type Beside = ReturnType<typeof collectBeside>;

/** The meanings of a value in a field: one that drops words is certain only if nothing is lost, and left out if wrong. */
export function settleDropped(
  meanings: readonly ReadMeaning[],
  field: FieldWords,
  holder: object,
): readonly ReadMeaning[] {
  const isNumber = ({ value }: ReadMeaning) => typeof value === "number";
  if (!meanings.some(isNumber)) return meanings;
  return meanings.flatMap((meaning) => {
    if (!isNumber(meaning)) return [meaning];
    if (meaning.dropped === undefined) {
      // "12.00" of a price in cents may be 1200 of them.
      const isMajor = meaning.isCertain && meaning.spelling.style !== undefined && collectMentions(field).isMinor;
      return [isMajor ? new ReadMeaning(meaning.value, false) : meaning];
    }
    const { value, dropped = "", spelling } = meaning;
    const judgements = dropped.split(BETWEEN_DROPPED).map((part) => judgeOnce(part, field, holder));
    if (judgements.includes("another number")) return [];
    const isSaid = judgements.every((one) => one === "said") && spelling.isUnit === true;
    return [isSaid ? new ReadMeaning(value, true, { style: spelling.style }) : meaning];
  });
}

/** The judgement, which is the same for all records of a field that have the same units beside the number. */
function judgeOnce(dropped: string, field: FieldWords, holder: object): Judgement {
  const [said, beside] = [collectMentions(field), collectBeside(holder)];
  const question = `${beside.key}\n${dropped}`;
  const known = said.judgements.get(question) ?? judgeDropped(dropped, said, beside);
  said.judgements.set(question, known);
  return known;
}

/** Whether currencies are named, and all are among these. "Dollars" does not say that they are those of the US. */
function areAmong(codes: readonly string[], named: readonly (readonly string[])[]): boolean {
  return named.length > 0 && named.every((one) => one.every((code) => codes.includes(code)));
}

/** The unit of a symbol or a name, or the quotient of two: `mg/l`. */
function findUnit(written: string): Unit | undefined {
  const word = written.replace(/\u00b2$/, "2").replace(/\u00b3$/, "3");
  const [over = "", under, ...more] = word.split("/");
  if (under !== undefined) return more.length > 0 ? undefined : divide(findUnit(over), findUnit(under));
  return BY_SYMBOL.get(word) ?? (word.length > 2 ? BY_NAME.get(stem(word)) : undefined);
}

function divide(over: Unit | undefined, under: Unit | undefined): Unit | undefined {
  if (over === undefined || under === undefined) return undefined;
  const symbol = `${over.symbol}/${under.symbol}`;
  return { dimension: (over.dimension + 1) * UNITS.length + under.dimension, symbol, names: [symbol] };
}

function isUnitOrCurrency(word: string): boolean {
  return findUnit(word) !== undefined || findCurrencies(word).length > 0;
}

/** What a text says is counted: "Number of pages", "Price in euros". Other words are about something else. */
const COUNTED = /\b(?:number of|count of|how many|in)\s+(?:whole\s+|full\s+)?(\p{L}{3,})/giu;
/** A symbol in a text: in brackets, or after "in". Elsewhere a short word is hardly one. */
const SYMBOL_IN_TEXT = /(?:\bin\s+|[([])([^\s()[\],.;]{1,3})(?![^\s()[\],.;])/gi;

/**
 * The units, currencies and other words that a field names. They are searched once for all its values, and each is kept
 * once: a candidate may declare a field with thousands of words, and each value asks.
 */
const collectMentions = cacheByObject(({ name, texts }: FieldWords) => {
  const prose = texts.filter(isShortText).filter((text) => text !== name && !/\bper\b/i.test(text));
  const words = prose.flatMap((text) => text.match(/\p{L}{3,}|[$\u20ac\u00a3\u00a5]/gu) ?? []);
  // A text that is only a symbol states the unit, too: `"unit": "m"`.
  const symbols = prose.flatMap((text) => [
    text.trim(),
    ...[...text.matchAll(SYMBOL_IN_TEXT)].map(([, symbol = ""]) => symbol),
  ]);
  const counted = prose.flatMap((text) => [...text.matchAll(COUNTED)].map(([, word = ""]) => stem(word)));
  const inName = findUnits(name);
  const inTexts = findEachUnit([...words, ...symbols]);
  const nameWords = splitUnits(name);
  const allWords = [...nameWords, ...texts.filter(isShortText).flatMap((text) => text.match(/\p{L}+/gu) ?? [])];
  const conversions = prose.flatMap((text) => text.match(CONVERSION) ?? []);
  return {
    words: nameWords,
    /** Whether a word is the contrary of one of the name: "at most" of a `jarsMin`. */
    isContrary: compileContraries(nameWords),
    inName,
    /** The units in its texts by their dimensions. */
    inTexts: groupBy(inTexts, ({ dimension }): number | undefined => dimension),
    /** The symbols of all units that the field states, anywhere in its name too. */
    stated: new Set([...inName, ...inTexts, ...findEachUnit(nameWords.filter(mayBeUnit))].map(({ symbol }) => symbol)),
    scales: new Set([...new Set(allWords)].filter((word) => SCALE.test(word) || DENIAL.test(word)).map(stem)),
    isConverted: conversions.some((one) => isUnitOrCurrency(one.replace(/^\d\s*/, ""))),
    isMinor: allWords.some((word) => MINOR.test(word)),
    currencies: [
      ...new Map([...nameWords, ...words].map(findCurrencies).map((codes) => [codes.join(), codes])).values(),
    ].filter(({ length }) => length > 0),
    counted: new Set(counted),
    /** What becomes of words, by these and the units beside the number. */
    judgements: new Map<string, Judgement>(),
  };
});
type Mentions = ReturnType<typeof collectMentions>;

/** The units that words are, each once. */
function findEachUnit(words: readonly string[]): Unit[] {
  const units = new Map<string, Unit>();
  for (const word of new Set(words)) {
    const unit = findUnit(word);
    if (unit !== undefined) units.set(unit.symbol, unit);
  }
  return [...units.values()];
}

/** Whether a word of a name may be a unit: "min" before other words is the least value. */
function mayBeUnit(word: string, index: number, { length }: readonly string[]): boolean {
  return word.length > 2 && (index === length - 1 || !/^min$/i.test(word));
}

/** The words of a name. The exponent of a unit at its end belongs to the unit: "areaM2" is area and m2. */
function splitUnits(name: string): string[] {
  return splitWords(name.replace(/(?<![A-Z])M(?=[23]$)/, "_m"));
}

/** The units that a name ends in. Found once: each unknown property is compared with all absent ones. */
const findUnits = cacheByString((name) => {
  const words = splitUnits(name);
  return UNITS.filter(({ names }) => names.some((unit) => namesUnit(words, unit)));
});

/** Whether two names end in different units or currencies: a value under `doseG` is no `doseMg`. */
export function nameOtherUnits(one: string, other: string): boolean {
  if (!isName(one) || !isName(other)) return false;
  return areOthers([...findUnits(one), ...currenciesOf(one)], [...findUnits(other), ...currenciesOf(other)]);
}

function areOthers<T>(some: readonly T[], others: readonly T[]): boolean {
  return some.length > 0 && others.length > 0 && !some.some((one) => others.includes(one));
}

/** The currencies that a name may end in, of which cents are another one. */
function currenciesOf(name: string): string[] {
  const last = splitWords(name).at(-1) ?? "";
  return MINOR.test(last) ? ["minor"] : findCurrencies(last);
}

/**
 * Whether a value beside a number says another unit or currency than the name that the number has or the one that it is
 * meant to have: no `weight` in `lb` is a `weightKg`, and beside `hl`, no `volumeMl` is a `volume`.
 */
export function isInOtherUnit(holder: object, ...names: readonly string[]): boolean {
  const short = names.filter(isName);
  const [units, codes] = [short.flatMap(findUnits), short.map(currenciesOf)];
  if (units.length + codes.flat().length === 0) return false;
  const beside = collectBeside(holder);
  return (
    beside.units.some((unit) => units.some((one) => one.dimension === unit.dimension && one.symbol !== unit.symbol)) ||
    beside.currencies.some((said) => codes.some((one) => areOthers(one, said)))
  );
}

/** Whether the words of a name end in the unit: `distanceKm`, `kilowattHours`, `dayCount`, but not `litresPerKm`. */
function namesUnit(words: readonly string[], unit: string): boolean {
  const ending = words.slice(-3).reverse();
  const [last = "", before = ""] = /^count$/i.test(ending[0] ?? "") ? ending.slice(1) : ending;
  if (/^per$/i.test(before)) return false;
  if (last.length > 2 && unit.length > 2 && [last, before + last].some((word) => stem(word) === stem(unit)))
    return true;
  // Two capital letters are case-sensitive: a megawatt (MW) is not a milliwatt (mW). One is only the start of a word.
  const isSymbol = last.length === 2 && last === last.toUpperCase();
  return isSymbol ? last === unit : last.toLowerCase() === unit.toLowerCase();
}
