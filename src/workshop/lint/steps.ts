import type { CheckSource, NormalizeStep, SpecSource } from "../../engine/grammar.js";
import { withArticle } from "../../engine/problems/in-words.js";
import { toSelector } from "../../engine/reference.js";
import { type RulePart, walkRuleParts } from "../../engine/rules/reads.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { itemsWithPointers } from "../../ground/json/pointer.js";
import { isEqual, isObject, type JsonObject } from "../../ground/json/value.js";
import { adviceOn } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { compileSchema } from "../../schema/ajv.js";
import type { PackageModel } from "../model/package-model.js";
import { lintPlace, readTypes } from "../model/shape-places.js";

/** The type of the values that each step changes. */
const NEEDED_TYPES: { readonly [step in NormalizeStep["step"]]?: string } = {
  nfc: "string",
  trim: "string",
  "single-space": "string",
  sort: "array",
  "order-keys": "object",
};

/** Finds steps at places that cannot exist, and steps that have no effect. */
export function* lintSteps(source: SpecSource, model: PackageModel): Generator<Flaw> {
  const { settings } = source;
  const seen = new Set<string>();
  for (const [index, step] of settings.normalize.entries()) {
    const base = `/normalize/${index}`;
    for (const [at, place] of itemsWithPointers(step.at, `${base}/at`)) {
      const key = `${step.step} ${at}`;
      if (seen.has(key))
        yield { pointer: place, detail: `"${step.step}" occurs twice for this place; remove one` };
      seen.add(key);
      const shapePlace = model.shapePlaceOfStep(at);
      yield* lintPlace(shapePlace, place);
      if (shapePlace.schema === undefined) continue;
      for (const flaw of [
        ...lintStep(step, at, shapePlace.schema, model),
        ...lintSort(step, at, shapePlace.schema, model),
        ...lintNeighbors(step, at, source),
      ])
        yield { ...flaw, pointer: flaw.pointer === "" ? place : base + flaw.pointer };
    }
    yield* lintSortKey(step, model, `${base}/by`);
  }
}

/** Pointers lead into the step; an empty one means the place of the step. */
function* lintStep(
  { step, by, value }: NormalizeStep,
  at: string,
  schema: JsonObject,
  model: PackageModel,
): Generator<Flaw> {
  const types = readTypes(schema);
  const needed = NEEDED_TYPES[step];
  if (needed !== undefined && !types.includes(needed)) {
    const there = types.join(" or ");
    const detail = `"${step}" needs ${withArticle(needed)}; the shape has ${there} there; correct it`;
    yield { pointer: "", detail };
  }
  if (step === "default") {
    const requirer = model.findRequirer(at);
    const idle = `"default" has no effect: ${requirer} requires the property; remove it`;
    if (requirer !== undefined) yield { pointer: "", detail: idle };
    const refused = `the shape refuses ${quote(value)} there; give another value`;
    if (!compileSchema(schema)(value)) yield { pointer: "/value", detail: refused };
    const left = "is the placeholder, which authors must replace; give another value";
    if (value !== undefined && isEqual(value, schema.placeholder))
      yield { pointer: "/value", detail: left };
  }
  if (step !== "order-keys" || schema.additionalProperties !== false) return;
  const known = Object.keys((schema.properties ?? {}) as object);
  for (const [number, key] of (model.resolveList(by) ?? []).entries()) {
    if (known.includes(String(key))) continue;
    const { advice, meant } = adviceOn(String(key), known, `properties there: ${known.join(", ")}`);
    const pointer = Array.isArray(by) ? `/by/${number}` : "/by";
    yield { pointer, detail: `the shape has no ${quote(key)} there; ${advice}`, meant };
  }
}

function* lintSort(
  { step, by }: NormalizeStep,
  at: string,
  schema: JsonObject,
  model: PackageModel,
): Generator<Flaw> {
  if (step !== "sort" || !readTypes(schema).includes("array")) return;
  const types = readTypes(schema.items as JsonObject | undefined);
  if (by === undefined && types.length > 0 && !types.some(hasOrder)) {
    const detail = `"sort" has no effect on items of type ${types.join(" or ")}; add "by"`;
    yield { pointer: "", detail };
  }
  const [list, allowed] = [model.resolveList(by), model.listAllowedValues(`${at}/*`)];
  if (list === undefined || allowed === undefined) return;
  const stray = list.find((value) => !allowed.values.includes(value));
  if (stray !== undefined)
    yield { pointer: "/by", detail: `${quote(stray)} is never an item there; correct the list` };
  const lacking = allowed.values.find((value) => value !== null && !list.includes(value));
  if (lacking === undefined) return;
  const detail = `lacks ${quote(lacking)}, which ${allowed.statedBy} allows there; add it`;
  yield { pointer: "/by", detail };
}

function hasOrder(type: string): boolean {
  return type === "string" || type === "integer" || type === "number";
}

/** Finds rules that compare neighbors as they were sent: the sorted array might break them. */
function* lintNeighbors(
  { step, by }: NormalizeStep,
  at: string,
  { rules, settings }: SpecSource,
): Generator<Flaw> {
  if (step !== "sort") return;
  const items = `${at}/*`;
  const key = isObject(by) ? toSelector(by, items) : items;
  const demandsOrder = ({ at: sorted, where, per, ...check }: CheckSource) =>
    check.sorted === "ascending" &&
    sorted === key &&
    (where ?? per ?? check.as ?? check.by) === undefined;
  const errors = Object.entries(rules).filter(([, { severity }]) => severity === "error");
  for (const [, { when, check }] of errors)
    if (when === undefined && [check].flat().some(demandsOrder)) return;
  const comparesNeighbors = ({ part, items: compared }: RulePart) =>
    (part.previous !== undefined || part.fact === "previous") && compared.includes(items);
  for (const [name, { when, check }] of errors) {
    const parts = [...walkRuleParts([when, check], settings.declarations ?? {})];
    const detail = `the rule ${name} compares items with the one before, and "sort" may put another one there; let a rule with the check "sorted" demand the order, or remove the step`;
    if (parts.some(comparesNeighbors)) yield { pointer: "", detail };
  }
}

function* lintSortKey(
  { by, at }: NormalizeStep,
  model: PackageModel,
  pointer: string,
): Generator<Flaw> {
  if (!isObject(by)) return;
  const selector = toSelector(by, `${[at].flat()[0]}/*`);
  if (selector === undefined) return;
  const advice = 'write { "item": … } or { "candidate": … }';
  if (by.candidate === undefined && by.item === undefined)
    yield { pointer, detail: `items are sorted by what they have; ${advice}` };
  const shapePlace = model.shapePlaceAt(selector);
  yield* lintPlace(shapePlace, pointer);
  const types = readTypes(shapePlace.schema);
  if (by.candidate !== undefined || types.length === 0 || types.some(hasOrder)) return;
  const detail = `values of type ${types.join(" or ")} have no order; name another property`;
  yield { pointer, detail };
}
