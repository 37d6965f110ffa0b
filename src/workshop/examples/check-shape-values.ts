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
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { outlineOf } from "../../schema/outline.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { makeRegistry } from "../../specs/example-input.js";
import { findAbsentPlaces, findPointers } from "./test-candidates.js";

/**
 * Finds placeholders, examples and derived values of the shape that rules refuse, by putting each
 * into the base example.
 */
export async function checkShapeValues(spec: CompiledSpec, base: ExampleSource): Promise<Flaw[]> {
  const flaws: Flaw[] = [];
  for (const { pointer, path, value } of listStatedValues(spec, base.candidate)) {
    // Adding an item would move the others.
    const op = Array.isArray(valueAt(base.candidate, parentPointer(path))) ? "replace" : "add";
    const candidate = applyPatch(base.candidate, [{ op, path, value }]);
    const { violations } = await check(spec, candidate, makeRegistry(base));
    const kind = pointer.endsWith("/placeholder") ? "placeholders" : "examples";
    const violation = inDocumentOrder(violations, candidate).find(
      ({ severity, code, path: at }) =>
        severity === "error" &&
        isWithin(at, inRequest(path)) &&
        isDecidedByValue(spec.source.rules[code], kind),
    );
    if (violation === undefined) continue;
    const what = pointer.endsWith("/derive") ? "what is derived" : "it";
    const detail = `the rule ${violation.code} refuses ${what}: ${violation.message()}; correct it`;
    flaws.push({ pointer, detail });
  }
  return flaws;
}

/** Whether the value alone decides about a rule: then a wrong value is wrong in every candidate. */
function isDecidedByValue(
  rule: RuleSource | undefined,
  kind: "examples" | "placeholders",
): boolean {
  if (rule === undefined || rule.when !== undefined) return false;
  return [rule.check].flat().every((source) => {
    const { name = "", triedWith } = findDefinition(source) ?? {};
    const parameter = source[name];
    const isConstant = !isObject(parameter) || typeof parameter.spec === "string";
    return source.where === undefined && triedWith?.includes(kind) && isConstant;
  });
}

interface StatedValue {
  /** Into the shape. */
  readonly pointer: string;
  /** Where it is put into the candidate. */
  readonly path: string;
  readonly value: Json;
}

function* listStatedValues({ source }: CompiledSpec, candidate: Json): Generator<StatedValue> {
  for (const { at: selector, pointer, schema } of walkSchemas(outlineOf(source.shape))) {
    const { placeholder, examples, derive } = schema;
    const [path] = [...findPointers(selector, candidate), ...findAbsentPlaces(selector, candidate)];
    if (path === undefined) continue;
    if (placeholder !== undefined)
      yield { pointer: `${pointer}/placeholder`, path, value: placeholder };
    for (const [index, value] of (Array.isArray(examples) ? examples : []).entries())
      yield { pointer: `${pointer}/examples/${index}`, path, value };
    if (!isObject(derive)) continue;
    const derived = deriveValue(derive, valueAt(candidate, String(derive.from)));
    const values = new Set(Object.values((derive.prefixes ?? {}) as JsonObject));
    if (derived !== undefined) yield { pointer: `${pointer}/derive`, path, value: derived.value };
    for (const value of values) yield { pointer: `${pointer}/derive`, path, value };
  }
}
