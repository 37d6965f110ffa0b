import { format, join, parse } from "../../json/pointer.js";
import { beforeFirstStar, compileGetter, selects } from "../../json/selector.js";
import type { JsonObject } from "../../json/value.js";
import type { DeclarationSource, Declarations } from "../grammar.js";
import { Memo, type Subject } from "../memo.js";
import { inRequest } from "../problem.js";
import { compileTypes, type FieldType } from "./field-types.js";
import { compileRecords, type Records } from "./records.js";

/** A property of records. */
export interface Column {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Whether its type is unknown, so that any value may be meant for it. */
  readonly hasUnknownType?: boolean;
  accepts(value: unknown): boolean;
}

/** Up to this number, comparing all names takes a fraction of the time to fill a Map. */
const MAX_COMPARED = 16;

/** Distinct names, in the order of insertion. */
class DistinctNames {
  readonly list: string[] = [];
  #numbers: Map<string, number> | undefined;

  /** The index of a name, or -1. */
  indexOf(name: string): number {
    return this.#numbers === undefined ? this.list.indexOf(name) : (this.#numbers.get(name) ?? -1);
  }

  /** The name must not be in the list yet. */
  push(name: string): void {
    const { list } = this;
    if (list.length === MAX_COMPARED) this.#numbers = new Map(list.map((known, number) => [known, number]));
    this.#numbers?.set(name, list.length);
    list.push(name);
  }
}

/** The declarations of one candidate. */
export interface Declared {
  /** In declared order. If a name is repeated, the first declaration counts. */
  readonly names: DistinctNames;
  /** In the order of the names, like the arrays below; undefined for an unknown type. */
  readonly types: readonly (FieldType | undefined)[];
  /** The declarations themselves. */
  readonly items: readonly unknown[];
  /** Their indexes in the array of declarations. */
  readonly indexes: readonly number[];
  /** Whether each key may be absent. */
  readonly optional: readonly boolean[];
  /**
   * False if nothing is declared, if an item has no usable name, or if the array was cut: an unknown key may be
   * declared there.
   */
  readonly complete: boolean;
}

/** Names that the candidate itself declares, such as the fields of its records. */
export interface Declaration {
  readonly name: string;
  readonly source: DeclarationSource;
  read(subject: Subject): Declared;
  /** The pointer of a declaration by its index. */
  path(index: number): string;
  /** Whether a pointer is that of a declared name. */
  isName(path: string): boolean;
  /** The records that have the declared names as keys. */
  records(subject: Subject): Records;
  /** The name of the type that all values have, the most specific one of several; undefined if there is none. */
  typeOf(values: readonly unknown[]): string | undefined;
  /** The type of all values under a name in the records. */
  typeUnder(name: string, subject: Subject): string | undefined;
  /** The type of this name, as modified by the properties of a declaration; undefined if it is unknown. */
  typeNamed(name: string, item: unknown): FieldType | undefined;
  /** Whether all values have the type of this name. */
  isTypeOf(type: string, values: readonly unknown[]): boolean;
}

/** The last token of a selector that selects every property that a declaration names: `{fields}`. */
const DECLARED = /\/\{([^{}/]+)\}$/;

/** The name of the declaration that a selector ends in, such as `{fields}`; undefined for other selectors. */
export function declarationIn(selector: string): string | undefined {
  return DECLARED.exec(selector)?.[1];
}

/** The selector without the declaration that it may end in. */
export function recordsOf(selector: string): string {
  return selector.replace(DECLARED, "");
}

/** The selector of the items that contain the selected places; for `{declaration}`, that of the declarations. */
export function itemOf(selector: string, declarations: Declarations): string {
  const declaration = declarations[declarationIn(selector) ?? ""];
  const star = selector.lastIndexOf("/*");
  return declaration?.at ?? (star === -1 ? "" : selector.slice(0, star + 2));
}

export function compileDeclaration(
  name: string,
  source: DeclarationSource,
  data: JsonObject,
  pointer: string,
): Declaration {
  // The meta-schema requires that `at` ends in `/*`.
  const array = source.at.slice(0, -2);
  const itemsOf = compileGetter(parse(array));
  const types = compileTypes(source.types, data, pointer);
  const modify = compileModifiers(source);
  const readItems = compileItemReader(source, types, modify);
  const names = parse(source.at + source.name);
  const around = `${inRequest(format(beforeFirstStar(source.at)))}/`;
  const typeOf = (values: readonly unknown[]) => {
    if (values.length === 0) return undefined;
    const fitting = [...types.values()].filter(({ accepts }) => values.every((value) => accepts(value)));
    return fitting.sort((one, other) => specificity(other) - specificity(one))[0]?.name;
  };
  const recordsIn = compileRecords(name, source);
  return {
    name,
    source,
    path: (index) => join(inRequest(array), index),
    // The prefix rules out most places without parsing them.
    isName: (path) => path.startsWith(around) && selects(names, parse(path).slice(1)),
    records: recordsIn,
    typeOf,
    typeUnder(key, subject) {
      const records = recordsIn(subject);
      return subject.memo.derive(["type under", records, key], () => typeOf(records.values(key)));
    },
    typeNamed: (type, item) => modify(types.get(type), item),
    isTypeOf: (type, values) => values.every((value) => types.get(type)?.accepts(value) === true),
    read({ candidate, memo, cut }) {
      const items = itemsOf(candidate);
      return memo.derive(["declared", name, items], () => readItems(items, !cut.includes(array)));
    },
  };
}

function compileItemReader(
  source: DeclarationSource,
  known: ReadonlyMap<string, FieldType>,
  modify: Modify,
): (items: unknown, isWhole: boolean) => Declared {
  const nameOf = compileGetter(parse(source.name));
  const typeOf = source.type === undefined ? undefined : compileGetter(parse(source.type));
  const isOptional = compileFlag(source.optional);
  return (value, isWhole) => {
    const names = new DistinctNames();
    const types: (FieldType | undefined)[] = [];
    const items: unknown[] = [];
    const indexes: number[] = [];
    const optional: boolean[] = [];
    let complete = isWhole;
    const array = Array.isArray(value) ? value : [];
    for (let index = 0; index < array.length; index++) {
      const item = array[index];
      const name = nameOf(item);
      if (typeof name !== "string") complete = false;
      else if (names.indexOf(name) === -1) {
        // A candidate may give any value as the type; one that is not a string is an unknown type.
        types.push(modify(known.get(typeOf?.(item) as string), item));
        items.push(item);
        indexes.push(index);
        optional.push(isOptional(item));
        names.push(name);
      }
    }
    return { names, types, items, indexes, optional, complete: complete && types.length > 0 };
  };
}

/** Changes a type as the properties of a declaration demand. */
type Modify = (type: FieldType | undefined, item: unknown) => FieldType | undefined;

function compileModifiers({ nullable, repeated }: DeclarationSource): Modify {
  if (nullable === undefined && repeated === undefined) return (type) => type;
  const [isNullable, isRepeated] = [compileFlag(nullable), compileFlag(repeated)];
  return (type, item) => modified(type, isNullable(item), isRepeated(item));
}

function compileFlag(property: string | undefined): (item: unknown) => boolean {
  const get = property === undefined ? undefined : compileGetter(parse(property));
  return (item) => get?.(item) === true;
}

/**
 * How specific a type is: one with a format or a pattern is more specific than a bare one, integers more than numbers.
 */
function specificity({ schema: { description, examples, placeholder, ...rest } }: FieldType): number {
  return Object.keys(rest).length + (rest.type === "integer" ? 0.5 : 0);
}

function modified(type: FieldType | undefined, nullable: boolean, repeated: boolean): FieldType | undefined {
  if (type === undefined || !(nullable || repeated)) return type;
  const single = type.accepts;
  const accepts = repeated
    ? (value: unknown) => Array.isArray(value) && value.every((item) => single(item))
    : (value: unknown) => single(value);
  const schema = repeated ? { type: "array", items: type.schema } : type.schema;
  return {
    name: `${repeated ? "array of " : ""}${type.name}${nullable ? " or null" : ""}`,
    schema,
    accepts: nullable ? (value) => value === null || accepts(value) : accepts,
  };
}

/**
 * Returns a function of a candidate and then of a place: the columns that the candidate declares for the records at
 * that place. They are read once for all records.
 */
export function compileColumns(declarations: ReadonlyMap<string, Declaration>) {
  const tables = [...declarations.values()].flatMap((declaration) =>
    declaration.source.records === undefined ? [] : [{ declaration, records: parse(declaration.source.records) }],
  );
  return (candidate: unknown) => {
    const known = new Map<Declaration, Column[]>();
    const read = (declaration: Declaration) => {
      const { names, types } = declaration.read({ candidate, memo: new Memo(), cut: [] });
      const columns = names.list.map((name, at) => ({
        name,
        hasUnknownType: types[at] === undefined,
        accepts: (value: unknown) => types[at]?.accepts(value) === true,
      }));
      known.set(declaration, columns);
      return columns;
    };
    return (path: string): Column[] | undefined => {
      const tokens = parse(path).slice(1);
      const table = tables.find(({ records }) => selects(records, tokens));
      return table && (known.get(table.declaration) ?? read(table.declaration));
    };
  };
}
