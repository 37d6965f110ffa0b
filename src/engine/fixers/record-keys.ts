import { isEqual, type Json } from "../../ground/json/value.js";
import { isExcluded } from "../../ground/text/closest-value.js";
import { isSameName } from "../../ground/text/fold-name.js";
import { Meaning } from "../../ground/text/meaning.js";
import { isQuotable } from "../../ground/text/quote.js";
import { isIdentifier } from "../../ground/text/respell.js";
import { isSlipOf } from "../../ground/text/slips.js";
import type { Declaration, Declared } from "../declared/declaration.js";
import type { Records } from "../declared/records.js";
import type { Subject } from "../memo.js";
import { findFittingLeftover, type KeyComparison } from "./compare-keys.js";
import { isAnswer } from "./redundant.js";

/** A key of a record, or one that it lacks. */
export interface RecordKey {
  readonly key: string;
  readonly record: Record<string, unknown>;
  readonly compared: KeyComparison;
  /** Whether a key of the record can be removed with its value without losing information. */
  isRedundant(key: string, value: unknown): boolean;
}

/** Explains keys of records that are not declared, by the declaration and the other records. */
export class ExtraKeys {
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
      !isAnswer(
        unknown.record,
        nearest,
        (value) => this.#declared.byName.get(nearest)?.type?.accepts(value) === true,
      ) &&
      !isExcluded(key) &&
      (isOtherSpelling(key, nearest) || (isShown() && isSlipOf(key, nearest) && !this.#isAgreed(key, nearest)));
    return new Meaning(nearest, isCertain);
  }

  /**
   * If more records have this key than the declared name, the declaration is probably misspelled, and this returns its
   * pointer. If some records do have the declared name, only the last of the others gets the pointer. Otherwise,
   * fixing records one by one would undo earlier fixes.
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
    if (compared.meant.has(key) || compared.inside !== undefined || !isQuotable(key)) return undefined;
    return this.declaration.typeUnder(key, this.subject);
  }

  isRedundant(unknown: RecordKey): boolean {
    const { key, record, compared, isRedundant } = unknown;
    return !compared.meant.has(key) && (isRedundant(key, record[key]) || this.#hasTwin(key, record));
  }

  /** The record with the fields of a wrapper where they belong. */
  rearranged({ key, compared }: RecordKey): Meaning<Json> | undefined {
    return compared.inside?.key === key ? compared.inside.rearrange() : undefined;
  }

  #nearest({ key, record, compared }: RecordKey): string | undefined {
    return compared.meant.get(key)?.value ?? findFittingLeftover(compared, record, this.#declared);
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
