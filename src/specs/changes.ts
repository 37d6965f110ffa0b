import type { NormalizeStep, RuleSource, SpecSource } from "../engine/grammar.js";
import { TEXT_STEPS } from "../engine/normalize/text-steps.js";
import { normalForm } from "../engine/spec-digest.js";
import { childOf, isWithin, joinPointer, parentPointer } from "../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { quote } from "../ground/text/quote.js";
import { walkSchemas } from "../schema/schemas-in.js";
import { type Deprecation, deprecationText } from "./names.js";
import { listReferences } from "./values-in.js";

/** One difference between two versions. */
export interface VersionChange {
  readonly part: "shape" | "data" | "declarations" | "normalize" | "rules" | "words";
  /**
   * RFC 6901, into the normal form of the later version or, for a removed part, of the earlier one.
   * For a step of `normalize`, its name and its place: `/normalize/trim/title`.
   */
  readonly pointer: string;
  /** Undefined if the part is new. */
  readonly before: Json | undefined;
  /** Undefined if the part was removed. */
  readonly after: Json | undefined;
  /** The item that was added to or removed from an array whose order does not matter. */
  readonly item?: Json;
  /** The key of a step of `normalize`, see stepKey(). */
  readonly step?: string;
  /** Whether the change can affect a verdict or a package. */
  readonly decides: boolean;
}

/** Keywords of the shape that only help to fix a candidate. */
const FIXING_KEYWORDS = ["aliases", "placeholder", "derive"];
/** Keywords whose arrays are sets. */
const SET_KEYWORDS = ["required", "enum", "type"];

/** All differences between two versions, each as small as can be tried by itself. */
export function changesBetween(before: SpecSource, after: SpecSource): VersionChange[] {
  const [old, now] = [normalForm(before), normalForm(after)] as [JsonObject, JsonObject];
  return [
    ...changesInShape(old.shape, now.shape, "/shape"),
    ...changesInData(old.data, now.data, "/data", {
      types: typeTables([before, after]),
      aliases: aliasTables(old, now),
    }),
    ...changesInDeclarations(old.declarations as JsonObject, now.declarations as JsonObject),
    ...changesInSteps(before.settings.normalize, after.settings.normalize),
    ...changesInRules(old.rules as JsonObject, now.rules as JsonObject),
    ...changesInWords(before, after),
  ];
}

/**
 * The properties that either object has itself (every object inherits `toString`), with both
 * values.
 */
function compareProperties<T extends Json>(
  before: Json | undefined,
  after: Json | undefined,
): [name: string, before: T | undefined, after: T | undefined][] {
  const names = new Set([before, after].flatMap((object) => Object.keys(object ?? {})));
  return [...names]
    .sort()
    .map((name) => [name, childOf(before, name) as T, childOf(after, name) as T]);
}

export function* changesInShape(
  before: Json | undefined,
  after: Json | undefined,
  pointer: string,
): Generator<VersionChange> {
  if (isEqual(before, after)) return;
  if (!isObject(before) || !isObject(after)) {
    yield { part: "shape", pointer, before, after, decides: true };
    return;
  }
  for (const [key, old, now] of compareProperties(before, after)) {
    const at = joinPointer(pointer, key);
    if (key === "properties") {
      for (const [name, schema, schemaNow] of compareProperties(old, now))
        yield* changesInShape(schema, schemaNow, joinPointer(at, name));
    } else if (key === "items") yield* changesInShape(old, now, at);
    else if (isSetChange(key, old, now))
      yield* changesInSet([old ?? []].flat(), [now ?? []].flat(), { part: "shape", pointer: at });
    else if (!isEqual(old, now))
      yield {
        part: "shape",
        pointer: at,
        before: old,
        after: now,
        decides: !FIXING_KEYWORDS.includes(key),
      };
  }
}

/**
 * Whether an array can be compared item by item. Types overlap (an integer is a number), so
 * replacing one by another is a single change.
 */
function isSetChange(key: string, before: Json | undefined, after: Json | undefined): boolean {
  if (!SET_KEYWORDS.includes(key)) return false;
  // Without the keyword, no property is required, and any value or type is allowed.
  if (key === "required") return true;
  if (before === undefined || after === undefined) return false;
  const [old, now] = [[before].flat(), [after].flat()];
  return (
    key !== "type" ||
    old.every((type) => now.includes(type)) ||
    now.every((type) => old.includes(type))
  );
}

function* changesInSet(
  before: Json[],
  after: Json[],
  at: Pick<VersionChange, "part" | "pointer">,
): Generator<VersionChange> {
  const has = (array: Json[], item: Json) => array.some((other) => isEqual(other, item));
  for (const item of before)
    if (!has(after, item)) yield { ...at, before: item, after: undefined, item, decides: true };
  for (const item of after)
    if (!has(before, item)) yield { ...at, before: undefined, after: item, item, decides: true };
}

/** The pointers of the tables of types that declarations refer to. */
function typeTables(sources: readonly SpecSource[]): string[] {
  const declarations = sources.flatMap(({ settings }) =>
    Object.values(settings.declarations ?? {}),
  );
  return declarations.flatMap(({ types }) => (types === undefined ? [] : `/data${types.spec}`));
}

/**
 * The pointers of tables that only `aliases` of checks refer to, which help to fix a value and
 * decide nothing.
 */
function aliasTables(...forms: JsonObject[]): string[] {
  const named = forms.flatMap(({ rules, declarations, normalize }) =>
    listReferences([rules, declarations, normalize]),
  );
  const deciding = new Set(named.filter(({ key }) => key !== "aliases").map(({ spec }) => spec));
  return named.filter(({ spec }) => !deciding.has(spec)).map(({ spec }) => `/data${spec}`);
}

function* changesInData(
  before: Json | undefined,
  after: Json | undefined,
  pointer: string,
  tables: { readonly types: readonly string[]; readonly aliases: readonly string[] },
): Generator<VersionChange> {
  if (isEqual(before, after)) return;
  const at = { part: "data", pointer } as const;
  // The parts of the schema of a type depend on each other.
  const isWhole = tables.types.includes(parentPointer(pointer));
  const isScalar = (value: Json) => typeof value !== "object" || value === null;
  if (isObject(before) && isObject(after) && !isWhole) {
    for (const [key, old, now] of compareProperties(before, after))
      yield* changesInData(old, now, joinPointer(pointer, key), tables);
  } else if (
    Array.isArray(before) &&
    Array.isArray(after) &&
    [...before, ...after].every(isScalar)
  ) {
    const items = [...changesInSet(before, after, at)];
    yield* items;
    // Another order decides too: messages list the items in it, and `sort` may use it.
    if (items.length === 0) yield { ...at, before, after, decides: true };
  } else {
    // A list or table that is new or removed is used only by changed rules.
    const isAlone =
      pointer.split("/").length === 3 && (before === undefined || after === undefined);
    yield {
      ...at,
      before,
      after,
      decides: !isAlone && !tables.aliases.includes(parentPointer(pointer)),
    };
  }
}

function* changesInDeclarations(before: JsonObject, after: JsonObject): Generator<VersionChange> {
  for (const [name, old, now] of compareProperties(before, after)) {
    const pointer = joinPointer("/declarations", name);
    if (!isEqual(old, now))
      yield { part: "declarations", pointer, before: old, after: now, decides: true };
  }
}

/** The steps with one place each. */
function singleSteps(steps: readonly NormalizeStep[]): NormalizeStep[] {
  return steps.flatMap(({ at, ...step }) => [at].flat().map((place) => ({ ...step, at: place })));
}

/** Identifies a step with one place across versions. */
function stepKey({ step, at }: NormalizeStep): string {
  return `${step} ${String(at)}`;
}

function* changesInSteps(
  before: readonly NormalizeStep[],
  after: readonly NormalizeStep[],
): Generator<VersionChange> {
  const [single, singleNow] = [singleSteps(before), singleSteps(after)];
  const [old, now] = [byKey(single), byKey(singleNow)];
  for (const step of new Set([...old.keys(), ...now.keys()])) {
    const [previous, current] = [old.get(step), now.get(step)] as unknown as [
      Json | undefined,
      Json | undefined,
    ];
    if (isEqual(previous, current)) continue;
    // By its place in the list, a step would have another name whenever one is added before it.
    const pointer = `/normalize/${step.replace(" ", "")}`;
    yield { part: "normalize", pointer, before: previous, after: current, step, decides: true };
  }
  const order = (steps: readonly NormalizeStep[]) =>
    steps.map(stepKey).filter((key) => old.has(key) && now.has(key));
  const [previous, current] = [order(single), order(singleNow)];
  if (isEqual(previous, current)) return;
  const isSwapped = (earlier: string, later: string) =>
    previous.indexOf(earlier) > previous.indexOf(later);
  const decides = current.some((key, index) =>
    current
      .slice(0, index)
      .some((earlier) => isSwapped(earlier, key) && orderMatters(now.get(earlier), now.get(key))),
  );
  yield { part: "normalize", pointer: "/normalize", before: previous, after: current, decides };
}

function byKey(steps: readonly NormalizeStep[]): Map<string, NormalizeStep> {
  return new Map(steps.map((step) => [stepKey(step), step]));
}

/**
 * Whether the order of two steps can matter. Defaults always run first, and text steps have an
 * order of their own.
 */
function orderMatters(a: NormalizeStep | undefined, b: NormalizeStep | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const isText = [a, b].some(({ step }) => Object.hasOwn(TEXT_STEPS, step));
  if (isText || (a.step === "default") !== (b.step === "default")) return false;
  const readsElsewhere = [a, b].some(({ by }) => isObject(by) && by.candidate !== undefined);
  return (
    readsElsewhere || isWithin(String(a.at), String(b.at)) || isWithin(String(b.at), String(a.at))
  );
}

function* changesInRules(before: JsonObject, after: JsonObject): Generator<VersionChange> {
  for (const [name, old, now] of compareProperties<JsonObject>(before, after)) {
    const pointer = joinPointer("/rules", name);
    // Only errors make a candidate invalid.
    const isDecisive = old?.severity === "error" || now?.severity === "error";
    if (old === undefined || now === undefined) {
      yield { part: "rules", pointer, before: old, after: now, decides: isDecisive };
      continue;
    }
    for (const key of ["severity", "when", "check", "message", "fixes"]) {
      const [before, after] = [old[key], now[key]];
      if (isEqual(before, after)) continue;
      const decides = isDecisive && !isEqual(withoutWords(key, before), withoutWords(key, after));
      yield { part: "rules", pointer: joinPointer(pointer, key), before, after, decides };
    }
  }
}

/**
 * What a part of a rule decides: messages, fixes, and the `aliases` of checks only help to fix a
 * value.
 */
function withoutWords(key: string, part: Json | undefined): Json | undefined {
  if (key === "message" || key === "fixes") return undefined;
  if (key !== "check") return part;
  return [part ?? []].flat().map((check) => ({ ...(check as JsonObject), aliases: null }));
}

function* changesInWords(before: SpecSource, after: SpecSource): Generator<VersionChange> {
  for (const [pointer, old, now] of compareProperties(collectWords(before), collectWords(after))) {
    // A property or rule that is new or gone is reported as a whole. A whole example is not: it
    // changes no verdict.
    if (old === undefined || now === undefined || isEqual(old, now)) continue;
    yield { part: "words", pointer, before: old, after: now, decides: false };
  }
}

/** The parts that the digest does not cover, by their pointers. */
function collectWords({ settings, shape, rules, examples }: SpecSource): Record<string, Json> {
  const words: [string, Json][] = [["/title", settings.title]];
  for (const { pointer, schema } of walkSchemas(shape))
    for (const key of ["description", "examples"])
      words.push([`/shape${pointer}/${key}`, schema[key] ?? null]);
  for (const [name, rule] of Object.entries(rules))
    for (const key of ["summary", "rationale", "examples", "deprecated"] as const)
      words.push([
        `${joinPointer("/rules", name)}/${key}`,
        ((rule as RuleSource)[key] ?? null) as unknown as Json,
      ]);
  for (const [name, example] of Object.entries(examples))
    words.push([joinPointer("/examples", name), example as unknown as Json]);
  return Object.fromEntries(words);
}

export function describeChange({
  pointer,
  before,
  after,
  item,
  step,
  part,
}: VersionChange): string {
  if (item !== undefined)
    return `${pointer} ${before === undefined ? "has" : "no longer has"} ${quote(item)}`;
  const [, rule] = /^\/rules\/([^/]+)\/deprecated$/.exec(pointer) ?? [];
  if (rule !== undefined)
    return isObject(after)
      ? `/rules/${rule} is ${deprecationText(after as unknown as Deprecation)}`
      : `/rules/${rule} is no longer deprecated`;
  if (part === "words") return `${pointer} is worded differently`;
  const subject = step === undefined ? pointer : `the step ${quote(step)}`;
  if (before === undefined) return `${subject} is new${isPlain(after) ? `: ${quote(after)}` : ""}`;
  if (after === undefined) return `${subject} is gone`;
  if (isPlain(before) && isPlain(after))
    return `${pointer} is ${quote(after)}, was ${quote(before)}`;
  return `${subject} is changed`;
}

function isPlain(value: unknown): boolean {
  return (
    !isObject(value) && !(Array.isArray(value) && value.some((item) => typeof item === "object"))
  );
}
