import type { CheckSource, NormalizeStep, RuleSource, SpecSource } from "../../engine/grammar.js";
import { withArticle } from "../../engine/problems/in-words.js";
import { toSelector } from "../../engine/reference.js";
import type { RulePart } from "../../engine/rules/reads.js";
import { walkRuleParts } from "../../engine/rules/reads.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { itemsWithPointers } from "../../ground/json/pointer.js";
import { isEqual, isObject, type JsonObject } from "../../ground/json/value.js";
import { adviceOn } from "../../ground/text/did-you-mean.js";
import { quote } from "../../ground/text/quote.js";
import { compileSchema } from "../../schema/ajv.js";
import type { PackageView } from "../view/package-view.js";
import { nowhereFlaws, readTypes, type ShapePlace } from "../view/shape-view.js";

/** The type of the values that each step changes. */
const NEEDED_TYPES: { readonly [step in NormalizeStep["step"]]?: string } = {
  nfc: "string",
  trim: "string",
  "single-space": "string",
  sort: "array",
  "order-keys": "object",
};

const ORDERED = ["string", "integer", "number"];

/** Finds steps at places that cannot exist, and steps that have no effect. */
export function* lintSteps(source: SpecSource, view: PackageView): Generator<Flaw> {
  const { settings } = source;
  const seen = new Set<string>();
  for (const [index, step] of settings.normalize.entries()) {
    const base = `/normalize/${index}`;
    for (const [at, place] of itemsWithPointers(step.at, `${base}/at`)) {
      const key = `${step.step} ${at}`;
      if (seen.has(key))
        yield { pointer: place, detail: `"${step.step}" occurs twice for this place; remove one` };
      seen.add(key);
      const shapePlace = view.shapePlaceOfStep(at);
      yield* nowhereFlaws(shapePlace, place);
      if (shapePlace.schema === undefined) continue;
      for (const flaw of [
        ...lintStep(step, at, shapePlace, view),
        ...lintSort(step, shapePlace.schema, at, view),
        ...lintNeighbours(step, at, source),
      ])
        yield { ...flaw, pointer: flaw.pointer === "" ? place : base + flaw.pointer };
    }
    yield* lintSortKey(step, view, `${base}/by`);
  }
}

/** Pointers lead into the step; an empty one means the place of the step. */
function* lintStep(
  { step, by, value }: NormalizeStep,
  at: string,
  { schema = {} }: ShapePlace,
  view: PackageView,
): Generator<Flaw> {
  const types = readTypes(schema);
  const needed = NEEDED_TYPES[step];
  if (needed !== undefined && !types.includes(needed)) {
    const there = types.join(" or ");
    yield {
      pointer: "",
      detail: `"${step}" needs ${withArticle(needed)}; the shape has ${there} there; correct it`,
    };
  }
  const required = step === "default" ? view.whoRequires(at) : undefined;
  if (required !== undefined)
    yield {
      pointer: "",
      detail: `"default" has no effect: ${required} requires the property; remove it`,
    };
  if (step === "default" && !compileSchema(schema)(value))
    yield {
      pointer: "/value",
      detail: `the shape refuses ${quote(value)} there; give another value`,
    };
  if (step === "default" && value !== undefined && isEqual(value, schema.placeholder))
    yield {
      pointer: "/value",
      detail: "is the placeholder, which authors must replace; give another value",
    };
  if (step !== "order-keys" || schema.additionalProperties !== false) return;
  const known = Object.keys((schema.properties ?? {}) as object);
  for (const [number, key] of (view.listOf(by) ?? []).entries()) {
    if (known.includes(String(key))) continue;
    const { advice, meant } = adviceOn(String(key), known, `properties there: ${known.join(", ")}`);
    const pointer = Array.isArray(by) ? `/by/${number}` : "/by";
    yield { pointer, detail: `the shape has no ${quote(key)} there; ${advice}`, meant };
  }
}

function* lintSort(
  { step, by }: NormalizeStep,
  schema: JsonObject,
  at: string,
  view: PackageView,
): Generator<Flaw> {
  if (step !== "sort" || !readTypes(schema).includes("array")) return;
  if (typeof schema.maxItems === "number" && schema.maxItems < 2)
    yield {
      pointer: "",
      detail: '"sort" has no effect: the shape allows at most one item; remove it',
    };
  const types = readTypes(schema.items as JsonObject | undefined);
  const hasOrder = types.length === 0 || types.some((type) => ORDERED.includes(type));
  if (by === undefined && !hasOrder)
    yield {
      pointer: "",
      detail: `"sort" has no effect on items of type ${types.join(" or ")}; add "by"`,
    };
  const list = view.listOf(by);
  const allowed = view.allowedAt(`${at}/*`);
  const stray = allowed && list?.find((value) => !allowed.values.includes(value));
  if (stray !== undefined)
    yield { pointer: "/by", detail: `${quote(stray)} is never an item there; correct the list` };
  const lacking = list && allowed?.values.find((value) => value !== null && !list.includes(value));
  if (lacking !== undefined)
    yield {
      pointer: "/by",
      detail: `lacks ${quote(lacking)}, which ${allowed?.by} allows there; add it`,
    };
}

/**
 * Finds a sorted array whose order a rule demands as it was sent: its package might break the rule.
 */
function* lintNeighbours(
  { step, by }: NormalizeStep,
  at: string,
  { rules, settings }: SpecSource,
): Generator<Flaw> {
  if (step !== "sort") return;
  const key = isObject(by) ? toSelector(by, `${at}/*`) : `${at}/*`;
  const demandsOrder = ({ at: sorted, where, per, ...check }: CheckSource) =>
    check.sorted === "ascending" &&
    sorted === key &&
    (where ?? per ?? check.as ?? check.by) === undefined;
  const isDemanded = ({ severity, when, check }: RuleSource) =>
    severity === "error" && when === undefined && [check].flat().some(demandsOrder);
  if (Object.values(rules).some(isDemanded)) return;
  const comparesNeighbours = ({ part, items }: RulePart) =>
    (part.previous !== undefined || part.fact === "previous") && items.includes(`${at}/*`);
  for (const [name, { severity, when, check }] of Object.entries(rules)) {
    const parts = [...walkRuleParts([when, check], settings.declarations ?? {})];
    if (severity === "error" && parts.some(comparesNeighbours))
      yield {
        pointer: "",
        detail: `the rule ${name} compares items with the one before, and "sort" may put another one there; let a rule with the check "sorted" demand the order, or remove the step`,
      };
  }
}

function* lintSortKey(
  { by, at }: NormalizeStep,
  view: PackageView,
  pointer: string,
): Generator<Flaw> {
  const selector = isObject(by) ? toSelector(by, `${[at].flat()[0]}/*`) : undefined;
  if (selector === undefined) return;
  if (isObject(by) && by.candidate === undefined && by.item === undefined)
    yield {
      pointer,
      detail: 'items are sorted by what they have; write { "item": … } or { "candidate": … }',
    };
  const shapePlace = view.shapePlaceAt(selector);
  yield* nowhereFlaws(shapePlace, pointer);
  const types = readTypes(shapePlace.schema);
  const isOfItem = isObject(by) && by.candidate === undefined;
  if (isOfItem && types.length > 0 && !types.some((type) => ORDERED.includes(type)))
    yield {
      pointer,
      detail: `values of type ${types.join(" or ")} have no order; name another property`,
    };
}
