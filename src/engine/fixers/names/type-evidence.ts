import { format, parse, valueAt } from "../../../json/pointer.js";
import type { Suggestion } from "../../../text/did-you-mean.js";
import { type Declaration, isAt } from "../../declared/declaration.js";
import type { Memo } from "../../memo.js";
import { ColumnReader } from "../column-reader.js";
import { booleanWord } from "../readings/boolean-word.js";
import { quotedLiteral } from "../readings/quoted-literal.js";

/** Shows by the records what a declared type should be. */
export interface Evidence {
  /** The type that all values have. */
  fitting(): string | undefined;
  /** The type that all values have, if they are enough to decide alone. */
  shown(): Suggestion | undefined;
  /** The narrower of two types, if some values have it and all of these have the other one too: `string (uuid)`. */
  narrowerOf(types: readonly string[]): string | undefined;
  /** The types that the author chooses from where the records speak against one. */
  choices(type: string): readonly string[] | undefined;
}

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
      return new ColumnReader(declaration, evaluation).typeChoices(name, declared, type);
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

/** Values that agree by chance say nothing. */
const MIN_AGREEING = 2;

/** The type that the records show for a declaration, by the place of its type. */
export function compileShownTypes(declarations: ReadonlyMap<string, Declaration>) {
  const typed = [...declarations.values()].flatMap((declaration) => {
    const { at, type, records } = declaration.source;
    return type === undefined || records === undefined ? [] : [{ declaration, tokens: parse(at + type) }];
  });
  return (candidate: unknown, memo: Memo) =>
    (path: string): Suggestion | undefined => {
      const place = parse(path).slice(1);
      const found = typed.find(({ tokens }) => isAt(place, tokens));
      if (found === undefined) return undefined;
      const { declaration } = found;
      const item = valueAt(candidate, format(place.slice(0, parse(declaration.source.at).length)));
      return shownType(declaration, valueAt(item, declaration.source.name), { candidate, memo });
    };
}

/**
 * The type of all values that the records have under a name, where there are enough of them. Whole numbers are not
 * sure, because they are numbers too.
 */
function shownType(
  declaration: Declaration,
  name: unknown,
  evaluation: { candidate: unknown; memo: Memo },
): Suggestion | undefined {
  if (typeof name !== "string") return undefined;
  const records = declaration.records(evaluation);
  const values = records.values(name);
  if (values.length < MIN_AGREEING) return undefined;
  const type = records.derive(`type ${name}`, () => declaration.typeOf(values));
  // Any string is a string: where one of them is a date, the others may be slips.
  const isVague = () => values.some((value) => typeof value === "string" && declaration.typeOf([value]) !== type);
  if (type === undefined || isVague() || values.every(isLiteralInWords)) return undefined;
  return { value: type, sure: !values.every(Number.isInteger) };
}

/** Whether a string is a number or a boolean, and so may be meant as that. */
function isLiteralInWords(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const reads = [...booleanWord.read(value, {}), ...quotedLiteral.read(value, { type: ["number", "boolean"] })];
  return reads.some(({ sure }) => sure);
}
