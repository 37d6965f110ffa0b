import { isSameName } from "../../../ground/text/fold-name.js";
import { findRivals, matchNames, type NameComparisons, type NameIndex } from "../../../ground/text/match-names.js";
import { Meaning } from "../../../ground/text/meaning.js";
import { isEmpty, isEqualAsText } from "../redundant.js";

/**
 * Finds the absent names that the unknown keys of an object or a record were probably meant as. A key with a value comes
 * before one without, and an empty value does not replace another. If two keys with different values could mean one name,
 * the author has to choose.
 */
export function matchKeys(
  object: Readonly<Record<string, unknown>>,
  unknown: readonly string[],
  isAbsent: (name: string) => boolean,
  index: NameIndex,
  comparisons: NameComparisons,
): Map<string, Meaning> {
  const matches = new Map<string, Meaning>();
  const keys = new Map<string, string>();
  const isFree = (name: string) => !keys.has(name) && isAbsent(name);
  const match = (names: readonly string[]) => {
    for (const [key, meant] of matchNames(names, isFree, index, comparisons)) {
      if (isEmpty(object[key]) && Object.hasOwn(object, meant.value)) continue;
      matches.set(key, meant);
      keys.set(meant.value, key);
    }
  };
  const filled = unknown.filter((key) => !isEmpty(object[key]));
  match(filled);
  if (filled.length < unknown.length) match(unknown.filter((key) => isEmpty(object[key])));
  const unmatched = filled.filter((key) => !matches.has(key));
  for (const [rival, name] of findRivals(unmatched, keys, index, comparisons)) {
    const key = keys.get(name) as string;
    if (isEqualAsText(object[rival], object[key])) continue;
    matches.set(rival, new Meaning(name, false));
    // Another spelling of the name itself stays certain beside an alias.
    if (!isSameName(key, name) || isSameName(rival, name)) matches.set(key, new Meaning(name, false));
  }
  return matches;
}
