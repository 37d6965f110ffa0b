import { isObject, type Json } from "../../json/value.js";
import { excerpt, isShort } from "../../text/quote.js";
import { compileValues, judgeBy, VALUES_SCHEMA } from "../values.js";
import type { Check, Here, KnowingJudge } from "./check.js";
import { compareMembers } from "./compare-keys.js";
import { compileDeclared, DECLARED_SCHEMA, type DeclaredFields } from "./declared-fields.js";

export const missingKeysCheck: Check = {
  name: "missing-keys",
  summary:
    "Finds objects that lack one of `keys`, or one of the members that the candidate itself has `declared`; there, a name that a misspelt member stands for is left to `extra-keys`. `placeholder` is the first of the `examples` in the schema of the declared type.",
  params: {
    oneOf: [{ required: ["keys"] }, { required: ["declared"] }],
    properties: { keys: VALUES_SCHEMA, declared: DECLARED_SCHEMA },
  },
  fills: ["key", "placeholder"],
  compile(params, data) {
    if (params.keys !== undefined) {
      return judgeBy(compileValues(params.keys, data, "/keys"), ({ list }) => ({
        judge(value, here) {
          if (!isObject(value)) return;
          for (const key of list) {
            if (!Object.hasOwn(value, key)) here.report({ actual: undefined, expected: key, fills: { key } });
          }
        },
      }));
    }
    const declaredBy = compileDeclared(params.declared, data);
    return (evaluation) => new MissingDeclared(declaredBy(evaluation));
  },
};

class MissingDeclared implements KnowingJudge {
  constructor(readonly basis: DeclaredFields) {}

  judge(value: unknown, here: Here): void {
    const compared = isObject(value) ? compareMembers(value, this.basis) : undefined;
    if (compared === undefined) return;
    const { names, types } = this.basis;
    const claimed = new Set(compared.claims.values());
    for (const key of compared.missing) {
      if (claimed.has(key)) continue;
      const examples = types[names.indexOf(key)]?.schema.examples as Json[] | undefined;
      // Declared once, a long name would be repeated for every record; without a placeholder there is no fix.
      const placeholder = isShort(key) ? examples?.[0] : undefined;
      here.report({ actual: undefined, expected: excerpt(key) as string, fills: { key, placeholder } });
    }
  }
}
