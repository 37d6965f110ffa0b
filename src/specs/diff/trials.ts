import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { DeclarationSource, ExampleSource, SpecSource } from "../../engine/grammar.js";
import { applyPatch, type Operation } from "../../json/patch.js";
import { join, parent, valueAt } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { candidateOf } from "../example.js";
import type { Change } from "./changes.js";
import { clamp, sampleValues, variations } from "./sample-values.js";
import { refersTo, type Spot, spotsOf } from "./spots.js";

/** A candidate, and the ids that are taken. */
export interface Trial {
  readonly candidate: Json;
  readonly registry: readonly string[];
}

/** Examples that are changed at every spot; all others are tried as they are. */
const MOST_STARTS = 8;
const MOST_SINGLE = 1_500;
const PAIRS = 500;
const MOST_PLACES = 3;

/** Every candidate that the examples of a package show, the base first. */
export function exampleTrials(spec: CompiledSpec): Trial[] {
  const { spec: settings, rules, examples } = spec.source;
  const base = examples[settings.base] as ExampleSource;
  const whole = [base, ...Object.values(examples)].map(({ candidate, registry = [] }) => ({ candidate, registry }));
  const changed = Object.values(rules).flatMap((rule) =>
    rule.examples.flatMap((example) => {
      const candidate = candidateOf(spec, example, base);
      return candidate === undefined ? [] : [{ candidate, registry: example.registry ?? base.registry ?? [] }];
    }),
  );
  return [...whole, ...changed];
}

/** A change to a candidate, or to what is registered. */
type Edit = { readonly patch: readonly Operation[] } | { readonly registry: readonly string[] };

/** Candidates to try for one change: all examples, one edit of some of them, then two. The same at every call. */
export function* trialsFor(change: Change, versions: readonly CompiledSpec[]): Generator<Trial> {
  const sources = versions.map(({ source }) => source);
  const [first = [], second = []] = versions.map(exampleTrials);
  const spots = spotsOf(change, sources);
  const bases = [...first.slice(0, 1), ...second.slice(0, 1)];
  const starts = [
    ...bases,
    ...bases.flatMap((base) => withOneItem(base, spots)),
    ...examplesOf(change, versions),
  ].slice(0, MOST_STARTS);
  yield* first;
  yield* second;
  yield* starts;
  const prepared = starts.map((start) => ({ start, edits: [...editsOf(start, spots, change, sources)] }));
  const most = Math.max(...prepared.map(({ edits }) => edits.length));
  let left = MOST_SINGLE;
  // Edits of all starts in turn, and of each start from all over, so that none uses up the budget.
  const stride = Math.max(1, Math.floor(most / Math.ceil(MOST_SINGLE / starts.length)));
  for (let offset = 0; offset < stride && left > 0; offset++) {
    for (let at = offset; at < most && left > 0; at += stride) {
      for (const { start, edits } of prepared) {
        const edit = edits[at];
        const trial = edit && edited(start, edit);
        if (trial === undefined) continue;
        left--;
        yield trial;
      }
    }
  }
  const random = randomFrom(1);
  for (let pair = 0; pair < PAIRS; pair++) {
    const { start, edits } = pick(prepared, random);
    const once = edits.length === 0 ? undefined : edited(start, pick(edits, random));
    const twice = once && edited(once, pick(edits, random));
    if (twice !== undefined) yield twice;
  }
}

function edited(trial: Trial, edit: Edit): Trial | undefined {
  if ("registry" in edit) return { ...trial, registry: edit.registry };
  const candidate = applied(trial.candidate, edit.patch);
  return candidate === undefined ? undefined : { ...trial, candidate };
}

/** The same with a single item in each array around a spot: what others have in common with it is out of the way. */
function withOneItem(trial: Trial, spots: readonly Spot[]): Trial[] {
  const arrays = new Set(spots.flatMap(({ selector }) => /^[^*]*(?=\/\*)/.exec(selector) ?? []));
  return [...arrays].flatMap((path) => {
    const array = valueAt(trial.candidate, path);
    if (!Array.isArray(array) || array.length < 2) return [];
    const candidate = applied(trial.candidate, [{ op: "replace", path, value: array.slice(0, 1) as Json[] }]);
    return candidate === undefined ? [] : [{ ...trial, candidate }];
  });
}

function examplesOf({ part, pointer }: Change, versions: readonly CompiledSpec[]): Trial[] {
  const isConcerned = (name: string, source: SpecSource) =>
    part === "rules"
      ? pointer.split("/")[2] === name
      : part === "data" && refersTo(source.rules[name], pointer.slice("/data".length));
  return versions.flatMap((spec) => {
    const rules = Object.entries(spec.source.rules).filter(([name]) => isConcerned(name, spec.source));
    return exampleTrials({ ...spec, source: { ...spec.source, rules: Object.fromEntries(rules) } }).slice(1);
  });
}

/** A generator of numbers from 0 to 1 that are the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}

function* editsOf(
  { candidate }: Trial,
  spots: readonly Spot[],
  change: Change,
  sources: readonly SpecSource[],
): Generator<Edit> {
  for (const spot of spots) {
    for (const registry of registriesFor(candidate, spot)) yield { registry };
    for (const patch of patchesAt(spot, candidate, sources)) yield { patch };
  }
  for (const patch of declared(candidate, change, sources)) yield { patch };
}

/** The value at a spot as an id that is taken, or almost. */
function* registriesFor(candidate: Json, { selector }: Spot): Generator<string[]> {
  for (const path of placesIn(selector, candidate)) {
    const id = valueAt(candidate, path);
    if (typeof id !== "string" || id === "") continue;
    for (const taken of [id, `${id}s`, id.toUpperCase()]) yield [taken];
  }
}

function placesIn(selector: string, candidate: Json): string[] {
  const places: string[] = [];
  compileSelector(selector)(candidate, (_, trail) => {
    if (places.length < MOST_PLACES) places.push(trail.reduce<string>(join, ""));
  });
  return places;
}

function* patchesAt(spot: Spot, candidate: Json, sources: readonly SpecSource[]): Generator<Operation[]> {
  const { selector, values, sizes, letters } = spot;
  const places = placesIn(selector, candidate);
  for (const path of places) {
    const here = valueAt(candidate, path) as Json;
    if (path !== "") yield [{ op: "remove", path }];
    if (Array.isArray(here)) for (const size of sizes) yield* resized(path, here, clamp(size), candidate, sources);
    for (const value of values) yield [{ op: "replace", path, value }];
    for (const value of variations(here, letters, sizes)) yield [{ op: "replace", path, value }];
  }
  // Where it is absent, wherever what would hold it is there.
  if (selector === "" || selector.endsWith("/*")) return;
  const name = selector.slice(parent(selector).length);
  for (const around of placesIn(parent(selector), candidate)) {
    if (!isObject(valueAt(candidate, around)) || valueAt(candidate, around + name) !== undefined) continue;
    for (const value of values) yield [{ op: "add", path: around + name, value }];
  }
}

/** An array with another number of different items; where these declare something, the records follow. */
function* resized(
  path: string,
  array: Json[],
  size: number,
  candidate: Json,
  sources: readonly SpecSource[],
): Generator<Operation[]> {
  const template = array.at(-1);
  if (template === undefined || size === array.length || size > 1_000) return;
  const filled = (make: (number: number) => Json): Json[] => [
    ...array.slice(0, size),
    ...Array.from({ length: Math.max(0, size - array.length) }, (_, at) => make(at)),
  ];
  yield [{ op: "replace", path, value: filled((number) => numbered(template, number)) }];
  yield [{ op: "replace", path, value: filled(() => template) }];
  for (const declaration of declarationsIn(sources)) {
    if (parent(declaration.at) !== path || declaration.records === undefined) continue;
    const nameOf = (item: Json) => String(valueAt(item, declaration.name));
    const items = filled((number) => {
      const renamed: Operation = { op: "replace", path: declaration.name, value: `${nameOf(template)}${number + 2}` };
      return applied(template, [renamed]) ?? template;
    });
    const records = placesIn(declaration.records, candidate).map((record): Operation => {
      const old = valueAt(candidate, record) as JsonObject;
      const entries = items.flatMap((item): [string, Json][] => {
        const name = nameOf(item);
        const value = Object.hasOwn(old, name) ? old[name] : old[nameOf(template)];
        return value === undefined ? [] : [[name, value]];
      });
      return { op: "replace", path: record, value: Object.fromEntries(entries) };
    });
    yield [{ op: "replace", path, value: items }, ...records];
  }
}

/** The same with another number in each of its strings, so that no two are equal. */
function numbered(value: Json, number: number): Json {
  if (typeof value === "string") return `${value}${number + 2}`;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, numbered(part as Json, number)]));
}

function declarationsIn(sources: readonly SpecSource[]): DeclarationSource[] {
  return sources.flatMap(({ spec }) => Object.values(spec.declarations ?? {}));
}

/** The first declared name with another type and, in every record, a value that may have it. */
function* declared(candidate: Json, change: Change, sources: readonly SpecSource[]): Generator<Operation[]> {
  if (!concernsDeclarations(change)) return;
  for (const { spec } of sources) {
    for (const declaration of Object.values(spec.declarations ?? {})) {
      const { at, name, type, types, records, nullable, optional, repeated } = declaration;
      const table = types === undefined ? undefined : valueAt(spec.data, types.spec);
      const [first] = placesIn(at, candidate);
      if (type === undefined || records === undefined || !isObject(table) || first === undefined) continue;
      const key = String(valueAt(candidate, first + name));
      const inRecords = (value: Json | undefined) =>
        placesIn(records, candidate).map((record): Operation => {
          const path = join(record, key);
          return value === undefined ? { op: "remove", path } : { op: "add", path, value };
        });
      for (const [typeName, schema] of concernedTypes(change, types?.spec ?? "", table)) {
        const typed: Operation = { op: "replace", path: first + type, value: typeName };
        for (const value of typeValues(schema as JsonObject)) yield [typed, ...inRecords(value)];
        const sample = sampleValues(schema as JsonObject).at(-1) as Json;
        for (const role of [nullable, repeated, optional]) {
          if (role === undefined) continue;
          const flag: Operation = { op: "add", path: first + role, value: true };
          for (const value of [null, [sample], undefined]) yield [typed, flag, ...inRecords(value)];
        }
      }
    }
  }
}

function concernsDeclarations({ part, before, after }: Change): boolean {
  if (part === "rules") return /"declared|\{\w+\}"/.test(JSON.stringify([before, after]));
  return part === "data" || part === "declarations";
}

/** The types that a change is about; all of them where it is not about one. */
function concernedTypes({ part, pointer }: Change, types: string, table: Record<string, unknown>): [string, unknown][] {
  const prefix = `/data${types}/`;
  const own = part === "data" && pointer.startsWith(prefix) ? pointer.slice(prefix.length).split("/")[0] : undefined;
  if (part === "data" && own === undefined) return [];
  return Object.entries(table).filter(([name]) => own === undefined || own === name);
}

function* typeValues(schema: JsonObject): Generator<Json> {
  const samples = sampleValues(schema);
  yield* samples;
  for (const sample of samples.slice(-3)) yield* variations(sample, ["a", "A", "0", "-", " ", "g"], []);
}

function applied(candidate: Json, patch: readonly Operation[]): Json | undefined {
  try {
    return applyPatch(candidate, patch) as Json;
  } catch {
    return undefined;
  }
}
