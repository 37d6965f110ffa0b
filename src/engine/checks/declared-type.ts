import { join } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { conversions } from "../../text/convert.js";
import { isShort } from "../../text/quote.js";
import { SpecError } from "../spec-error.js";
import type { CheckContext, NodeCheckDefinition, StatefulCheck } from "./check.js";
import { fits } from "./compare-keys.js";
import type { Declared } from "./declaration.js";
import type { FieldType } from "./field-types.js";

export const declaredType: NodeCheckDefinition = {
  name: "declared-type",
  summary:
    "The value has the type that the candidate declares for it; the place ends in `{declaration}`. `{converted}` is the value in that type, where it is unambiguous.",
  value: { const: true },
  options: {},
  types: ["any"],
  placeholders: () => ["key", "type", "converted"],
  compile() {
    throw new SpecError('the place must end in a declaration, such as "/records/*/{fields}"', "/at");
  },
  compileDeclared(declaration, filter) {
    if (declaration.source.types === undefined)
      throw new SpecError(`the declaration "${declaration.name}" has no types; add "type" and "types" to it`, "/at");
    return (evaluation) => {
      const isChecked = filter && ((item: unknown) => filter.holds(evaluation.candidate, item));
      return new HasDeclaredTypes(declaration.read(evaluation), filter?.basis(evaluation) ?? [], isChecked);
    };
  },
};

/** Looks at a whole record at once: most have all that is declared, as it is declared. */
class HasDeclaredTypes implements StatefulCheck {
  readonly basis: readonly unknown[];

  constructor(
    private readonly declared: Declared,
    moreBasis: readonly unknown[],
    private readonly isChecked: ((item: unknown) => boolean) | undefined,
  ) {
    this.basis = [declared, ...moreBasis];
  }

  check(record: unknown, context: CheckContext): void {
    if (!isObject(record) || fits(record, this.declared)) return;
    const { names, types, items } = this.declared;
    for (const [at, key] of names.list.entries()) {
      const actual = record[key];
      const type = types[at];
      if (type === undefined || type.accepts(actual) || !Object.hasOwn(record, key)) continue;
      if (this.isChecked?.(items[at]) === false) continue;
      const fills = { key, type: type.name, converted: () => convert(actual, type) };
      context.report({ at: join(context.path(), key), actual, expected: type.name, fills });
    }
  }
}

/** Nothing where two would do: "Paris, France" may be one or two. */
function convert(value: unknown, type: FieldType): Json | undefined {
  const fitting = [...conversions(value, type.schema)].filter((one) => isShort(one) && type.accepts(one));
  return fitting.length === 1 ? fitting[0] : undefined;
}
