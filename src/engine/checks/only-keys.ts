import { join } from "../../json/pointer.js";
import { equal, isObject, type Json } from "../../json/value.js";
import { claimMisspelt, didYouMean, isSameName, isSlipOf, spellingsAmong } from "../../text/did-you-mean.js";
import { isShort, someOf } from "../../text/quote.js";
import { nestedRecord, unwrappedRecord } from "../fixers/places/rearranged-record.js";
import { isEmpty, sparesIn } from "../fixers/spare.js";
import { Unsure } from "../fixers/unsure.js";
import { compareKeys } from "../problems/compare-keys.js";
import type { Declaration, Declared, KeyComparison } from "../problems/declaration.js";
import type { Check, CheckContext, Evaluation, Fills, NodeCheckDefinition } from "./check.js";
import { checkBy, listSource } from "./source.js";

export const onlyKeys: NodeCheckDefinition = {
  name: "only-keys",
  summary:
    "The object has no other properties than these. `{nearest}` is the one that is missing and was probably meant; `{hint}` asks for it in a message; `{spare}` points at a property that holds nothing, or nothing new. With `declared`, nothing is reported while a declaration has no usable name; `{nearest}` may also be a name whose value is empty, or one that another key matches better; `{declaration}` points at its declaration where at least two records have `{key}`, and more than have the declared name; `{fitting}` is the type that the values under `{key}` have, unless it is the best match for a name; `{wrapped}` is an object under `{key}` that has the declared properties instead.",
  value: { $ref: "#/$defs/list" },
  options: {},
  types: ["object"],
  placeholders: (value) =>
    isObject(value) && "declared" in value
      ? ["key", "nearest", "hint", "spare", "wrapped", "declaration", "fitting"]
      : ["key", "nearest", "hint", "spare"],
  compile({ value }, environment) {
    const known = listSource(value, environment, "/only-keys");
    const declaration = isObject(value) ? environment.declarations.get(String(value.declared)) : undefined;
    if (declaration !== undefined) return (evaluation) => new OnlyDeclared(declaration, evaluation);
    return checkBy([known], ({ values, has }) => (actual: unknown, context) => {
      if (!isObject(actual)) return;
      const extra = Object.keys(actual).filter((key) => !has(key));
      if (extra.length === 0) return;
      const names = values.filter((name) => typeof name === "string");
      const missing = names.filter((name) => !Object.hasOwn(actual, name));
      const claims = claimMisspelt(extra, missing);
      const isSpare = sparesIn(actual, has);
      const expected = someOf(names);
      for (const key of extra) {
        const meant = claims.get(key);
        const nearest = meant?.sure ? meant.value : meant && new Unsure(meant.value);
        const at = join(context.path(), key);
        const spare = () => (meant === undefined && isSpare(actual[key]) ? at : undefined);
        const fills = { nearest, spare, hint: hintOf(meant?.value) };
        context.report({ at, key, actual: actual[key], expected, fills });
      }
    });
  },
};

const IDENTIFIER = /^\w+$/;
const UNIT = /^_?[A-Z][a-z]?$|^_[a-z]{1,2}$/;
/** Comparing names takes long: more keys, or longer ones, are hardly slips. */
const MOST_NEAR = 10;
const LONGEST_NEAR = 40;

class OnlyDeclared implements Check {
  readonly #declared: Declared;
  /** Of all findings. */
  #expected: Json | undefined;

  constructor(
    private readonly declaration: Declaration,
    private readonly evaluation: Evaluation,
  ) {
    this.#declared = declaration.read(evaluation);
  }

  check(actual: unknown, context: CheckContext): void {
    if (!isObject(actual)) return;
    const compared = compareKeys(actual, this.#declared);
    if (compared === undefined || compared.extra.length === 0) return;
    const isSpare = sparesIn(actual, (name) => this.#declared.names.indexOf(name) !== -1);
    for (const key of compared.extra) {
      if (context.isFull) context.report();
      else this.#report(context, key, actual, compared, isSpare);
    }
  }

  #report(
    context: CheckContext,
    key: string,
    actual: Record<string, unknown>,
    compared: KeyComparison,
    isSpare: (value: unknown) => boolean,
  ): void {
    this.#expected ??= someOf(this.#declared.names.list);
    const at = join(context.path(), key);
    const fills = () => this.#fillsFor(key, at, actual, compared, isSpare);
    context.report({ at, key, actual: actual[key], expected: this.#expected, fills });
  }

  #fillsFor(
    key: string,
    at: string,
    actual: Record<string, unknown>,
    compared: KeyComparison,
    isSpare: (value: unknown) => boolean,
  ): Fills {
    const claim = compared.claims.get(key)?.value;
    // An empty value does not replace another empty value.
    const claimed = claim !== undefined && Object.hasOwn(actual, claim) && isEmpty(actual[key]) ? undefined : claim;
    const nearest = claimed ?? compared.rivals.get(key) ?? compared.leftover?.name;
    const twin = () => this.#twinOf(key, actual);
    return {
      hint: () => hintOf(nearest ?? this.#near(key)),
      nearest: () => this.#meant(key, nearest, actual[key], hasRival(key, actual, compared)),
      declaration: () => this.#declarationOf(key, nearest, actual),
      // What stands beside a wrapped record is hardly a field of it.
      fitting: () =>
        claimed === undefined && compared.wrapper === undefined && isShort(key) ? this.#typeOf(key) : undefined,
      spare: () => (claimed === undefined && (isSpare(actual[key]) || twin()) ? at : undefined),
      wrapped: () => this.#rearranged(key, actual, compared),
    };
  }

  #rearranged(key: string, record: Record<string, unknown>, { wrapper, missing, extra }: KeyComparison) {
    const { names, types } = this.#declared;
    if (wrapper === key) return unwrappedRecord(record, key, missing.length === names.list.length);
    return nestedRecord(record, key, { extra, missing }, (name, value) => types[names.indexOf(name)]?.accepts(value));
  }

  /** A name that looks like the key, though the record has it too: for the message alone. */
  #near(key: string): string | undefined {
    const records = this.declaration.records(this.evaluation);
    const asked = records.derive("near", () => new Map<string, string | undefined>());
    if (!asked.has(key) && asked.size < MOST_NEAR && key.length <= LONGEST_NEAR)
      asked.set(key, didYouMean(key, this.#declared.names.list));
    return asked.get(key);
  }

  #typeOf(key: string): string | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(`type ${key}`, () => this.declaration.typeOf(records.values(key)));
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
   * The author chose the names: a slip in a word is certain only where another record shows the name, and no more
   * records agree on the slip. Another word is certain only where it says as much.
   */
  #meant(key: string, nearest: string | undefined, value: unknown, hasRival: boolean) {
    if (nearest === undefined) return undefined;
    const isShown = () => this.declaration.records(this.evaluation).values(nearest).length > 0;
    // Once for all records and proofs: these are often the same.
    const isSlip = () => this.evaluation.memo.derive(`slip of ${nearest}`, key, () => isSlipOf(key, nearest));
    const isAkin = () => isSlip() || this.#isPlainer(key, nearest, value);
    const isSure =
      !hasRival &&
      ((isSameName(key, nearest) && !this.#isBetter(key, nearest)) ||
        (isShown() && isAkin() && !this.#isAgreed(key, nearest)));
    return isSure ? nearest : new Unsure(nearest);
  }

  /**
   * Whether a key that one record has is the name without the unit of a number (`distance` for `distanceKm`), or the
   * type that no other name has (`email` for `contact`).
   */
  #isPlainer(key: string, name: string, value: unknown): boolean {
    if (this.declaration.records(this.evaluation).values(key).length > 1) return false;
    const { names, types } = this.#declared;
    const unit = name.startsWith(key) ? name.slice(key.length) : "";
    const isOnly = () => names.list.every((one) => one === name || !one.startsWith(key));
    if (typeof value === "number" && UNIT.test(unit) && isOnly()) return true;
    const type = types[names.indexOf(name)];
    return type?.schema.type === "string" && type.name === key && types.filter((one) => one === type).length === 1;
  }

  /** Whether the records spell the name as an identifier, and the declaration does not. */
  #isBetter(key: string, nearest: string): boolean {
    return IDENTIFIER.test(key) && !IDENTIFIER.test(nearest);
  }

  /** Whether more records have a key than the name that is declared, and so do two at least. */
  #isAgreed(key: string, name: string): boolean {
    const records = this.declaration.records(this.evaluation);
    const count = records.values(key).length;
    return count > 1 && count > records.values(name).length;
  }

  /**
   * Where most records agree with each other and not with the declaration, the slip is probably there. Where some
   * agree with it, only the last of the others says so, so that fixing records one by one does not undo earlier fixes.
   */
  #declarationOf(key: string, nearest: string | undefined, record: unknown): string | undefined {
    if (nearest === undefined || (isSameName(key, nearest) && !this.#isBetter(key, nearest))) return undefined;
    const records = this.declaration.records(this.evaluation);
    if (!this.#isAgreed(key, nearest)) return undefined;
    if (records.values(nearest).length > 0 && records.lastWith(key) !== record) return undefined;
    const index = this.#declared.indexes[this.#declared.names.indexOf(nearest)];
    return index === undefined ? undefined : this.declaration.path(index);
  }
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

function hintOf(nearest: string | undefined): string {
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}
