import { stem, wordsIn } from "../../ground/text/fold-name.js";
import { isShortText } from "../../ground/text/quote.js";

/** The sign of a currency, or a code of three letters. */
const CURRENCY = /[$\u20ac\u00a3\u00a5]|\b[A-Z]{3}\b/;
/** Signs, codes and words that may mean the same currency. */
const CURRENCY_WORDS: readonly (readonly string[])[] = [
  ["$", "usd", "cad", "aud", "dollar", "dollars"],
  ["\u20ac", "eur", "euro", "euros"],
  ["\u00a3", "gbp", "pound", "pounds"],
  ["\u00a5", "jpy", "cny", "yen", "yuan"],
  ["chf", "franc", "francs"],
];

/** The sign or code of the currency in a short string. */
export function currencyIn(value: unknown): string | undefined {
  return isShortText(value) ? CURRENCY.exec(value)?.[0] : undefined;
}

/** The currencies that a text names, each as the signs, codes and words that may mean it. */
export function currenciesNamedIn(text: string): readonly (readonly string[])[] {
  const words = wordsIn(text).map((word) => word.toLowerCase());
  return CURRENCY_WORDS.filter((names) => words.some((word) => names.includes(word)));
}

/** Symbols of units, each with its names. */
const UNITS = `
  g gram gramme, kg kilo kilogram kilogramme, mg milligram, t ton tonne, lb pound lbs, oz ounce,
  mm millimeter millimetre, cm centimeter centimetre, m meter metre, km kilometer kilometre, mi mile, ft foot feet,
  ml milliliter millilitre, l liter litre, ms millisecond milli, s second sec, min minute, h hour hr, d day,
  W watt, kW kilowatt, kWh kilowatthour, V volt, A ampere amp, Hz hertz, hPa hectopascal,
  \u00b0C celsius c, \u00b0F fahrenheit f`
  .split(",")
  .map((unit) => unit.trim().split(" "));
const SYMBOLS = new Set(UNITS.map(([symbol]) => symbol as string));
const SYMBOLS_BY_NAME = new Map(UNITS.flatMap((names) => names.map((name) => [stem(name), names[0]] as const)));

/** The symbol of a unit. Symbols are case-sensitive, names are not. */
function symbolOf(unit: string): string | undefined {
  return SYMBOLS.has(unit) ? unit : SYMBOLS_BY_NAME.get(stem(unit));
}

/** Whether a name ends in the unit: `distanceKm`, `kilowattHours`, `pages`, `dayCount`, but not `litresPerKm`. */
export function namesUnit(name: string, unit: string): boolean {
  const words = wordsIn(name).reverse();
  const [last = "", before = ""] = /^count$/i.test(words[0] ?? "") ? words.slice(1) : words;
  if (/^per$/i.test(before)) return false;
  const symbol = symbolOf(unit);
  const isWord = last.length > 2;
  if (isWord && symbol !== undefined && [last, before + last].some((word) => symbolOf(word) === symbol)) return true;
  // Short symbols are case-sensitive: a megawatt (MW) is not a milliwatt (mW).
  const isSymbol = last.length < 3 && last === last.toUpperCase();
  return isSymbol ? last === unit : last.toLowerCase() === unit.toLowerCase();
}
