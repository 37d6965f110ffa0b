import { valueAt } from "../../../json/pointer.js";
import type { Meant } from "../../../text/did-you-mean.js";
import { type Declaration, shownType } from "../../declared/declaration.js";
import type { Memo } from "../../memo.js";
import { Columns } from "../columns.js";

/** What is known about a declared type by the records. */
export interface Evidence {
  /** The type that all values have. */
  fitting(): string | undefined;
  /** The same, where there are enough values to say so alone. */
  shown(): Meant | undefined;
  /**
   * Of two types, the one that some values have, and all of these have the other one too: `uuid` of `string (uuid)`.
   */
  narrowerOf(types: readonly string[]): string | undefined;
  /** The types that the author chooses from where the records speak against one. */
  choices(type: string): readonly string[] | undefined;
}

/** What the types of a declaration are. */
export function typesOf(declaration: Declaration) {
  return {
    isText: (type: string) => declaration.typeNamed(type, undefined)?.schema.type === "string",
    isContainer: (type: string) => declaration.isTypeOf(type, [[]]) || declaration.isTypeOf(type, [{}]),
  };
}

export function evidenceFor(
  item: unknown,
  declaration: Declaration,
  evaluation: { candidate: unknown; memo: Memo },
): Evidence {
  const own = valueAt(item, declaration.source.name);
  const records = declaration.records(evaluation);
  const hasOwn = typeof own === "string" && records.values(own).length > 0;
  const name = typeof own === "string" && !hasOwn ? (records.spellingOf(own) ?? own) : own;
  const values = typeof name === "string" ? records.values(name) : [];
  return {
    fitting: () => (values.length > 0 ? records.derive(`type ${name}`, () => declaration.typeOf(values)) : undefined),
    shown: () => shownType(declaration, name, evaluation),
    narrowerOf: (types) => records.derive(`narrower ${name} ${types}`, () => narrowerOf(types, values, declaration)),
    choices: (type) => {
      const declared = declaration.typeNamed(type, item);
      if (declared === undefined || typeof name !== "string") return undefined;
      return new Columns(declaration, evaluation).choices(name, declared, type);
    },
  };
}

function narrowerOf(
  [one = "", other = ""]: readonly string[],
  values: readonly unknown[],
  declaration: Declaration,
): string | undefined {
  const having = (type: string) => values.filter((value) => declaration.isTypeOf(type, [value]));
  const [own, others] = [having(one), having(other)];
  const known = new Set(others);
  const shared = own.filter((value) => known.has(value));
  if (shared.length === 0) return others.length === 0 && own.length > 0 ? one : undefined;
  // Where all values have both, the type that says more.
  if (own.length === others.length) return [one, other].find((type) => type === declaration.typeOf(shared));
  return shared.length === own.length ? one : shared.length === others.length ? other : undefined;
}
