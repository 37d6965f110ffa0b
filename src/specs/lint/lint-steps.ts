import type { NormalizeStep, SpecSource } from "../../engine/grammar.js";
import { equal, isObject, type Json, type JsonObject } from "../../json/value.js";
import { compileSchema } from "../../json-schema/ajv.js";
import { quote } from "../../text/quote.js";
import type { Flaw } from "../file-error.js";
import type { PackageView } from "./package-view.js";
import { leadsNowhere, type Spot, typesOf, whyNot } from "./shape-view.js";

/** The type of the values that each step changes. */
const NEEDED_TYPES: Readonly<Record<NormalizeStep["step"], string | undefined>> = {
  nfc: "a string",
  trim: "a string",
  "single-space": "a string",
  sort: "an array",
  "order-keys": "an object",
  default: undefined,
};

const ORDERED = ["string", "integer", "number"];

/** Finds steps at places that cannot exist, and steps that have no effect. */
export function* lintSteps({ spec }: SpecSource, view: PackageView): Generator<Flaw> {
  const seen = new Set<string>();
  for (const [index, step] of spec.normalize.entries()) {
    const base = `/normalize/${index}`;
    for (const [number, at] of [step.at].flat().entries()) {
      const pointer = Array.isArray(step.at) ? `${base}/at/${number}` : `${base}/at`;
      const key = `${step.step} ${at}`;
      if (seen.has(key)) yield { pointer, detail: `"${step.step}" occurs twice for this place; remove one` };
      seen.add(key);
      const spot = view.normalized(at);
      yield* leadsNowhere(spot, pointer);
      if (spot.kind === "schema") yield* lintStep(step, spot, at, pointer, base, view);
    }
    yield* lintBy(step, view, `${base}/by`);
  }
}

function* lintStep(
  { step, by, value }: NormalizeStep,
  { schema, isRequired }: Extract<Spot, { kind: "schema" }>,
  at: string,
  pointer: string,
  base: string,
  view: PackageView,
): Generator<Flaw> {
  const types = typesOf(schema);
  const needs = NEEDED_TYPES[step];
  if (needs !== undefined && !types.includes(needs.replace(/^an? /, ""))) {
    yield { pointer, detail: `"${step}" needs ${needs}; the shape has ${types.join(" or ")} there; correct it` };
    return;
  }
  if (step === "default" && isRequired)
    yield { pointer, detail: '"default" has no effect: the shape requires the property; remove it' };
  if (step === "default" && !compileSchema(schema)(value))
    yield { pointer: `${base}/value`, detail: `the shape refuses ${quote(value)} there; give another value` };
  if (step === "default" && value !== undefined && equal(value, schema.placeholder as Json))
    yield { pointer: `${base}/value`, detail: "is the placeholder, which authors must replace; give another value" };
  if (step === "sort") yield* lintSort(schema, by, at, pointer, base, view);
  if (step === "order-keys" && schema.additionalProperties === false) {
    const known = Object.keys((schema.properties ?? {}) as object);
    for (const [number, key] of (view.listOf(by) ?? []).entries())
      if (!known.includes(String(key)))
        yield {
          pointer: Array.isArray(by) ? `${base}/by/${number}` : `${base}/by`,
          detail: `the shape has no ${quote(key)} there; properties: ${known.join(", ")}`,
        };
  }
}

function* lintSort(
  schema: JsonObject,
  by: Json | undefined,
  at: string,
  pointer: string,
  base: string,
  view: PackageView,
): Generator<Flaw> {
  if (typeof schema.maxItems === "number" && schema.maxItems < 2)
    yield { pointer, detail: '"sort" has no effect: the shape allows at most one item; remove it' };
  const items = isObject(schema.items) ? (schema.items as JsonObject) : {};
  const types = typesOf(items);
  const hasOrder = types.length === 0 || types.some((type) => ORDERED.includes(type));
  if (by === undefined && !hasOrder)
    yield { pointer, detail: `"sort" has no effect on items of type ${types.join(" or ")}; add "by"` };
  const list = view.listOf(by);
  const stray = list?.find((value) => (whyNot(items, value) ?? view.whyRefused(`${at}/*`, value)) !== undefined);
  if (stray !== undefined)
    yield { pointer: `${base}/by`, detail: `${quote(stray)} is never an item there; correct the list` };
  const allowed = view.allowedAt(`${at}/*`);
  const lacking = list && allowed?.values.find((value) => !list.includes(value));
  if (lacking !== undefined)
    yield { pointer: `${base}/by`, detail: `lacks ${quote(lacking)}, which ${allowed?.by} allows there; add it` };
}

function* lintBy({ by, at }: NormalizeStep, view: PackageView, pointer: string): Generator<Flaw> {
  if (!isObject(by)) return;
  const { candidate, item } = by;
  const selector =
    typeof candidate === "string" ? candidate : typeof item === "string" ? `${[at].flat()[0]}/*${item}` : undefined;
  if (selector === undefined) return;
  const spot = view.spot(selector);
  yield* leadsNowhere(spot, pointer);
  const types = spot.kind === "schema" ? typesOf(spot.schema) : [];
  if (typeof item === "string" && types.length > 0 && !types.some((type) => ORDERED.includes(type)))
    yield { pointer, detail: `values of type ${types.join(" or ")} have no order; name another property` };
}
