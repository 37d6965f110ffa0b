import { cacheByObject } from "../ground/cache/cache-by-object.js";
import type { Operation } from "../ground/json/patch.js";
import {
  isIndex,
  isWithin,
  joinPointer,
  lastToken,
  parentPointer,
  toTokens,
  valueAt,
} from "../ground/json/pointer.js";
import { isEmpty, isObject, type JsonObject } from "../ground/json/value.js";
import { isSameName } from "../ground/text/fold-name.js";
import { compilePattern } from "./pattern.js";
import { allows, itemsOf, lacksValue, propertiesOf, requiredOf } from "./schemas-in.js";

/**
 * The view of the values at a pointer into a document; undefined if the schema does not describe
 * them.
 */
function findView(root: JsonObject, path: string): JsonObject | undefined {
  let view: JsonObject | undefined = root;
  for (const token of toTokens(path)) view = view && viewInside(view, token);
  return view;
}

function viewInside(view: JsonObject, token: string): JsonObject | undefined {
  return (
    propertiesOf(view)[token] ??
    (isIndex(token) ? itemsOf(view) : undefined) ??
    viewInMap(view, token)
  );
}

/** The view of a property that the schema does not list. */
function viewInMap(
  { patternProperties, additionalProperties }: JsonObject,
  name: string,
): JsonObject | undefined {
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  const pattern = patterns.find((one) => compilePattern(one).test(name));
  const view =
    pattern === undefined ? additionalProperties : (patternProperties as JsonObject)[pattern];
  return isObject(view) ? view : undefined;
}

/**
 * Whether a place is a property that a schema lists and does not require. The key of a map says
 * something itself.
 */
export function isOptional(root: JsonObject, path: string): boolean {
  return isProperty(root, path) && !isRequired(root, path);
}

/** Whether an object lists the property at a path. */
function isProperty(root: JsonObject, path: string): boolean {
  return (
    path !== "" && Object.hasOwn(propertiesOf(findView(root, parentPointer(path))), lastToken(path))
  );
}

export function isRequired(root: JsonObject, path: string): boolean {
  return (
    path !== "" && requiredOf(findView(root, parentPointer(path)) ?? {}).includes(lastToken(path))
  );
}

/**
 * A document with more objects is not searched for further places: nothing is moved with certainty
 * then.
 */
const MAX_OBJECTS = 2_000;
/**
 * The levels of absent objects that are searched below an absent one, and the schemas that are
 * looked at there.
 */
const MAX_ABSENT_LEVELS = 2;
const MAX_ABSENT_SCHEMAS = 5_000;

/**
 * Whether a patch of a document is only a guess, because of what its schema says elsewhere: an
 * empty object may mean something, and a key that is moved may belong to another object.
 */
export function isDoubtful(
  patch: readonly Operation[],
  candidate: unknown,
  root: JsonObject,
): boolean {
  const [first, ...others] = patch;
  if (
    first?.op === "add" &&
    others.length === 0 &&
    isObject(first.value) &&
    Object.keys(first.value).length === 0
  )
    return true;
  return patch.some(
    (operation) =>
      removesMeaning(operation, candidate, root) ||
      movesAnywhere(operation, candidate, root) ||
      fitsStranger(operation, candidate, root),
  );
}

/**
 * Whether a value is changed to fit a map, although its key is that of a property elsewhere:
 * `"scripts": { "files": ["dist"] }`.
 */
function fitsStranger({ op, path }: Operation, candidate: unknown, root: JsonObject): boolean {
  if (op === "move") return false;
  let view: JsonObject | undefined = root;
  let holder = "";
  for (const token of toTokens(path)) {
    if (view === undefined) return false;
    const isStranger = !isIndex(token) && !Object.hasOwn(propertiesOf(view), token);
    if (isStranger && findHolders(token, holder, candidate, root).holders.length > 0) return true;
    view = viewInside(view, token);
    holder = joinPointer(holder, token);
  }
  return false;
}

/** Whether an empty object is removed, or a key that could belong elsewhere. */
function removesMeaning({ op, path }: Operation, candidate: unknown, root: JsonObject): boolean {
  if (op !== "remove") return false;
  const value = valueAt(candidate, path);
  const own = findView(root, path);
  if (isObject(value) && Object.keys(value).length === 0)
    return own?.type === undefined || allows(own, "object");
  const holder = findView(root, parentPointer(path)) ?? {};
  // Without an empty item, the words, numbers or arrays after it have other positions.
  if (isIndex(lastToken(path)) && propertiesOf(holder)[lastToken(path)] === undefined)
    return !allows(itemsOf(holder) ?? {}, "object");
  if (Object.hasOwn(propertiesOf(holder), lastToken(path))) return false;
  const { holders, isComplete } = findHolders(
    lastToken(path),
    parentPointer(path),
    candidate,
    root,
  );
  return holders.length > 0 || !isComplete;
}

/** Whether a key is moved to another object, and several objects could have it. */
function movesAnywhere(operation: Operation, candidate: unknown, root: JsonObject): boolean {
  if (operation.op !== "move") return false;
  const { from, path } = operation;
  // In a list that is made of it, a value stays under its name.
  const place = isIndex(lastToken(path)) ? parentPointer(path) : path;
  if (place !== "" && parentPointer(from) === parentPointer(place)) return false;
  if (isWithin(from, path)) return isKnownElsewhere(from, path, candidate, root);
  // `ownerId` beside `owner` says itself whose id it is.
  const [holder, name] = [lastToken(parentPointer(path)), lastToken(path)];
  if (isSameName(lastToken(from).replaceAll(".", ""), holder + name)) return false;
  const { holders, isComplete } = findHolders(name, parentPointer(from), candidate, root);
  // An item of an array that is made for it is no holder yet.
  const isNew = isIndex(holder) && isWithin(path, parentPointer(from));
  return isNew ? holders.length > 0 : holders.length !== 1 || !isComplete;
}

/** Whether a key on the path to a value, which replaces its parent, could belong elsewhere. */
function isKnownElsewhere(
  from: string,
  path: string,
  candidate: unknown,
  root: JsonObject,
): boolean {
  let holder = path;
  for (const token of toTokens(from.slice(path.length))) {
    const isHolder = isIndex(token) || token === lastToken(holder);
    const { holders, isComplete } = isHolder
      ? NOWHERE
      : findHolders(token, holder, candidate, root);
    if (holders.length > 0 || !isComplete) return true;
    holder = joinPointer(holder, token);
  }
  return false;
}

interface Holders {
  /** The pointers of the objects, those that are there first. */
  readonly holders: readonly string[];
  /**
   * Whether no other could be meant: none that has such a property already, nor one far below in
   * absent objects.
   */
  readonly isComplete: boolean;
}

const NOWHERE: Holders = { holders: [], isComplete: true };

/**
 * Finds the objects that have no property of a name, but could have one: those that are there, and
 * absent properties of them.
 */
export function findHolders(
  name: string,
  source: string,
  candidate: unknown,
  root: JsonObject,
): Holders {
  if (!isObject(candidate)) return NOWHERE;
  const { byView, isWhole } = objectsOf(candidate)(root);
  const present: ObjectAt[] = [];
  const absent: (ObjectAt & { readonly key: string })[] = [];
  let isComplete = isWhole;
  for (const [view, objects] of byView) {
    const properties = propertiesOf(view);
    if (Object.hasOwn(properties, name))
      for (const object of objects) {
        if (object.path === source) continue;
        if (lacksValue(object.value, name, properties[name])) present.push(object);
        else isComplete = false;
      }
    for (const [key, property] of Object.entries(properties)) {
      const hasName = Object.hasOwn(propertiesOf(property), name);
      if (!hasName && !(isComplete && mayHaveBelow(property, name))) continue;
      for (const object of objects) {
        const inner = object.value[key];
        if (Object.hasOwn(object.value, key) && (isObject(inner) || !isEmpty(inner))) continue;
        if (hasName) absent.push({ ...object, key });
        else isComplete = false;
      }
    }
  }
  const inOrder = <T extends ObjectAt>(objects: T[]) =>
    objects.sort((one, other) => one.rank - other.rank);
  const holders = [
    ...inOrder(present).map(({ path }) => path),
    ...inOrder(absent).map(({ path, key }) => joinPointer(path, key)),
  ];
  return { holders, isComplete };
}

interface ObjectAt {
  readonly value: JsonObject;
  readonly path: string;
  /** The objects before it in the document. */
  readonly rank: number;
}

/**
 * The objects of a candidate by their views. Hundreds of keys may be looked for in one candidate.
 */
const objectsOf = cacheByObject((candidate: object) =>
  cacheByObject((root: JsonObject) => {
    const byView = new Map<JsonObject, ObjectAt[]>();
    let rank = 0;
    const visit = (value: unknown, view: JsonObject | undefined, path: string) => {
      if (view === undefined || rank > MAX_OBJECTS) return;
      if (Array.isArray(value)) {
        const items = itemsOf(view);
        if (items !== undefined)
          for (const [index, item] of value.entries()) visit(item, items, `${path}/${index}`);
        return;
      }
      if (!isObject(value)) return;
      const objects = byView.get(view) ?? [];
      byView.set(view, objects);
      objects.push({ value: value as JsonObject, path, rank: rank++ });
      for (const [key, inner] of Object.entries(value)) {
        const isSimple = typeof inner !== "object" || inner === null;
        const own = Object.hasOwn(propertiesOf(view), key) ? propertiesOf(view)[key] : undefined;
        const inside = isSimple ? undefined : (own ?? viewInMap(view, key));
        if (inside !== undefined) visit(inner, inside, joinPointer(path, key));
      }
    };
    visit(candidate, root, "");
    return { byView, isWhole: rank <= MAX_OBJECTS };
  }),
);

/** Whether an object some levels below an absent one could have a property of a name. */
function mayHaveBelow(view: JsonObject, name: string): boolean {
  const names = namesBelow(view);
  return names === undefined || names.has(name);
}

/** The names of all properties some levels below a schema; undefined if there are too many. */
const namesBelow = cacheByObject((view: JsonObject): ReadonlySet<string> | undefined => {
  const names = new Set<string>();
  let level: JsonObject[] = [view];
  const seen = new Set(level);
  for (let depth = 0; depth <= MAX_ABSENT_LEVELS; depth++) {
    const next: JsonObject[] = [];
    for (const one of level) {
      const properties = propertiesOf(one);
      for (const name of Object.keys(properties)) names.add(name);
      const { additionalProperties, patternProperties } = one;
      const maps = [
        additionalProperties,
        ...(isObject(patternProperties) ? Object.values(patternProperties) : []),
      ];
      for (const inner of [...Object.values(properties), itemsOf(one), ...maps]) {
        if (!isObject(inner) || seen.has(inner)) continue;
        if (seen.add(inner).size > MAX_ABSENT_SCHEMAS) return undefined;
        next.push(inner);
      }
    }
    level = next;
  }
  return names;
});
