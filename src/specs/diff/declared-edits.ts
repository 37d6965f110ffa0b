import { compileOccurrences } from "../../engine/declared/declaration.js";
import type { DeclarationSource, SpecSource } from "../../engine/grammar.js";
import type { Operation } from "../../json/patch.js";
import { join, valueAt } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import type { Change } from "./changes.js";
import { distinguishingWords } from "./pattern-words.js";
import { placesIn } from "./places-in.js";
import { distinct, sampleValues, variations } from "./sample-values.js";

/** Declarations of one type whose values are tried. */
const MOST_OF_TYPE = 2;

export function declarationsIn(sources: readonly SpecSource[]): DeclarationSource[] {
  return sources.flatMap(({ spec }) => Object.values(spec.declarations ?? {}));
}

/** A declaration goes with what its records have under its name. */
export function* undeclared(candidate: Json, { at, name, records }: DeclarationSource): Generator<Operation[]> {
  if (records === undefined) return;
  const places = placesIn(records, candidate);
  for (const path of placesIn(at, candidate).reverse()) {
    const key = String(valueAt(candidate, path + name));
    const inRecords = places.map((record) => join(record, key)).filter((place) => isThere(candidate, place));
    yield [{ op: "remove", path }, ...inRecords.map((place): Operation => ({ op: "remove", path: place }))];
  }
}

function isThere(candidate: Json, path: string): boolean {
  return valueAt(candidate, path) !== undefined;
}

/** Another name of a declaration, together with the keys of its records and what refers to it. */
export function* renamed(
  candidate: Json,
  path: string,
  value: Json,
  sources: readonly SpecSource[],
): Generator<Operation[]> {
  const name = valueAt(candidate, path);
  if (typeof name !== "string" || typeof value !== "string" || name === value) return;
  for (const declaration of declarationsIn(sources)) {
    if (!placesIn(declaration.at + declaration.name, candidate).includes(path)) continue;
    const occurrences = compileOccurrences(declaration);
    yield [
      { op: "replace", path, value },
      ...occurrences
        .records(candidate, name)
        .map((record): Operation => ({ op: "move", from: join(record.path, name), path: join(record.path, value) })),
      ...occurrences.references(candidate, name).map((place): Operation => ({ op: "replace", path: place, value })),
    ];
  }
}

/** Values of the types that a change is about, in the records of what has such a type and of what is given it. */
export function* typed(candidate: Json, change: Change, sources: readonly SpecSource[]): Generator<Operation[]> {
  if (!concernsDeclarations(change)) return;
  for (const { spec } of sources) {
    for (const declaration of Object.values(spec.declarations ?? {})) {
      const { type, types, records } = declaration;
      const table = types === undefined ? undefined : valueAt(spec.data, types.spec);
      if (type === undefined || types === undefined || records === undefined || !isObject(table)) continue;
      for (const name of concernedTypes(change, types.spec, table)) {
        const schemas = sources.map((source) => valueAt(source.spec.data, join(types.spec, name)));
        const values = typeValues(schemas as (JsonObject | undefined)[]);
        yield* ofType(candidate, declaration, name, values);
        yield* givenType(candidate, declaration, name, table[name] as JsonObject, values);
      }
    }
  }
}

/** The first record with another value for what is declared with a type; the other records stay as they are. */
function* ofType(
  candidate: Json,
  { at, name, type = "", records = "", repeated }: DeclarationSource,
  typeName: string,
  values: readonly Json[],
): Generator<Operation[]> {
  const items = placesIn(at, candidate).filter((item) => valueAt(candidate, item + type) === typeName);
  for (const item of items.slice(0, MOST_OF_TYPE)) {
    const key = String(valueAt(candidate, item + name));
    const isRepeated = repeated !== undefined && valueAt(candidate, item + repeated) === true;
    const [path] = placesIn(records, candidate).map((record) => join(record, key));
    if (path !== undefined)
      for (const value of values) yield [{ op: "add", path, value: isRepeated ? [value] : value }];
  }
}

/** The first declared name with another type and, in every record, a value that may have it. */
function* givenType(
  candidate: Json,
  { at, name, type = "", records = "", ...roles }: DeclarationSource,
  typeName: string,
  schema: JsonObject,
  values: readonly Json[],
): Generator<Operation[]> {
  const [first] = placesIn(at, candidate);
  if (first === undefined) return;
  const key = String(valueAt(candidate, first + name));
  const inRecords = (value: Json | undefined) =>
    placesIn(records, candidate).map((record): Operation => {
      const path = join(record, key);
      return value === undefined ? { op: "remove", path } : { op: "add", path, value };
    });
  const given: Operation = { op: "replace", path: first + type, value: typeName };
  for (const value of values) yield [given, ...inRecords(value)];
  const sample = sampleValues(schema).at(-1) as Json;
  for (const role of [roles.nullable, roles.repeated, roles.optional]) {
    if (role === undefined) continue;
    const flag: Operation = { op: "add", path: first + role, value: true };
    for (const value of [null, [sample], undefined]) yield [given, flag, ...inRecords(value)];
  }
}

function concernsDeclarations({ part, before, after }: Change): boolean {
  if (part === "rules") return /"declared|\{\w+\}"/.test(JSON.stringify([before, after]));
  return part === "data" || part === "declarations";
}

/** The types that a change is about; all of them where it is not about one. */
function concernedTypes({ part, pointer }: Change, types: string, table: Record<string, unknown>): string[] {
  const prefix = `/data${types}/`;
  const own = part === "data" && pointer.startsWith(prefix) ? pointer.slice(prefix.length).split("/")[0] : undefined;
  if (part === "data" && own === undefined) return [];
  return Object.keys(table).filter((name) => own === undefined || own === name);
}

/** Of a type as it is in each version. */
function typeValues(schemas: readonly (JsonObject | undefined)[]): Json[] {
  const [before, after] = schemas.map((schema) => (typeof schema?.pattern === "string" ? schema.pattern : undefined));
  const samples = distinct(schemas.flatMap((schema) => (schema === undefined ? [] : sampleValues(schema))));
  const varied = samples.slice(-3).flatMap((sample) => [...variations(sample, ["a", "A", "0", "-", " ", "g"], [])]);
  return distinct([...distinguishingWords(before, after, []), ...samples, ...varied]);
}
