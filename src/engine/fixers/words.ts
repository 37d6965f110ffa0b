import { cacheByString } from "../../ground/cache/bounded-map.js";
import { type JsonObject, onlyItem } from "../../ground/json/value.js";
import { foldName, isName, splitWords, stem } from "../../ground/text/fold-name.js";
import { MAX_COMPARED } from "../../ground/text/match-names.js";
import { Meaning } from "../../ground/text/meaning.js";
import { areContraries, isOpposite } from "../../ground/text/opposite.js";
import { isShortText } from "../../ground/text/quote.js";

/** Names and single words are not longer. */
export const MAX_WORD_LENGTH = 64;

/** Whether a key is an annotation of tools or people. */
export function isAnnotation(key: string): boolean {
  return key.length <= MAX_WORD_LENGTH && /^(?:\$schema|[$_]comment|\/\/)$/i.test(key);
}

/** Other names of a property, as the shape lists them. */
export function readAliases(schema: JsonObject | undefined): string[] {
  return (schema?.aliases ?? []) as string[];
}

const NOTHING =
  /^(?:none|null|nil|#?n ?[/.]? ?a\.?|nan|no|empty|nothing|unknown|undefined|tb[acd]|todo|\?+|\u2026|\.\.\.|-*|\u2013|\u2014|not (?:available|applicable|known|set|yet))$/i;

/** Whether a text says that there is no value: "n/a", "tbd". */
export function saysNoValue(text: unknown): boolean {
  return isShortText(text) && NOTHING.test(text.trim().replace(/^[[({<]|[\])}>]$/g, ""));
}

/** A sign before or after a word, which may mean that the word is not wanted. */
export function isExcluded(word: string): boolean {
  return /^\s*[-!~\u00ac]+\s*\w|\w\s+-\s*$/.test(word);
}

/** Words that deny or restrict what they are about. */
const RETRACTION =
  /\b(?:not?|non|none|never|without|except|but|only|former(?:ly)?|previous(?:ly)?|old|ex|un|was|wrong|invalid|bad|drafts?|unused|excluded?|disabled?|off|false|unsupported|unavailable|deprecated|removed?|cancell?ed|sold|rejected|deleted?|denied|planned|later|soon|maybe|default|instead|inactive|stopped|ended|expired|paused|failed|archived)\b/i;

/** What programs call things in short. */
const FULL = new Map(
  (
    "cmd command, dir directory, desc description, descr description, msg message, arg argument, args argument, " +
    "env environment, config configuration, repo repository, lang language, num number, str string, int integer, " +
    "bool boolean, float number, dict object, obj object, arr array, max maximum, min minimum, info information, img image, doc document, " +
    "db database, param parameter, attr attribute, q query, uri url, src source, dest destination, org organization, " +
    "asc ascending, pwd password, addr address, qty quantity, auth authentication"
  )
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** A word without abbreviation and plural. */
const inFull = (word: string) => FULL.get(foldName(word)) ?? FULL.get(stem(word)) ?? stem(word);

/** Words that only say that something follows. */
const NEUTRAL = new Set(
  (
    "data payload candidate proposal value item result body content input output request response message object " +
    "record row entry element list array set collection json arg argument param parameter field property attribute " +
    "column text string info detail meta metadata spec schema wrapper envelope root document doc the my our"
  )
    .split(" ")
    .map(inFull),
);

/** Kept, because keys are compared with many names. */
const stemsOf = cacheByString((name): readonly string[] => splitWords(name).map(inFull));
export const toStems = (name: string) => (isName(name) ? stemsOf(name) : []);

/** Whether each word of a key is neutral or in one of the names. */
export function addsNoWord(key: string, names: readonly string[] = []): boolean {
  if (names.some((name) => stem(name) === stem(key))) return true;
  const words = toStems(key);
  return (
    words.length > 0 &&
    words.every((word) => NEUTRAL.has(word) || names.some((name) => toStems(name).includes(word)))
  );
}

/** Whether two names have the same words, where abbreviations are written out. */
export function hasSameWords(one: string, other: string): boolean {
  return toStems(one).length > 0 && toStems(one).join(" ") === toStems(other).join(" ");
}

/**
 * The only value that a word abbreviates, or begins like, which is a guess: Java is no JavaScript.
 */
export function inOtherWords(word: string, values: readonly string[]): Meaning | undefined {
  const folded = foldName(word).replace(/^\W+/, "");
  if (!isShortText(word) || folded.length < 2 || values.length > MAX_COMPARED) return undefined;
  const same = values.filter((value) => hasSameWords(word, value));
  const near = values.filter((value) => {
    const other = foldName(value);
    return other.startsWith(folded) || (other.length > 1 && folded.startsWith(other));
  });
  const meant = onlyItem(same.length > 0 ? same : near);
  return meant === undefined ? undefined : new Meaning(meant, same.length > 0);
}

/** Whether a key and a name have the same words beside neutral ones. */
export function saysSame(key: string, names: readonly string[]): boolean {
  const [own, words] = [stem(key), tellingWords(key)];
  return names.some((name) => stem(name) === own || (words !== "" && words === tellingWords(name)));
}

/** The words of a name that are not neutral, in one order. */
const tellingWords = cacheByString((name) =>
  [...new Set(toStems(name).filter((word) => !NEUTRAL.has(word)))].toSorted().join(" "),
);

/** The words that two names have in common, without neutral ones. */
export function sharesWord(one: string, other: string): boolean {
  const words = toStems(other);
  return toStems(one).some((word) => !NEUTRAL.has(word) && words.includes(word));
}

/** Whether the words that a key adds to a name take it back, or are its contraries. */
export function isContrary(key: string, name = ""): boolean {
  if (!isName(key) || !isName(name)) return true;
  const beside = (text: string, other: string) =>
    splitWords(text).filter((word) => !toStems(other).includes(stem(word)));
  const added = beside(key, name);
  return (
    isOpposite(key, name) ||
    RETRACTION.test(added.join(" ")) ||
    areContraries(added, beside(name, key))
  );
}

/** Names of the units that are written in more than one way. */
const UNITS =
  "g gram, kg kilo kilogram, mg milligram, mm millimeter, cm centimeter, m meter metre, km kilometer, ml milliliter, l liter litre, hl, kw kilowatt, w watt, s sec second, min minute, h hour hr, d day, ms millisecond, % percent pct, \u00b0c c celsius, \u00b0f f fahrenheit, eur \u20ac euro, usd $ dollar, gbp \u00a3 pound, lb pound, oz ounce, cent pence minor"
    .split(", ")
    .map((names): readonly string[] => names.split(" "));
/** The names of the unit that a word is; undefined if it is none of these. */
export const unitOf = (word: string) => UNIT_OF.get(word) ?? UNIT_OF.get(stem(word));

const UNIT_OF = new Map(
  UNITS.toReversed().flatMap((names) => names.map((name) => [name, names] as const)),
);

/** Whether a number is in another unit than a name says: `priceCents` for `priceEur`. */
export function isInOtherUnit(key: string, name: string, holder: object): boolean {
  const [own, wanted] = [key, name].map((text) => unitOf(toStems(text).at(-1) ?? ""));
  const unit = own ?? wanted;
  if (unit === undefined) return false;
  return (
    (wanted !== undefined && unit !== wanted) ||
    Object.values(holder).some((value) => {
      const beside = isShortText(value) ? unitOf(value.trim().toLowerCase()) : undefined;
      return beside !== undefined && beside !== unit;
    })
  );
}
