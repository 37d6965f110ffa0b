import { join } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { conversions } from "../../text/convert.js";
import { isShort } from "../../text/quote.js";
import type { Check, Here, KnowingJudge } from "./check.js";
import { fits } from "./compare-keys.js";
import { compileDeclared, DECLARED_SCHEMA, type DeclaredFields } from "./declared-fields.js";
import type { FieldType } from "./field-types.js";

export const mistypedCheck: Check = {
  name: "mistyped",
  summary:
    "Finds members of an object whose value does not fit the JSON Schema of the type that the candidate has `declared` for them. `converted` is the value in that type where it is unambiguous.",
  params: {
    required: ["declared"],
    properties: { declared: { ...DECLARED_SCHEMA, required: ["list", "name", "type", "types"] } },
  },
  fills: ["key", "type", "converted"],
  compile(params, data) {
    const declaredBy = compileDeclared(params.declared, data);
    return (evaluation) => new Mistyped(declaredBy(evaluation));
  },
};

class Mistyped implements KnowingJudge {
  constructor(readonly basis: DeclaredFields) {}

  judge(value: unknown, here: Here): void {
    if (!isObject(value) || fits(value, this.basis)) return;
    const { names, types } = this.basis;
    for (const [at, key] of names.list.entries()) {
      const actual = value[key];
      const type = types[at];
      if (type === undefined || type.accepts(actual) || !Object.hasOwn(value, key)) continue;
      const fills = { key, type: type.name, converted: () => convert(actual, type) };
      here.report({ at: join(here.path(), key), actual, expected: type.name, fills });
    }
  }
}

/** Nothing where two would do: "Paris, France" may be one or two. */
function convert(value: unknown, type: FieldType): Json | undefined {
  const fitting = [...conversions(value, type.schema)].filter((one) => isShort(one) && type.accepts(one));
  return fitting.length === 1 ? fitting[0] : undefined;
}
