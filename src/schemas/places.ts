import { CANDIDATE, type Fix } from "../engine/problem.js";
import type { Operation } from "../ground/json/patch.js";
import { isIndex, isItem, lastToken, parentPointer, toTokens, valueAt } from "../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { itemsOf, propertiesOf, requiredOf } from "../ground/json-schema/schemas-in.js";

/** The view of the values at a place of a document; undefined if the schema does not describe them. */
function viewAt(root: JsonObject, path: string): JsonObject | undefined {
  let view: JsonObject | undefined = root;
  for (const token of toTokens(path).slice(1)) {
    if (view === undefined) return undefined;
    const property: JsonObject | undefined = propertiesOf(view)[token];
    const others: Json | undefined = view.additionalProperties;
    view = property ?? (isIndex(token) ? itemsOf(view) : undefined) ?? (isObject(others) ? others : undefined);
  }
  return view;
}

/** Whether a place is a property that no schema requires. */
export function isOptional(root: JsonObject, path: string): boolean {
  const holder = viewAt(root, parentPointer(path));
  return holder !== undefined && path !== CANDIDATE && !isItem(path) && !requiredOf(holder).includes(lastToken(path));
}

/** A document with more objects is not searched for further places: nothing is moved with certainty then. */
const MAX_OBJECTS = 2_000;

/**
 * Returns a test: whether a fix of a document is only a guess. About any schema, less is known than about a spec
 * package: an empty object may mean something, and a key that is moved may belong elsewhere.
 */
export function compileDoubts(root: JsonObject): (fix: Fix, candidate: unknown) => boolean {
  return ({ patch }, candidate) =>
    patch.some((operation) => removesMeaning(operation, candidate, root) || movesAnywhere(operation, candidate, root));
}

/** Whether an empty object is removed, or a key that could belong elsewhere. */
function removesMeaning({ op, path }: Operation, candidate: unknown, root: JsonObject): boolean {
  if (op !== "remove") return false;
  const value = valueAt({ candidate }, path);
  if (isObject(value) && Object.keys(value).length === 0) return true;
  const isListed = Object.hasOwn(propertiesOf(viewAt(root, parentPointer(path))), lastToken(path));
  return !isListed && countPlaces(lastToken(path), parentPointer(path), candidate, root) > 0;
}

/** Whether a key is moved to another object, and several objects could have it. */
function movesAnywhere(operation: Operation, candidate: unknown, root: JsonObject): boolean {
  if (operation.op !== "move") return false;
  const { from, path } = operation;
  if (parentPointer(from) === parentPointer(path)) return false;
  const name = lastToken(path);
  const source = parentPointer(from);
  return countPlaces(name, source, candidate, root) !== 1;
}

/** The number of objects that have no property of a name, but could have one: those that are there, and absent ones. */
function countPlaces(name: string, source: string, candidate: unknown, root: JsonObject): number {
  let places = 0;
  let objects = 0;
  const visit = (value: unknown, view: JsonObject | undefined, path: string) => {
    if (view === undefined || objects > MAX_OBJECTS) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, itemsOf(view), `${path}/${index}`);
      return;
    }
    const object = isObject(value) ? value : value === undefined ? {} : undefined;
    if (object === undefined) return;
    objects++;
    const properties = propertiesOf(view);
    if (Object.hasOwn(properties, name) && !Object.hasOwn(object, name) && path !== source) places++;
    for (const [key, property] of Object.entries(properties)) {
      const isAbsent = !Object.hasOwn(object, key);
      // Of absent objects, only the next level: schemas may contain themselves.
      if (!isAbsent) visit(object[key], property, `${path}/${key}`);
      else if (value !== undefined && Object.hasOwn(propertiesOf(property), name)) places++;
    }
    const values = view.additionalProperties;
    if (isObject(values))
      for (const key of Object.keys(object))
        if (!Object.hasOwn(properties, key)) visit(object[key], values, `${path}/${key}`);
  };
  visit(candidate, root, CANDIDATE);
  return objects > MAX_OBJECTS ? Number.POSITIVE_INFINITY : places;
}
