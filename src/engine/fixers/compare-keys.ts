import type { Json, JsonObject } from "../../ground/json/value.js";
import type { NameComparisons } from "../../ground/text/match-names.js";
import { Meaning } from "../../ground/text/meaning.js";
import type { Declared } from "../declared/declaration.js";
import { type Memo, nameComparisons, type Subject } from "../memo.js";
import { type KnownNames, knownNames } from "./known-properties.js";
import { isAnnotation, isEmpty } from "./redundant.js";
import { matchKeys } from "./relocations/match-keys.js";
import { findOutside, findWrapped, isNeutralPlace } from "./relocations/unwrap.js";
import { isContrary } from "./words-of-keys.js";

/** How the keys of an object differ from the declared names. */
export interface KeyComparison {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Misspelled keys, with the names that they are meant as. */
  readonly meant: ReadonlyMap<string, Meaning>;
  /** The names that misspelled keys are meant as. */
  readonly found: ReadonlySet<string>;
  /** An inner object that has the declared names. */
  readonly inside: Inside | undefined;
  /** The only name without a value, if there is only one extra key, which no name matches. */
  readonly leftover: string | undefined;
}

type KeyMatches = Omit<KeyComparison, "missing" | "extra">;

/**
 * Returns a function that compares the keys of a record with the declared names. Its result is undefined if the record
 * has the declared keys in the declared order, each with a value of its type, as most records have.
 */
export function makeKeyComparer(declared: Declared, subject: Subject) {
  const { memo } = subject;
  return memo.derive(["key comparer", declared, subject.candidate], () => {
    // Made when it is needed: the records of a valid candidate differ in nothing.
    let known: KnownNames | undefined;
    // A fix leaves most records as they are, and their comparisons with them.
    let kept: Map<object, KeyComparison> | undefined;
    // Three checks ask about the same record, one right after the other.
    let last: object | undefined;
    let compared: KeyComparison | undefined;
    const find = (record: Record<string, unknown>): KeyComparison => {
      known ??= indexDeclared(declared, subject);
      kept ??= memo.derive(["compared records", known, declared.isComplete], () => new Map<object, KeyComparison>());
      const before = kept.get(record);
      if (before !== undefined) return before;
      const keys = findDifferences(record, declared);
      const comparisons = nameComparisons(subject);
      const isSame = keys.missing.length + keys.extra.length === 0;
      const found = isSame ? NO_DIFFERENCE : { ...keys, ...compareKeys(record, keys, known, comparisons, memo) };
      // After other fixes, there may be room to compare the names that were left out here.
      if (!comparisons.isExhausted) kept.set(record, found);
      return found;
    };
    return (record: Record<string, unknown>): KeyComparison | undefined => {
      if (record !== last) compared = fitsExactly(record, declared) ? undefined : find(record);
      last = record;
      return compared;
    };
  });
}

/** The declared names, as those of an object schema. A fix of a type changes the declarations, but no name. */
function indexDeclared(declared: Declared, { memo }: Subject): KnownNames {
  return memo.derive(["index of declared", declared], () => {
    const names = [...declared.byName.keys()];
    const properties = memo.derive(["declared properties", JSON.stringify(names)], () =>
      Object.fromEntries(names.map((name) => [name, {}])),
    );
    return knownNames(properties);
  });
}

function fitsExactly(object: Record<string, unknown>, { fields, isComplete }: Declared): boolean {
  if (!isComplete) return false;
  let index = 0;
  for (const key in object) {
    const field = fields[index++];
    if (field === undefined || key !== field.name) return false;
    if (field.type !== undefined && !field.type.accepts(object[key])) return false;
  }
  return index === fields.length;
}

function findDifferences(object: Record<string, unknown>, { byName, isComplete }: Declared) {
  const missing: string[] = [];
  for (const name of byName.keys()) if (!Object.hasOwn(object, name)) missing.push(name);
  const extra = isComplete ? Object.keys(object).filter((key) => !byName.has(key)) : [];
  return { missing, extra };
}

function compareKeys(
  object: Record<string, unknown>,
  { missing, extra }: Pick<KeyComparison, "missing" | "extra">,
  known: KnownNames,
  comparisons: NameComparisons,
  memo: Memo,
): KeyMatches {
  if (extra.length === 0) return NO_MATCHES;
  const { index } = known;
  // The value of an empty property may be under another key.
  const isAbsent = (name: string) => !Object.hasOwn(object, name) || isEmpty(object[name]);
  const meant = matchKeys(object, extra, isAbsent, index, comparisons);
  const lacking = meant.size > 0 || extra.length > 1 ? [] : missing.length > 0 ? missing : index.names.filter(isAbsent);
  return {
    meant,
    found: new Set([...meant.values()].map(({ value }) => value)),
    inside: findInside(object as JsonObject, extra, known, memo),
    leftover: lacking.length === 1 && !isContrary(extra[0] as string, lacking[0] as string) ? lacking[0] : undefined,
  };
}

const NO_MATCHES: KeyMatches = {
  meant: new Map(),
  found: new Set(),
  inside: undefined,
  leftover: undefined,
};

/** The comparison of a record that only has values of other types. */
const NO_DIFFERENCE: KeyComparison = { missing: [], extra: [], ...NO_MATCHES };

/** The only name without a value, if the value under the only extra key has its type. */
export function findFittingLeftover(
  { leftover, extra }: KeyComparison,
  record: Record<string, unknown>,
  { byName }: Declared,
): string | undefined {
  const { type } = byName.get(leftover ?? "") ?? {};
  return type?.accepts(record[extra[0] as string]) ? leftover : undefined;
}

/** An inner object of a record with declared names, and the record with these in their places. */
interface Inside {
  readonly key: string;
  rearrange(): Meaning<Json>;
}

function findInside(record: JsonObject, extra: readonly string[], known: KnownNames, memo: Memo): Inside | undefined {
  const wrapped = findWrapped(record, extra, known, memo);
  if (wrapped === undefined) return undefined;
  const { key, inner, place } = wrapped;
  const isLossless = () => findOutside(record, place).every((one) => isEmpty(one.value) || isAnnotation(one.key));
  return { key, rearrange: () => new Meaning<Json>(inner, isNeutralPlace(place) && isLossless()) };
}
