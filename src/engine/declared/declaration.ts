import { DistinctStrings } from "../../json/distinct-strings.js";
import { format, join, parse } from "../../json/pointer.js";
import { beforeFirstStar, compileGetter, compileSelector } from "../../json/selector.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { type Meant, spellingsAmong } from "../../text/did-you-mean.js";
import type { DeclarationSource } from "../grammar.js";
import { Memo } from "../memo.js";
import { compileTypes, type FieldType } from "./field-types.js";
import { compileRecords, type Records } from "./records.js";

/** A property that records have, as the candidate declares it. */
export interface Column {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Whether its type is none that is known, so that nothing speaks against a value. */
  readonly isOpen?: boolean;
  accepts(value: unknown): boolean;
}

/** The keys of an object beside the declared names. */
export interface KeyComparison {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Misspelt keys, with the missing names that they stand for. */
  readonly claims: ReadonlyMap<string, Meant>;
  /** The names that these stand for. */
  readonly claimed: ReadonlySet<string>;
  /** Keys that could as well stand for a name that another key stands for. */
  readonly rivals: ReadonlyMap<string, string>;
  /** The key of an object that has the declared names instead, or those that are missing. */
  readonly wrapper: string | undefined;
  /** The one key too many for the one name that is missing, where the value has its type. */
  readonly leftover: { readonly key: string; readonly name: string } | undefined;
}

export type Claims = Pick<KeyComparison, "claims" | "claimed" | "rivals">;

export const NO_CLAIMS: Claims = { claims: new Map(), claimed: new Set(), rivals: new Map() };

/** Remembers the names that keys stand for: records of a candidate are mostly wrong in the same way. */
interface KnownClaims {
  /** The last keys that were too many, and the names that were missing. */
  extra: readonly string[];
  absent: readonly string[];
  found: Claims;
  /** By the keys and the names. */
  readonly all: Map<string, Claims>;
}

/** The declarations of one candidate. */
export interface Declared {
  /** In declared order. If a name is repeated, the first declaration counts. */
  readonly names: DistinctStrings;
  /** Like those below, in the order of the names; nothing where the type is not a known one. */
  readonly types: readonly (FieldType | undefined)[];
  /** The declarations themselves. */
  readonly items: readonly unknown[];
  /** Their indexes in the array of declarations. */
  readonly indexes: readonly number[];
  /** Whether the key may be absent. */
  readonly optional: readonly boolean[];
  /** False where an item has no usable name, or where some are cut: an unknown key may well be one of these. */
  readonly complete: boolean;
  /** The object that was looked at last: three checks ask about the same record, one right after the other. */
  readonly last: { object: object | undefined; comparison: KeyComparison | undefined };
  readonly claims: KnownClaims;
}

/** Things that the candidate itself names, such as the fields of its records. */
export interface Declaration {
  readonly name: string;
  readonly source: DeclarationSource;
  read(evaluation: { candidate: unknown; memo: Memo; cut: readonly string[] }): Declared;
  /** The pointer of a declaration by its index. */
  path(index: number): string;
  /** Whether a pointer is that of a declared name. */
  isName(path: string): boolean;
  /** The records that have the declared names as keys. */
  records(evaluation: { candidate: unknown; memo: Memo }): Records;
  /** The name of the type that all these values have; of several, the one that says most. */
  typeOf(values: readonly unknown[]): string | undefined;
  /** The type that an item would declare by this name. */
  typeNamed(name: string, item: unknown): FieldType | undefined;
  /** Whether all these values have the type of this name. */
  isTypeOf(type: string, values: readonly unknown[]): boolean;
}

export function compileDeclaration(
  name: string,
  source: DeclarationSource,
  data: JsonObject,
  pointer: string,
): Declaration {
  // The meta-schema has seen to it that `at` ends in `/*`.
  const list = source.at.slice(0, -2);
  const itemsOf = compileGetter(parse(list));
  const nameOf = compileGetter(parse(source.name));
  const typeOf = source.type === undefined ? undefined : compileGetter(parse(source.type));
  const isNullable = compileFlag(source.nullable);
  const isOptional = compileFlag(source.optional);
  const isRepeated = compileFlag(source.repeated);
  const hasModifiers = source.nullable !== undefined || source.repeated !== undefined;
  const known = compileTypes(source.types, data, pointer);
  const key = `declaration ${name}`;
  const names = parse(source.at + source.name);
  const around = `/candidate${format(beforeFirstStar(source.at))}/`;
  return {
    name,
    source,
    path: (index) => join(`/candidate${list}`, index),
    isName: (path) => {
      // Asked of every place that is renamed, which is rarely one.
      return path.startsWith(around) && isAt(parse(path).slice(1), names);
    },
    records: compileRecords(name, source),
    typeOf(values) {
      if (values.length === 0) return undefined;
      const fitting = [...known.values()].filter(({ accepts }) => values.every((value) => accepts(value)));
      return fitting.sort((one, other) => detail(other) - detail(one))[0]?.name;
    },
    typeNamed: (name, item) => modified(known.get(name), isNullable(item), isRepeated(item)),
    isTypeOf: (type, values) => values.every((value) => known.get(type)?.accepts(value) === true),
    read({ candidate, memo, cut }) {
      const items = itemsOf(candidate);
      return memo.derive(key, items, () => {
        const claims = memo.derive("claims", key, () => ({ extra: [], absent: [], found: NO_CLAIMS, all: new Map() }));
        return readItems(items, !cut.includes(list), claims);
      });
    },
  };

  function readItems(items: unknown, whole: boolean, claims: KnownClaims): Declared {
    const names = new DistinctStrings();
    const types: (FieldType | undefined)[] = [];
    const declared: unknown[] = [];
    const indexes: number[] = [];
    const optional: boolean[] = [];
    let complete = whole;
    const array = Array.isArray(items) ? items : [];
    for (let index = 0; index < array.length; index++) {
      const item = array[index];
      const own = nameOf(item);
      if (typeof own !== "string") complete = false;
      else if (names.indexOf(own) === -1) {
        // Any value may be given as the type; one that is no string is simply not a known type.
        const type = known.get(typeOf?.(item) as string);
        types.push(hasModifiers ? modified(type, isNullable(item), isRepeated(item)) : type);
        declared.push(item);
        indexes.push(index);
        optional.push(isOptional(item));
        names.push(own);
      }
    }
    return {
      names,
      types,
      items: declared,
      indexes,
      optional,
      complete: complete && types.length > 0,
      last: { object: undefined, comparison: undefined },
      claims,
    };
  }
}

function compileFlag(property: string | undefined): (item: unknown) => boolean {
  const get = property === undefined ? undefined : compileGetter(parse(property));
  return (item) => get?.(item) === true;
}

/** Whether a place is one of those that a selector selects. */
export function isAt(place: readonly string[], selector: readonly string[]): boolean {
  return place.length === selector.length && selector.every((token, at) => token === "*" || token === place[at]);
}

/** A type with a format or a pattern says more than a bare one; integers are numbers too. */
function detail({ schema: { description, examples, placeholder, ...rest } }: FieldType): number {
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

/** The columns that a candidate declares for the records at a place. They are read once, however many records ask. */
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
        isOpen: types[at] === undefined,
        accepts: (value: unknown) => types[at]?.accepts(value) === true,
      }));
      known.set(declaration, columns);
      return columns;
    };
    return (path: string): Column[] | undefined => {
      const tokens = parse(path).slice(1);
      const table = tables.find(({ records }) => isAt(tokens, records));
      return table && (known.get(table.declaration) ?? read(table.declaration));
    };
  };
}

/**
 * Where a name that the candidate declares occurs: as the key of records, as the value of references. A rename of the
 * name is carried to them.
 */
export function compileOccurrences({ records, references }: DeclarationSource): {
  records(candidate: unknown, name: string): { object: Record<string, unknown>; path: string }[];
  references(candidate: unknown, name: string): string[];
  /** Whether a record has a key that looks like the name but is neither of the two. */
  isSpelledOtherwise(candidate: unknown, name: string, newName: string): boolean;
} {
  const selectRecords = records === undefined ? undefined : compileSelector(records);
  const selectReferences = [references ?? []].flat().map(compileSelector);
  const pathOf = (trail: readonly (string | number)[]) => trail.reduce<string>(join, "");
  const container = records === undefined ? undefined : compileGetter(beforeFirstStar(records));
  let last: { records: unknown; spellingsOf: ReturnType<typeof spellingsAmong> } | undefined;
  const spellingsIn = (candidate: unknown) => {
    const keys = new Set<string>();
    selectRecords?.(candidate, (object) => {
      if (isObject(object)) for (const key in object) keys.add(key);
    });
    return spellingsAmong(keys);
  };
  return {
    records(candidate, name) {
      const found: { object: Record<string, unknown>; path: string }[] = [];
      selectRecords?.(candidate, (object, trail) => {
        if (isObject(object) && Object.hasOwn(object, name)) found.push({ object, path: pathOf(trail) });
      });
      return found;
    },
    isSpelledOtherwise(candidate, name, newName) {
      const records = container?.(candidate);
      // The fixes of all names and records ask about the same keys.
      if (last === undefined || last.records !== records) last = { records, spellingsOf: spellingsIn(candidate) };
      return last.spellingsOf(name).some((spelling) => spelling !== name && spelling !== newName);
    },
    references(candidate, name) {
      const found: string[] = [];
      for (const select of selectReferences) {
        select(candidate, (value, trail) => {
          if (value === name) found.push(pathOf(trail));
        });
      }
      return found;
    },
  };
}
