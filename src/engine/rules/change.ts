import { type Operation, tryPatch } from "../../json/patch.js";
import { child, format, isIndex, join, parent, parse, valueAt } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { compileOccurrences, type Declaration } from "../declared/declaration.js";
import { isEmpty } from "../fixers/redundant.js";
import type { ChangeSource } from "../grammar.js";
import { compilePointer, compileValue, type Values } from "./template.js";

/** The patch against the candidate that makes a change; undefined where the change cannot be made. */
export type Change = (candidate: unknown, values: Values) => Operation[] | undefined;

/** Each stage sees what the one before has left. */
type Stage = Change;

/**
 * One grammar of changes for fixes and examples. A name that is in more than `most` records is not changed: the patch
 * would be longer than a fix may be.
 */
export function compileChange(
  { remove, rename, resize, set, patch }: ChangeSource,
  declarations: ReadonlyMap<string, Declaration>,
  most = Number.POSITIVE_INFINITY,
): Change {
  const stages: Stage[] = [];
  if (patch !== undefined) stages.push(compilePatch(patch));
  if (remove !== undefined) stages.push(compileRemove([remove].flat()));
  for (const [pointer, name] of Object.entries(rename ?? {}))
    stages.push(compileRename(pointer, name, declarations, most));
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

function compilePatch(patch: readonly JsonObject[]): Stage {
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

function compileRemove(pointers: readonly string[]): Stage {
  const selects = pointers.map(compilePlaces);
  return (candidate, values) => {
    const places = new Set(selects.flatMap((select) => select(candidate, values)));
    const present = [...places].filter((place) => valueAt(candidate, place) !== undefined);
    return present.sort(lastFirst).map((path) => ({ op: "remove", path }));
  };
}

/** The last item of an array first, and what is in a place before it, so that nothing moves before it is removed. */
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
  most: number,
): Stage {
  const [select, to] = [compilePlaces(pointer), compileValue(name)];
  const carried = [...declarations.values()].map((declaration) => ({
    isNameOf: (place: string) => declaration.isName(`/candidate${place}`),
    occurrences: compileOccurrences(declaration.source),
  }));
  return (candidate, values) => {
    const newName = String(to(values));
    const operations: Operation[] = [];
    for (const place of select(candidate, values)) {
      const declaration = carried.find(({ isNameOf }) => isNameOf(place));
      const made =
        declaration === undefined
          ? renameKey(candidate, place, newName)
          : renameDeclared(candidate, place, newName, declaration.occurrences, most);
      if (made === undefined) return undefined;
      operations.push(...made);
    }
    return operations;
  };
}

/** Undefined where it is not there, or where another value would be overwritten that is not empty. */
function renameKey(candidate: unknown, place: string, name: string): Operation[] | undefined {
  const tokens = parse(place);
  const key = tokens.pop() as string;
  const object = tokens.reduce(child, candidate);
  if (!isObject(object) || child(object, key) === undefined) return undefined;
  if (Object.hasOwn(object, name) && !isEmpty(object[name])) return undefined;
  return [{ op: "move", from: place, path: join(parent(place), name) }];
}

/** A declared name, the keys of records and the values of references that repeat it. */
function renameDeclared(
  candidate: unknown,
  place: string,
  newName: string,
  occurrences: ReturnType<typeof compileOccurrences>,
  most: number,
): Operation[] | undefined {
  const oldName = valueAt(candidate, place);
  const operations: Operation[] = [{ op: "replace", path: place, value: newName }];
  if (typeof oldName !== "string") return undefined;
  for (const path of occurrences.references(candidate, oldName))
    operations.push({ op: "replace", path, value: newName });
  const records = occurrences.records(candidate, oldName);
  if (records.length > most) return undefined;
  // Records that spell the name in yet another way would be left behind.
  if (records.length === 0 && occurrences.isSpelledOtherwise(candidate, oldName, newName)) return undefined;
  for (const { object, path } of records) {
    if (Object.hasOwn(object, newName)) return undefined;
    operations.push({ op: "move", from: join(path, oldName), path: join(path, newName) });
  }
  return operations;
}

function compileResize(pointer: string, size: number): Stage {
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

function compileSet(pointer: string, value: Json): Stage {
  const [select, make] = [compilePlaces(pointer), compileValue(value)];
  return (candidate, values) =>
    select(candidate, values).map((path) => ({
      op: valueAt(candidate, path) === undefined || path === "" ? "add" : "replace",
      path,
      value: make(values),
    }));
}

/** A value in a pointer is a single step, even if it contains `*`. */
function compilePlaces(template: string): (candidate: unknown, values: Values) => string[] {
  const make = compilePointer(template);
  if (!parse(template).includes("*")) return (_, values) => [make(values)];
  return (candidate, values) => placesOf(make(values), candidate);
}

/** The places of a pointer with `*`: what comes after the last one need not be there. */
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
