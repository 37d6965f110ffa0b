import type { NormalizeStep, RuleSource, SpecSource } from "../../engine/grammar.js";
import { TEXT_STEPS } from "../../engine/normalize/text-steps.js";
import { normalForm } from "../../engine/spec-digest.js";
import { isWithin } from "../../json/patch.js";
import { join, lastToken, parent } from "../../json/pointer.js";
import { equal, isObject, type Json, type JsonObject } from "../../json/value.js";
import { schemasIn } from "../../json-schema/schemas-in.js";
import { objectsIn } from "../objects-in.js";

/** One difference between two versions. */
export interface Change {
  readonly part: "shape" | "data" | "declarations" | "normalize" | "rules" | "words";
  /** RFC 6901, into the normal form of the later version; into that of the earlier one for what is gone. */
  readonly pointer: string;
  /** Undefined where it is not there. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** The only item that differs, of an array whose order does not matter here. */
  readonly item?: Json;
  /** The name and the place of a step of `normalize`. */
  readonly step?: string;
  /** False where it can change neither a verdict nor a package. */
  readonly decides: boolean;
}

/** Keywords of the shape that only help authors. */
const ADVICE = ["aliases", "placeholder", "derive"];
/** Keywords whose arrays are sets. */
const SETS = ["required", "enum", "type"];

/** Every difference, each as small as it can be tried by itself. */
export function changesBetween(before: SpecSource, after: SpecSource): Change[] {
  const [one, other] = [normalForm(before), normalForm(after)] as [JsonObject, JsonObject];
  return [
    ...inShape(one.shape, other.shape, "/shape"),
    ...inData(one.data, other.data, "/data", { types: typeTables([before, after]), aliases: aliasTables(one, other) }),
    ...inDeclarations(one.declarations as JsonObject, other.declarations as JsonObject),
    ...inSteps(before.spec.normalize, after.spec.normalize),
    ...inRules(one.rules as JsonObject, other.rules as JsonObject),
    ...inWords(before, after),
  ];
}

function keysOf(...objects: (object | undefined)[]): string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object ?? {})))].sort();
}

function* inShape(before: Json | undefined, after: Json | undefined, pointer: string): Generator<Change> {
  if (equal(before, after)) return;
  if (!isObject(before) || !isObject(after)) {
    yield { part: "shape", pointer, before, after, decides: true };
    return;
  }
  const [one, other] = [before as JsonObject, after as JsonObject];
  for (const key of keysOf(one, other)) {
    const at = join(pointer, key);
    const [old, now] = [one[key], other[key]];
    if (key === "properties") {
      for (const name of keysOf(old as object, now as object))
        yield* inShape((old as JsonObject)?.[name], (now as JsonObject)?.[name], join(at, name));
    } else if (key === "items") yield* inShape(old, now, at);
    else if (isSetChange(key, old, now))
      yield* inSet([old ?? []].flat(), [now ?? []].flat(), { part: "shape", pointer: at });
    else if (!equal(old, now))
      yield { part: "shape", pointer: at, before: old, after: now, decides: !ADVICE.includes(key) };
  }
}

/** Types include one another, so that one instead of another is a single change. */
function isSetChange(key: string, before: Json | undefined, after: Json | undefined): boolean {
  if (!SETS.includes(key)) return false;
  const [old, now] = [[before ?? []].flat(), [after ?? []].flat()];
  if (key === "type") return old.every((type) => now.includes(type)) || now.every((type) => old.includes(type));
  return key === "required" || (before !== undefined && after !== undefined);
}

function* inSet(before: Json[], after: Json[], at: Pick<Change, "part" | "pointer">): Generator<Change> {
  const has = (array: Json[], item: Json) => array.some((one) => equal(one, item));
  for (const item of before)
    if (!has(after, item)) yield { ...at, before: item, after: undefined, item, decides: true };
  for (const item of after)
    if (!has(before, item)) yield { ...at, before: undefined, after: item, item, decides: true };
}

/** Where the types of declarations are. */
function typeTables(sources: readonly SpecSource[]): string[] {
  const declarations = sources.flatMap(({ spec }) => Object.values(spec.declarations ?? {}));
  return declarations.flatMap(({ types }) => (types === undefined ? [] : `/data${types.spec}`));
}

/** Tables that only `aliases` of checks name: they help to fix a value, and decide nothing. */
function aliasTables(...forms: JsonObject[]): string[] {
  const named = forms.flatMap(({ rules, declarations, normalize }) =>
    referencesIn({ rules, declarations, normalize } as JsonObject),
  );
  const deciding = new Set(named.filter(({ key }) => key !== "aliases").map(({ pointer }) => pointer));
  return named.map(({ pointer }) => pointer).filter((pointer) => !deciding.has(pointer));
}

/** Every `{ "spec": pointer }` in a value, with the key that has it. */
function referencesIn(value: Json): { key: string; pointer: string }[] {
  return [...objectsIn(value)].flatMap(({ object: { spec }, pointer }) =>
    typeof spec === "string" ? [{ key: lastToken(pointer), pointer: `/data${spec}` }] : [],
  );
}

function* inData(
  before: Json | undefined,
  after: Json | undefined,
  pointer: string,
  tables: { readonly types: readonly string[]; readonly aliases: readonly string[] },
): Generator<Change> {
  if (equal(before, after)) return;
  const at = { part: "data", pointer } as const;
  // The parts of a type's schema depend on each other.
  const isWhole = tables.types.includes(parent(pointer));
  const isScalar = (value: Json) => typeof value !== "object" || value === null;
  if (isObject(before) && isObject(after) && !isWhole) {
    for (const key of keysOf(before, after))
      yield* inData(before[key] as Json, after[key] as Json, join(pointer, key), tables);
  } else if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].every(isScalar)) {
    const items = [...inSet(before, after, at)];
    yield* items;
    // Messages list them in this order, and so may `sort`.
    if (items.length === 0) yield { ...at, before, after, decides: true };
  } else {
    // Only changed rules use a list or table that is new or gone.
    const isAlone = pointer.split("/").length === 3 && (before === undefined || after === undefined);
    yield { ...at, before, after, decides: !isAlone && !tables.aliases.includes(parent(pointer)) };
  }
}

function* inDeclarations(before: JsonObject, after: JsonObject): Generator<Change> {
  for (const name of keysOf(before, after)) {
    const [old, now] = [before[name], after[name]];
    const pointer = join("/declarations", name);
    if (!equal(old, now)) yield { part: "declarations", pointer, before: old, after: now, decides: true };
  }
}

/** Steps of one place each. */
export function singleSteps(steps: readonly NormalizeStep[]): NormalizeStep[] {
  return steps.flatMap(({ at, ...step }) => [at].flat().map((place) => ({ ...step, at: place })));
}

/** Identifies a step of one place in two versions. */
export function stepKey({ step, at }: NormalizeStep): string {
  return `${step} ${String(at)}`;
}

function* inSteps(before: readonly NormalizeStep[], after: readonly NormalizeStep[]): Generator<Change> {
  const [one, other] = [singleSteps(before), singleSteps(after)];
  const [old, now] = [one, other].map((steps) => new Map(steps.map((step) => [stepKey(step), step])));
  for (const step of new Set([...one, ...other].map(stepKey))) {
    const [was, is] = [old?.get(step), now?.get(step)] as unknown as [Json | undefined, Json | undefined];
    if (equal(was, is)) continue;
    const steps = is === undefined ? before : after;
    const pointer = `/normalize/${steps.findIndex((whole) => singleSteps([whole]).some((part) => stepKey(part) === step))}`;
    yield { part: "normalize", pointer, before: was, after: is, step, decides: true };
  }
  const order = (steps: readonly NormalizeStep[]) =>
    steps.map(stepKey).filter((key) => old?.has(key) === true && now?.has(key) === true);
  const [was, is] = [order(one), order(other)];
  if (equal(was, is)) return;
  const decides = is.some((key, at) =>
    is
      .slice(0, at)
      .some((earlier) => was.indexOf(earlier) > was.indexOf(key) && meet(now?.get(earlier), now?.get(key))),
  );
  yield { part: "normalize", pointer: "/normalize", before: was, after: is, decides };
}

/** Whether the order of two steps can matter: defaults come first and text steps have an order of their own. */
function meet(one: NormalizeStep | undefined, other: NormalizeStep | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const isText = [one, other].some(({ step }) => Object.hasOwn(TEXT_STEPS, step));
  if (isText || (one.step === "default") !== (other.step === "default")) return false;
  const readsElsewhere = [one, other].some(({ by }) => isObject(by) && by.candidate !== undefined);
  return readsElsewhere || isWithin(String(one.at), String(other.at)) || isWithin(String(other.at), String(one.at));
}

function* inRules(before: JsonObject, after: JsonObject): Generator<Change> {
  for (const name of keysOf(before, after)) {
    const pointer = join("/rules", name);
    const [old, now] = [before[name], after[name]] as [JsonObject | undefined, JsonObject | undefined];
    // Only errors make a candidate invalid.
    const decides = old?.severity === "error" || now?.severity === "error";
    if (old === undefined || now === undefined) {
      yield { part: "rules", pointer, before: old, after: now, decides };
      continue;
    }
    for (const key of ["severity", "when", "check", "message", "fixes"]) {
      const [was, is] = [old[key], now[key]];
      if (equal(was, is)) continue;
      const isLogic = key !== "message" && key !== "fixes" && !(key === "check" && equal(logicOf(was), logicOf(is)));
      yield { part: "rules", pointer: join(pointer, key), before: was, after: is, decides: decides && isLogic };
    }
  }
}

/** Checks without what only helps to fix a value. */
function logicOf(check: Json | undefined): Json {
  return [check ?? []].flat().map((one) => ({ ...(one as JsonObject), aliases: null }));
}

function* inWords(before: SpecSource, after: SpecSource): Generator<Change> {
  const words = [wordsOf(before), wordsOf(after)] as const;
  for (const pointer of keysOf(...words)) {
    const [old, now] = [words[0][pointer], words[1][pointer]];
    // A rule or example that is new or gone is reported as a whole.
    if (old === undefined || now === undefined || equal(old, now)) continue;
    yield { part: "words", pointer, before: old, after: now, decides: false };
  }
}

/** All that is not in the digest, by its pointer. */
function wordsOf({ spec, shape, rules, examples }: SpecSource): Record<string, Json> {
  const words: [string, Json][] = [["/title", spec.title]];
  for (const { pointer, schema } of schemasIn(shape))
    for (const key of ["description", "examples"]) words.push([`/shape${pointer}/${key}`, schema[key] ?? null]);
  for (const [name, rule] of Object.entries(rules))
    for (const key of ["summary", "rationale", "examples", "deprecated"] as const)
      words.push([
        join("/rules", `${name}/${key}`).replace("~1", "/"),
        ((rule as RuleSource)[key] ?? null) as unknown as Json,
      ]);
  for (const [name, example] of Object.entries(examples))
    words.push([join("/examples", name), example as unknown as Json]);
  return Object.fromEntries(words);
}
