import { join } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { claimMisspelt, isSameName } from "../../text/did-you-mean.js";
import { isShort, someOf } from "../../text/quote.js";
import { firstValues, isNoLoss, isSpare } from "../spare.js";
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
      const isSpareHere = spareIn(actual);
      for (const key of extra) {
        const meant = claims.get(key);
        const nearest = meant?.sure ? meant.value : meant && new Unsure(meant.value);
        const at = join(context.path(), key);
        const spare = () => (meant === undefined && isSpareHere(actual[key]) ? at : undefined);
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
    const isSpareHere = spareIn(actual);
    for (const key of compared.extra) {
      const nearest = compared.claims.get(key)?.value;
      const at = join(context.path(), key);
      const fills: Fills = {
        hint: hintOf(nearest),
        nearest: () => this.#meant(key, nearest) ?? this.#lastLeft(actual[key], compared),
        declaration: () => this.#declarationOf(key, nearest),
        fitting: () => (nearest === undefined && isShort(key) ? this.#typeOf(key) : undefined),
        spare: () => (nearest === undefined && isSpareHere(actual[key]) ? at : undefined),
        wrapped: () => wrappedIn(actual, key, compared),
      };
      context.report({ at, actual: actual[key], expected, fills: { key, ...fills } });
    }
  }

  #typeOf(key: string): string | undefined {
    const records = this.declaration.records(this.evaluation);
    return records.derive(`type ${key}`, () => this.declaration.typeOf(records.values(key)));
  }

  /** The author chose the names: a slip is certain only where another record shows it. */
  #meant(key: string, nearest: string | undefined) {
    if (nearest === undefined) return undefined;
    const isShown = this.declaration.records(this.evaluation).values(nearest).length > 0;
    return isShown || (isSameName(key, nearest) && !this.#isBetter(key, nearest)) ? nearest : new Unsure(nearest);
  }

  /** Of one key too many and one that is missing: the one may be the other, where the value has its type. */
  #lastLeft(value: unknown, { extra, missing }: KeyComparison): Unsure | undefined {
    const [name, ...others] = missing;
    if (name === undefined || others.length > 0 || extra.length > 1) return undefined;
    const { names, types } = this.#declared;
    return types[names.indexOf(name)]?.accepts(value) ? new Unsure(name) : undefined;
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

/** Whether a value of the object is spare. Only a fix asks, so the values are taken when the first one does. */
function spareIn(object: Record<string, unknown>): (value: unknown) => boolean {
  let first: unknown[] | undefined;
  return (value) => {
    first ??= firstValues(object);
    return isSpare(value, first);
  };
}

/** Certain where nothing is lost beside it. */
function wrappedIn(object: Record<string, unknown>, key: string, { wrapper }: KeyComparison) {
  if (wrapper !== key) return undefined;
  const inner = object[key] as Json;
  const others = Object.entries(object).filter(([other]) => other !== key);
  return others.every(([, value]) => isNoLoss(value)) ? inner : new Unsure(inner);
}

function hintOf(nearest: string | undefined): string {
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}
