import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { closestOf } from "../../ground/text/did-you-mean.js";
import { isSameName } from "../../ground/text/fold-name.js";
import { makeNameIndex, type NameComparisons, type NameIndex } from "../../ground/text/match-names.js";
import { Meaning } from "../../ground/text/meaning.js";
import { isOpposite } from "../../ground/text/opposite.js";
import { isQuotable } from "../../ground/text/quote.js";
import { isIdentifier } from "../../ground/text/respell.js";
import { isSlipOf } from "../../ground/text/slips.js";
import type { Declaration, Declared } from "../declared/declaration.js";
import type { Records } from "../declared/records.js";
import { nameComparisons, type Subject } from "../memo.js";
import { isAnnotation, isEmpty } from "./redundant.js";
import { matchKeys } from "./relocations/match-keys.js";

/** How the keys of an object differ from the declared names. */
export interface KeyComparison {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Misspelled keys, with the names that they are meant as. */
  readonly meant: ReadonlyMap<string, Meaning>;
  /** The names that misspelled keys are meant as. */
  readonly found: ReadonlySet<string>;
  /** The key of an inner object that has the declared names, or those that are missing. */
  readonly wrapper: string | undefined;
  /** The only name without a value, if there is only one extra key, which no name matches. */
  readonly leftover: string | undefined;
}

type KeyMatches = Omit<KeyComparison, "missing" | "extra">;

/**
 * Returns a function that compares the keys of a record with the declared names. Its result is undefined if the record
 * has the declared keys in the declared order, each with a value of its type, as most records have.
 */
export function keyComparer(declared: Declared, subject: Subject) {
  const { memo } = subject;
  return memo.derive(["key comparer", declared, subject.candidate], () => {
    const index = declaredIndex(declared, subject);
    const comparisons = nameComparisons(subject);
    // Three checks ask about the same record, one right after the other.
    let last: object | undefined;
    let compared: KeyComparison | undefined;
    // Most fixes leave most records as they are. What is found for a record depends on which keys are admitted.
    const known = memo.derive(["compared records", index, String(declared.isComplete)], () => {
      return new Map<object, KeptComparison>();
    });
    const find = (record: Record<string, unknown>): KeyComparison => {
      const kept = known.get(record);
      if (kept?.asked.every(({ name, isAdmitted }) => comparisons.admits(name, index) === isAdmitted))
        return kept.result;
      const keys = findDifferences(record, declared);
      if (keys.missing.length + keys.extra.length === 0) return NO_DIFFERENCE;
      const compared = comparisons.noteAsked(() => ({
        ...keys,
        ...compareKeys(record, keys, index, comparisons),
      }));
      known.set(record, compared);
      return compared.result;
    };
    return (record: Record<string, unknown>): KeyComparison | undefined => {
      if (record !== last) compared = fitsExactly(record, declared) ? undefined : find(record);
      last = record;
      return compared;
    };
  });
}

function declaredIndex(declared: Declared, { memo }: Subject): NameIndex {
  const names = memo.derive(["declared names", declared], () => [...declared.byName.keys()]);
  // A fix of a type changes the declarations, but no name.
  return memo.derive(["index of names", JSON.stringify(names)], () => makeNameIndex(names));
}

type KeptComparison = ReturnType<typeof NameComparisons.prototype.noteAsked<KeyComparison>>;

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
  index: NameIndex,
  comparisons: NameComparisons,
): KeyMatches {
  if (extra.length === 0) return NO_MATCHES;
  // The value of an empty property may be under another key.
  const isAbsent = (name: string) => !Object.hasOwn(object, name) || isEmpty(object[name]);
  const meant = matchKeys(object, extra, isAbsent, index, comparisons);
  const lacking = meant.size > 0 || extra.length > 1 ? [] : missing.length > 0 ? missing : index.names.filter(isAbsent);
  return {
    meant,
    found: new Set([...meant.values()].map(({ value }) => value)),
    wrapper: extra.find((key) => isWrapper(object[key], missing, missing.length === index.names.length)),
    leftover: lacking.length === 1 && !isOpposite(extra[0] as string, lacking[0] as string) ? lacking[0] : undefined,
  };
}

const NO_MATCHES: KeyMatches = {
  meant: new Map(),
  found: new Set(),
  wrapper: undefined,
  leftover: undefined,
};

/** The comparison of a record that only has values of other types. */
const NO_DIFFERENCE: KeyComparison = { missing: [], extra: [], ...NO_MATCHES };

/** The only name without a value, if the value under the only extra key has its type. */
export function fittingLeftover(
  { leftover, extra }: KeyComparison,
  record: Record<string, unknown>,
  { byName }: Declared,
): string | undefined {
  const { type } = byName.get(leftover ?? "") ?? {};
  return type?.accepts(record[extra[0] as string]) ? leftover : undefined;
}

/**
 * Whether a value is an object with the names that the record lacks: with most of them if the record has no declared
 * name, otherwise with all that are missing, and nothing else.
 */
function isWrapper(inner: unknown, missing: readonly string[], lacksAll: boolean): boolean {
  if (!isObject(inner)) return false;
  const count = missing.filter((name) => Object.hasOwn(inner, name)).length;
  if (lacksAll) return count * 2 > missing.length;
  return count > 1 && count === missing.length && count === Object.keys(inner).length;
}

/** A key of a record, or one that it lacks. */
export interface RecordKey {
  readonly key: string;
  readonly record: Record<string, unknown>;
  readonly compared: KeyComparison;
  /** Whether a value of the record can be removed without losing information. */
  isRedundant(value: unknown): boolean;
}

/** Explains unknown keys of records by the declaration and the other records. */
export class UnknownKeys {
  readonly #declared: Declared;

  constructor(
    private readonly declaration: Declaration,
    private readonly subject: Subject,
  ) {
    this.#declared = declaration.read(subject);
  }

  get #records(): Records {
    return this.declaration.records(this.subject);
  }

  /** The name that a message asks about: "did you mean …?" */
  hint(unknown: RecordKey): string | undefined {
    return this.#nearest(unknown) ?? this.#similarName(unknown.key);
  }

  /**
   * The declared name that the key is probably meant as. Because the author chose the names, a slip is certain only if
   * another record has the name, and not more records have the slip.
   */
  nearest(unknown: RecordKey): Meaning | undefined {
    const { key, compared } = unknown;
    const nearest = this.#nearest(unknown);
    if (nearest === undefined) return undefined;
    const isShown = () => this.#records.values(nearest).length > 0;
    const isCertain =
      !hasRival(key, compared) &&
      (isOtherSpelling(key, nearest) || (isShown() && isSlipOf(key, nearest) && !this.#isAgreed(key, nearest)));
    return new Meaning(nearest, isCertain);
  }

  /**
   * If more records have this key than the declared name, the declaration is probably misspelled, and this returns its
   * pointer. If some records do have the declared name, only the last of the others gets the pointer, so that fixing
   * records one by one does not undo earlier fixes.
   */
  declarationOf(unknown: RecordKey): string | undefined {
    const { key, record } = unknown;
    const nearest = this.#nearest(unknown);
    if (nearest === undefined || isOtherSpelling(key, nearest) || !this.#isAgreed(key, nearest)) return undefined;
    if (this.#records.values(nearest).length > 0 && this.#records.lastWith(key) !== record) return undefined;
    const field = this.#declared.byName.get(nearest);
    return field && this.declaration.path(field);
  }

  /** The type that the key could be declared with. A key beside a wrapped record is hardly a field of it. */
  commonType(unknown: RecordKey): string | undefined {
    const { key, compared } = unknown;
    if (compared.meant.has(key) || compared.wrapper !== undefined || !isQuotable(key)) return undefined;
    return this.declaration.typeUnder(key, this.subject);
  }

  isRedundant(unknown: RecordKey): boolean {
    const { key, record, compared, isRedundant } = unknown;
    return !compared.meant.has(key) && (isRedundant(record[key]) || this.#hasTwin(key, record));
  }

  /** The record with the fields of a wrapper where they belong. */
  rearranged(unknown: RecordKey): Meaning<Json> | undefined {
    return unknown.compared.wrapper === unknown.key ? unwrappedRecord(unknown, this.#declared) : undefined;
  }

  #nearest({ key, record, compared }: RecordKey): string | undefined {
    return compared.meant.get(key)?.value ?? fittingLeftover(compared, record, this.#declared);
  }

  /** A name that is similar to the key, even if the record has it too. Only messages use it. */
  #similarName(key: string): string | undefined {
    const near = nameComparisons(this.subject).near(key, declaredIndex(this.#declared, this.subject));
    return closestOf(near.options)?.value;
  }

  /** Whether the object has the same value under the declared spelling of the key. */
  #hasTwin(key: string, object: Record<string, unknown>): boolean {
    const isTwin = (name: string) => Object.hasOwn(object, name) && isEqual(object[name], object[key]);
    return this.#declared.fields.some(({ name }) => isTwin(name) && isSameName(name, key));
  }

  /** Whether at least two records have the key, and more than have the declared name. */
  #isAgreed(key: string, name: string): boolean {
    const count = this.#records.values(key).length;
    return count > 1 && count > this.#records.values(name).length;
  }
}

/** Whether a key is another spelling of the name, and it is not the declared name that needs correction. */
function isOtherSpelling(key: string, name: string): boolean {
  return isSameName(key, name) && !(isIdentifier(key) && !isIdentifier(name));
}

/** Whether another key of the record may be meant as the same name, and has another value. */
function hasRival(key: string, { meant }: KeyComparison): boolean {
  const own = meant.get(key);
  if (own === undefined || own.isCertain) return false;
  return [...meant].some(([rival, { value }]) => rival !== key && value === own.value);
}

/** The record in a wrapper. Certain if the wrapper contains all declared names, and nothing beside it is lost. */
function unwrappedRecord({ key, record, compared }: RecordKey, { fields }: Declared): Meaning<Json> {
  const { [key]: inner, ...others } = record as Record<string, JsonObject>;
  if (inner === undefined || compared.missing.length < fields.length)
    return new Meaning<Json>({ ...others, ...inner }, false);
  const isCertain = Object.entries(others).every(([name, value]) => isEmpty(value) || isAnnotation(name));
  return new Meaning<Json>(inner, isCertain);
}
