import type { CompiledSpec } from "../../engine/compile-spec.js";
import { type Evaluated, evaluate } from "../../engine/evaluate.js";
import type { CheckSource, Condition, ExampleSource, RuleSource } from "../../engine/grammar.js";
import { applyPatch, type Operation } from "../../json/patch.js";
import { join, valueAt } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { equal, isObject, type Json, type JsonObject } from "../../json/value.js";
import { candidateOf, registryOf } from "../example.js";
import { SCAFFOLD } from "../lint/lint-package.js";
import { PackageView } from "../lint/package-view.js";

const MOST_TRIED = 400;

/** An example for a rule, as it would be written, for which two forms of the rule come to different results. */
export async function findWitness(
  one: CompiledSpec,
  other: CompiledSpec,
  name: string,
  base: ExampleSource,
): Promise<JsonObject | undefined> {
  const rule = one.source.rules[name] as RuleSource;
  const registry = registryOf(base);
  let tried = 0;
  for (const candidate of candidates(one, rule, base)) {
    if (tried++ > MOST_TRIED) return undefined;
    const [mine, theirs] = await Promise.all([one, other].map((spec) => evaluate(spec, candidate, registry)));
    const own = ownIn(mine as Evaluated, name);
    if (equal(own, ownIn(theirs as Evaluated, name))) continue;
    return toExample(base.candidate, candidate, mine as Evaluated, name);
  }
  return undefined;
}

function ownIn({ diagnostics }: Evaluated, name: string): Json {
  return diagnostics
    .filter(({ code }) => code === name)
    .map(({ path, severity, message, fixes }) => [path, severity, message, fixes[0]?.applicability ?? "none"]);
}

/** Candidates around those that the rule's own examples show: one or two places set to a value that may matter. */
function* candidates(spec: CompiledSpec, rule: RuleSource, base: ExampleSource): Generator<Json> {
  const shown = rule.examples.flatMap((example) => candidateOf(spec, example, base) ?? []);
  const pool = [base.candidate, ...shown];
  yield* pool;
  const view = new PackageView(spec.source);
  const places = [...placesOf(rule)];
  for (const candidate of pool) {
    for (const place of places) {
      for (const patch of patchesAt(place, candidate, rule, view)) {
        const changed = applied(candidate, patch);
        if (changed !== undefined) yield changed;
      }
    }
  }
}

/** Every place that a rule looks at, as selectors. */
function* placesOf({ when, check }: RuleSource): Generator<string> {
  if (when !== undefined) yield* pathsIn(when, "");
  for (const source of [check].flat() as CheckSource[]) {
    for (const selector of [source.at].flat()) {
      yield selector.replace(/\/\{[^{}]+\}$/, "");
      const star = selector.lastIndexOf("/*");
      if (source.where !== undefined) yield* pathsIn(source.where, star === -1 ? "" : selector.slice(0, star + 2));
    }
  }
}

function* pathsIn(condition: Condition, base: string): Generator<string> {
  if ("not" in condition) yield* pathsIn(condition.not, base);
  else if ("all" in condition) for (const part of condition.all) yield* pathsIn(part, base);
  else if ("any" in condition) for (const part of condition.any) yield* pathsIn(part, base);
  else if (condition.fact === "count") yield* [condition.params?.at ?? []].flat();
  else yield base + (condition.path ?? "");
}

function* patchesAt(selector: string, candidate: Json, rule: RuleSource, view: PackageView): Generator<Operation[]> {
  const places: string[] = [];
  compileSelector(selector)(candidate, (_, trail) => {
    places.push(trail.reduce<string>(join, ""));
  });
  const spot = view.spot(selector);
  const values = [
    ...interesting(rule),
    ...(spot.kind === "schema" && Array.isArray(spot.schema.enum) ? (spot.schema.enum as Json[]) : []),
  ];
  for (const path of places.slice(0, 3)) {
    const here = valueAt(candidate, path);
    if (path !== "") yield [{ op: "remove", path }];
    for (const value of [...values, ...variations(here)]) yield [{ op: "replace", path, value }];
  }
  if (places.length === 0 && !selector.includes("*")) {
    for (const value of values) yield [{ op: "add", path: selector, value }];
  }
}

/** The literals of a rule, and what is next to them. */
function interesting(rule: RuleSource): Json[] {
  const literals = new Set<Json>();
  const visit = (value: unknown): void => {
    if (typeof value === "number") for (const by of [-1, 0, 1]) literals.add(value + by);
    else if (typeof value === "string" || typeof value === "boolean") literals.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit(rule.when);
  visit(rule.check);
  return [...literals, true, false].slice(0, 20);
}

/** Values that are almost the same. */
function* variations(value: unknown): Generator<Json> {
  if (typeof value === "string")
    yield* ["", ` ${value}`, `${value} `, `${value}!`, `!${value}`, value.toUpperCase(), value.toLowerCase()];
  if (typeof value === "number") yield* [value + 1, value - 1];
  if (typeof value === "boolean") yield !value;
  if (Array.isArray(value) && value.length > 0) yield* [value.slice(0, -1), [...value, value[0]]] as Json[];
}

function applied(candidate: Json, patch: Operation[]): Json | undefined {
  try {
    return applyPatch(candidate, patch) as Json;
  } catch {
    return undefined;
  }
}

/** As a maintainer would write it. */
function toExample(base: Json, candidate: Json, { diagnostics }: Evaluated, name: string): JsonObject {
  const own = diagnostics.filter(({ code }) => code === name);
  const changes = differences(base, candidate, "");
  const set = Object.fromEntries(changes.filter(([, value]) => value !== undefined)) as JsonObject;
  const remove = changes.filter(([, value]) => value === undefined).map(([pointer]) => pointer);
  const [first] = own;
  return {
    title: SCAFFOLD.example,
    ...(Object.keys(set).length > 0 && { set }),
    ...(remove.length > 0 && { remove: remove.length === 1 ? (remove[0] as string) : remove }),
    ...(first && {
      violations: own.map(({ path }) => path.slice("/candidate".length)),
      severity: first.severity,
      fix: first.fixes[0]?.applicability ?? "none",
    }),
  };
}

/** The places that differ, with their new values; arrays of another length as a whole. */
function differences(before: Json | undefined, after: Json | undefined, pointer: string): [string, Json | undefined][] {
  if (equal(before, after)) return [];
  const isSameKind = isObject(before) && isObject(after);
  const areArrays = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (!isSameKind && !areArrays) return [[pointer, after]];
  const keys = new Set([...Object.keys(before as object), ...Object.keys(after as object)]);
  return [...keys].flatMap((key) =>
    differences((before as JsonObject)[key], (after as JsonObject)[key], join(pointer, key)),
  );
}
