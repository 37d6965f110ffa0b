import { type Operation, tryPatch } from "../../json/patch.js";
import { child, format, isIndex, join, lastToken, parent, parse, valueAt } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { compileOccurrences, type Declaration } from "../declared/declaration.js";
import { isEmpty } from "../fixers/redundant.js";
import type { ChangeSource } from "../grammar.js";
import { inRequest } from "../problem.js";
import { compilePointer, compileValue, type Values } from "./template.js";

/** Returns the patch that makes a change; undefined if the change cannot be made. */
export type Change = (candidate: unknown, values: Values) => Operation[] | undefined;

/**
 * Compiles the change of a fix or an example. The stages are applied one after the other. A name that is in more than
 * `maxRecords` records is not renamed, because the patch would be too long.
 */
export function compileChange(
  { remove, rename, resize, set, patch }: ChangeSource,
  declarations: ReadonlyMap<string, Declaration>,
  maxRecords = Number.POSITIVE_INFINITY,
): Change {
  const stages: Change[] = [];
  if (patch !== undefined) stages.push(compilePatch(patch));
  if (remove !== undefined) stages.push(compileRemove([remove].flat()));
  for (const [pointer, name] of Object.entries(rename ?? {}))
    stages.push(compileRename(pointer, name, declarations, maxRecords));
  for (const [pointer, size] of Object.entries(resize ?? {})) stages.push(compileResize(pointer, size));
  for (const [pointer, value] of Object.entries(set ?? {})) stages.push(compileSet(pointer, value));
  const [only] = stages;
  if (only !== undefined && stages.length === 1) return only;
  return (candidate, values) => {
    const all: Operation[] = [];
    let current = candidate;
    for (const stage of stages) {
      const operations = stage(current, values);
      if (operations === undefined) return undefined;
      all.push(...operations);
      const next = tryPatch(current, operations);
      if (next === undefined) return undefined;
      current = next;
    }
    return all;
  };
}

function compilePatch(patch: readonly JsonObject[]): Change {
  const makes = patch.map((operation) =>
    Object.entries(operation).map(([key, value]) => ({
      key,
      make: key === "value" ? compileValue(value) : compilePointer(String(value)),
    })),
  );
  return (_, values) =>
    makes.map((parts) => {
      const operation: JsonObject = {};
      for (const { key, make } of parts) operation[key] = make(values);
      return operation as unknown as Operation;
    });
}

function compileRemove(pointers: readonly string[]): Change {
  const selects = pointers.map(compilePlaces);
  return (candidate, values) => {
    const places = new Set(selects.flatMap((select) => select(candidate, values)));
    const present = [...places].filter((place) => valueAt(candidate, place) !== undefined);
    return present.sort(lastFirst).map((path) => ({ op: "remove", path }));
  };
}

/** Sorts later items and inner places first, so that no place moves before it is removed. */
function lastFirst(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)];
  const at = a.findIndex((token, depth) => token !== b[depth]);
  if (at === -1 || at >= b.length) return b.length - a.length;
  const [left, right] = [a[at] as string, b[at] as string];
  return isIndex(left) && isIndex(right) ? Number(right) - Number(left) : left < right ? 1 : -1;
}

function compileRename(
  pointer: string,
  name: string,
  declarations: ReadonlyMap<string, Declaration>,
  maxRecords: number,
): Change {
  const [select, to] = [compilePlaces(pointer), compileValue(name)];
  const declared = [...declarations.values()].map((declaration) => ({
    isNameOf: (place: string) => declaration.isName(inRequest(place)),
    occurrences: compileOccurrences(declaration.source),
  }));
  return (candidate, values) => {
    const newName = String(to(values));
    const operations: Operation[] = [];
    for (const place of select(candidate, values)) {
      const declaration = declared.find(({ isNameOf }) => isNameOf(place));
      const renames =
        declaration === undefined
          ? renameKey(candidate, place, newName)
          : renameDeclared(candidate, place, newName, declaration.occurrences, maxRecords);
      if (renames === undefined) return undefined;
      operations.push(...renames);
    }
    return operations;
  };
}

/** Renames a key. Undefined if the key does not exist, or if another value would be overwritten. */
function renameKey(candidate: unknown, place: string, name: string): Operation[] | undefined {
  const object = valueAt(candidate, parent(place));
  if (!isObject(object) || child(object, lastToken(place)) === undefined) return undefined;
  if (Object.hasOwn(object, name) && !isEmpty(object[name])) return undefined;
  return [{ op: "move", from: place, path: join(parent(place), name) }];
}

/** Renames a declared name, together with the keys of records and the references that repeat it. */
function renameDeclared(
  candidate: unknown,
  place: string,
  newName: string,
  occurrences: ReturnType<typeof compileOccurrences>,
  maxRecords: number,
): Operation[] | undefined {
  const oldName = valueAt(candidate, place);
  const operations: Operation[] = [{ op: "replace", path: place, value: newName }];
  if (typeof oldName !== "string") return undefined;
  for (const path of occurrences.references(candidate, oldName))
    operations.push({ op: "replace", path, value: newName });
  const records = occurrences.records(candidate, oldName);
  if (records.length > maxRecords) return undefined;
  // Records with another spelling of the name would not be renamed.
  if (records.length === 0 && occurrences.isSpelledOtherwise(candidate, oldName, newName)) return undefined;
  for (const { object, path } of records) {
    if (Object.hasOwn(object, newName)) return undefined;
    operations.push({ op: "move", from: join(path, oldName), path: join(path, newName) });
  }
  return operations;
}

function compileResize(pointer: string, size: number): Change {
  const select = compilePlaces(pointer);
  return (candidate, values) => {
    const operations: Operation[] = [];
    for (const place of select(candidate, values)) {
      const array = valueAt(candidate, place);
      if (!Array.isArray(array) || array.length === 0) return undefined;
      for (let at = array.length - 1; at >= size; at--) operations.push({ op: "remove", path: join(place, at) });
      for (let at = array.length; at < size; at++) {
        operations.push({ op: "add", path: join(place, "-"), value: array[at % array.length] });
      }
    }
    return operations;
  };
}

function compileSet(pointer: string, value: Json): Change {
  const [select, make] = [compilePlaces(pointer), compileValue(value)];
  return (candidate, values) =>
    select(candidate, values).map((path) => ({
      op: valueAt(candidate, path) === undefined || path === "" ? "add" : "replace",
      path,
      value: make(values),
    }));
}

/**
 * Returns a function that finds the places of a pointer. A filled placeholder is one token, even if it contains `*`.
 */
function compilePlaces(template: string): (candidate: unknown, values: Values) => string[] {
  const make = compilePointer(template);
  if (!parse(template).includes("*")) return (_, values) => [make(values)];
  return (candidate, values) => placesOf(make(values), candidate);
}

/** The places of a pointer with `*`. The tokens after the last `*` need not exist in the candidate. */
function placesOf(pointer: string, candidate: unknown): string[] {
  const tokens = parse(pointer);
  const last = tokens.lastIndexOf("*");
  const places: string[] = [];
  const rest = format(tokens.slice(last + 1));
  compileSelector(format(tokens.slice(0, last + 1)))(candidate, (_, trail) => {
    places.push(format(trail) + rest);
  });
  return places;
}
