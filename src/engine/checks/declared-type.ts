import { join } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import type { Declaration, Declared } from "../declared/declaration.js";
import type { FieldType } from "../declared/field-types.js";
import { Columns } from "../fixers/columns.js";
import { fits } from "../problems/compare-keys.js";
import { formOf, reasonFor } from "../problems/in-words.js";
import { SpecError } from "../spec-error.js";
import type { Check, CheckContext, Evaluation, Fills, NodeCheckDefinition } from "./check.js";

export const declaredType: NodeCheckDefinition = {
  name: "declared-type",
  summary:
    "The value has the type that the candidate declares for it; the place ends in `{declaration}`. `{form}` says how values of that type look, `{converted}` is what the value means in it. Where most records do not have it and another type fits all, `{declaration}` points at the declaration and `{fitting}` is that type.",
  value: { const: true },
  options: {},
  types: ["any"],
  placeholders: () => ["key", "type", "form", "converted", "declaration", "fitting"],
  compile() {
    throw new SpecError('the place must end in a declaration, such as "/records/*/{fields}"', "/at");
  },
  compileDeclared(declaration, where) {
    if (declaration.source.types === undefined)
      throw new SpecError(`the declaration "${declaration.name}" has no types; add "type" and "types" to it`, "/at");
    return (evaluation) => {
      const isChecked = where && ((item: unknown) => where(evaluation.candidate, item));
      return new HasDeclaredTypes(declaration, evaluation, isChecked);
    };
  },
};

/** Looks at a whole record at once: most have all that is declared, as it is declared. */
class HasDeclaredTypes implements Check {
  readonly #declared: Declared;
  readonly #columns: Columns;

  constructor(
    private readonly declaration: Declaration,
    evaluation: Evaluation,
    private readonly isChecked: ((item: unknown) => boolean) | undefined,
  ) {
    this.#declared = declaration.read(evaluation);
    this.#columns = new Columns(declaration, evaluation);
  }

  check(record: unknown, context: CheckContext): void {
    if (!isObject(record) || fits(record, this.#declared)) return;
    const { names, types, items } = this.#declared;
    let path: string | undefined;
    for (let at = 0; at < names.list.length; at++) {
      const key = names.list[at] as string;
      const type = types[at];
      const value = record[key];
      if (type === undefined || value === undefined || type.accepts(value) || !Object.hasOwn(record, key)) continue;
      if (this.isChecked?.(items[at]) === false) continue;
      if (context.isFull) context.report();
      else {
        path ??= context.path();
        this.#report(context, path, key, type, value);
      }
    }
  }

  /** Not in the loop: functions in it would have it make an object for every value, also for those that fit. */
  #report(context: CheckContext, path: string, key: string, type: FieldType, actual: unknown): void {
    context.report({
      at: join(path, key),
      key,
      actual,
      expected: type.name,
      fills: () => this.#fillsFor(key, type, actual),
    });
  }

  #fillsFor(key: string, type: FieldType, actual: unknown): Fills {
    const { names, indexes } = this.#declared;
    const fitting = () => this.#columns.fitting(key, type);
    const at = indexes[names.indexOf(key)] as number;
    return {
      type: type.name,
      form: () => formIn(type, actual),
      converted: () => this.#columns.converted(actual, key, type),
      declaration: () => (fitting() === undefined ? undefined : this.declaration.path(at)),
      fitting,
    };
  }
}

function formIn({ name, schema }: FieldType, actual: unknown): string {
  const reason = reasonFor(actual, schema);
  return `${reason === undefined ? "" : `it ${reason}; `}${formOf(name, schema)}`;
}
