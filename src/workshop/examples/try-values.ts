import { findDefinition } from "../../engine/checks/index.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { inDocumentOrder } from "../../engine/document-order.js";
import { deriveValue } from "../../engine/fixers/missing.js";
import type { ExampleSource, RuleSource } from "../../engine/grammar.js";
import { check } from "../../engine/verdict.js";
import { inRequest } from "../../engine/violation.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { applyPatch } from "../../ground/json/patch.js";
import { isWithin, parentPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json } from "../../ground/json/value.js";
import { outlineOf } from "../../schema/outline.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { makeRegistry } from "../../specs/example-input.js";
import { absentPlaces, findPointers } from "./example-places.js";

/**
 * Finds placeholders, examples and derived values of the shape that rules refuse, by putting each
 * into the base example.
 */
export async function tryValues(spec: CompiledSpec, base: ExampleSource): Promise<Flaw[]> {
  const flaws: Flaw[] = [];
  const rules = Object.entries(spec.source.rules);
  const namesOf = (tried: "examples" | "placeholders") =>
    rules.filter(([, rule]) => isTriedWith(tried, rule)).map(([name]) => name);
  const [forExamples, forPlaceholders] = [namesOf("examples"), namesOf("placeholders")];
  for (const { pointer, path, value } of statedValues(spec, base.candidate)) {
    // Adding an item would move the others.
    const op = Array.isArray(valueAt(base.candidate, parentPointer(path))) ? "replace" : "add";
    const tried = applyPatch(base.candidate, [{ op, path, value }]);
    const { violations } = await check(spec, tried, makeRegistry(base));
    const codes = pointer.endsWith("/placeholder") ? forPlaceholders : forExamples;
    const refused = inDocumentOrder(violations, tried).find(
      ({ severity, code, path: at }) =>
        severity === "error" && codes.includes(code) && isWithin(at, inRequest(path)),
    );
    if (refused === undefined) continue;
    const what = pointer.endsWith("/derive") ? "what is derived" : "it";
    flaws.push({
      pointer,
      detail: `the rule ${refused.code} refuses ${what}: ${refused.message()}; correct it`,
    });
  }
  return flaws;
}

/** Whether the value alone decides about a rule: then a wrong value is wrong in every candidate. */
function isTriedWith(tried: "examples" | "placeholders", { when, check }: RuleSource): boolean {
  const isPlain = (value: unknown) => !isObject(value) || typeof value.spec === "string";
  return (
    when === undefined &&
    [check].flat().every((source) => {
      const { name = "", triedWith } = findDefinition(source) ?? {};
      return source.where === undefined && triedWith?.includes(tried) && isPlain(source[name]);
    })
  );
}

/**
 * Each value with its pointer into the shape, and the path into the candidate at which it is tried.
 */
function* statedValues(
  { source }: CompiledSpec,
  candidate: Json,
): Generator<{ pointer: string; path: string; value: Json }> {
  for (const { at: selector, pointer, schema } of walkSchemas(outlineOf(source.shape))) {
    const { placeholder, examples, derive } = schema;
    const [path] = [...findPointers(selector, candidate), ...absentPlaces(selector, candidate)];
    if (path === undefined) continue;
    if (placeholder !== undefined)
      yield { pointer: `${pointer}/placeholder`, path, value: placeholder };
    for (const [index, value] of (Array.isArray(examples) ? examples : []).entries())
      yield { pointer: `${pointer}/examples/${index}`, path, value };
    if (!isObject(derive)) continue;
    const derived = deriveValue(derive, valueAt(candidate, String(derive.from)));
    if (derived !== undefined) yield { pointer: `${pointer}/derive`, path, value: derived.value };
    for (const value of new Set(Object.values(derive.prefixes ?? {})))
      yield { pointer: `${pointer}/derive`, path, value };
  }
}
