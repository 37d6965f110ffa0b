import { cacheByObject } from "../cache/cache-by-object.js";
import { chooseClosest, type NearOption, nearOptions } from "./did-you-mean.js";
import { foldName, indexNames, isName, stem } from "./fold-name.js";
import { Meaning } from "./meaning.js";

/** With more names or values, only their folded forms are compared. */
export const MAX_COMPARED = 200;

/** Pairs of names that are compared letter by letter for one document. */
const MAX_COMPARED_PAIRS = 600;

/** Known names, by the forms in which unknown names are looked up. */
export interface NameIndex {
  readonly names: readonly string[];
  /** The names by their folded forms, and by those of their aliases. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly byAlias: ReadonlyMap<string, readonly string[]>;
  /** The best first: the folded name, its aliases, and both without plurals. */
  readonly byForm: readonly {
    readonly toForm: (name: string) => string;
    readonly names: Map<string, string[]>;
  }[];
}

export function makeNameIndex(
  names: readonly string[],
  aliasesOf: (name: string) => readonly string[] = () => [],
): NameIndex {
  const indexBy = (
    toForm: (name: string) => string,
    spellings: (name: string) => readonly string[],
  ) => indexNames(names, (name) => spellings(name).filter(isName).map(toForm));
  const own = (name: string) => [name];
  const byName = indexBy(foldName, own);
  const byAlias = indexBy(foldName, aliasesOf);
  const byForm = [
    { toForm: foldName, names: byName },
    { toForm: foldName, names: byAlias },
    { toForm: stem, names: indexBy(stem, own) },
    { toForm: stem, names: indexBy(stem, aliasesOf) },
  ].filter((form) => form.names.size > 0);
  return { names, byName, byAlias, byForm };
}

/** The names of an index that an unknown name is near to. */
interface NearNames {
  readonly options: readonly NearOption[];
  /** The names that begin with the unknown one. */
  readonly longer: readonly string[];
}

const NOTHING_NEAR: NearNames = { options: [], longer: [] };

/** Comparisons by index and name, kept because most fixes change no name. */
export type KnownComparisons = Map<NameIndex, Map<string, NearNames>>;

/**
 * Compares unknown names of one document with known ones letter by letter: each once, and no more
 * than `MAX_COMPARED_PAIRS`, in the order in which they are asked about.
 */
export class NameComparisons {
  /** Whether a name was not compared because no pairs were left. */
  isExhausted = false;
  readonly #admitted = new Map<NameIndex, Set<string>>();
  #pairsLeft = MAX_COMPARED_PAIRS;

  /** `known` keeps the comparisons of earlier forms of the document. */
  constructor(private readonly known: KnownComparisons = new Map()) {}

  near(name: string, index: NameIndex): NearNames {
    if (!this.#admits(name, index)) return NOTHING_NEAR;
    const known = getOrSet(this.known, index, () => new Map<string, NearNames>());
    return getOrSet(known, name, () => findNear(name, index));
  }

  /** Whether a name is compared: whether it is one of the first. */
  #admits(name: string, index: NameIndex): boolean {
    const admitted = getOrSet(this.#admitted, index, () => new Set<string>());
    if (admitted.has(name)) return true;
    if (!isName(name)) return false;
    if (index.names.length > this.#pairsLeft) {
      this.isExhausted = true;
      return false;
    }
    this.#pairsLeft -= index.names.length;
    admitted.add(name);
    return true;
  }
}

function findNear(name: string, { names }: NameIndex): NearNames {
  const start = foldName(name);
  return {
    options: nearOptions(name, names),
    longer: names.filter((one) => foldName(one).startsWith(start)),
  };
}

function getOrSet<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * Matches unknown names with absent ones, each once: by folded forms, then aliases, then plurals,
 * then slips.
 */
export function matchNames(
  unknown: readonly string[],
  isAbsent: (name: string) => boolean,
  index: NameIndex,
  comparisons: NameComparisons,
): Map<string, Meaning> {
  const matches = new Map<string, Meaning>();
  const taken = new Set<string>();
  const isFree = (name: string) => !taken.has(name) && isAbsent(name);
  const names = unknown.filter(isName);
  for (const { toForm, names: byForm } of index.byForm) {
    // Kept until a name is taken: hundreds of keys may have one form.
    let freeByForm: Map<string, readonly string[]> | undefined;
    for (const name of names) {
      if (matches.has(name)) continue;
      const form = toForm(name);
      const having = byForm.get(form);
      if (having === undefined) continue;
      freeByForm ??= new Map();
      const [value, second] = getOrSet(freeByForm, form, () => having.filter(isFree));
      if (value === undefined || second !== undefined) continue;
      matches.set(name, new Meaning(value, true));
      taken.add(value);
      freeByForm = undefined;
    }
  }
  for (const name of names) {
    if (matches.has(name)) continue;
    const { options, longer } = comparisons.near(name, index);
    const meant = chooseClosest(options.filter(({ option }) => isFree(option)));
    if (meant === undefined) continue;
    taken.add(meant.value);
    // A name that is the beginning of `bookId` may also mean `bookName`.
    matches.set(name, meant.uncertainIf(longer.filter(isAbsent).length > 1));
  }
  return matches;
}

const NO_NAMES: readonly string[] = [];

/** The names without a match that could mean a matched name as well, with that name. */
export function findRivals(
  unmatched: readonly string[],
  matched: Pick<ReadonlySet<string>, "has" | "size">,
  index: NameIndex,
  comparisons: NameComparisons,
): Map<string, string> {
  const rivals = new Map<string, string>();
  if (matched.size === 0) return rivals;
  const matchedIn = cacheByObject((names: readonly string[]) =>
    names.filter((one) => matched.has(one)),
  );
  for (const name of unmatched.filter(isName)) {
    let meant: string | undefined;
    for (const { toForm, names } of index.byForm)
      meant ??= matchedIn(names.get(toForm(name)) ?? NO_NAMES)[0];
    meant ??= chooseClosest(
      comparisons.near(name, index).options.filter(({ option }) => matched.has(option)),
    )?.value;
    if (meant !== undefined) rivals.set(name, meant);
  }
  return rivals;
}
