import type { CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { CheckSource, RuleExample } from "../../engine/grammar.js";
import { findViolations } from "../../engine/inspect.js";
import { inCandidate } from "../../engine/problem.js";
import { type Operation, tryPatch } from "../../ground/json/patch.js";
import { joinPointer, toTokens, valueAt } from "../../ground/json/pointer.js";
import { isEach } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject, withSortedKeys } from "../../ground/json/value.js";
import { findSchema, propertiesOf } from "../../ground/json-schema/schemas-in.js";
import { EMPTY_REGISTRY } from "../../ground/registry/registry.js";
import { quote } from "../../ground/text/quote.js";
import { makeWords } from "../search/pattern-words.js";
import { findPointers } from "../search/specimen.js";
import { sampleValues, variations } from "../search/values.js";

/** The candidates that are tried for each rule, and those that are made of one. */
const MAX_TRIES = 2_500;
const MAX_CHANGES = 250;
const JUNK: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e10,
  "",
  "x",
  "not right!",
  [],
  [1, 1],
  ["x", "x"],
  {},
  { x: 1 },
];

/** A candidate that breaks one rule and is otherwise valid, as an example of the rule; undefined if none is found. */
export async function findViolated(
  spec: CompiledSpec,
  name: string,
  candidates: readonly Json[],
): Promise<RuleExample | undefined> {
  const check = spec.source.rules[name]?.check as CheckSource;
  const { shape } = spec.source;
  const [base] = candidates;
  const [selector = ""] = [check.at].flat();
  const reached = base === undefined ? undefined : withPlace(base, selector, shape);
  let tries = 0;
  for (const candidate of [...candidates, ...(reached === undefined ? [] : [reached])]) {
    let changes = 0;
    for (const operation of makeChanges(check, candidate, shape)) {
      if (++tries > MAX_TRIES) return undefined;
      if (++changes > MAX_CHANGES) break;
      const patch = [operation.op === "remove" ? operation : sorted(operation)];
      // The keys of rule files are sorted when they are loaded, and messages quote values.
      const broken = candidate === candidates[0] ? tryPatch(candidate, patch) : sortedPatch(candidate, patch);
      if (broken === undefined) continue;
      const { errors } = await findViolations(spec, broken, EMPTY_REGISTRY);
      if (errors.length === 0 || !errors.every(({ code }) => code === name)) continue;
      const { diagnostics } = await evaluate(spec, broken, EMPTY_REGISTRY);
      const own = diagnostics.filter(({ code }) => code === name);
      return {
        title: inWords(operation),
        ...(candidate === candidates[0]
          ? { patch: patch as unknown as JsonObject[] }
          : { set: { "": broken as Json } }),
        violations: own.map(({ path }) => inCandidate(path)),
        message: own[0]?.message as string,
      };
    }
  }
  return undefined;
}

/** A candidate with values on the way to a place that it lacks; undefined if the shape does not show them. */
function withPlace(candidate: Json, selector: string, shape: JsonObject): Json | undefined {
  let path = "";
  let at = "";
  let whole: Json | undefined = candidate;
  for (const token of toTokens(selector)) {
    at = isEach(token) ? `${at}/${token}` : joinPointer(at, token);
    path = joinPointer(path, token === "*" ? 0 : token === "~values" ? "name" : token);
    if (whole === undefined || valueAt(whole, path) !== undefined) continue;
    const [value] = sampleValues(findSchema(shape, at));
    whole = value === undefined ? undefined : (tryPatch(whole, [{ op: "add", path, value }]) as Json | undefined);
  }
  return whole;
}

type Change = Extract<Operation, { op: "remove" }> | { op: "add" | "replace"; path: string; value: Json };

function sorted(operation: Exclude<Change, { op: "remove" }>): Operation {
  return { ...operation, value: withSortedKeys(operation.value) };
}

function sortedPatch(candidate: Json, patch: readonly Operation[]): Json | undefined {
  const broken = tryPatch(candidate, patch) as Json | undefined;
  return broken === undefined ? undefined : withSortedKeys(broken);
}

function inWords(operation: Change): string {
  if (operation.op === "remove") return `without ${operation.path}`;
  return `with ${quote(operation.value)} at ${operation.path || "the root"}`;
}

/** Changes that may break a check, the plainest first. */
function* makeChanges(check: CheckSource, candidate: Json, shape: JsonObject): Generator<Change> {
  const [selector = ""] = [check.at].flat();
  const isUnique = Object.hasOwn(check, "unique");
  for (const path of findPointers(isUnique ? selector.replace(/\/\*$/, "") : selector, candidate)) {
    const value = valueAt(candidate, path) as Json;
    const { "has-keys": needed, "only-keys": only, pattern } = check as Record<string, Json>;
    const ofKeys = isObject(only) && typeof only.pattern === "string" ? only.pattern : undefined;
    if (isUnique) {
      if (Array.isArray(value) && value.length > 0) yield { op: "add", path: `${path}/-`, value: value[0] as Json };
    } else if (Array.isArray(needed))
      for (const key of needed as string[]) yield { op: "remove", path: joinPointer(path, key) };
    else if (ofKeys !== undefined) {
      const [first] = isObject(value) ? Object.values(value) : [];
      for (const key of makeWords([ofKeys]).slice(0, 60))
        for (const other of [first ?? "text", {}, 1]) yield { op: "add", path: joinPointer(path, key), value: other };
    } else if (Array.isArray(only)) {
      for (const key of Object.keys(propertiesOf(findSchema(shape, selector))))
        if (!only.includes(key) && isObject(value) && !Object.hasOwn(value, key))
          for (const other of [...sampleValues(findSchema(shape, joinPointer(selector, key))), "text", 1, true, {}, []])
            yield { op: "add", path: joinPointer(path, key), value: other };
    } else {
      const words = typeof pattern === "string" ? makeWords([pattern]).slice(0, 60) : [];
      for (const other of [...words, ...changed(value)]) yield { op: "replace", path, value: other };
    }
  }
}

/** Other values, and the value with something changed inside. */
function* changed(value: Json): Generator<Json> {
  yield* JUNK;
  yield* variations(value, []);
  if (Array.isArray(value)) yield Array.from({ length: 12 }, (_, index) => value[index % value.length] ?? index);
  if (!isObject(value) && !Array.isArray(value)) return;
  const [first = "text"] = Object.values(value);
  yield {
    ...(isObject(value) && value),
    ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`n${index}`, first])),
  };
  for (const [key, inner] of Object.entries(value))
    for (const other of JUNK) {
      const copy = structuredClone(value) as Record<string, Json>;
      copy[key] = other;
      yield copy;
      if (typeof inner !== "object" || inner === null) continue;
      for (const deep of Object.keys(inner)) {
        const deeper = structuredClone(value) as Record<string, Record<string, Json>>;
        (deeper[key] as Record<string, Json>)[deep] = other;
        yield deeper;
      }
    }
}
