import { isObject } from "../../json/value.js";
import { excerpt, isShort } from "../../text/quote.js";
import type { Declaration, Declared, KeyComparison } from "../declared/declaration.js";
import { placeholderOf } from "../fixers/derived-value.js";
import { isEmpty } from "../fixers/redundant.js";
import { compareKeys } from "../problems/compare-keys.js";
import type { Check, CheckContext, Evaluation, NodeCheckDefinition } from "./check.js";
import { checkBy, listSource } from "./source.js";

export const hasKeys: NodeCheckDefinition = {
  name: "has-keys",
  summary:
    "The object has all these properties. With `declared`, a property that a misspelt one stands for is left to `only-keys`, and `{placeholder}` is that of the declared type and `{spare}` points at an empty object beside others.",
  value: { $ref: "#/$defs/list" },
  options: {},
  types: ["object"],
  placeholders: (value) => (isObject(value) && "declared" in value ? ["key", "placeholder", "spare"] : ["key"]),
  unfilled: ["actual"],
  compile({ value }, environment) {
    const known = listSource(value, environment, "/has-keys");
    const declaration = isObject(value) ? environment.declarations.get(String(value.declared)) : undefined;
    if (declaration !== undefined) return (evaluation) => new HasDeclared(declaration, evaluation);
    return checkBy([known], ({ values }) => (actual: unknown, context) => {
      if (!isObject(actual)) return;
      for (const key of values) {
        if (typeof key === "string" && !Object.hasOwn(actual, key))
          context.report({ key, actual: undefined, expected: key });
      }
    });
  },
};

class HasDeclared implements Check {
  readonly #declared: Declared;

  constructor(
    private readonly declaration: Declaration,
    private readonly evaluation: Evaluation,
  ) {
    this.#declared = declaration.read(evaluation);
  }

  check(actual: unknown, context: CheckContext): void {
    const compared = isObject(actual) ? compareKeys(actual, this.#declared) : undefined;
    // What is in a wrapper is left to `only-keys` as well.
    if (compared === undefined || compared.wrapper !== undefined) return;
    // Looked at once: of a large object, V8 lists all names.
    const isNothing = compared.missing.length > 0 && isEmpty(actual);
    for (const key of compared.missing) {
      const isOptional = this.#declared.optional[this.#declared.names.indexOf(key)];
      if (isOptional || compared.claimed.has(key)) continue;
      if (context.isFull) context.report();
      else this.#report(context, key, isNothing, compared);
    }
  }

  #report(context: CheckContext, key: string, isNothing: boolean, { leftover }: KeyComparison): void {
    const path = context.path();
    const at = this.#declared.names.indexOf(key);
    // Declared once, a long name would be repeated for every record; without a placeholder there is no fix. Nor is
    // there one where another key probably stands for it, which `only-keys` offers to rename.
    const isFilled = isShort(key) && leftover?.name !== key;
    const fills = () => ({
      placeholder: isFilled ? placeholderOf(this.#declared.types[at]?.schema) : undefined,
      spare: isNothing && this.declaration.records(this.evaluation).count > 1 ? path : undefined,
    });
    context.report({ at: path, key, actual: undefined, expected: excerpt(key) as string, fills });
  }
}
