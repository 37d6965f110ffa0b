import { isObject } from "../../json/value.js";
import { indexNames, stem } from "../../text/fold.js";
import { findRivals, matchNames } from "../../text/match-names.js";
import type { Meaning } from "../../text/meaning.js";
import type { Declared } from "../declared/declaration.js";
import type { Memo } from "../memo.js";
import { isEmpty } from "./redundant.js";

/** How the keys of an object differ from the declared names. */
export interface KeyComparison {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Misspelled keys, with the missing names that they are meant as. */
  readonly matches: ReadonlyMap<string, Meaning>;
  /** The names that misspelled keys are meant as. */
  readonly matched: ReadonlySet<string>;
  /** Keys that could also mean a name that another key is meant as. */
  readonly rivals: ReadonlyMap<string, string>;
  /** The key of an inner object that has the declared names, or those that are missing. */
  readonly wrapper: string | undefined;
  /** The only extra key and the only missing name, if the value under the key has the type of the name. */
  readonly leftover: { readonly key: string; readonly name: string } | undefined;
}

type KeyMatches = Pick<KeyComparison, "matches" | "matched" | "rivals">;

/**
 * Returns a function that compares the keys of a record with the declared names. Its result is undefined if the record
 * has the declared keys in the declared order, each with a value of its type, as most records have.
 */
export function keyComparer(declared: Declared, memo: Memo) {
  return memo.derive(["key comparer", declared], () => {
    // Three checks ask about the same record, one right after the other.
    let last: { record: object; compared: KeyComparison | undefined } | undefined;
    return (record: Record<string, unknown>): KeyComparison | undefined => {
      if (last?.record !== record) {
        const compared = fitsExactly(record, declared)
          ? undefined
          : memo.derive(["keys", declared, record], () => compare(record, declared, memo));
        last = { record, compared };
      }
      return last.compared;
    };
  });
}

function fitsExactly(object: Record<string, unknown>, { fields, complete }: Declared): boolean {
  if (!complete) return false;
  let index = 0;
  for (const key in object) {
    const field = fields[index++];
    if (field === undefined || key !== field.name) return false;
    if (field.type !== undefined && !field.type.accepts(object[key])) return false;
  }
  return index === fields.length;
}

function compare(object: Record<string, unknown>, { byName, complete }: Declared, memo: Memo): KeyComparison {
  const names = [...byName.keys()];
  const missing = names.filter((name) => !Object.hasOwn(object, name));
  const extra = complete ? Object.keys(object).filter((key) => !byName.has(key)) : [];
  const wrapper = wrapperIn(object, extra, missing, missing.length === names.length);
  // The value of an empty property may be under another key.
  const absent = names.filter((name) => !Object.hasOwn(object, name) || isEmpty(object[name]));
  // Remembered, because most records of a candidate are wrong in the same way.
  const matchesOf = () => memo.derive(["key matches", JSON.stringify([extra, absent])], () => matchKeys(extra, absent));
  const { matches, ...others } = extra.length === 0 ? NO_MATCHES : matchesOf();
  const lacking = missing.length > 0 ? missing : absent;
  const [key, name] = [extra[0] ?? "", lacking[0] ?? ""];
  const isLeft = matches.size === 0 && extra.length === 1 && lacking.length === 1;
  const leftover = isLeft && byName.get(name)?.type?.accepts(object[key]) ? { key, name } : undefined;
  return { missing, extra, matches, ...others, wrapper, leftover };
}

const NO_MATCHES: KeyMatches = { matches: new Map(), matched: new Set(), rivals: new Map() };

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

function matchKeys(extra: string[], absent: string[]): KeyMatches {
  const matches = matchNames(extra, absent);
  const matched = new Set([...matches.values()].map(({ value }) => value));
  const unmatched = extra.filter((key) => !matches.has(key));
  const byStem = indexNames(matched, (name) => [stem(name)]);
  return { matches, matched, rivals: findRivals(unmatched, matched, (look) => byStem.get(look) ?? []) };
}
