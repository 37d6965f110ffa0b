import { isObject } from "../../json/value.js";
import { indexNames, stem } from "../../text/fold.js";
import { findRivals, matchNames } from "../../text/match-names.js";
import { type Declared, type KeyComparison, type KeyMatches, NO_MATCHES } from "../declared/declaration.js";
import { isEmpty } from "../fixers/redundant.js";

/**
 * Compares the keys of a record with the declared names. Undefined if the record has the declared keys in the declared
 * order, each with a value of its type, as most records have.
 */
export function compareKeys(object: Record<string, unknown>, declared: Declared): KeyComparison | undefined {
  const { last } = declared;
  if (last.object !== object) {
    last.object = object;
    last.comparison = declared.complete && fits(object, declared) ? undefined : compare(object, declared);
  }
  return last.comparison;
}

function fits(object: Record<string, unknown>, { names: { list }, types }: Declared): boolean {
  let at = 0;
  for (const key in object) {
    if (key !== list[at]) return false;
    const type = types[at++];
    if (type !== undefined && !type.accepts(object[key])) return false;
  }
  return at === list.length;
}

function compare(object: Record<string, unknown>, declared: Declared): KeyComparison {
  const { names, complete } = declared;
  const missing = names.list.filter((name) => !Object.hasOwn(object, name));
  const extra = complete ? Object.keys(object).filter((key) => names.indexOf(key) === -1) : [];
  // The value of an empty property may be under another key.
  const absent =
    extra.length === 0 ? missing : names.list.filter((name) => !Object.hasOwn(object, name) || isEmpty(object[name]));
  const matches = matchesOf(extra, absent, declared);
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
    const found = missing.filter((name) => Object.hasOwn(inner, name)).length;
    if (lacksAll) return found * 2 > missing.length;
    return found > 1 && found === missing.length && found === Object.keys(inner).length;
  });
}

function matchesOf(extra: string[], absent: string[], { matches: known }: Declared): KeyMatches {
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
