import { join } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { claimMisspelt } from "../../text/did-you-mean.js";
import { someOf } from "../../text/quote.js";
import type { Declaration, Declared } from "../declared/declaration.js";
import { Unsure } from "../fixers/readings/reading.js";
import { redundantIn } from "../fixers/redundant.js";
import { type UnknownKey, UnknownKeys } from "../fixers/unknown-keys.js";
import { compareKeys } from "../problems/compare-keys.js";
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
      const isRedundant = redundantIn(actual, has);
      const expected = someOf(names);
      for (const key of extra) {
        const meant = claims.get(key);
        const nearest = meant?.sure ? meant.value : meant && new Unsure(meant.value);
        const at = join(context.path(), key);
        const spare = () => (meant === undefined && isRedundant(actual[key]) ? at : undefined);
        const fills = { nearest, spare, hint: hintOf(meant?.value) };
        context.report({ at, key, actual: actual[key], expected, fills });
      }
    });
  },
};

class OnlyDeclared implements Check {
  readonly #declared: Declared;
  readonly #unknown: UnknownKeys;
  /** Of all findings. */
  #expected: Json | undefined;

  constructor(declaration: Declaration, evaluation: Evaluation) {
    this.#declared = declaration.read(evaluation);
    this.#unknown = new UnknownKeys(declaration, evaluation);
  }

  check(actual: unknown, context: CheckContext): void {
    if (!isObject(actual)) return;
    const compared = compareKeys(actual, this.#declared);
    if (compared === undefined || compared.extra.length === 0) return;
    const isRedundant = redundantIn(actual, (name) => this.#declared.names.indexOf(name) !== -1);
    for (const key of compared.extra) {
      if (context.isFull) context.report();
      else this.#report(context, { key, record: actual, compared, isRedundant });
    }
  }

  #report(context: CheckContext, unknown: UnknownKey): void {
    this.#expected ??= someOf(this.#declared.names.list);
    const { key, record } = unknown;
    const at = join(context.path(), key);
    const fills = () => this.#fillsFor(unknown, at);
    context.report({ at, key, actual: record[key], expected: this.#expected, fills });
  }

  #fillsFor(unknown: UnknownKey, at: string): Fills {
    return {
      hint: () => hintOf(this.#unknown.hint(unknown)),
      nearest: () => this.#unknown.nearest(unknown),
      declaration: () => this.#unknown.declarationOf(unknown),
      fitting: () => this.#unknown.fitting(unknown),
      spare: () => (this.#unknown.isRedundant(unknown) ? at : undefined),
      wrapped: () => this.#unknown.rearranged(unknown),
    };
  }
}

function hintOf(nearest: string | undefined): string {
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}
