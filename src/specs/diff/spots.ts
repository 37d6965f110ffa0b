import type { CheckSource, Condition, DeclarationSource, RuleSource, SpecSource } from "../../engine/grammar.js";
import { parent, parse, valueAt } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { selectorOf, spotAt } from "../lint/shape-view.js";
import type { Change } from "./changes.js";
import { distinguishingWords } from "./pattern-words.js";
import { distinct, limitsIn, literalsIn, ONE_OF_EACH, sampleValues } from "./sample-values.js";

/** Places of a candidate where a change may matter, and what to try there. */
export interface Spot {
  readonly selector: string;
  readonly values: readonly Json[];
  /** What the change itself is about: tried before all other values. */
  readonly likely: readonly Json[];
  /** Lengths of strings and arrays. */
  readonly sizes: readonly number[];
  /** Characters that may matter to a pattern. */
  readonly letters: readonly string[];
}

const LETTERS = ["a", "A", "0", "-", "_", ".", " ", "é", "/", "#"];
/** A pattern may name characters that no other string has. */
const MOST_LETTERS = 40;
const MOST_VALUES = 60;

/** Where two versions of a package should be tried for one change. */
export function spotsOf(change: Change, versions: readonly SpecSource[]): Spot[] {
  const { part, pointer } = change;
  if (part === "shape") return shapeSpots(change, versions);
  if (part === "normalize") return stepSpots(change, versions);
  const rules = versions.flatMap((source) =>
    Object.entries(source.rules).map(([name, rule]) => ({ name, rule, source })),
  );
  if (part === "rules") {
    const [name] = parse(pointer.slice("/rules".length));
    const spots = rules
      .filter((one) => one.name === name)
      .flatMap(({ rule, source }) => ruleSpots(rule, source, versions));
    return withLikely(spots, (selector) => wordsAt(selector, name ?? "", versions));
  }
  if (part === "declarations") {
    const spots = versions.flatMap(({ spec }) => Object.values(spec.declarations ?? {}).flatMap(declarationSelectors));
    return [...new Set(spots)].map((selector) => toSpot(selector, [], versions));
  }
  const data = pointer.slice("/data".length);
  const items = change.item === undefined ? valuesOf(change) : [change.item];
  const using = rules.filter(({ rule }) => refersTo(rule, data));
  const steps = versions.flatMap(({ spec }) => spec.normalize.filter((step) => refersTo(step, data)));
  const spots = [
    ...using.flatMap(({ rule, source }) => ruleSpots(rule, source, versions, items)),
    ...steps.flatMap(({ at }) => [at].flat()).map((selector) => toSpot(selector, items, versions)),
  ];
  return withLikely(spots, () => items);
}

/** Both versions of a rule look at the same places: what is likely there is tried once. */
function withLikely(spots: readonly Spot[], valuesAt: (selector: string) => readonly Json[]): Spot[] {
  const seen = new Set<string>();
  return spots.map((spot) => {
    if (seen.has(spot.selector)) return spot;
    seen.add(spot.selector);
    return { ...spot, likely: valuesAt(spot.selector).slice(0, MOST_VALUES) };
  });
}

/** What data says, and the names by which it says so. */
function valuesOf({ pointer, before, after }: Change): Json[] {
  const names = [before, after].flatMap((value) => (isObject(value) ? Object.keys(value) : []));
  return distinct([...literalsIn([before, after]), ...names, parse(pointer).at(-1) ?? ""]);
}

/** Strings for which the patterns of a rule at a place differ; where they do not, those that they refuse. */
function wordsAt(selector: string, name: string, versions: readonly SpecSource[]): string[] {
  const [before = [], after = []] = versions.map(({ rules }) => patternsAt(selector, rules[name]));
  const gone = before.filter((pattern) => !after.includes(pattern));
  const added = after.filter((pattern) => !before.includes(pattern));
  const peers = versions.flatMap(({ rules }) =>
    Object.values(rules).flatMap((rule) => (rule.severity === "error" ? patternsAt(selector, rule) : [])),
  );
  const all = [...new Set([...before, ...after, ...peers])];
  const wordsFor = (old: string | undefined, now: string | undefined) =>
    distinguishingWords(
      old,
      now,
      all.filter((pattern) => ![...gone, ...added, old, now].includes(pattern)),
    );
  if (gone.length + added.length === 0) return before.flatMap((pattern) => wordsFor(undefined, pattern));
  return Array.from({ length: Math.max(gone.length, added.length) }, (_, at) => wordsFor(gone[at], added[at])).flat();
}

function patternsAt(selector: string, rule: RuleSource | undefined): string[] {
  return [rule?.check ?? []]
    .flat()
    .filter(({ at, pattern }) => typeof pattern === "string" && [at].flat().includes(selector))
    .map(({ pattern }) => String(pattern));
}

/** Whether something refers to this data, to a part of it or to what is around it. */
export function refersTo(value: unknown, data: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { spec } = value as { spec?: unknown };
  if (typeof spec === "string" && (`${data}/`.startsWith(`${spec}/`) || `${spec}/`.startsWith(`${data}/`))) return true;
  return Object.values(value).some((part) => refersTo(part, data));
}

function shapeSpots({ pointer, item }: Change, versions: readonly SpecSource[]): Spot[] {
  const inShape = pointer.slice("/shape".length);
  const isSchema = versions.some(({ shape }) => isObject(valueAt(shape, inShape)));
  const schema = isSchema ? inShape : parent(inShape);
  const selector = selectorOf(schema);
  const name = inShape.endsWith("/required") ? `/${String(item)}` : "";
  return [selector + name, ...(isSchema && selector !== "" ? [parent(selector)] : [])].map((place) =>
    toSpot(place, ONE_OF_EACH, versions),
  );
}

function stepSpots({ before, after }: Change, versions: readonly SpecSource[]): Spot[] {
  const steps = [before, after].filter(isObject) as { at?: string | string[]; value?: Json }[];
  const all = versions.flatMap(({ spec }) => spec.normalize.flatMap(({ at }) => [at].flat()));
  const places = steps.length === 0 ? all : steps.flatMap(({ at }) => [at ?? []].flat());
  const values = steps.flatMap(({ value }) => value ?? []);
  return [...new Set(places)].map((selector) => ({ ...toSpot(selector, values, versions), likely: UNTIDY }));
}

/** Strings on which each step that changes strings acts, and what stays of them. */
const UNTIDY: readonly Json[] = ["Cafe\u0301", "Caf\u00e9", " a text ", "a  text", "a text"];

function ruleSpots(rule: RuleSource, source: SpecSource, versions: readonly SpecSource[], items: Json[] = []): Spot[] {
  const logic = [rule.when, rule.check];
  const values = [...items, ...literalsIn(logic), ...limitsIn(logic), ...listed(logic, source)];
  return [...new Set(placesOf(rule, source))].map((selector) => toSpot(selector, values, versions, logic));
}

/** The values of the lists that a rule refers to. */
function listed(value: unknown, source: SpecSource): Json[] {
  if (typeof value !== "object" || value === null) return [];
  const { spec } = value as { spec?: unknown };
  const data = typeof spec === "string" ? valueAt(source.spec.data, spec) : undefined;
  const own = Array.isArray(data) ? (data as Json[]) : isObject(data) ? Object.keys(data) : [];
  return [...own, ...Object.values(value).flatMap((part) => listed(part, source))];
}

/** Every place that a rule looks at, and the arrays and objects that hold them. */
export function* placesOf({ when, check }: RuleSource, { spec }: SpecSource): Generator<string> {
  if (when !== undefined) yield* pathsIn(when, "");
  for (const source of [check].flat() as CheckSource[]) {
    for (const selector of [source.at].flat()) {
      const [, declared = ""] = /\/\{([^{}]+)\}$/.exec(selector) ?? [];
      const place = selector.replace(/\/\{[^{}]+\}$/, "");
      yield place;
      if (place.endsWith("/*")) yield parent(place);
      const declaration = spec.declarations?.[declared];
      if (declaration !== undefined) yield* [selector, ...declarationSelectors(declaration)];
      for (const key of literalsIn([source["has-keys"], source["only-keys"]])) yield `${place}/${String(key)}`;
      const star = place.lastIndexOf("/*");
      if (source.where !== undefined) yield* pathsIn(source.where, star === -1 ? "" : place.slice(0, star + 2));
      for (const path of candidatePaths(source)) yield path;
    }
  }
}

function declarationSelectors({ at, records, references = [], ...roles }: DeclarationSource): string[] {
  const { name, type, nullable, optional, repeated } = roles;
  const properties = [name, type, nullable, optional, repeated].flatMap((role) =>
    role === undefined ? [] : at + role,
  );
  return [parent(at), at, ...properties, ...(records === undefined ? [] : [records]), ...[references].flat()];
}

function* pathsIn(condition: Condition, base: string): Generator<string> {
  if ("not" in condition) yield* pathsIn(condition.not, base);
  else if ("all" in condition) for (const part of condition.all) yield* pathsIn(part, base);
  else if ("any" in condition) for (const part of condition.any) yield* pathsIn(part, base);
  else if (condition.fact === "count")
    for (const at of [condition.params?.at ?? []].flat()) yield* at.endsWith("/*") ? [at, parent(at)] : [at];
  else yield base + (condition.path ?? "");
}

/** Places of the candidate that limits and lists refer to. */
function candidatePaths(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { candidate } = value as { candidate?: unknown };
  const own = typeof candidate === "string" ? [candidate] : [];
  return [...own, ...Object.values(value).flatMap(candidatePaths)];
}

function toSpot(selector: string, values: readonly Json[], versions: readonly SpecSource[], logic: unknown = []): Spot {
  const schemas = versions.flatMap(({ shape }): JsonObject[] => {
    const spot = spotAt(shape, selector);
    return spot.kind === "schema" ? [spot.schema] : [];
  });
  const letters = literalsIn(logic).flatMap((text) => (typeof text === "string" ? [...text] : []));
  return {
    selector,
    values: distinct([...values, ...schemas.flatMap(sampleValues)]).slice(0, MOST_VALUES),
    likely: [],
    sizes: [...new Set([...limitsIn(logic), ...schemas.flatMap(limitsIn)])].filter((size) => size >= 0),
    letters: [...new Set([...LETTERS, ...letters])].slice(0, MOST_LETTERS),
  };
}
