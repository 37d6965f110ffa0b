import { join } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { claimMisspelt, isSameName, wordsOfName } from "../../text/did-you-mean.js";
import { isShort, someOf } from "../../text/quote.js";
import { isEmpty, isNoLoss, sparesIn } from "../spare.js";
import {
  type CheckContext,
  type Evaluation,
  type Fills,
  type NodeCheckDefinition,
  type StatefulCheck,
  Unsure,
} from "./check.js";
import { compareKeys } from "./compare-keys.js";
import type { Declaration, Declared, KeyComparison } from "./declaration.js";
import { checkBy, listSource } from "./source.js";

export const onlyKeys: NodeCheckDefinition = {
  name: "only-keys",
  summary:
    "The object has no other properties than these. `{nearest}` is the one that is missing and was probably meant; `{hint}` asks for it in a message; `{spare}` points at a property that holds nothing, or nothing new. With `declared`, nothing is reported while a declaration has no usable name; `{declaration}` points at the declaration of `{nearest}` where all records have `{key}` instead, where there is no `{nearest}`, `{fitting}` is the type that the values under `{key}` have, and `{wrapped}` is an object under `{key}` that has the declared properties instead.",
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
      const isSpare = sparesIn(actual);
      for (const key of extra) {
        const meant = claims.get(key);
        const nearest = meant?.sure ? meant.value : meant && new Unsure(meant.value);
        const at = join(context.path(), key);
        const spare = () => (meant === undefined && isSpare(actual[key]) ? at : undefined);
        const fills = { key, nearest, spare, hint: hintOf(meant?.value) };
        context.report({ at, actual: actual[key], expected: someOf(names), fills });
      }
    });
  },
};

const IDENTIFIER = /^\w+$/;

class OnlyDeclared implements StatefulCheck {
  readonly basis: readonly unknown[];
  readonly #declared: Declared;

  constructor(
    private readonly declaration: Declaration,
    private readonly evaluation: Evaluation,
  ) {
    this.#declared = declaration.read(evaluation);
    this.basis = [this.#declared];
  }

  check(actual: unknown, context: CheckContext): void {
    if (!isObject(actual)) return;
    const compared = compareKeys(actual, this.#declared);
    if (compared === undefined || compared.extra.length === 0) return;
    const expected = someOf(this.#declared.names.list);
    const isSpare = sparesIn(actual);
    const path = context.path();
    for (const key of compared.extra)
      context.report(() => {
        const claimed = compared.claims.get(key)?.value;
        const nearest = claimed ?? compared.leftover?.name;
        const at = join(path, key);
        const fills: Fills = {
          key,
          hint: hintOf(nearest),
          nearest: () => this.#meant(key, nearest, claimed !== undefined, compared.contested.has(nearest ?? "")),
          declaration: () => this.#declarationOf(key, nearest),
          fitting: () => (claimed === undefined && isShort(key) ? this.#typeOf(key) : undefined),
          spare: () => (claimed === undefined && isSpare(actual[key]) ? at : undefined),
          wrapped: () => wrappedIn(actual, key, compared, this.#declared.names.list.length),
        };
        return { at, actual: actual[key], expected, fills };
      });
  }

  #typeOf(key: string): string | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(`type ${key}`, () => this.declaration.typeOf(records.values(key)));
  }

  /**
   * The author chose the names: a slip is certain only where another record shows it, and another word only where it
   * is made of those of the name and its type, or has all of them, and no other record has it.
   */
  #meant(key: string, nearest: string | undefined, isClaimed: boolean, isContested: boolean) {
    if (nearest === undefined) return undefined;
    const records = this.declaration.records(this.evaluation);
    const isShown = records.values(nearest).length > 0;
    const isAkin = () => records.values(key).length === 1 && this.#isShorter(key, nearest);
    const isSure = isClaimed
      ? isShown || (isSameName(key, nearest) && !this.#isBetter(key, nearest))
      : isShown && isAkin();
    return isSure && !isContested ? nearest : new Unsure(nearest);
  }

  /** Whether one has all words of the other: `email` for `guestEmail`, `totalPrice` for `price`, never `sunnyDays`. */
  #isShorter(key: string, name: string): boolean {
    const { names, types } = this.#declared;
    const own = wordsOfName([key]).all;
    const known = wordsOfName([name, types[names.indexOf(name)]?.name ?? ""]).all;
    return [...own].every((word) => known.has(word)) || [...wordsOfName([name]).all].every((word) => own.has(word));
  }

  /** Whether the records spell the name as an identifier, and the declaration does not. */
  #isBetter(key: string, nearest: string): boolean {
    return IDENTIFIER.test(key) && !IDENTIFIER.test(nearest);
  }

  /** Where all records agree with each other and not with the declaration, the slip is probably there. */
  #declarationOf(key: string, nearest: string | undefined): string | undefined {
    if (nearest === undefined || (isSameName(key, nearest) && !this.#isBetter(key, nearest))) return undefined;
    const records = this.declaration.records(this.evaluation);
    const isAgreed = records.count > 1 && records.values(key).length === records.count;
    if (!isAgreed || records.values(nearest).length > 0) return undefined;
    const index = this.#declared.indexes[this.#declared.names.indexOf(nearest)];
    return index === undefined ? undefined : this.declaration.path(index);
  }
}

/** Certain where the record is whole, and nothing is lost beside it. */
function wrappedIn(
  object: Record<string, unknown>,
  key: string,
  { wrapper, missing }: KeyComparison,
  declaredCount: number,
) {
  if (wrapper !== key) return undefined;
  const inner = object[key] as JsonObject;
  const { [key]: _, ...others } = object as JsonObject;
  // Part of the record is in it.
  if (missing.length < declaredCount) return new Unsure({ ...others, ...inner });
  const beside = Object.values(others).filter((value) => !isEmpty(value));
  // A word may be a remark; an id or a date has digits.
  const isAside = (value: Json) => isNoLoss(value) && (typeof value !== "string" || /\d/.test(value));
  const isSure = beside.length === 0 || (beside.every(isAside) && isWhole(inner, missing));
  return isSure ? inner : new Unsure(inner);
}

function isWhole(record: JsonObject, names: readonly string[]): boolean {
  const known = new Set(names);
  const missing = names.filter((name) => !Object.hasOwn(record, name));
  const extra = Object.keys(record).filter((name) => !known.has(name));
  return missing.length === 0 || claimMisspelt(extra, missing).size === missing.length;
}

function hintOf(nearest: string | undefined): string {
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}
