import { join } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { someOf } from "../../text/quote.js";
import type { Check, Here, KnowingJudge } from "./check.js";
import { compareMembers } from "./compare-keys.js";
import { compileDeclared, DECLARED_SCHEMA, type DeclaredFields } from "./declared-fields.js";

export const extraKeysCheck: Check = {
  name: "extra-keys",
  summary:
    "Finds members of an object that the candidate has not `declared`. `nearest` is the declared name that is missing and was probably meant. Not judged while a declaration has no usable name.",
  params: { required: ["declared"], properties: { declared: DECLARED_SCHEMA } },
  fills: ["key", "nearest"],
  compile(params, data) {
    const declaredBy = compileDeclared(params.declared, data);
    return (evaluation) => new ExtraKeys(declaredBy(evaluation));
  },
};

class ExtraKeys implements KnowingJudge {
  constructor(readonly basis: DeclaredFields) {}

  judge(value: unknown, here: Here): void {
    if (!isObject(value)) return;
    const compared = compareMembers(value, this.basis);
    if (compared === undefined) return;
    for (const key of compared.extra) {
      const fills = { key, nearest: compared.claims.get(key) };
      const expected = someOf(this.basis.names.list);
      here.report({ at: join(here.path(), key), actual: value[key], expected, fills });
    }
  }
}
