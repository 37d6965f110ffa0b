import { type Operation, tryPatch } from "../../ground/json/patch.js";
import {
  childOf,
  isIndex,
  joinPointer,
  lastToken,
  parentPointer,
  toPointer,
  toTokens,
  valueAt,
} from "../../ground/json/pointer.js";
import { compileSelector, isEach } from "../../ground/json/selector.js";
import { isEmpty, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import type { Declaration } from "../declared/declaration.js";
import type { ChangeSource } from "../grammar.js";
import type { Subject } from "../memo.js";
import { inRequest } from "../violation.js";
import { compilePointer, compileValue, type Values } from "./template.js";

/** Returns the patch that makes a change; undefined if the change cannot be made. */
export type Change = (subject: Subject, values: Values) => Operation[] | undefined;

/** Compiles the change of a fix or an example. The stages are applied one after the other. */
export function compileChange(
  { remove, rename, resize, set, patch }: ChangeSource,
  declarations: ReadonlyMap<string, Declaration>,
): Change {
  const stages: Change[] = [];
  if (patch !== undefined) stages.push(compilePatch(patch));
  if (remove !== undefined) stages.push(compileRemove([remove].flat()));
  for (const [pointer, name] of Object.entries(rename ?? {}))
    stages.push(compileRename(pointer, name, declarations));
  for (const [pointer, size] of Object.entries(resize ?? {}))
    stages.push(compileResize(pointer, size));
  for (const [pointer, value] of Object.entries(set ?? {})) stages.push(compileSet(pointer, value));
  const [only] = stages;
  if (only !== undefined && stages.length === 1) return only;
  return (subject, values) => {
    const allOperations: Operation[] = [];
    let current = subject;
    for (const stage of stages) {
      const operations = stage(current, values);
      if (operations === undefined) return undefined;
      allOperations.push(...operations);
      const candidate = tryPatch(current.candidate, operations);
      if (candidate === undefined) return undefined;
      current = { ...subject, candidate };
    }
    return allOperations;
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
  return ({ candidate }, values) => {
    const places = new Set(selects.flatMap((select) => select(candidate, values)));
    const present = [...places].filter((place) => valueAt(candidate, place) !== undefined);
    return present.sort(lastFirst).map((path) => ({ op: "remove", path }));
  };
}

/** Sorts later items and inner places first: no place moves before it is removed. */
function lastFirst(one: string, other: string): number {
  const [a, b] = [toTokens(one), toTokens(other)];
  const index = a.findIndex((token, depth) => token !== b[depth]);
  if (index === -1 || index >= b.length) return b.length - a.length;
  const [left, right] = [a[index] as string, b[index] as string];
  return isIndex(left) && isIndex(right) ? Number(right) - Number(left) : left < right ? 1 : -1;
}

function compileRename(
  pointer: string,
  name: string,
  declarations: ReadonlyMap<string, Declaration>,
): Change {
  const [select, to] = [compilePlaces(pointer), compileValue(name)];
  const declared = [...declarations.values()].map((declaration) => ({
    isNameOf: (place: string) => declaration.isName(inRequest(place)),
    renamed: compileDeclaredRename(declaration),
  }));
  return (subject, values) => {
    const newName = String(to(values));
    const operations: Operation[] = [];
    for (const place of select(subject.candidate, values)) {
      const { renamed = renameKey } = declared.find(({ isNameOf }) => isNameOf(place)) ?? {};
      const renames = renamed(subject, place, newName);
      if (renames === undefined) return undefined;
      operations.push(...renames);
    }
    return operations;
  };
}

/** Renames a key. Undefined if the key does not exist, or if another value would be overwritten. */
function renameKey({ candidate }: Subject, place: string, name: string): Operation[] | undefined {
  const object = valueAt(candidate, parentPointer(place));
  if (!isObject(object) || childOf(object, lastToken(place)) === undefined) return undefined;
  if (Object.hasOwn(object, name) && !isEmpty(object[name])) return undefined;
  return [{ op: "move", from: place, path: joinPointer(parentPointer(place), name) }];
}

/**
 * Returns the renaming of a declared name, together with the keys of records and the references
 * that repeat it.
 */
function compileDeclaredRename(declaration: Declaration) {
  const { records, references } = declaration.source;
  const selectRecords = records === undefined ? undefined : compileSelector(records);
  const selectReferences = [references ?? []].flat().map(compileSelector);
  return (subject: Subject, place: string, newName: string): Operation[] | undefined => {
    const { candidate } = subject;
    const oldName = valueAt(candidate, place);
    if (typeof oldName !== "string") return undefined;
    const replaced = [place];
    for (const select of selectReferences) {
      select(candidate, (value, trail) => {
        if (value === oldName) replaced.push(toPointer(trail));
      });
    }
    const holders: string[] = [];
    let isTaken = false;
    selectRecords?.(candidate, (object, trail) => {
      if (!isObject(object) || !Object.hasOwn(object, oldName)) return;
      holders.push(toPointer(trail));
      isTaken ||= Object.hasOwn(object, newName);
    });
    if (isTaken) return undefined;
    // Records with another spelling of the name would not be renamed.
    const isOther = (spelling: string) => spelling !== oldName && spelling !== newName;
    if (holders.length === 0 && declaration.records(subject).spellingsOf(oldName).some(isOther))
      return undefined;
    return [
      ...replaced.map((path): Operation => ({ op: "replace", path, value: newName })),
      ...holders.map(
        (path): Operation => ({
          op: "move",
          from: joinPointer(path, oldName),
          path: joinPointer(path, newName),
        }),
      ),
    ];
  };
}

function compileResize(pointer: string, size: number): Change {
  const select = compilePlaces(pointer);
  return ({ candidate }, values) => {
    const operations: Operation[] = [];
    for (const place of select(candidate, values)) {
      const array = valueAt(candidate, place);
      if (!Array.isArray(array) || array.length === 0) return undefined;
      for (let index = array.length - 1; index >= size; index--)
        operations.push({ op: "remove", path: joinPointer(place, index) });
      for (let index = array.length; index < size; index++) {
        operations.push({
          op: "add",
          path: joinPointer(place, "-"),
          value: array[index % array.length],
        });
      }
    }
    return operations;
  };
}

function compileSet(pointer: string, value: Json): Change {
  const [select, make] = [compilePlaces(pointer), compileValue(value)];
  return ({ candidate }, values) =>
    select(candidate, values).map((path) => ({
      op: valueAt(candidate, path) === undefined || path === "" ? "add" : "replace",
      path,
      value: make(values),
    }));
}

/**
 * Returns a function that finds the places of a pointer. A filled placeholder is one token, even if
 * it contains `*`.
 */
function compilePlaces(template: string): (candidate: unknown, values: Values) => string[] {
  const make = compilePointer(template);
  if (!toTokens(template).some(isEach)) return (_, values) => [make(values)];
  return (candidate, values) => placesMatching(make(values), candidate);
}

/**
 * The places of a pointer with `*` or `~values`. The tokens after the last one need not exist in
 * the candidate.
 */
function placesMatching(pointer: string, candidate: unknown): string[] {
  const tokens = toTokens(pointer);
  const last = tokens.findLastIndex(isEach);
  const places: string[] = [];
  const rest = toPointer(tokens.slice(last + 1));
  compileSelector(toPointer(tokens.slice(0, last + 1)))(candidate, (_, trail) => {
    places.push(toPointer(trail) + rest);
  });
  return places;
}
