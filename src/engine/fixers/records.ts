import { isEmpty, isEqual, type Json, type JsonObject, onlyItem } from "../../ground/json/value.js";
import { isSlipOf } from "../../ground/text/did-you-mean.js";
import { isSameName } from "../../ground/text/fold-name.js";
import { Meaning } from "../../ground/text/meaning.js";
import { isQuotable } from "../../ground/text/quote.js";
import { isIdentifier } from "../../ground/text/respell.js";
import type { Declaration, Declared } from "../declared/declaration.js";
import type { Memo, Subject } from "../memo.js";
import {
  findOutside,
  findWrapped,
  isNeutralPlace,
  type KnownNames,
  knownNames,
  matchKeys,
} from "./keys.js";
import { isAnnotation, isContrary, isExcluded } from "./words.js";

/** How the keys of a record differ from the declared names. */
export interface KeyComparison {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Misspelled keys, with the names that they are meant as. */
  readonly meant: ReadonlyMap<string, Meaning>;
  /** The names that misspelled keys are meant as. */
  readonly found: ReadonlySet<string>;
  /** An inner object that has the declared names. */
  readonly inside: { readonly key: string; rearrange(): Meaning<Json> } | undefined;
  /** The only missing name, if there is only one extra key, which matches none. */
  readonly leftover: string | undefined;
}

/**
 * Compares the keys of a record with the declared names. Undefined if it has the declared keys in
 * order, each with a value of its type, as most have.
 */
export function makeKeyComparer(declared: Declared, subject: Subject) {
  const { memo, comparisons } = subject;
  return memo.derive(["key comparer", declared, subject.candidate], () => {
    let names: KnownNames | undefined;
    let known: Map<object, KeyComparison> | undefined;
    const find = (record: Record<string, unknown>): KeyComparison => {
      names ??= indexDeclared(declared, memo);
      known ??= memo.derive(["compared records", names, declared.isComplete], () => new Map());
      const before = known.get(record);
      if (before !== undefined) return before;
      const found = compareKeys(record, declared, names, subject);
      // After other fixes, there may be room for the names that were left out.
      if (!comparisons.isExhausted) known.set(record, found);
      return found;
    };
    // Three checks ask about the same record, one right after the other.
    let [last, compared]: [object | undefined, KeyComparison | undefined] = [undefined, undefined];
    return (record: Record<string, unknown>): KeyComparison | undefined => {
      if (record !== last) compared = fitsExactly(record, declared) ? undefined : find(record);
      last = record;
      return compared;
    };
  });
}

/** The index of the declared names. A fix of a type changes the declarations, but no name. */
function indexDeclared({ byName }: Declared, memo: Memo): KnownNames {
  const names = [...byName.keys()];
  return memo.derive(["declared names", JSON.stringify(names)], () =>
    knownNames(Object.fromEntries(names.map((name) => [name, {}]))),
  );
}

function fitsExactly(record: Record<string, unknown>, { fields, isComplete }: Declared): boolean {
  if (!isComplete) return false;
  let index = 0;
  for (const key in record) {
    const field = fields[index++];
    if (field === undefined || key !== field.name || field.type?.accepts(record[key]) === false)
      return false;
  }
  return index === fields.length;
}

function compareKeys(
  record: Record<string, unknown>,
  { byName, isComplete }: Declared,
  known: KnownNames,
  subject: Subject,
): KeyComparison {
  const missing = [...byName.keys()].filter((name) => !Object.hasOwn(record, name));
  const extra = isComplete ? Object.keys(record).filter((key) => !byName.has(key)) : [];
  // The value of an empty property may be under another key.
  const isAbsent = (name: string) => !Object.hasOwn(record, name) || isEmpty(record[name]);
  const meant = matchKeys(record, extra, isAbsent, known.index, subject.comparisons);
  const [key, lacking] = meant.size > 0 ? [] : [onlyItem(extra), onlyItem(missing)];
  const isLeftover = key !== undefined && lacking !== undefined && !isContrary(key, lacking);
  const wrapped =
    extra.length === 0
      ? undefined
      : findWrapped(record as JsonObject, extra, {}, known, subject.memo);
  return {
    missing,
    extra,
    meant,
    found: new Set([...meant.values()].map(({ value }) => value)),
    inside: wrapped && {
      key: wrapped.key,
      rearrange() {
        const outside = findOutside(record as JsonObject, wrapped.place);
        const isLossless = outside.every((one) => isEmpty(one.value) || isAnnotation(one.key));
        return new Meaning<Json>(wrapped.inner, isLossless && isNeutralPlace(wrapped.place));
      },
    },
    leftover: isLeftover ? lacking : undefined,
  };
}

/** The only missing name, if the value under the only extra key has its type. */
export function findFittingLeftover(
  { leftover, extra }: KeyComparison,
  record: Record<string, unknown>,
  { byName }: Declared,
) {
  return byName.get(leftover ?? "")?.type?.accepts(record[extra[0] as string])
    ? leftover
    : undefined;
}

/** A key of a record, or one that it lacks. */
export interface RecordKey {
  readonly key: string;
  readonly record: Record<string, unknown>;
  readonly compared: KeyComparison;
  /** Whether a key can be removed with its value without loss. */
  isRedundant(key: string, value: unknown): boolean;
}

/** Explains undeclared keys by the declaration and the other records. */
export function explainExtraKeys(declaration: Declaration, subject: Subject) {
  const declared = declaration.read(subject);
  const records = declaration.records(subject);
  const count = (key: string) => records.values(key).length;
  const findName = ({ key, record, compared }: RecordKey) =>
    compared.meant.get(key)?.value ?? findFittingLeftover(compared, record, declared);
  /** Whether several records have the key, and more than have the declared name. */
  const isAgreed = (key: string, name: string) => count(key) > 1 && count(key) > count(name);
  return {
    /**
     * The declared name that is probably meant. A slip is certain only if another record has the
     * name, and not more records have the slip.
     */
    nearest(unknown: RecordKey): Meaning | undefined {
      const { key, compared } = unknown;
      const name = findName(unknown);
      if (name === undefined) return undefined;
      const hasRival =
        compared.meant.get(key)?.isCertain === false &&
        [...compared.meant].some(([rival, { value }]) => rival !== key && value === name);
      const isShown = count(name) > 0 && isSlipOf(key, name) && !isAgreed(key, name);
      return new Meaning(
        name,
        !hasRival && !isExcluded(key) && (isOtherSpelling(key, name) || isShown),
      );
    },
    /** The declaration, if that is probably misspelled: more records have this key. */
    declarationOf(unknown: RecordKey): string | undefined {
      const { key, record } = unknown;
      const name = findName(unknown);
      if (name === undefined || isOtherSpelling(key, name) || !isAgreed(key, name))
        return undefined;
      // Fixing records one by one would undo earlier fixes.
      if (count(name) > 0 && records.lastWith(key) !== record) return undefined;
      const field = declared.byName.get(name);
      return field && declaration.path(field);
    },
    /** The type that the key could be declared with, if it is not beside a wrapped record. */
    commonType({ key, compared }: RecordKey): string | undefined {
      if (compared.meant.has(key) || compared.inside !== undefined || !isQuotable(key))
        return undefined;
      return declaration.typeUnder(key, subject);
    },
    isRedundant({ key, record, compared, isRedundant }: RecordKey): boolean {
      const isTwin = (name: string) =>
        Object.hasOwn(record, name) && isEqual(record[name], record[key]) && isSameName(name, key);
      return (
        !compared.meant.has(key) &&
        (isRedundant(key, record[key]) || declared.fields.some(({ name }) => isTwin(name)))
      );
    },
    /** The record with the fields of a wrapper where they belong. */
    rearranged: ({ key, compared }: RecordKey) =>
      compared.inside?.key === key ? compared.inside.rearrange() : undefined,
  };
}

/** Whether a key is another spelling of a name that needs no correction. */
function isOtherSpelling(key: string, name: string): boolean {
  return isSameName(key, name) && !(isIdentifier(key) && !isIdentifier(name));
}
