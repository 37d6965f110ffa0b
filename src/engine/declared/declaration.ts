import { joinPointer, toTokens } from "../../ground/json/pointer.js";
import { compileGetter, selects, toItemSelector } from "../../ground/json/selector.js";
import type { DeclarationSource, Declarations } from "../grammar.js";
import type { Subject } from "../memo.js";
import { inRequest } from "../violation.js";
import type { FieldType } from "./field-types.js";
import { compileRecords, type Records } from "./records.js";

/** A property of records. */
export interface Column {
  readonly name: string;
  /** Whether its type is unknown: any value may be meant for it. */
  readonly hasUnknownType?: boolean;
  accepts(value: unknown): boolean;
}

/** A name that the candidate declares. */
export interface Field {
  readonly name: string;
  /** Undefined for an unknown type. */
  readonly type: FieldType | undefined;
  /** The declaration itself. */
  readonly item: unknown;
  /** Its index in the array of declarations. */
  readonly index: number;
  /** Whether records may lack the name. */
  readonly isOptional: boolean;
}

/** The declarations of one candidate. */
export interface Declared {
  /** In declared order. If a name is repeated, the first declaration counts. */
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** False if nothing is declared, an item has no usable name, or the array was cut. */
  readonly isComplete: boolean;
}

/** Names that the candidate itself declares, such as the fields of its records. */
export interface Declaration {
  readonly name: string;
  readonly source: DeclarationSource;
  /** The pointer of the array of declarations. */
  readonly array: string;
  read(subject: Subject): Declared;
  /** The pointer of the declaration of a field. */
  path(field: Field): string;
  /** Whether a pointer is that of a declared name. */
  isName(path: string): boolean;
  /** The records that have the declared names as keys. */
  records(subject: Subject): Records;
  /** The most specific type that all values have. */
  typeOf(values: readonly unknown[]): string | undefined;
  /** The type of all values under a name in the records. */
  typeUnder(name: string, subject: Subject): string | undefined;
  /** The type of this name, as the properties of a declaration modify it. */
  typeNamed(name: string, item: unknown): FieldType | undefined;
  /** Whether all values have the type of this name. */
  isTypeOf(type: string, values: readonly unknown[]): boolean;
}

/** Selects every property that a declaration names: `{fields}`. */
const DECLARED = /\/\{([^{}/]+)\}$/;

/** The name of the declaration that a selector ends in. */
export function findDeclaration(selector: string): string | undefined {
  return DECLARED.exec(selector)?.[1];
}

/** The selector without the declaration that it may end in. */
export function recordsOf(selector: string): string {
  return selector.replace(DECLARED, "");
}

/** The selector of the items that contain the selected places, or of the declarations. */
export function selectItem(selector: string, declarations: Declarations): string {
  const declaration = declarations[findDeclaration(selector) ?? ""];
  return declaration?.at ?? toItemSelector(selector);
}

export function compileDeclaration(
  name: string,
  source: DeclarationSource,
  types: ReadonlyMap<string, FieldType>,
): Declaration {
  // The meta-schema requires that `at` ends in `/*`.
  const array = source.at.slice(0, -2);
  const itemsOf = compileGetter(toTokens(array));
  const modify = compileTypeModifiers(source);
  const readItems = compileItemReader(source, types, modify);
  const names = toTokens(source.at + source.name);
  const typeOf = (values: readonly unknown[]) => {
    if (values.length === 0) return undefined;
    return [...types.values()]
      .filter(({ accepts }) => values.every((value) => accepts(value)))
      .sort((one, other) => specificity(other) - specificity(one))[0]?.name;
  };
  const recordsIn = compileRecords(name, source);
  return {
    name,
    source,
    array: inRequest(array),
    path: ({ index }) => joinPointer(inRequest(array), index),
    isName: (path) => selects(names, toTokens(path).slice(1)),
    records: recordsIn,
    typeOf,
    typeUnder(key, subject) {
      const records = recordsIn(subject);
      return subject.memo.derive(["type under", records, key], () => typeOf(records.values(key)));
    },
    typeNamed: (type, item) => modify(types.get(type), item),
    isTypeOf: (type, values) => values.every((value) => types.get(type)?.accepts(value) === true),
    read({ candidate, memo, shortened }) {
      const items = itemsOf(candidate);
      return memo.derive(["declared", name, items], () =>
        readItems(items, !shortened.includes(array)),
      );
    },
  };
}

function compileItemReader(
  source: DeclarationSource,
  known: ReadonlyMap<string, FieldType>,
  modify: Modify,
): (items: unknown, isWhole: boolean) => Declared {
  const nameOf = compileGetter(toTokens(source.name));
  const typeOf = source.type === undefined ? undefined : compileGetter(toTokens(source.type));
  const isOptional = compileFlag(source.optional);
  return (value, isWhole) => {
    const fields: Field[] = [];
    const byName = new Map<string, Field>();
    let isComplete = isWhole;
    const array = Array.isArray(value) ? value : [];
    for (let index = 0; index < array.length; index++) {
      const item = array[index];
      const name = nameOf(item);
      if (typeof name !== "string") isComplete = false;
      else if (!byName.has(name)) {
        // A candidate may give any value as the type.
        const type = modify(known.get(typeOf?.(item) as string), item);
        const field = { name, type, item, index, isOptional: isOptional(item) };
        fields.push(field);
        byName.set(name, field);
      }
    }
    return { fields, byName, isComplete: isComplete && fields.length > 0 };
  };
}

/** Changes a type as the properties of a declaration demand. */
type Modify = (type: FieldType | undefined, item: unknown) => FieldType | undefined;

function compileTypeModifiers({ nullable, repeated }: DeclarationSource): Modify {
  if (nullable === undefined && repeated === undefined) return (type) => type;
  const [isNullable, isRepeated] = [compileFlag(nullable), compileFlag(repeated)];
  return (type, item) => type && modified(type, isNullable(item), isRepeated(item));
}

function compileFlag(property: string | undefined): (item: unknown) => boolean {
  const get = property === undefined ? undefined : compileGetter(toTokens(property));
  return (item) => get?.(item) === true;
}

/**
 * A type with a format or a pattern is more specific than a bare one, and integers than numbers.
 */
function specificity({
  schema: { description, examples, placeholder, ...rest },
}: FieldType): number {
  return Object.keys(rest).length + (rest.type === "integer" ? 0.5 : 0);
}

function modified(type: FieldType, isNullable: boolean, isRepeated: boolean): FieldType {
  if (isNullable) {
    const { name, schema, accepts } = modified(type, false, isRepeated);
    return {
      name: `${name} or null`,
      schema,
      accepts: (value) => value === null || accepts(value),
    };
  }
  if (!isRepeated) return type;
  return {
    name: `array of ${type.name}`,
    schema: { type: "array", items: type.schema },
    accepts: (value) => Array.isArray(value) && value.every((item) => type.accepts(item)),
  };
}

/**
 * `compileColumns(declarations)(subject)(path)`: the declared columns of the records at `path`.
 */
export function compileColumns(declarations: ReadonlyMap<string, Declaration>) {
  const tables = [...declarations.values()].flatMap((declaration) =>
    declaration.source.records === undefined
      ? []
      : [{ declaration, records: toTokens(declaration.source.records) }],
  );
  return (subject: Subject) =>
    (path: string): readonly Column[] | undefined => {
      const tokens = toTokens(path).slice(1);
      const table = tables.find(({ records }) => selects(records, tokens));
      if (table === undefined) return undefined;
      const { fields } = table.declaration.read(subject);
      return subject.memo.derive(["columns of records", fields], () =>
        fields.map(
          ({ name, type }): Column => ({
            name,
            hasUnknownType: type === undefined,
            accepts: (value) => type?.accepts(value) === true,
          }),
        ),
      );
    };
}
