import type { NormalizeStep, RuleSource, SpecSource } from "../engine/grammar.js";
import { TEXT_STEPS } from "../engine/normalize/text-steps.js";
import { normalForm } from "../engine/spec-digest.js";
import { childOf, isWithin, joinPointer, parentPointer } from "../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { quote } from "../ground/text/quote.js";
import { walkSchemas } from "../schema/schemas-in.js";
import { listDataReferences } from "./walk-values.js";

export type Deprecation = NonNullable<RuleSource["deprecated"]>;

export interface VersionChange {
  readonly part: "shape" | "data" | "declarations" | "normalize" | "rules" | "words";
  /**
   * RFC 6901, into the normal form of the later version or, for a removed part, of the earlier one.
   * For a step of `normalize`, its name and its place: `/normalize/trim/title`.
   */
  readonly pointer: string;
  /** Undefined if the part is new. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** The item that was added to or removed from an array whose order does not matter. */
  readonly item?: Json;
  /** The key of a step of `normalize`, see singleSteps(). */
  readonly step?: string;
  /** Whether the change can affect a verdict or a package. */
  readonly decides: boolean;
}

/** Keywords of the shape that only help to fix a candidate. */
const FIXING_KEYWORDS = ["aliases", "placeholder", "derive"];
/** Keywords whose arrays are sets. */
const SET_KEYWORDS = ["required", "enum", "type"];

/** All differences between two versions, each as small as it can be classified by itself. */
export function listChangesBetween(earlier: SpecSource, later: SpecSource): VersionChange[] {
  const [before, after] = [normalForm(earlier), normalForm(later)] as [JsonObject, JsonObject];
  const tables = {
    types: [...listTypeTables(earlier), ...listTypeTables(later)],
    aliases: listAliasTables(before, after),
  };
  return [
    ...findShapeChanges(before.shape, after.shape, "/shape"),
    ...findDataChanges(before.data, after.data, "/data", tables),
    ...findDeclarationChanges(before.declarations as JsonObject, after.declarations as JsonObject),
    ...findStepChanges(earlier.settings.normalize, later.settings.normalize),
    ...findRuleChanges(before.rules as JsonObject, after.rules as JsonObject),
    ...findTextChanges(earlier, later),
  ];
}

/** The properties that either object has itself: every object inherits `toString`. */
function compareProperties<T extends Json>(
  before: Json | undefined,
  after: Json | undefined,
): [name: string, before: T | undefined, after: T | undefined][] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .sort()
    .map((name) => [name, childOf(before, name) as T, childOf(after, name) as T]);
}

export function* findShapeChanges(
  before: Json | undefined,
  after: Json | undefined,
  pointer: string,
): Generator<VersionChange> {
  const part = "shape";
  if (isEqual(before, after)) return;
  if (!isObject(before) || !isObject(after)) {
    yield { part, pointer, before, after, decides: true };
    return;
  }
  for (const [key, old, now] of compareProperties(before, after)) {
    const at = joinPointer(pointer, key);
    if (key === "properties") {
      for (const [name, ...schemas] of compareProperties(old, now))
        yield* findShapeChanges(...schemas, joinPointer(at, name));
    } else if (key === "items") yield* findShapeChanges(old, now, at);
    else if (isSetChange(key, old, now))
      yield* findSetChanges([old ?? []].flat(), [now ?? []].flat(), { part, pointer: at });
    else if (!isEqual(old, now)) {
      const decides = !FIXING_KEYWORDS.includes(key);
      yield { part, pointer: at, before: old, after: now, decides };
    }
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

function* findSetChanges(
  before: Json[],
  after: Json[],
  at: Pick<VersionChange, "part" | "pointer">,
): Generator<VersionChange> {
  for (const item of before)
    if (!after.some((other) => isEqual(other, item)))
      yield { ...at, before: item, after: undefined, item, decides: true };
  for (const item of after)
    if (!before.some((other) => isEqual(other, item)))
      yield { ...at, before: undefined, after: item, item, decides: true };
}

/** The pointers of the tables of types that declarations refer to. */
function listTypeTables({ settings }: SpecSource): string[] {
  const declarations = Object.values(settings.declarations ?? {});
  return declarations.flatMap(({ types }) => (types === undefined ? [] : `/data${types.spec}`));
}

/** The pointers of tables that only `aliases` of checks refer to: these decide nothing. */
function listAliasTables(...normalForms: JsonObject[]): string[] {
  const references = normalForms.flatMap(({ rules, declarations, normalize }) =>
    listDataReferences([rules, declarations, normalize]),
  );
  const deciding = new Set<string>();
  for (const { key, spec } of references) if (key !== "aliases") deciding.add(spec);
  return references.flatMap(({ spec }) => (deciding.has(spec) ? [] : `/data${spec}`));
}

function* findDataChanges(
  before: Json | undefined,
  after: Json | undefined,
  pointer: string,
  tables: { readonly types: readonly string[]; readonly aliases: readonly string[] },
): Generator<VersionChange> {
  if (isEqual(before, after)) return;
  const at = { part: "data", pointer } as const;
  // The keywords of the schema of a type depend on each other.
  const isTypeSchema = tables.types.includes(parentPointer(pointer));
  if (isObject(before) && isObject(after) && !isTypeSchema) {
    for (const [key, old, now] of compareProperties(before, after))
      yield* findDataChanges(old, now, joinPointer(pointer, key), tables);
  } else if (isListOfScalars(before) && isListOfScalars(after)) {
    const items = [...findSetChanges(before, after, at)];
    yield* items;
    // Another order decides too: messages list the items in it, and `sort` may use it.
    if (items.length === 0) yield { ...at, before, after, decides: true };
  } else {
    // A list or table that is new or gone matters only to changed rules, which are reported.
    const isWhole =
      pointer.split("/").length === 3 && (before === undefined || after === undefined);
    const isAlias = tables.aliases.includes(parentPointer(pointer));
    yield { ...at, before, after, decides: !isWhole && !isAlias };
  }
}

function isListOfScalars(value: Json | undefined): value is Json[] {
  return Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);
}

function* findDeclarationChanges(before: JsonObject, after: JsonObject): Generator<VersionChange> {
  for (const [name, old, now] of compareProperties(before, after)) {
    const pointer = joinPointer("/declarations", name);
    if (!isEqual(old, now))
      yield { part: "declarations", pointer, before: old, after: now, decides: true };
  }
}

/** The steps with one place each. Step and place are the key that identifies it across versions. */
function singleSteps(steps: readonly NormalizeStep[]): [key: string, step: NormalizeStep][] {
  return steps.flatMap((step) =>
    [step.at].flat().map((at): [string, NormalizeStep] => [`${step.step} ${at}`, { ...step, at }]),
  );
}

function* findStepChanges(
  before: readonly NormalizeStep[],
  after: readonly NormalizeStep[],
): Generator<VersionChange> {
  const [stepsBefore, stepsAfter] = [singleSteps(before), singleSteps(after)];
  const [old, now] = [new Map(stepsBefore), new Map(stepsAfter)];
  for (const step of new Set([...old.keys(), ...now.keys()])) {
    const [previous, current] = [old.get(step), now.get(step)] as unknown as (Json | undefined)[];
    if (isEqual(previous, current)) continue;
    // By its place in the list, a step would have another name whenever one is added before it.
    const pointer = `/normalize/${step.replace(" ", "")}`;
    yield { part: "normalize", pointer, before: previous, after: current, step, decides: true };
  }
  const orderBefore = stepsBefore.flatMap(([key]) => (now.has(key) ? key : []));
  const orderAfter = stepsAfter.flatMap(([key]) => (old.has(key) ? key : []));
  if (isEqual(orderBefore, orderAfter)) return;
  let decides = false;
  for (const [index, key] of orderAfter.entries())
    for (const earlier of orderAfter.slice(0, index)) {
      const isSwapped = orderBefore.indexOf(earlier) > orderBefore.indexOf(key);
      decides ||= isSwapped && orderMatters(now.get(earlier), now.get(key));
    }
  const pointer = "/normalize";
  yield { part: "normalize", pointer, before: orderBefore, after: orderAfter, decides };
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

function* findRuleChanges(before: JsonObject, after: JsonObject): Generator<VersionChange> {
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
      const decides = isDecisive && !isEqual(decidingPart(key, before), decidingPart(key, after));
      yield { part: "rules", pointer: joinPointer(pointer, key), before, after, decides };
    }
  }
}

/** Of a part of a rule, what decides: messages, fixes, and the `aliases` of checks do not. */
function decidingPart(key: string, part: Json | undefined): Json | undefined {
  if (key === "message" || key === "fixes") return undefined;
  if (key !== "check") return part;
  return [part ?? []].flat().map((check) => ({ ...(check as JsonObject), aliases: null }));
}

function* findTextChanges(earlier: SpecSource, later: SpecSource): Generator<VersionChange> {
  const texts = compareProperties(collectTexts(earlier), collectTexts(later));
  for (const [pointer, before, after] of texts) {
    // A property or rule that is new or gone is reported as a whole. A whole example is not: it
    // changes no verdict.
    if (before === undefined || after === undefined || isEqual(before, after)) continue;
    yield { part: "words", pointer, before, after, decides: false };
  }
}

/** The parts that the digest does not cover, by their pointers. */
function collectTexts({ settings, shape, rules, examples }: SpecSource): Record<string, Json> {
  const texts: [string, unknown][] = [["/title", settings.title]];
  for (const { pointer, schema } of walkSchemas(shape))
    for (const key of ["description", "examples"])
      texts.push([`/shape${pointer}/${key}`, schema[key] ?? null]);
  for (const [name, rule] of Object.entries(rules))
    for (const key of ["summary", "rationale", "examples", "deprecated"] as const)
      texts.push([`${joinPointer("/rules", name)}/${key}`, rule[key] ?? null]);
  for (const [name, example] of Object.entries(examples))
    texts.push([joinPointer("/examples", name), example]);
  return Object.fromEntries(texts) as Record<string, Json>;
}

export function describeChange(change: VersionChange): string {
  const { pointer, before, after, item, step, part } = change;
  if (item !== undefined)
    return `${pointer} ${before === undefined ? "has" : "no longer has"} ${quote(item)}`;
  const [, rule] = /^\/rules\/([^/]+)\/deprecated$/.exec(pointer) ?? [];
  if (rule !== undefined)
    return isObject(after)
      ? `/rules/${rule} is ${describeDeprecation(after as unknown as Deprecation)}`
      : `/rules/${rule} is no longer deprecated`;
  if (part === "words") return `${pointer} is worded differently`;
  const subject = step === undefined ? pointer : `the step ${quote(step)}`;
  if (before === undefined) return `${subject} is new${isShort(after) ? `: ${quote(after)}` : ""}`;
  if (after === undefined) return `${subject} is gone`;
  if (isShort(before) && isShort(after))
    return `${pointer} is ${quote(after)}, was ${quote(before)}`;
  return `${subject} is changed`;
}

/** Whether a value can be quoted in a sentence: a scalar, or a list of scalars. */
function isShort(value: Json | undefined): boolean {
  return (
    !isObject(value) && !(Array.isArray(value) && value.some((one) => typeof one === "object"))
  );
}

export function describeDeprecation({ since, use }: Deprecation): string {
  return `deprecated since ${since}${use === undefined ? "" : `; use ${use}`}`;
}
