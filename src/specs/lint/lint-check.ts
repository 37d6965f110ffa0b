import type { CheckDefinition } from "../../engine/checks/check.js";
import { CHECKS } from "../../engine/checks/index.js";
import type { CheckSource } from "../../engine/grammar.js";
import { join } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { comparable } from "../../text/comparable.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { lintCondition, lintReference } from "./lint-condition.js";
import type { PackageView } from "./package-view.js";
import { type Spot, typesOf, whyNot } from "./shape-view.js";

const DATES = ["date", "date-time"];

/** The check that a check object names, with its own value. */
export function checkIn(source: CheckSource): { definition: CheckDefinition; value: Json } {
  const definition = [...CHECKS.values()].find(({ name }) => name in source) as CheckDefinition;
  return { definition, value: source[definition.name] as Json };
}

/** A check that looks nowhere, at what it cannot look at, or for what cannot be. Pointers are into the check object. */
export function* lintCheck(source: CheckSource, view: PackageView): Generator<Found> {
  const { definition, value } = checkIn(source);
  const selectors = [source.at].flat();
  const spots = selectors.map((selector) => view.spot(selector));
  const pointerOf = (index: number) => (Array.isArray(source.at) ? `/at/${index}` : "/at");
  for (const [index, spot] of spots.entries()) {
    if (spot.kind === "nowhere") yield { pointer: pointerOf(index), detail: `${spot.detail}; correct it` };
    else yield* lintTypes(definition, spot, pointerOf(index));
  }
  yield* lintPer(source, selectors);
  if (
    definition.group === true &&
    definition.name !== "count" &&
    selectors.every((selector) => !/\*|\{/.test(selector)) &&
    selectors.length === 1
  )
    yield { pointer: "/at", detail: `"${definition.name}" looks at several values; select them with "*"` };
  const scope = view.itemScope(selectors[0] as string);
  if (source.where !== undefined) yield* lintCondition(source.where, scope, view, "/where");
  yield* lintReference(value, scope, view, `/${definition.name}`);
  const [spot] = spots;
  if (spot?.kind !== "schema") {
    yield* lintLimits(value, definition, undefined, view, `/${definition.name}`);
    return;
  }
  yield* lintList(source, definition, value, spot.schema, selectors[0] as string, view);
  yield* lintLimits(value, definition, spot.schema, view, `/${definition.name}`);
  if (source.where === undefined && selectors.length === 1)
    yield* lintAgainstShape(definition, value, spot, selectors[0] as string, view);
}

/** The types that the shape allows must be some that the check looks at. */
function* lintTypes({ name, types }: CheckDefinition, spot: Spot, pointer: string): Generator<Found> {
  if (spot.kind !== "schema" || types.includes("any")) return;
  const here = typesOf(spot.schema);
  const isDate = DATES.includes(String(spot.schema.format));
  const looksAt = here.some(
    (type) =>
      (type !== "string" && types.includes(type)) ||
      (type === "integer" && types.includes("number")) ||
      (type === "string" && (types.includes("string") || (types.includes("date") && isDate))),
  );
  if (looksAt || here.length === 0) return;
  const wanted = types.map((type) => (type === "date" ? "dates (format date or date-time)" : `${type}s`)).join(", ");
  yield { pointer, detail: `"${name}" looks at ${wanted}; the shape has ${here.join(" or ")} there` };
}

function* lintPer({ per }: CheckSource, selectors: readonly string[]): Generator<Found> {
  if (per === undefined) return;
  const isPrefix = selectors.every((selector) => selector === per || selector.startsWith(`${per}/`));
  if (!isPrefix) yield { pointer: "/per", detail: `must be a prefix of "at", which is ${selectors.join(", ")}` };
  else if (selectors.every((selector) => !selector.slice(per.length).includes("*")))
    yield { pointer: "/per", detail: 'each group would have one value; shorten it to before the last "*" of "at"' };
}

function* lintList(
  { ignoreCase }: CheckSource,
  { name }: CheckDefinition,
  value: Json,
  schema: JsonObject,
  selector: string,
  view: PackageView,
): Generator<Found> {
  if (name !== "one-of" && name !== "none-of") return;
  const values = view.listOf(value);
  if (values === undefined) return;
  if (values.length === 0) yield { pointer: `/${name}`, detail: "the list is empty; fill it" };
  const folded = new Map<string, Json>();
  for (const [at, one] of values.entries()) {
    const pointer = Array.isArray(value) ? `/${name}/${at}` : `/${name}`;
    const why = whyNot(schema, one) ?? (name === "none-of" ? view.notInVocabulary(selector, one) : undefined);
    if (why !== undefined) yield { pointer, detail: `${quote(one)} can never be there: ${why}; remove it` };
    if (ignoreCase !== true || typeof one !== "string") continue;
    const twin = folded.get(one.toLowerCase());
    if (twin !== undefined)
      yield { pointer, detail: `${quote(one)} and ${quote(twin)} are the same without case; remove one` };
    folded.set(one.toLowerCase(), one);
  }
  if (ignoreCase === true && !values.some((one) => typeof one === "string"))
    yield { pointer: "/ignoreCase", detail: "no value is a string; remove it" };
}

/** Limits that contradict each other, or that are of another kind than what is limited. */
function* lintLimits(
  value: Json,
  { name }: CheckDefinition,
  schema: JsonObject | undefined,
  view: PackageView,
  pointer: string,
): Generator<Found> {
  if (!["length", "range", "count", "distinct"].includes(name) || !isObject(value)) return;
  const limits = new Map<string, { kind: string; order: number }>();
  for (const [limit, given] of Object.entries(value)) {
    const literal = isObject(given) && typeof given.spec === "string" ? view.dataAt(given.spec) : given;
    if (isObject(literal)) continue;
    const known = comparable(literal);
    if (known === undefined) {
      yield { pointer: `${pointer}/${limit}`, detail: `${quote(literal)} is neither a number nor a date (2026-01-31)` };
      continue;
    }
    if (name === "range" && schema !== undefined) {
      const isNumeric = typesOf(schema).some((type) => type === "integer" || type === "number");
      const expected = isNumeric ? "number" : "date";
      if (known.kind !== expected)
        yield { pointer: `${pointer}/${limit}`, detail: `the shape has a ${expected} there; give a ${expected}` };
    }
    limits.set(limit, known);
  }
  const least = limits.get("min") ?? limits.get("above");
  const most = limits.get("max") ?? limits.get("below");
  if (least === undefined || most === undefined || least.kind !== most.kind) return;
  const isExclusive = limits.has("above") || limits.has("below");
  if (least.order > most.order || (isExclusive && least.order === most.order))
    yield { pointer, detail: "the lower limit is over the upper one: nothing could hold; correct them" };
}

/** A rule that says what the shape says already, or what it makes impossible. */
function* lintAgainstShape(
  { name }: CheckDefinition,
  value: Json,
  { schema, isRequired }: Extract<Spot, { kind: "schema" }>,
  selector: string,
  view: PackageView,
): Generator<Found> {
  if (name === "length") yield* lintSizes(value, schema.minLength, schema.maxLength, "/length", "characters");
  if (name === "range") yield* lintSizes(value, schema.minimum, schema.maximum, "/range", "");
  if (name === "count" && /^[^*]*\/\*$/.test(selector)) {
    const array = view.spot(selector.slice(0, -2));
    if (array.kind === "schema")
      yield* lintSizes(value, array.schema.minItems, array.schema.maxItems, "/count", "items");
  }
  if (name === "count" && isRequired && !selector.includes("*") && isObject(value) && value.max === undefined)
    yield { pointer: "/count", detail: "the shape requires it already; remove the check" };
  if (name === "has-keys" && Array.isArray(value)) {
    for (const [at, key] of value.entries()) {
      const property = view.spot(join(selector, String(key)));
      if (property.kind === "nowhere") yield { pointer: `/has-keys/${at}`, detail: `${property.detail}; correct it` };
      const required = Array.isArray(schema.required) ? schema.required : [];
      if (required.includes(key))
        yield { pointer: `/has-keys/${at}`, detail: "the shape requires it already; remove it" };
    }
  }
  if (name === "only-keys" && Array.isArray(value) && schema.additionalProperties === false) {
    const known = Object.keys((schema.properties ?? {}) as object);
    for (const [at, key] of value.entries())
      if (!known.includes(String(key)))
        yield {
          pointer: `/only-keys/${at}`,
          detail: `the shape has no ${quote(key)} there; properties: ${known.join(", ")}`,
        };
    if (known.every((key) => value.includes(key)))
      yield { pointer: "/only-keys", detail: "the shape allows no others already; remove the check" };
  }
  if (name === "one-of" && Array.isArray(schema.enum)) {
    const values = view.listOf(value);
    if (values !== undefined && schema.enum.every((one) => values.includes(one as Json)))
      yield { pointer: "/one-of", detail: 'the shape says the same by "enum"; remove one of them' };
  }
}

function* lintSizes(value: Json, min: unknown, max: unknown, pointer: string, unit: string): Generator<Found> {
  if (!isObject(value)) return;
  const words = unit === "" ? "" : ` ${unit}`;
  const { min: least, max: most } = value;
  if (typeof least === "number" && typeof min === "number" && least <= min)
    yield {
      pointer: `${pointer}/min`,
      detail: `the shape demands at least ${min}${words} already; remove it or raise it`,
    };
  if (typeof least === "number" && typeof max === "number" && least > max)
    yield {
      pointer: `${pointer}/min`,
      detail: `the shape allows at most ${max}${words}: nothing could hold; lower it`,
    };
  if (typeof most === "number" && typeof max === "number" && most >= max)
    yield {
      pointer: `${pointer}/max`,
      detail: `the shape allows at most ${max}${words} already; remove it or lower it`,
    };
  if (typeof most === "number" && typeof min === "number" && most < min)
    yield {
      pointer: `${pointer}/max`,
      detail: `the shape demands at least ${min}${words}: nothing could hold; raise it`,
    };
}
