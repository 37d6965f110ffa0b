import { literalOf, NUMERIC } from "../../engine/condition.js";
import type { Comparison, Condition, Selection } from "../../engine/grammar.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import type { PackageView, Scope } from "./package-view.js";
import { type Spot, typesOf, whyNot } from "./shape-view.js";

/** Comparisons that lead nowhere, can never hold, or always do. */
export function* lintCondition(
  condition: Condition,
  scope: Scope,
  view: PackageView,
  pointer: string,
): Generator<Found> {
  if ("not" in condition) yield* lintCondition(condition.not, scope, view, `${pointer}/not`);
  else if ("all" in condition || "any" in condition) {
    const [key, parts] = "all" in condition ? (["all", condition.all] as const) : (["any", condition.any] as const);
    const texts = parts.map((part) => JSON.stringify(part));
    for (const [at, part] of parts.entries()) {
      if (texts.indexOf(texts[at] as string) < at)
        yield { pointer: `${pointer}/${key}/${at}`, detail: "the same condition is there twice; remove one" };
      yield* lintCondition(part, scope, view, `${pointer}/${key}/${at}`);
    }
  } else yield* lintComparison(condition, scope, view, pointer);
}

function* lintComparison(comparison: Comparison, scope: Scope, view: PackageView, pointer: string): Generator<Found> {
  const { fact = scope.fact, params, path = "", operator, value } = comparison;
  if (fact === "count") {
    yield* lintSelection(params as Selection, view, `${pointer}/params`);
    yield* lintCounted(params as Selection, operator, value, view, pointer);
    return;
  }
  if (fact === "item" && scope.item === undefined) {
    yield { pointer: `${pointer}/fact`, detail: "there is no item here; use the fact candidate" };
    return;
  }
  const selector = fact === "item" ? `${scope.item}${path}` : path;
  const spot = view.spot(selector);
  if (spot.kind === "nowhere") yield { pointer: `${pointer}/path`, detail: `${spot.detail}; correct the path` };
  if (spot.kind !== "schema") return;
  yield* lintReference(value, scope, view, `${pointer}/value`);
  const literal = literalOf(value, view.data, `${pointer}/value`);
  if (operator === "exists") {
    if (spot.isRequired && fact === "candidate")
      yield {
        pointer,
        detail: `this ${literal === true ? "always" : "never"} holds: the shape requires "${path}"; remove it`,
      };
    return;
  }
  if (literal === undefined) return;
  for (const why of impossible(operator, literal, spot, selector, view)) {
    const always = operator === "notEqual" || operator === "notIn" || operator === "doesNotContain";
    yield {
      pointer: `${pointer}/value`,
      detail: `this ${always ? "always" : "never"} holds: ${why}; correct the value or remove the condition`,
    };
  }
}

/** Why a comparison is decided beforehand; nothing where it is not. */
function impossible(
  operator: string,
  literal: Json,
  spot: Extract<Spot, { kind: "schema" }>,
  selector: string,
  view: PackageView,
): string[] {
  const { schema } = spot;
  if (operator === "equal" || operator === "notEqual")
    return reasons([whyNot(schema, literal) ?? view.notInVocabulary(selector, literal)]);
  if (operator === "in" || operator === "notIn") {
    const items = Array.isArray(literal) ? literal : isObject(literal) ? Object.keys(literal) : [];
    return reasons(items.map((item) => whyNot(schema, item as Json) ?? view.notInVocabulary(selector, item as Json)));
  }
  if (operator === "contains" || operator === "doesNotContain") {
    if (!typesOf(schema).includes("array"))
      return [`the shape has ${typesOf(schema).join(" or ")} there, not an array`];
    const items = isObject(schema.items) ? (schema.items as JsonObject) : {};
    return reasons([whyNot(items, literal) ?? view.notInVocabulary(`${selector}/*`, literal)]);
  }
  if (NUMERIC.has(operator)) {
    const types = typesOf(schema);
    if (!types.includes("integer") && !types.includes("number"))
      return [`the shape has ${types.join(" or ")} there, not a number`];
    return reasons([decidedByLimits(operator, literal as number, schema.minimum, schema.maximum)]);
  }
  return [];
}

function reasons(found: (string | undefined)[]): string[] {
  return found.filter((why) => why !== undefined);
}

function decidedByLimits(operator: string, limit: number, min: unknown, max: unknown): string | undefined {
  const [least, most] = [typeof min === "number" ? min : -Infinity, typeof max === "number" ? max : Infinity];
  const never = {
    lessThan: limit <= least,
    lessThanInclusive: limit < least,
    greaterThan: limit >= most,
    greaterThanInclusive: limit > most,
  }[operator];
  return never ? `the value is from ${least} to ${most}` : undefined;
}

/** A number of places is never below zero, nor above what the shape allows. */
function* lintCounted(
  { at, where }: Selection,
  operator: string,
  value: Json,
  view: PackageView,
  pointer: string,
): Generator<Found> {
  const literal = literalOf(value, view.data, `${pointer}/value`);
  if (typeof literal !== "number") {
    if (literal !== undefined && operator !== "exists")
      yield {
        pointer: `${pointer}/value`,
        detail: `a number of places is compared with ${quote(literal)}; give a number`,
      };
    return;
  }
  const pointers = [at].flat();
  const array =
    pointers.length === 1 && /^[^*]*\/\*$/.test(pointers[0] as string)
      ? view.spot((pointers[0] as string).slice(0, -2))
      : undefined;
  const most = array?.kind === "schema" && where === undefined ? array.schema.maxItems : undefined;
  const why = operator === "equal" ? outsideOf(literal, most) : decidedByLimits(operator, literal, 0, most);
  if (why !== undefined) yield { pointer: `${pointer}/value`, detail: `this never holds: ${why}; correct the value` };
}

function outsideOf(literal: number, most: unknown): string | undefined {
  if (literal < 0 || !Number.isInteger(literal)) return "the number of places is a whole number";
  return typeof most === "number" && literal > most ? `the shape allows at most ${most} items` : undefined;
}

export function* lintSelection({ at, where }: Selection, view: PackageView, pointer: string): Generator<Found> {
  for (const [index, selector] of [at].flat().entries()) {
    const spot = view.spot(selector);
    const place = Array.isArray(at) ? `${pointer}/at/${index}` : `${pointer}/at`;
    if (spot.kind === "nowhere") yield { pointer: place, detail: `${spot.detail}; correct it` };
  }
  if (where !== undefined)
    yield* lintCondition(where, view.itemScope([at].flat()[0] as string), view, `${pointer}/where`);
}

/** A reference to a place that is not there. */
export function* lintReference(
  value: Json | undefined,
  scope: Scope,
  view: PackageView,
  pointer: string,
): Generator<Found> {
  if (!isObject(value)) return;
  const { candidate, item } = value;
  if (typeof item === "string" && scope.item === undefined) {
    yield {
      pointer: `${pointer}/item`,
      detail: 'there is no item here, because no pointer has "*"; use { "candidate": … }',
    };
    return;
  }
  const selector =
    typeof candidate === "string" ? candidate : typeof item === "string" ? `${scope.item}${item}` : undefined;
  if (selector === undefined) return;
  const spot = view.spot(selector);
  const key = typeof candidate === "string" ? "candidate" : "item";
  if (spot.kind === "nowhere") yield { pointer: `${pointer}/${key}`, detail: `${spot.detail}; correct it` };
}
