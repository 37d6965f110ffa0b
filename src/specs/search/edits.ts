import type { DeclarationSource } from "../../engine/grammar.js";
import { join, parent, parse, valueAt } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { inTurn, type Trial } from "./trial.js";
import { beside, samples, sizesAmong, type Tried, variations } from "./values.js";

/** Where trials are edited, and what is tried there. */
export interface Focus {
  readonly places: ReadonlyMap<string, Tried>;
  /** The places that are checked; the others are read beside them. */
  readonly checked: ReadonlySet<string>;
  /** The values that the examples have at a place. */
  readonly pool: (selector: string) => readonly Json[];
  /** Whether the ids that are taken matter. */
  readonly asksRegistry: boolean;
  /** The names of other registries that matter. */
  readonly registryNames: readonly string[];
  /** Values that the judges compute from a candidate to compare with. */
  readonly computed: (candidate: Json) => readonly Json[];
  /** Declarations whose types matter, with the schemas of the types. */
  readonly typed: readonly TypedDeclaration[];
  /** The properties that declare names. */
  readonly nameProperties: ReadonlySet<string>;
}

export interface TypedDeclaration extends DeclarationSource {
  readonly schemas: Readonly<Record<string, readonly JsonObject[]>>;
}

/** The number of places of one selector that are edited: the first ones, and the last. */
const MAX_PLACES = 4;
/** Longer arrays are not tried. */
const MAX_ITEMS = 1_001;
/** Matches selectors of items, which cannot be added like a property. */
const ENDS_IN_ITEM = /\/(?:\*|~first|~last|\{[^{}]+\})$/;
const MAX_SAMPLES_OF_TYPE = 12;
const TURNS_OF_TYPES = 4;
const TURNS_OF_CHECKED = 3;

/** The pointers of what a selector selects; for declared names, the first value of each name. */
export function placesIn(selector: string, candidate: Json, most = MAX_PLACES): string[] {
  if (selector.endsWith("}")) {
    const values = new Map<string, string>();
    for (const record of placesIn(parent(selector), candidate))
      for (const key of Object.keys(Object(valueAt(candidate, record))))
        if (!values.has(key)) values.set(key, join(record, key));
    return [...values.values()];
  }
  const places: string[] = [];
  compileSelector(selector)(candidate, (_, trail) => {
    places.push(trail.reduce<string>(join, ""));
  });
  return places.length > most ? [...places.slice(0, most - 1), ...places.slice(-1)] : places;
}

/** A copy with another value at a pointer, or without what is there; undefined where nothing could hold it. */
export function withValue(root: Json, pointer: string, value: Json | undefined): Json | undefined {
  return put(root, parse(pointer), value);
}

function put(here: Json | undefined, [token, ...rest]: readonly string[], value: Json | undefined): Json | undefined {
  if (token === undefined) return value;
  if (Array.isArray(here)) {
    const at = Number(token);
    const next = put(here[at], rest, value);
    return next === undefined ? (rest.length === 0 ? here.toSpliced(at, 1) : undefined) : here.toSpliced(at, 1, next);
  }
  if (!isObject(here)) return undefined;
  const next = put(here[token] as Json | undefined, rest, value);
  if (next !== undefined) return { ...(here as JsonObject), [token]: next };
  if (rest.length > 0) return undefined;
  const { [token]: _, ...others } = here as JsonObject;
  return others;
}

/** One name instead of another wherever it is, as a value and as a key: declarations, records, references at once. */
function renamed(value: Json, from: string, to: string): Json {
  if (value === from) return to;
  return rebuilt(
    value,
    (part) => renamed(part, from, to),
    (key, part) => [[key === from ? to : key, part]],
  );
}

/** Takes away every key of these names and, where `items` says so, every item that is one of them. */
export function without(value: Json, names: ReadonlySet<Json>, items = true): Json {
  const kept = items && Array.isArray(value) && value.some((item) => names.has(item));
  return rebuilt(
    kept ? value.filter((item) => !names.has(item)) : value,
    (part) => without(part, names, items),
    (key, part) => (names.has(key) ? [] : [[key, part]]),
  );
}

/** A container with other parts; itself where no part is another, since most of a candidate stays as it is. */
function rebuilt(value: Json, part: (old: Json) => Json, entry: (key: string, now: Json) => [string, Json][]): Json {
  if (Array.isArray(value)) {
    const items = value.map(part);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!isObject(value)) return value;
  let isSame = true;
  const entries: [string, Json][] = [];
  for (const [key, old] of Object.entries(value as JsonObject)) {
    const now = part(old);
    const own = entry(key, now);
    isSame &&= now === old && own.length === 1 && own[0]?.[0] === key;
    entries.push(...own);
  }
  return isSame ? value : Object.fromEntries(entries);
}

function occurrences(value: Json, text: string): number {
  if (value === text) return 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + occurrences(item, text), 0);
  if (!isObject(value)) return 0;
  const entries = Object.entries(value as JsonObject);
  return entries.reduce((sum, [key, part]) => sum + (key === text ? 1 : 0) + occurrences(part, text), 0);
}

/** All single edits of a trial where the judges read, one of each place after the other. */
export function* editsOf(trial: Trial, focus: Focus): Generator<Trial> {
  // These are as many as all other edits together.
  const sources: Iterator<Trial>[] = Array(TURNS_OF_TYPES).fill(typedRecords(trial, focus));
  for (const [selector, tried] of focus.places) {
    const edits = editsAt(trial, selector, tried, focus);
    for (let turn = 0; turn < (focus.checked.has(selector) ? TURNS_OF_CHECKED : 1); turn++) sources.push(edits);
  }
  while (sources.length > 0) {
    for (let at = 0; at < sources.length; at++) {
      const next = (sources[at] as Iterator<Trial>).next();
      if (next.done === true) sources.splice(at--, 1);
      else yield next.value;
    }
  }
}

function* editsAt(trial: Trial, selector: string, tried: Tried, focus: Focus): Generator<Trial> {
  const { candidate } = trial;
  const places = placesIn(selector, candidate);
  // With one or two values, only the presence of the property matters.
  const isBrief = tried.values.length <= 2;
  const absent = absentPlaces(selector, candidate, focus);
  const pooled = isBrief ? [] : focus.pool(selector);
  const elsewhere = absent.length === 0 || isBrief ? [] : [...valuesElsewhere(candidate, focus)];
  const near = isBrief ? [] : places.map((path) => editsNear(trial, path, selector, tried, focus));
  for (const path of places) if (path !== "") yield* changed(trial, withValue(candidate, path, undefined));
  for (let at = 0, isMore = true; isMore; at++) {
    isMore = at + 1 < Math.max(tried.values.length, pooled.length, elsewhere.length);
    const value = tried.values[at];
    for (const path of value === undefined ? [] : places) {
      const here = valueAt(candidate, path) as Json;
      yield* replaced(trial, path, here, value as Json);
      if (Array.isArray(here)) yield* withItem(trial, path, here, value as Json);
    }
    if (places.length + absent.length > 1 && value !== undefined)
      yield* changed(trial, everywhere(candidate, selector, value));
    for (const { path, host } of absent)
      for (const list of [pooled, tried.values, elsewhere])
        if (at < list.length) yield* changed(trial, withValue(host, path, list[at] as Json));
    for (const edits of near)
      for (let turn = 0; turn < 2; turn++) {
        const next = edits.next();
        if (next.done === true) break;
        isMore = true;
        yield next.value;
      }
  }
}

function* changed(trial: Trial, candidate: Json | undefined): Generator<Trial> {
  if (candidate !== undefined) yield { ...trial, candidate };
}

/** Conditions ask what an array contains. */
function* withItem(trial: Trial, path: string, array: readonly Json[], item: Json): Generator<Trial> {
  if (typeof item === "object") return;
  for (const items of [[...array, item], array.length > 1 ? array.with(0, item) : [item]])
    yield* changed(trial, withValue(trial.candidate, path, items));
}

function* valuesElsewhere(candidate: Json, focus: Focus): Generator<Json> {
  for (const selector of focus.places.keys())
    for (const path of placesIn(selector, candidate)) yield valueAt(candidate, path) as Json;
}

/** Where a place would be if it were there; what should hold it is put in as another example has it. */
function absentPlaces(selector: string, candidate: Json, focus: Focus): { path: string; host: Json }[] {
  if (selector === "" || ENDS_IN_ITEM.test(selector)) return [];
  const above = parent(selector);
  const name = selector.slice(above.length);
  const isFree = (path: string) => isObject(valueAt(candidate, path)) && valueAt(candidate, path + name) === undefined;
  const there = placesIn(above, candidate).filter(isFree);
  if (there.length > 0 || above === "" || /\/(?:\*|~first|~last)/.test(above))
    return there.map((path) => ({ path: path + name, host: candidate }));
  return focus
    .pool(above)
    .slice(0, 2)
    .flatMap((value) => {
      const host = withValue(candidate, above, value);
      return host === undefined ? [] : [{ path: selector, host }];
    });
}

/** A value at every place of a selector, also where it is absent. */
function everywhere(candidate: Json, selector: string, value: Json): Json {
  const isNamed = !ENDS_IN_ITEM.test(selector);
  const above = placesIn(isNamed ? parent(selector) : selector, candidate, Number.POSITIVE_INFINITY);
  const places = isNamed ? above.map((path) => path + selector.slice(parent(selector).length)) : above;
  return places.reduce((now, path) => withValue(now, path, value) ?? now, candidate);
}

/** A string that is there more than once is also replaced everywhere. */
function* replaced(trial: Trial, path: string, here: Json, value: Json): Generator<Trial> {
  const { candidate } = trial;
  const isName = typeof here === "string" && typeof value === "string" && here !== "" && here !== value;
  if (isName && occurrences(candidate, here) > 1) yield { ...trial, candidate: renamed(candidate, here, value) };
  yield* changed(trial, withValue(candidate, path, value));
}

/** Edits that replace a value by a similar one. */
function* editsNear(
  trial: Trial,
  path: string,
  selector: string,
  { sizes: known, properties }: Tried,
  focus: Focus,
): Generator<Trial> {
  const { candidate } = trial;
  const here = valueAt(candidate, path) as Json;
  const computed = focus.computed(candidate).flatMap(beside);
  const sizes = [...known, ...sizesAmong(computed)];
  if (isObject(here))
    for (const [name, schema] of Object.entries(properties)) {
      if (Object.hasOwn(here, name)) continue;
      for (const value of [...focus.pool(join(selector, name)).slice(0, 2), ...samples(schema).slice(0, 2)])
        yield* changed(trial, withValue(candidate, join(path, name), value));
    }
  if (Array.isArray(here))
    for (const array of otherArrays(here, sizes, focus.nameProperties)) yield* grown(trial, path, here, array);
  for (const value of variations(here, sizes)) yield* replaced(trial, path, here, value);
  for (const value of computed)
    if (typeof value === typeof here && value !== here) yield* changed(trial, withValue(candidate, path, value));
  // Rules compare places with each other.
  for (const value of valuesElsewhere(candidate, focus)) {
    if (typeof value === "object" || value === here) continue;
    yield* replaced(trial, path, here, value);
    const alike = typeof value === "string" ? variations(value, []) : beside(value);
    if (typeof value === typeof here)
      for (const one of alike) if (one !== here) yield* changed(trial, withValue(candidate, path, one));
  }
  if (focus.asksRegistry && typeof here === "string" && here !== "")
    for (const id of [here, `${here}s`, here.toUpperCase(), here.slice(0, -1)]) yield* withIds(trial, [id], focus);
  yield* withIds(trial, [], focus);
}

/** Other ids in one registry. */
function* withIds(trial: Trial, ids: readonly string[], { registryNames }: Focus): Generator<Trial> {
  if (ids.length > 0 || trial.registry.length > 0) yield { ...trial, registry: ids };
  for (const name of registryNames) yield { ...trial, registries: { ...trial.registries, [name]: ids } };
}

/** Fewer items, more (the same again, or others), and another order. */
function* otherArrays(
  array: readonly Json[],
  sizes: readonly number[],
  names: ReadonlySet<string>,
): Generator<readonly Json[]> {
  const [first, last] = [array[0], array.at(-1)];
  if (first === undefined || last === undefined) return;
  const another = numbering(array, names);
  for (let at = 0; at < Math.min(3, array.length); at++) yield array.toSpliced(at, 1);
  yield* [[...array, first], [...array, another(last, 2)], [first], []];
  if (array.length > 1) yield* [array.toReversed(), array.with(0, array[1] as Json)];
  for (const size of sizes) {
    if (size > MAX_ITEMS || size === array.length) continue;
    const more = Math.max(0, size - array.length);
    yield [...array.slice(0, size), ...Array.from({ length: more }, (_, at) => another(last, at + 2))];
    yield [...array.slice(0, size), ...Array.from({ length: more }, () => last)];
  }
}

/** Makes an item that differs from all others by a number in what is different in every item: names, not kinds. */
function numbering(array: readonly Json[], names: ReadonlySet<string>): (item: Json, number: number) => Json {
  const isDifferent = (key: string) => {
    if (names.has(key)) return true;
    const values = array.map((item) => (isObject(item) ? item[key] : undefined));
    return array.length > 1 ? new Set(values).size === array.length : Object.keys(Object(array[0]))[0] === key;
  };
  const numbered = (value: Json, number: number): Json => {
    if (typeof value === "string") return `${value}${number}`;
    if (typeof value === "number") return value + number;
    if (!isObject(value)) return value;
    const entries = Object.entries(value as JsonObject);
    return Object.fromEntries(entries.map(([key, part]) => [key, isDifferent(key) ? numbered(part, number) : part]));
  };
  return numbered;
}

/** An array instead of another; where the names of its items are keys elsewhere, the keys come and go with them. */
function* grown(trial: Trial, path: string, before: readonly Json[], after: readonly Json[]): Generator<Trial> {
  const candidate = withValue(trial.candidate, path, after as Json[]);
  if (candidate === undefined) return;
  yield { ...trial, candidate };
  const [old, now] = [namesIn(before), namesIn(after)];
  const model = [...namesIn(before.slice(-1))][0];
  const added = [...now].filter((name) => !old.has(name) && model !== undefined && name.startsWith(model));
  let next = candidate;
  const gone = new Set([...old].filter((name) => !now.has(name)));
  if (gone.size > 0) next = without(next, gone, false);
  if (added.length > 0) next = withKeys(next, model as string, added);
  if (next !== candidate) yield { ...trial, candidate: next };
}

function namesIn(array: readonly Json[]): Set<string> {
  const strings = array.flatMap((item) => (isObject(item) ? Object.values(item as JsonObject) : [item]));
  return new Set(strings.filter((one) => typeof one === "string"));
}

/** Adds these names wherever the model is a key, with its value. */
function withKeys(value: Json, model: string, names: readonly string[]): Json {
  const same = rebuilt(
    value,
    (part) => withKeys(part, model, names),
    (key, part) => [[key, part]],
  );
  if (!isObject(same) || !Object.hasOwn(same, model)) return same;
  return { ...(same as JsonObject), ...Object.fromEntries(names.map((name) => [name, same[model] as Json])) };
}

/** Something declared with each type and, in the records, with a value that may have it. */
function* typedRecords(trial: Trial, { typed }: Focus): Generator<Trial> {
  for (const { at, name, type, records, schemas } of typed) {
    const items = placesIn(at, trial.candidate, Number.POSITIVE_INFINITY);
    if (items.length === 0 || type === undefined || records === undefined) continue;
    const places = placesIn(records, trial.candidate, Number.POSITIVE_INFINITY);
    const withType = (now: Json, item: string, typeName: string, value: Json) => {
      const key = String(valueAt(trial.candidate, item + name));
      const declared = withValue(now, item + type, typeName) ?? now;
      return places.reduce((one, place) => withValue(one, join(place, key), value) ?? one, declared);
    };
    const choices = [...items.slice(0, 3).map((item) => [item]), items.slice(-1), items];
    const each = Object.entries(schemas).map(
      ([typeName, variants]) => [typeName, inTurn(...variants.map(samples))] as const,
    );
    for (let turn = 0; turn < MAX_SAMPLES_OF_TYPE; turn++)
      for (const [typeName, values] of each) {
        const value = values[turn];
        if (value === undefined) continue;
        for (const some of choices)
          yield {
            ...trial,
            candidate: some.reduce((now, item) => withType(now, item, typeName, value), trial.candidate),
          };
      }
  }
}
