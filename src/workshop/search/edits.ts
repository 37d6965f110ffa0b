import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json } from "../../ground/json/value.js";
import type { Focus } from "./focus.js";
import { absentPlaces, findPointers, findValues, interleave, type Specimen } from "./specimen.js";
import { withKeys, withoutNames, withRenamed, withValue } from "./tree-edits.js";
import { neighbours, sampleValues, sizesAmong, type ValuesToTry, variations } from "./values.js";

/** The length of the longest array that is tried. */
const MAX_ITEMS = 1_001;
const MAX_SAMPLES_OF_TYPE = 12;
/** In each round, typed records and checked places are edited more often than a place that is only read. */
const TURNS_OF_TYPES = 4;
const TURNS_OF_CHECKED = 3;
/** In each round of a place, similar values have more turns than other values. */
const TURNS_OF_SIMILAR = 2;

/** All single edits of a specimen where the judges read, alternating between the places. */
export function* makeEdits(specimen: Specimen, focus: Focus): Generator<Specimen> {
  const sources: Iterator<Specimen>[] = Array(TURNS_OF_TYPES).fill(editsOfTypes(specimen, focus));
  for (const [selector, values] of focus.places) {
    const turns = focus.checked.has(selector) ? TURNS_OF_CHECKED : 1;
    sources.push(...Array(turns).fill(makeEditsAtPlace(specimen, selector, values, focus)));
  }
  while (sources.length > 0) yield* nextOfEach(sources);
}

/** The next value of each source. A source without one is removed; one that is listed twice has two turns. */
function* nextOfEach<T>(sources: Iterator<T>[]): Generator<T> {
  for (let index = 0; index < sources.length; index++) {
    const next = (sources[index] as Iterator<T>).next();
    if (next.done === true) sources.splice(index--, 1);
    else yield next.value;
  }
}

function* makeEditsAtPlace(
  specimen: Specimen,
  selector: string,
  tried: ValuesToTry,
  focus: Focus,
): Generator<Specimen> {
  const { candidate } = specimen;
  const places = findPointers(selector, candidate);
  const absent = absentPlaces(selector, candidate);
  const similar = places.flatMap((path) =>
    Array(TURNS_OF_SIMILAR).fill(similarEdits(specimen, path, selector, tried, focus)),
  );
  const toAdd = absent.length === 0 ? [] : [focus.pool(selector), tried.values, valuesElsewhere(candidate, focus)];
  const rounds = Math.max(tried.values.length, ...toAdd.map(({ length }) => length));
  for (const path of places) if (path !== "") yield* withPlace(specimen, path, undefined);
  for (let round = 0; round < rounds || similar.length > 0; round++) {
    const value = tried.values[round];
    if (value !== undefined) for (const path of places) yield* editsTo(value, specimen, path);
    if (value !== undefined && places.length + absent.length > 1)
      yield { ...specimen, candidate: everywhere(candidate, selector, value) };
    const added = toAdd.flatMap((values) => values.slice(round, round + 1));
    for (const path of absent) for (const value of added) yield* withPlace(specimen, path, value);
    yield* nextOfEach(similar);
  }
}

/** The specimen with another value at a place, or without the place; none if there is no container for it. */
function* withPlace(specimen: Specimen, path: string, value: Json | undefined): Generator<Specimen> {
  const candidate = withValue(specimen.candidate, path, value);
  if (candidate !== undefined) yield { ...specimen, candidate };
}

/** Puts a value in the place of another or, since conditions ask what an array contains, into the array there. */
function* editsTo(value: Json, specimen: Specimen, path: string): Generator<Specimen> {
  const here = valueAt(specimen.candidate, path);
  yield* replaceValue(specimen, path, value);
  if (!Array.isArray(here) || typeof value === "object") return;
  for (const items of [[...here, value], here.length > 1 ? here.with(0, value) : [value]])
    yield* withPlace(specimen, path, items);
}

/** The values at all places that the judges read. */
function valuesElsewhere(candidate: Json, { places }: Focus): Json[] {
  return [...places.keys()].flatMap((selector) => findValues(selector, candidate));
}

/** Puts a value at every place of a selector, even where the place is absent. */
function everywhere(candidate: Json, selector: string, value: Json): Json {
  const places = [...findPointers(selector, candidate, Infinity), ...absentPlaces(selector, candidate, Infinity)];
  return places.reduce((edited, path) => withValue(edited, path, value) ?? edited, candidate);
}

/** Replaces the value at a place. A string that occurs more than once is first replaced everywhere. */
function* replaceValue(specimen: Specimen, path: string, value: Json): Generator<Specimen> {
  const { candidate } = specimen;
  const here = valueAt(candidate, path);
  if (typeof here === "string" && typeof value === "string" && here !== "") {
    const all = withRenamed(candidate, here, value);
    if (!isEqual(all, withValue(candidate, path, value))) yield { ...specimen, candidate: all };
  }
  yield* withPlace(specimen, path, value);
}

/** Edits that replace a value by a similar one, or by one that the rules compare it with. */
function* similarEdits(
  specimen: Specimen,
  path: string,
  selector: string,
  { sizes: statedSizes, properties, vary, words }: ValuesToTry,
  focus: Focus,
): Generator<Specimen> {
  const { candidate } = specimen;
  const here = valueAt(candidate, path) as Json;
  const computed = focus.computed(candidate).flatMap(neighbours);
  const sizes = [...statedSizes, ...sizesAmong(computed)];
  if (isObject(here))
    for (const word of words)
      yield* withPlace(
        specimen,
        joinPointer(path, word),
        Object.values(here)[0] ?? sampleValues({ type: "string" })[0],
      );
  if (isObject(here))
    for (const [name, schema] of Object.entries(properties)) {
      if (Object.hasOwn(here, name)) continue;
      for (const value of [...focus.pool(joinPointer(selector, name)).slice(0, 2), ...sampleValues(schema).slice(0, 2)])
        yield* withPlace(specimen, joinPointer(path, name), value);
    }
  if (Array.isArray(here))
    for (const array of otherArrays(here, sizes, itemNumbering(here, `${selector}/*`, focus)))
      yield* replaceArray(specimen, path, here, array);
  for (const value of computed)
    if (typeof value === typeof here && value !== here) yield* withPlace(specimen, path, value);
  for (const value of vary(here)) yield* replaceValue(specimen, path, value);
  for (const value of variations(here, sizes)) yield* replaceValue(specimen, path, value);
  // Rules compare places with each other.
  for (const value of valuesElsewhere(candidate, focus)) {
    if (typeof value === "object" || value === here) continue;
    yield* replaceValue(specimen, path, value);
    if (typeof value !== typeof here) continue;
    for (const near of typeof value === "string" ? variations(value, []) : neighbours(value))
      if (near !== here) yield* withPlace(specimen, path, near);
  }
  if (focus.asksRegistry && typeof here === "string" && here !== "")
    for (const id of [here, `${here}s`, here.toUpperCase(), here.slice(0, -1)]) yield* withIds(specimen, [id], focus);
  yield* withIds(specimen, [], focus);
}

/** The specimen with other ids in one registry. */
function* withIds(specimen: Specimen, ids: readonly string[], { registryNames }: Focus): Generator<Specimen> {
  if (ids.length > 0 || specimen.registry.length > 0) yield { ...specimen, registry: ids };
  for (const name of registryNames) yield { ...specimen, registries: { ...specimen.registries, [name]: ids } };
}

/** Arrays with fewer items, with more (the same again, or new ones), and in another order. */
function* otherArrays(
  array: readonly Json[],
  sizes: readonly number[],
  newItem: (item: Json, number: number) => Json,
): Generator<readonly Json[]> {
  const [first, last] = [array[0], array.at(-1)];
  if (first === undefined || last === undefined) return;
  for (let index = 0; index < Math.min(3, array.length); index++) yield array.toSpliced(index, 1);
  yield* [[...array, first], [...array, newItem(last, 2)], [first], []];
  if (array.length > 1) yield* [array.toReversed(), array.with(0, array[1] as Json)];
  for (const size of sizes) {
    if (size > MAX_ITEMS || size === array.length) continue;
    const more = Math.max(0, size - array.length);
    yield [...array.slice(0, size), ...Array.from({ length: more }, (_, index) => newItem(last, index + 2))];
    yield [...array.slice(0, size), ...Array.from({ length: more }, () => last)];
  }
}

/**
 * Returns a function that makes a new item from another one, by adding a number to each property that tells the items
 * apart: to names, and not to kinds.
 */
function itemNumbering(
  array: readonly Json[],
  selector: string,
  { nameProperties, another }: Focus,
): (item: Json, number: number) => Json {
  const hasNames = Object.keys(Object(array[0])).some((key) => nameProperties.has(key));
  const distinguishes = (key: string) => {
    // Beside a declared name, a property whose values happen to differ may be a kind.
    if (hasNames) return nameProperties.has(key);
    const values = array.map((item) => (isObject(item) ? item[key] : undefined));
    return array.length > 1 ? new Set(values).size === array.length : Object.keys(Object(array[0]))[0] === key;
  };
  const numbered = (value: Json, number: number, at = selector): Json => {
    if (typeof value === "string") return another(at, value, number) ?? `${value}${number}`;
    if (typeof value === "number") return value + number;
    if (!isObject(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, part]) => [key, distinguishes(key) ? numbered(part, number, joinPointer(at, key)) : part]),
    );
  };
  return numbered;
}

/** Replaces an array. If names in its items are keys elsewhere, a second specimen has these keys changed with them. */
function* replaceArray(
  specimen: Specimen,
  path: string,
  before: readonly Json[],
  after: readonly Json[],
): Generator<Specimen> {
  const candidate = withValue(specimen.candidate, path, after as Json[]);
  if (candidate === undefined) return;
  yield { ...specimen, candidate };
  const [namesBefore, namesAfter] = [collectStrings(before), collectStrings(after)];
  const removed = [...namesBefore].filter((name) => !namesAfter.has(name));
  const fewer = withoutNames(candidate, new Set(removed), true);
  // The names of new items are that of the last one with a number.
  const [model] = collectStrings(before.slice(-1));
  const isNew = (name: string) => !namesBefore.has(name) && name.startsWith(model as string);
  const adapted = model === undefined ? fewer : withKeys(fewer, model, [...namesAfter].filter(isNew));
  if (!isEqual(adapted, candidate)) yield { ...specimen, candidate: adapted };
}

/** The strings of an array, and those in its objects. */
function collectStrings(array: readonly Json[]): Set<string> {
  const values = array.flatMap((item) => (isObject(item) ? Object.values(item) : [item]));
  return new Set(values.filter((value) => typeof value === "string"));
}

/** Declares some names with each type, and puts values of that type under these names into the records. */
function* editsOfTypes(specimen: Specimen, { typed }: Focus): Generator<Specimen> {
  const { candidate } = specimen;
  for (const { at, name, type, records, schemas } of typed) {
    const items = findPointers(at, candidate, Infinity);
    if (items.length === 0 || type === undefined || records === undefined) continue;
    const recordPlaces = findPointers(records, candidate, Infinity);
    const withType = (root: Json, item: string, typeName: string, value: Json) => {
      const key = String(valueAt(candidate, item + name));
      const declared = withValue(root, item + type, typeName) ?? root;
      return recordPlaces.reduce(
        (edited, place) => withValue(edited, joinPointer(place, key), value) ?? edited,
        declared,
      );
    };
    const choices = [...items.slice(0, 3).map((item) => [item]), items.slice(-1), items];
    const samplesByType = Object.entries(schemas).map(
      ([typeName, variants]) => [typeName, interleave(...variants.map(sampleValues))] as const,
    );
    for (let index = 0; index < MAX_SAMPLES_OF_TYPE; index++)
      for (const [typeName, values] of samplesByType) {
        const value = values[index];
        if (value === undefined) continue;
        for (const chosen of choices) {
          const edited = chosen.reduce((root, item) => withType(root, item, typeName, value), candidate);
          yield { ...specimen, candidate: edited };
        }
      }
  }
}
