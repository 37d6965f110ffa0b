import { cacheByString } from "../../ground/cache/bounded-map.js";
import { isName, splitWords, stem } from "../../ground/text/fold-name.js";
import { compileContraries, isOpposite } from "../../ground/text/opposite.js";
import { isRetraction } from "./remarks.js";

/** Words of keys that only say that something follows, as its container, its notation or a call does. */
const NEUTRAL_WORDS = new Set(
  (
    "data payload candidate proposal value item result body content input output request response message object " +
    "record row entry element list array set collection json arg argument param parameter field property attribute " +
    "column text string info detail about meta metadata general common basic header spec schema wrapper envelope root document doc " +
    "the my our"
  )
    .split(" ")
    .map(stem),
);

/** Whether each word of a key is neutral, or a word of a name of the same thing: without the key, no word is lost. */
export function addsNoWord(key: string, names: readonly string[] = []): boolean {
  const whole = stem(key);
  if (names.some((name) => stem(name) === whole)) return true;
  const words = toStems(key);
  const telling = words.filter((word) => !NEUTRAL_WORDS.has(word));
  return words.length > 0 && telling.every((word) => names.some((name) => toStems(name).includes(word)));
}

/** The words of a name, without the endings of plurals; none of a longer text. */
export const toStems = cacheByName((name): readonly string[] => splitWords(name).map(stem), []);

/** Results are kept, because one key may be compared with all names of an object. A longer text is no name. */
function cacheByName<T>(derive: (name: string) => T, ofLonger: T): (name: string) => T {
  const known = cacheByString(derive);
  return (name) => (isName(name) ? known(name) : ofLonger);
}

/** Whether a key and one of several names say the same: beside neutral words, they have the same ones. */
export function saysSame(key: string, names: readonly string[]): boolean {
  const [whole, words] = [stem(key), tellingWords(key)];
  return names.some((name) => stem(name) === whole || (words !== "" && words === tellingWords(name)));
}

/** The words of a name that are not neutral, in one order. */
const tellingWords = cacheByName(
  (name): string =>
    [...new Set(toStems(name))]
      .filter((word) => !NEUTRAL_WORDS.has(word))
      .toSorted()
      .join(" "),
  "",
);

/**
 * Whether the words that a key has beside those of a name take it back, or are contraries of words that only the name
 * has: `formerSponsor`, `notDates`, `removed`, `minLux` for `luxMax`. A longer text than a name may say anything.
 */
export function isContrary(key: string, name = ""): boolean {
  if (!isName(key) || !isName(name)) return true;
  const added = wordsBeside(key, name);
  return (
    isOpposite(key, name) ||
    isRetraction(added.join(" ").toLowerCase()) ||
    added.some(compileContraries(wordsBeside(name, key)))
  );
}

/** The words of a text that a name does not have. */
function wordsBeside(text: string, name: string): string[] {
  const known = toStems(name);
  return splitWords(text).filter((word) => !known.includes(stem(word)));
}
