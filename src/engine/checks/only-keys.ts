import { join } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { claimMisspelt, type Meant } from "../../text/did-you-mean.js";
import { someOf } from "../../text/quote.js";
import { type CheckContext, type NodeCheckDefinition, type StatefulCheck, Unsure } from "./check.js";
import { compareKeys } from "./compare-keys.js";
import type { Declared } from "./declaration.js";
import { checkBy, listSource } from "./source.js";

export const onlyKeys: NodeCheckDefinition = {
  name: "only-keys",
  summary:
    "The object has no other properties than these. `{nearest}` is the one that is missing and was probably meant. With `declared`, nothing is reported while a declaration has no usable name.",
  value: { $ref: "#/$defs/list" },
  options: {},
  types: ["object"],
  placeholders: () => ["key", "nearest"],
  compile({ value }, environment) {
    const known = listSource(value, environment, "/only-keys");
    const declaration = isObject(value) ? environment.declarations.get(String(value.declared)) : undefined;
    if (declaration !== undefined) return (evaluation) => new OnlyDeclared(declaration.read(evaluation));
    return checkBy([known], ({ values, has }) => (actual: unknown, context) => {
      if (!isObject(actual)) return;
      const extra = Object.keys(actual).filter((key) => !has(key));
      if (extra.length === 0) return;
      const names = values.filter((name) => typeof name === "string");
      const missing = names.filter((name) => !Object.hasOwn(actual, name));
      reportExtra(actual, extra, claimMisspelt(extra, missing), names, context);
    });
  },
};

class OnlyDeclared implements StatefulCheck {
  readonly basis: readonly unknown[];

  constructor(private readonly declared: Declared) {
    this.basis = [declared];
  }

  check(actual: unknown, context: CheckContext): void {
    if (!isObject(actual)) return;
    const compared = compareKeys(actual, this.declared);
    if (compared === undefined) return;
    reportExtra(actual, compared.extra, compared.claims, this.declared.names.list, context);
  }
}

function reportExtra(
  object: Record<string, unknown>,
  extra: readonly string[],
  claims: ReadonlyMap<string, Meant>,
  names: readonly string[],
  context: CheckContext,
): void {
  for (const key of extra) {
    const meant = claims.get(key);
    const fills = { key, nearest: meant && (meant.sure ? meant.value : new Unsure(meant.value)) };
    context.report({ at: join(context.path(), key), actual: object[key], expected: someOf(names), fills });
  }
}
