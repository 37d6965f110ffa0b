import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { ExampleSource, SpecSource } from "../../engine/grammar.js";
import { applyPatch, type Operation } from "../../json/patch.js";
import { parent, parse, valueAt } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { candidateOf } from "../example.js";
import type { Change } from "./changes.js";
import { declarationsIn, renamed, typed, undeclared } from "./declared-edits.js";
import { conditionsMet } from "./meet-condition.js";
import { placesIn } from "./places-in.js";
import { pick, randomFrom } from "./random.js";
import { clamp, variations } from "./sample-values.js";
import { refersTo, type Spot, spotsOf } from "./spots.js";

/** A candidate, and the ids that are taken. */
export interface Trial {
  readonly candidate: Json;
  readonly registry: readonly string[];
}

/** Examples that are changed at every spot; all others are tried as they are. */
const MOST_STARTS = 8;
/** Examples of the whole package that are changed until the conditions of rules hold. */
const MOST_WHOLE = 3;
const MOST_CONDITIONS = 4;
const MOST_LIKELY = 600;
const MOST_SINGLE = 1_500;
const PAIRS = 500;
const MOST_PLACES = 3;
const MOST_BORROWING = 6;

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
  const whole = first.slice(0, MOST_WHOLE);
  const starts = distinctTrials([
    ...bases,
    ...distinctTrials(whole.flatMap((one) => underConditions(one, change, sources))).slice(0, MOST_CONDITIONS),
    ...bases.flatMap((base) => withOneItem(base, spots)),
    ...examplesOf(change, versions),
  ]).slice(0, MOST_STARTS);
  yield* first;
  yield* second;
  yield* starts;
  const prepared = starts.map((start) => ({
    start,
    likely: [...likelyEdits(start, spots, change, sources)],
    edits: [...editsOf(start, spots, sources)],
  }));
  yield* inTurn(
    prepared.map(({ start, likely }) => ({ start, edits: likely })),
    MOST_LIKELY,
  );
  yield* inTurn(prepared, MOST_SINGLE);
  const random = randomFrom(1);
  for (let pair = 0; pair < PAIRS; pair++) {
    const { start, likely, edits } = pick(prepared, random);
    const choices = pair % 2 === 1 && likely.length > 0 ? likely : edits;
    const once = choices.length === 0 ? undefined : edited(start, pick(choices, random));
    const twice = once && edits.length > 0 ? edited(once, pick(edits, random)) : undefined;
    if (twice !== undefined) yield twice;
  }
}

interface Prepared {
  readonly start: Trial;
  readonly edits: readonly Edit[];
}

/** Edits of all starts in turn, and of each start from all over, so that none uses up the budget. */
function* inTurn(prepared: readonly Prepared[], budget: number): Generator<Trial> {
  const most = Math.max(...prepared.map(({ edits }) => edits.length));
  let left = budget;
  const stride = Math.max(1, Math.floor(most / Math.ceil(budget / prepared.length)));
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

/** The same where the rules that a change is about apply: two values that belong together are seldom met by chance. */
function underConditions(trial: Trial, change: Change, sources: readonly SpecSource[]): Trial[] {
  const patches = sources.flatMap((source) =>
    Object.entries(source.rules)
      .filter(([name]) => concerns(change, name, source))
      .flatMap(([, rule]) => conditionsMet(rule, source, trial.candidate)),
  );
  return patches.flatMap((patch) => edited(trial, { patch }) ?? []);
}

function distinctTrials(trials: readonly Trial[]): Trial[] {
  return [...new Map(trials.map((trial) => [JSON.stringify(trial), trial])).values()];
}

/** Whether a change is to a rule, or to data that it refers to. */
function concerns({ part, pointer }: Change, name: string, source: SpecSource): boolean {
  if (part === "rules") return parse(pointer)[1] === name;
  return part === "data" && refersTo(source.rules[name], pointer.slice("/data".length));
}

function examplesOf(change: Change, versions: readonly CompiledSpec[]): Trial[] {
  return versions.flatMap((spec) => {
    const rules = Object.entries(spec.source.rules).filter(([name]) => concerns(change, name, spec.source));
    return exampleTrials({ ...spec, source: { ...spec.source, rules: Object.fromEntries(rules) } }).slice(1);
  });
}

/** What the change itself is about, at every place where it may matter. */
function* likelyEdits(
  { candidate }: Trial,
  spots: readonly Spot[],
  change: Change,
  sources: readonly SpecSource[],
): Generator<Edit> {
  for (const { selector, likely } of spots)
    for (const patch of valuesAt(selector, likely, candidate, sources)) yield { patch };
  for (const patch of typed(candidate, change, sources)) yield { patch };
  if (change.part === "rules") for (const patch of borrowed(candidate, spots, sources)) yield { patch };
}

/** What one place of a rule has, at its other places: rules compare them. */
function* borrowed(candidate: Json, spots: readonly Spot[], sources: readonly SpecSource[]): Generator<Operation[]> {
  const places = [...new Set(spots.flatMap(({ selector }) => placesIn(selector, candidate, MOST_PLACES)))];
  for (const path of places.slice(0, MOST_BORROWING)) {
    for (const other of places.slice(0, MOST_BORROWING)) {
      const value = valueAt(candidate, other) as Json;
      if (path !== other && typeof value !== "object") yield* replaced(candidate, path, value, sources);
    }
  }
}

function* editsOf({ candidate }: Trial, spots: readonly Spot[], sources: readonly SpecSource[]): Generator<Edit> {
  for (const spot of spots) {
    for (const registry of registriesFor(candidate, spot)) yield { registry };
    for (const patch of patchesAt(spot, candidate, sources)) yield { patch };
  }
  for (const declaration of declarationsIn(sources))
    for (const patch of undeclared(candidate, declaration)) yield { patch };
}

/** The value at a spot as an id that is taken, or almost. */
function* registriesFor(candidate: Json, { selector }: Spot): Generator<string[]> {
  for (const path of placesIn(selector, candidate, MOST_PLACES)) {
    const id = valueAt(candidate, path);
    if (typeof id !== "string" || id === "") continue;
    for (const taken of [id, `${id}s`, id.toUpperCase()]) yield [taken];
  }
}

function* patchesAt(spot: Spot, candidate: Json, sources: readonly SpecSource[]): Generator<Operation[]> {
  const { selector, values, sizes, letters } = spot;
  const places = placesIn(selector, candidate, MOST_PLACES).map((path) => ({ path, here: valueAt(candidate, path) }));
  for (const { path, here } of places) {
    if (path !== "") yield [{ op: "remove", path }];
    if (Array.isArray(here)) for (const size of sizes) yield* resized(path, here, clamp(size), candidate, sources);
  }
  yield* valuesAt(selector, values, candidate, sources);
  for (const { path, here } of places)
    for (const value of variations(here, letters, sizes)) yield* replaced(candidate, path, value, sources);
}

/** Values wherever a selector leads, and where it would if what is around it had it. */
function* valuesAt(
  selector: string,
  values: readonly Json[],
  candidate: Json,
  sources: readonly SpecSource[],
): Generator<Operation[]> {
  for (const path of placesIn(selector, candidate, MOST_PLACES))
    for (const value of values) yield* replaced(candidate, path, value, sources);
  if (selector === "" || /[*}]$/.test(selector)) return;
  const name = selector.slice(parent(selector).length);
  for (const around of placesIn(parent(selector), candidate, MOST_PLACES)) {
    if (!isObject(valueAt(candidate, around)) || valueAt(candidate, around + name) !== undefined) continue;
    for (const value of values) yield [{ op: "add", path: around + name, value }];
  }
}

function* replaced(candidate: Json, path: string, value: Json, sources: readonly SpecSource[]): Generator<Operation[]> {
  yield* renamed(candidate, path, value, sources);
  yield [{ op: "replace", path, value }];
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
    const records = placesIn(declaration.records, candidate, MOST_PLACES).map((record): Operation => {
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

function applied(candidate: Json, patch: readonly Operation[]): Json | undefined {
  try {
    return applyPatch(candidate, patch) as Json;
  } catch {
    return undefined;
  }
}
