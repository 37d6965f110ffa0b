import { distance } from "fastest-levenshtein";

/** What both oracles need: properties, pointers, and which names the keys of an object were meant to be. */

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** A property that is really there: `toString` of `{}` is not. */
export const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
/** RFC 6901, section 3: `~` first, or the `~` of an escaped `/` would be escaped again. */
export const step = (path: string, key: string | number) =>
  `${path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

export const isNextTo = (id: string, taken: string) =>
  id.toLowerCase() === taken.toLowerCase() || distance(id, taken) === 1;

/** Whether a value is an object with more than half of the names. */
export function hasMost(value: unknown, names: string[]): boolean {
  return isObject(value) && names.filter((name) => Object.hasOwn(value, name)).length * 2 > names.length;
}

/** Whether a value is an object with these names, two or more, and no others. */
export function hasAll(value: unknown, names: string[]): boolean {
  return (
    isObject(value) &&
    names.length > 1 &&
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name))
  );
}

/** The names that the words were meant to be: those that look alike, other names, plurals, then slips, in turn. */
export function claimed(words: string[], names: string[], aliases?: Record<string, string[]>): Set<string> {
  const taken = new Set<string>();
  const left = () => names.filter((each) => !taken.has(each));
  const takeAlike = (rest: string[], free: string[], spellings: (name: string) => string[], look = fold) =>
    rest.filter((word) => {
      const alike = free.filter(
        (name) => word.length <= 256 && spellings(name).some((one) => one.length <= 256 && look(one) === look(word)),
      );
      if (alike.length !== 1 || taken.has(alike[0] as string)) return true;
      taken.add(alike[0] as string);
      return false;
    });
  /** A name of two words or more, each of which the other or its aliases have, and the last one last. */
  const takeComposed = (word: string): boolean => {
    const own = wordsIn(word);
    if (word.length > 64 || own.length < 2) return false;
    const alike = left().filter((name) => {
      const spelt = [name, ...aliasesOf(name)].map(wordsIn);
      const isLast = spelt.some((each) => each.at(-1) === own.at(-1));
      return isLast && own.every((one) => spelt.some((each) => each.includes(one)));
    });
    if (alike.length === 1) taken.add(alike[0] as string);
    return alike.length === 1;
  };
  let others = takeAlike(words, names, (name) => [name]);
  const aliasesOf = (name: string) => (aliases && Object.hasOwn(aliases, name) ? (aliases[name] ?? []) : []);
  others = takeAlike(others, left(), aliasesOf);
  others = takeAlike(others, left(), (name) => [name], singular);
  others = takeAlike(others, left(), aliasesOf, singular);
  if (aliases !== undefined && words.length <= 20) others = others.filter((word) => !takeComposed(word));
  if (others.length * left().length > 100) return taken;
  for (const word of others) {
    const name = didYouMean(word, left());
    if (name !== undefined) taken.add(name);
  }
  return taken;
}

function wordsIn(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[\p{Ll}0-9]+/gu) ?? []).map(singular);
}

function singular(name: string): string {
  const word = fold(name);
  if (word.length < 4) return word;
  const one = word.endsWith("ies") ? `${word.slice(0, -3)}y` : word;
  return one.endsWith("s") && one.length > 1 && !one.endsWith("ss") ? one.slice(0, -1) : one;
}

export function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\s*\d{1,2}[.)]\s+/, "")
    .replace(/[-_:\s"'`*\u2022\u2018\u2019\u201c\u201d\u00ab\u00bb\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
    .replace(/(?<=\w)[.,;!]$/, "");
}

function didYouMean(word: string, options: string[]): string | undefined {
  const counts = options.map((option) =>
    word.length > 256 || option.length > 256 ? TOO_FAR : slips(fold(word), fold(option)),
  );
  const fewest = Math.min(...counts);
  const best = options.filter((_, i) => counts[i] === fewest);
  return fewest !== TOO_FAR && best.length === 1 ? best[0] : undefined;
}

/** A name of three letters may have one slip, one of eight may have two that only lose, double or swap letters. */
function slips(word: string, meant: string): number {
  if (word === meant) return 0;
  if (meant.length < 3) return TOO_FAR;
  if (written(word, meant, 1, true)) return 1;
  return meant.length >= 8 && written(word, meant, 2, false) ? 2 : TOO_FAR;
}

const isDigit = (character: string) => character >= "0" && character <= "9";

/** Whether the one is written for the other with so many slips; `any` allows other letters and letters too many. */
function written(word: string, meant: string, most: number, any: boolean): boolean {
  const from = (i: number, j: number, left: number): boolean => {
    if (Math.abs(word.length - i - (meant.length - j)) > left) return false;
    if (i === word.length && j === meant.length) return true;
    const [a, b] = [word.charAt(i), meant.charAt(j)];
    if (a !== "" && a === b && from(i + 1, j + 1, left)) return true;
    if (left === 0) return false;
    const [isA, isB] = [a !== "" && !isDigit(a), b !== "" && !isDigit(b)];
    const isDoubled = isA && a === meant.charAt(j - 1);
    const isSwapped = isA && isB && a === meant.charAt(j + 1) && b === word.charAt(i + 1);
    if (isB && from(i, j + 1, left - 1)) return true;
    if (isDoubled && from(i + 1, j, left - 1)) return true;
    if (isSwapped && from(i + 2, j + 2, left - 1)) return true;
    return any && isA && (from(i + 1, j, left - 1) || (isB && from(i + 1, j + 1, left - 1)));
  };
  return from(0, 0, most);
}

const TOO_FAR = Number.POSITIVE_INFINITY;
