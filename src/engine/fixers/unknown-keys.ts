import { equal, type Json, type JsonObject } from "../../json/value.js";
import { didYouMean, isSameName, isSlipOf, spellingsAmong } from "../../text/did-you-mean.js";
import { isShort } from "../../text/quote.js";
import { isIdentifier } from "../../text/respell.js";
import type { Declaration, Declared, KeyComparison } from "../declared/declaration.js";
import type { Records } from "../declared/records.js";
import type { Memo } from "../memo.js";
import { Unsure } from "./readings/reading.js";
import { isAnnotation, isEmpty } from "./redundant.js";

const UNIT = /^_?[A-Z][a-z]?$|^_[a-z]{1,2}$/;
/** Comparing names takes long: more keys, or longer ones, are hardly slips. */
const MAX_COMPARED_KEYS = 10;
const MAX_COMPARED_LENGTH = 40;

/** A key of a record, or one that it lacks. */
export interface RecordKey {
  readonly key: string;
  readonly record: Record<string, unknown>;
  readonly compared: KeyComparison;
  /** Whether nothing is lost with a value of the record. */
  isRedundant(value: unknown): boolean;
}

/** Finds what unknown keys of records were meant as, by the declaration and by the other records. */
export class UnknownKeys {
  readonly #declared: Declared;

  constructor(
    private readonly declaration: Declaration,
    private readonly evaluation: { candidate: unknown; memo: Memo; cut: readonly string[] },
  ) {
    this.#declared = declaration.read(evaluation);
  }

  /** Made when the first fix asks for it. */
  get #records(): Records {
    return this.declaration.records(this.evaluation);
  }

  /** The name to ask for in a message. */
  hint(unknown: RecordKey): string | undefined {
    return this.#nearest(unknown) ?? this.#near(unknown.key);
  }

  /**
   * The author chose the names: a slip in a word is certain only where another record shows the name, and no more
   * records agree on the slip. Another word is certain only where it says as much.
   */
  nearest(unknown: RecordKey): string | Unsure | undefined {
    const { key, record, compared } = unknown;
    const nearest = this.#nearest(unknown);
    if (nearest === undefined) return undefined;
    const isShown = () => this.#records.values(nearest).length > 0;
    // Once for all records and proofs: these are often the same.
    const isSlip = () => this.evaluation.memo.derive(`slip of ${nearest}`, key, () => isSlipOf(key, nearest));
    const isAkin = () => isSlip() || this.#isPlainer(key, nearest, record[key]);
    const isSure =
      !hasRival(key, record, compared) &&
      (isOtherSpelling(key, nearest) || (isShown() && isAkin() && !this.#isAgreed(key, nearest)));
    return isSure ? nearest : new Unsure(nearest);
  }

  /**
   * Where most records agree with each other and not with the declaration, the slip is probably there. Where some
   * agree with it, only the last of the others says so, so that fixing records one by one does not undo earlier fixes.
   */
  declarationOf(unknown: RecordKey): string | undefined {
    const { key, record } = unknown;
    const nearest = this.#nearest(unknown);
    if (nearest === undefined || isOtherSpelling(key, nearest) || !this.#isAgreed(key, nearest)) return undefined;
    if (this.#records.values(nearest).length > 0 && this.#records.lastWith(key) !== record) return undefined;
    const index = this.#declared.indexes[this.#declared.names.indexOf(nearest)];
    return index === undefined ? undefined : this.declaration.path(index);
  }

  /** The type that the key could be declared with. What stands beside a wrapped record is hardly a field of it. */
  fitting(unknown: RecordKey): string | undefined {
    const { key, compared } = unknown;
    if (this.#claimed(unknown) !== undefined || compared.wrapper !== undefined || !isShort(key)) return undefined;
    const records = this.#records;
    return records.derive(`type ${key}`, () => this.declaration.typeOf(records.values(key)));
  }

  isRedundant(unknown: RecordKey): boolean {
    const { key, record, isRedundant } = unknown;
    return this.#claimed(unknown) === undefined && (isRedundant(record[key]) || this.#twinOf(key, record));
  }

  /** The record with what is in a wrapper, or flattened, in its place. */
  rearranged({ key, record, compared: { wrapper, missing, extra } }: RecordKey): Json | Unsure | undefined {
    const { names, types } = this.#declared;
    if (wrapper === key) return unwrappedRecord(record, key, missing.length === names.list.length);
    return nestedRecord(record, key, { extra, missing }, (name, value) => types[names.indexOf(name)]?.accepts(value));
  }

  #nearest(unknown: RecordKey): string | undefined {
    const { rivals, leftover } = unknown.compared;
    return this.#claimed(unknown) ?? rivals.get(unknown.key) ?? leftover?.name;
  }

  /** The name that the key stands for. An empty value does not replace another empty value. */
  #claimed({ key, record, compared }: RecordKey): string | undefined {
    const claim = compared.claims.get(key)?.value;
    return claim !== undefined && Object.hasOwn(record, claim) && isEmpty(record[key]) ? undefined : claim;
  }

  /** A name that looks like the key, though the record has it too: for the message alone. */
  #near(key: string): string | undefined {
    const asked = this.#records.derive("near", () => new Map<string, string | undefined>());
    if (!asked.has(key) && asked.size < MAX_COMPARED_KEYS && key.length <= MAX_COMPARED_LENGTH)
      asked.set(key, didYouMean(key, this.#declared.names.list));
    return asked.get(key);
  }

  /** Whether the value stands under the same name in its declared spelling too. */
  #twinOf(key: string, object: Record<string, unknown>): boolean {
    const value = object[key];
    // Most have none, which is seen before any name is compared.
    if (typeof value !== "object" && !this.#declared.names.list.some((name) => object[name] === value)) return false;
    const spellingsOf = this.evaluation.memo.derive("spellings", this.#declared, () =>
      spellingsAmong(this.#declared.names.list),
    );
    return spellingsOf(key).some((name) => Object.hasOwn(object, name) && equal(object[name], value));
  }

  /**
   * Whether a key that one record has is the name without the unit of a number (`distance` for `distanceKm`), or the
   * type that no other name has (`email` for `contact`).
   */
  #isPlainer(key: string, name: string, value: unknown): boolean {
    if (this.#records.values(key).length > 1) return false;
    const { names, types } = this.#declared;
    const unit = name.startsWith(key) ? name.slice(key.length) : "";
    const isOnly = () => names.list.every((one) => one === name || !one.startsWith(key));
    if (typeof value === "number" && UNIT.test(unit) && isOnly()) return true;
    const type = types[names.indexOf(name)];
    return type?.schema.type === "string" && type.name === key && types.filter((one) => one === type).length === 1;
  }

  /** Whether more records have a key than the name that is declared, and so do two at least. */
  #isAgreed(key: string, name: string): boolean {
    const count = this.#records.values(key).length;
    return count > 1 && count > this.#records.values(name).length;
  }
}

/** Whether a key is the name in another spelling, and the declaration is not the one that should be corrected. */
function isOtherSpelling(key: string, name: string): boolean {
  return isSameName(key, name) && !(isIdentifier(key) && !isIdentifier(name));
}

/** Whether another key of the object may stand for the same name, with another value. */
function hasRival(key: string, object: Record<string, unknown>, { claims, rivals }: KeyComparison): boolean {
  if (rivals.size === 0) return false;
  const name = claims.get(key)?.value ?? rivals.get(key);
  const isOther = (other: string) => other !== key && !isEmpty(object[other]) && !equal(object[other], object[key]);
  for (const [other, meant] of claims) if (meant.value === name && isOther(other)) return true;
  for (const [other, meant] of rivals) if (meant === name && isOther(other)) return true;
  return false;
}

/** The record in a wrapper. Certain where all of it is in there, and nothing is lost beside it. */
function unwrappedRecord(object: Record<string, unknown>, key: string, isAllInside: boolean): Json | Unsure {
  const inner = object[key] as JsonObject;
  const { [key]: _, ...others } = object as JsonObject;
  if (!isAllInside) return new Unsure({ ...others, ...inner });
  const isSure = Object.entries(others).every(([name, value]) => isEmpty(value) || isAnnotation(name));
  return isSure ? inner : new Unsure(inner);
}

const SEPARATORS = [".", "_"] as const;

/** The missing name that a key like `farm.name` or `farm_name` begins with, and what separates the two. */
function prefixOf(key: string, missing: readonly string[]): { name: string; separator: string } | undefined {
  for (const separator of SEPARATORS) {
    const name = key.slice(0, Math.max(0, key.indexOf(separator)));
    if (missing.includes(name)) return { name, separator };
  }
  return undefined;
}

/**
 * A record with the properties of an object by themselves, such as `farm.name`, and those in their object again. Certain
 * where that is of the declared type. `extra` are the keys that are not declared.
 */
function nestedRecord(
  record: Record<string, unknown>,
  key: string,
  { extra, missing }: { readonly extra: readonly string[]; readonly missing: readonly string[] },
  accepts: (name: string, value: Json) => boolean | undefined,
): Json | Unsure | undefined {
  const { name, separator } = prefixOf(key, missing) ?? {};
  if (name === undefined) return undefined;
  const parts = extra.filter((one) => one.startsWith(`${name}${separator}`));
  // A single word may be meant otherwise: `farm_old` is hardly a property of the farm.
  if (separator === "_" && parts.length < 2) return undefined;
  const inner = gathered(parts.map((part) => [part.slice(name.length + 1), record[part] as Json]));
  if (inner === undefined) return undefined;
  const entries = Object.entries(record as JsonObject)
    .filter(([one]) => one === key || !parts.includes(one))
    .map(([one, value]): [string, Json] => (one === key ? [name, inner] : [one, value]));
  const whole = Object.fromEntries(entries);
  return accepts(name, inner) ? whole : new Unsure(whole);
}

/** An array where the keys count from 0, else an object. Undefined for deeper levels, which are rare. */
function gathered(entries: readonly (readonly [string, Json])[]): Json | undefined {
  if (entries.some(([key]) => key === "" || key.includes("."))) return undefined;
  if (entries.every(([key], at) => key === String(at))) return entries.map(([, value]) => value);
  return Object.fromEntries(entries);
}
