import { join } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { excerpt, isShort, someOf } from "../../text/quote.js";
import type { Predicate } from "../condition.js";
import type { Declaration } from "../declared/declaration.js";
import type { FieldType } from "../declared/field-types.js";
import { ColumnReader } from "../fixers/column-reader.js";
import { type KeyComparer, type KeyComparison, keyComparerOf } from "../fixers/compare-keys.js";
import { placeholderOf } from "../fixers/missing.js";
import { isEmpty, redundantIn } from "../fixers/redundant.js";
import { type RecordKey, UnknownKeys } from "../fixers/unknown-keys.js";
import { formOf, reasonFor } from "../problems/in-words.js";
import type { Check, CheckContext, CheckMaker, Evaluation, Fills } from "./check.js";

/** What is reported about one key of a record. */
interface KeyReport {
  readonly expected: Json;
  /** Whether the record itself is the place of the report, because the key is missing. */
  readonly isAtRecord?: boolean;
  fills(path: string): Fills;
}

/** One of the three ways in which a record can differ from the declaration. */
interface Mismatch {
  /** The keys of a record that differ in this way. */
  keysIn(record: Record<string, unknown>, compared: KeyComparison): readonly string[];
  reportOn(key: RecordKey): KeyReport;
}

type MismatchMaker = (declaration: Declaration, evaluation: Evaluation, where: Predicate | undefined) => Mismatch;

/**
 * Makes a check of whole records. Most records match their declaration, which is found out once for all three checks.
 */
export function checkRecords(make: MismatchMaker, declaration: Declaration, where?: Predicate): CheckMaker {
  return (evaluation) =>
    new RecordCheck(() => make(declaration, evaluation, where), keyComparerOf(declaration, evaluation));
}

class RecordCheck implements Check {
  #mismatch: Mismatch | undefined;

  constructor(
    private readonly make: () => Mismatch,
    private readonly comparer: KeyComparer,
  ) {}

  check(record: unknown, context: CheckContext): void {
    const compared = isObject(record) ? this.comparer.compare(record) : undefined;
    if (compared !== undefined) this.#reportAll(record as Record<string, unknown>, compared, context);
  }

  #reportAll(record: Record<string, unknown>, compared: KeyComparison, context: CheckContext): void {
    // Made for the first record that differs: most candidates have none.
    this.#mismatch ??= this.make();
    const keys = this.#mismatch.keysIn(record, compared);
    if (keys.length === 0) return;
    const path = context.path();
    const isRedundant = redundantIn(record, (name) => this.comparer.declared.names.indexOf(name) !== -1);
    for (const key of keys) {
      if (context.isFull) context.report();
      else {
        const { expected, fills, isAtRecord } = this.#mismatch.reportOn({ key, record, compared, isRedundant });
        const at = isAtRecord ? path : join(path, key);
        context.report({ at, key, actual: isAtRecord ? undefined : record[key], expected, fills: () => fills(at) });
      }
    }
  }
}

/** A declared key is missing, and no other key is meant as it. */
export function missingKeys(declaration: Declaration, evaluation: Evaluation): Mismatch {
  const { names, types, optional } = declaration.read(evaluation);
  return {
    // The keys in a wrapper are left to `only-keys` as well.
    keysIn: (_, { missing, matched, wrapper }) =>
      wrapper === undefined ? missing.filter((key) => !optional[names.indexOf(key)] && !matched.has(key)) : [],
    reportOn: ({ key, record, compared: { leftover, extra } }) => ({
      expected: excerpt(key) as string,
      isAtRecord: true,
      fills(path) {
        const isNothing = extra.length === 0 && isEmpty(record) && declaration.records(evaluation).count > 1;
        // Without a placeholder there is no fix. A long name would be repeated in the fix of every record, and a key
        // that is probably meant as this one is renamed by a fix of `only-keys`.
        const isFilled = isShort(key) && leftover?.name !== key;
        return {
          placeholder: isFilled ? placeholderOf(types[names.indexOf(key)]?.schema) : undefined,
          spare: isNothing ? path : undefined,
        };
      },
    }),
  };
}

/** A key is not declared. */
export function unknownKeys(declaration: Declaration, evaluation: Evaluation): Mismatch {
  const unknown = new UnknownKeys(declaration, evaluation);
  let expected: Json | undefined;
  return {
    keysIn: (_, { extra }) => extra,
    reportOn(key) {
      expected ??= someOf(declaration.read(evaluation).names.list);
      const fills = (path: string) => ({
        hint: () => hintOf(unknown.hint(key)),
        nearest: () => unknown.nearest(key),
        declaration: () => unknown.declarationOf(key),
        fitting: () => unknown.fitting(key),
        spare: () => (unknown.isRedundant(key) ? path : undefined),
        wrapped: () => unknown.rearranged(key),
      });
      return { expected, fills };
    },
  };
}

export function hintOf(nearest: string | undefined): string {
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}

/** A value is not of the declared type. */
export function wrongTypes(declaration: Declaration, evaluation: Evaluation, where: Predicate | undefined): Mismatch {
  const { names, types, items, indexes } = declaration.read(evaluation);
  const columns = new ColumnReader(declaration, evaluation);
  const isWrong = (key: string, at: number, record: Record<string, unknown>) =>
    Object.hasOwn(record, key) &&
    types[at]?.accepts(record[key]) === false &&
    where?.(evaluation.candidate, items[at]) !== false;
  return {
    keysIn: (record) => names.list.filter((key, at) => isWrong(key, at, record)),
    reportOn({ key, record: { [key]: actual } }) {
      const at = names.indexOf(key);
      const type = types[at] as FieldType;
      const fitting = () => columns.fittingType(key, type);
      const fills = () => ({
        type: type.name,
        form: () => formIn(type, actual),
        converted: () => columns.convert(actual, key, type),
        declaration: () => (fitting() === undefined ? undefined : declaration.path(indexes[at] as number)),
        fitting,
      });
      return { expected: type.name, fills };
    },
  };
}

function formIn({ name, schema }: FieldType, actual: unknown): string {
  const reason = reasonFor(actual, schema);
  return `${reason === undefined ? "" : `it ${reason}; `}${formOf(name, schema)}`;
}
