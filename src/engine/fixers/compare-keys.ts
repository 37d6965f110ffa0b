import { isObject } from "../../json/value.js";
import type { Suggestion } from "../../text/did-you-mean.js";
import { indexNames, stem } from "../../text/fold.js";
import { findRivals, matchNames } from "../../text/match-names.js";
import type { Declaration, Declared } from "../declared/declaration.js";
import type { Subject } from "../memo.js";
import { isEmpty } from "./redundant.js";

/** How the keys of an object differ from the declared names. */
export interface KeyComparison {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Misspelt keys, with the missing names that they are meant as. */
  readonly matches: ReadonlyMap<string, Suggestion>;
  /** The names that misspelt keys are meant as. */
  readonly matched: ReadonlySet<string>;
  /** Keys that could also mean a name that another key is meant as. */
  readonly rivals: ReadonlyMap<string, string>;
  /** The key of an inner object that has the declared names, or those that are missing. */
  readonly wrapper: string | undefined;
  /** The only extra key and the only missing name, if the value under the key has the type of the name. */
  readonly leftover: { readonly key: string; readonly name: string } | undefined;
}

type KeyMatches = Pick<KeyComparison, "matches" | "matched" | "rivals">;

const NO_MATCHES: KeyMatches = { matches: new Map(), matched: new Set(), rivals: new Map() };

/** Remembers matches, because most records of a candidate are wrong in the same way. */
interface KnownMatches {
  /** The extra keys and absent names of the last record, and their matches. */
  extra: readonly string[];
  absent: readonly string[];
  last: KeyMatches;
  /** The matches of all records, by their extra keys and absent names. */
  readonly all: Map<string, KeyMatches>;
}

/** The comparer of the records of a candidate, which all checks share. */
export function keyComparerOf(declaration: Declaration, evaluation: Subject): KeyComparer {
  const { memo } = evaluation;
  const declared = declaration.read(evaluation);
  return memo.derive("key comparer", declared, () => {
    const known = memo.derive("key matches", declaration.name, (): KnownMatches => {
      return { extra: [], absent: [], last: NO_MATCHES, all: new Map() };
    });
    return new KeyComparer(declared, known);
  });
}

/** Compares the keys of records with the declared names. */
export class KeyComparer {
  /** The last comparison: three checks ask about the same record, one right after the other. */
  #last: { object: object | undefined; comparison: KeyComparison | undefined } = {
    object: undefined,
    comparison: undefined,
  };

  constructor(
    readonly declared: Declared,
    private readonly known: KnownMatches,
  ) {}

  /**
   * The differences of a record. Undefined if the record has the declared keys in the declared order, each with a value
   * of its type, as most records have.
   */
  compare(object: Record<string, unknown>): KeyComparison | undefined {
    if (this.#last.object !== object) {
      const fits = this.declared.complete && fitsExactly(object, this.declared);
      this.#last = { object, comparison: fits ? undefined : compare(object, this.declared, this.known) };
    }
    return this.#last.comparison;
  }
}

function fitsExactly(object: Record<string, unknown>, { names: { list }, types }: Declared): boolean {
  let at = 0;
  for (const key in object) {
    if (key !== list[at]) return false;
    const type = types[at++];
    if (type !== undefined && !type.accepts(object[key])) return false;
  }
  return at === list.length;
}

function compare(object: Record<string, unknown>, declared: Declared, known: KnownMatches): KeyComparison {
  const { names, complete } = declared;
  const missing = names.list.filter((name) => !Object.hasOwn(object, name));
  const extra = complete ? Object.keys(object).filter((key) => names.indexOf(key) === -1) : [];
  // The value of an empty property may be under another key.
  const absent =
    extra.length === 0 ? missing : names.list.filter((name) => !Object.hasOwn(object, name) || isEmpty(object[name]));
  const matches = matchesOf(extra, absent, known);
  const wrapper = wrapperIn(object, extra, missing, missing.length === names.list.length);
  const leftover =
    matches.matches.size === 0 ? leftoverIn(object, extra, missing.length > 0 ? missing : absent, declared) : undefined;
  return { missing, extra, ...matches, wrapper, leftover };
}

/** The only extra key and the only missing name, if the value under the key has the type of the name. */
function leftoverIn(
  object: Record<string, unknown>,
  extra: readonly string[],
  missing: readonly string[],
  { names, types }: Declared,
): KeyComparison["leftover"] {
  const [[key], [name]] = [extra, missing];
  if (key === undefined || name === undefined || extra.length + missing.length > 2) return undefined;
  return types[names.indexOf(name)]?.accepts(object[key]) ? { key, name } : undefined;
}

/**
 * The key of an inner object with the names that the record lacks. If the record has no declared name, the inner object
 * has most of them; otherwise it has all that are missing, and nothing else.
 */
function wrapperIn(
  object: Record<string, unknown>,
  extra: readonly string[],
  missing: readonly string[],
  lacksAll: boolean,
): string | undefined {
  return extra.find((key) => {
    const inner = object[key];
    if (!isObject(inner)) return false;
    const count = missing.filter((name) => Object.hasOwn(inner, name)).length;
    if (lacksAll) return count * 2 > missing.length;
    return count > 1 && count === missing.length && count === Object.keys(inner).length;
  });
}

function matchesOf(extra: string[], absent: string[], known: KnownMatches): KeyMatches {
  if (extra.length === 0 || absent.length === 0) return NO_MATCHES;
  if (!areSame(extra, known.extra) || !areSame(absent, known.absent)) {
    const key = JSON.stringify([extra, absent]);
    const last = known.all.get(key) ?? matchKeys(extra, absent);
    known.all.set(key, last);
    Object.assign(known, { extra, absent, last });
  }
  return known.last;
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

function matchKeys(extra: string[], absent: string[]): KeyMatches {
  const matches = matchNames(extra, absent);
  const matched = new Set([...matches.values()].map(({ value }) => value));
  if (matches.size === 0 || matches.size === extra.length) return { matches, matched, rivals: NO_MATCHES.rivals };
  const unmatched = extra.filter((key) => !matches.has(key));
  const byStem = indexNames(matched, (name) => [stem(name)]);
  return { matches, matched, rivals: findRivals(unmatched, matched, (look) => byStem.get(look) ?? []) };
}
