import { readLiteral } from "../../engine/condition.js";
import type { Comparison, Condition, Selection } from "../../engine/grammar.js";
import { type ComparedKind, OPERATORS, type OperatorDefinition } from "../../engine/operators.js";
import { orderOf } from "../../engine/order.js";
import { STARTS, selectorFrom, toSelector } from "../../engine/reference.js";
import { walkRuleParts } from "../../engine/rules/reads.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { itemsWithPointers, parentPointer, valueAt } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject, kindOf } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import { itemsOf } from "../../schema/schemas-in.js";
import type { ConditionScope, PackageModel } from "../model/package-model.js";
import {
  canBeEqual,
  hasDateFormat,
  lintPlace,
  numberOr,
  readTypes,
} from "../model/shape-places.js";

/** Finds comparisons of places and values that cannot exist, and parts that repeat each other. */
export function* lintCondition(
  condition: Condition,
  scope: ConditionScope,
  pointer: string,
): Generator<Flaw> {
  if ("operator" in condition) yield* lintComparison(condition, scope, pointer);
  if ("not" in condition) {
    if ("not" in condition.not)
      yield { pointer, detail: "a double negation says nothing; remove both" };
    yield* lintCondition(condition.not, scope, `${pointer}/not`);
  }
  for (const key of ["all", "any"] as const) {
    const parts = (condition as Partial<Record<"all" | "any", Condition[]>>)[key] ?? [];
    for (const [index, part] of parts.entries()) {
      const place = `${pointer}/${key}/${index}`;
      if (parts.slice(0, index).some((earlier) => isEqual(earlier, part)))
        yield { pointer: place, detail: "the same condition occurs twice; remove one" };
      yield* lintCondition(part, scope, place);
    }
  }
}

function* lintComparison(
  comparison: Comparison,
  scope: ConditionScope,
  pointer: string,
): Generator<Flaw> {
  const { model } = scope;
  const { fact = scope.fact, path = "", operator, value } = comparison;
  if (fact === "count") {
    yield* lintCount(comparison, model, pointer);
    return;
  }
  const missing = describeMissingStart(fact, scope);
  if (missing !== undefined) {
    yield { pointer: `${pointer}/fact`, detail: `${missing}; use the fact candidate` };
    return;
  }
  const selector = selectorFrom(fact, path, scope.item ?? "");
  const shapePlace = model.shapePlaceAt(selector);
  const { schema } = shapePlace;
  yield* lintPlace(shapePlace, `${pointer}/path`);
  if (schema === undefined) return;
  const { compares, evaluate } = OPERATORS.get(operator) as OperatorDefinition;
  const wanted = compares === "item" ? (itemsOf(schema) ?? {}) : schema;
  yield* lintReference(value, scope, `${pointer}/value`, { selector, schema: wanted });
  const literal = readLiteral(value, model.data, `${pointer}/value`);
  if (literal === undefined || compares === "presence") return;
  const [reason, ...more] = findRefusals(compares, literal, schema, selector, model);
  if (reason === undefined) return;
  const always = evaluate(undefined, literal) ? "always holds" : "holds for every array";
  const holds = evaluate([], literal) ? always : "never holds";
  const isPart = compares === "list" && Array.isArray(literal) && more.length + 1 < literal.length;
  const what = isPart ? "a value of the list has no effect" : `this ${holds}`;
  const detail = `${what}: ${reason}; correct the value or remove the condition`;
  yield { pointer: `${pointer}/value`, detail };
}

/** Reasons why the value of a comparison, or a value in its list, never occurs at the place. */
function findRefusals(
  compares: ComparedKind,
  literal: Json,
  schema: JsonObject,
  selector: string,
  model: PackageModel,
): string[] {
  const reasons: (string | undefined)[] = [];
  switch (compares) {
    case "list":
      for (const item of literal as Json[]) {
        const reason = model.findRefusalAt(selector, item);
        reasons.push(reason && `${quote(item)} never occurs there: ${reason}`);
      }
      break;
    case "scalar":
      reasons.push(model.findRefusalAt(selector, literal));
      break;
    case "number":
      reasons.push(findWrongType(schema, ["integer", "number"], "a number"));
      break;
    case "pattern":
    case "affix":
      reasons.push(findWrongType(schema, ["string"], "a string"));
      break;
    case "date":
    case "weekdays":
      if (!hasDateFormat(schema))
        reasons.push("the shape has no date there (format date or date-time)");
      else if (compares === "date" && orderOf(literal)?.kind !== "date")
        reasons.push(`${quote(literal)} is not a date of the calendar`);
      break;
    case "item":
      reasons.push(findWrongType(schema, ["array"], "an array"));
      reasons.push(model.findRefusalAt(`${selector}/*`, literal));
  }
  return reasons.filter((reason) => reason !== undefined);
}

function findWrongType(schema: JsonObject, wanted: readonly string[], words: string) {
  const types = readTypes(schema);
  return types.some((type) => wanted.includes(type))
    ? undefined
    : `the shape has ${types.join(" or ")} there, not ${words}`;
}

function* lintCount(
  { params, operator, value }: Comparison,
  model: PackageModel,
  pointer: string,
): Generator<Flaw> {
  const { at, where } = params as Selection;
  for (const [selector, place] of itemsWithPointers(at, `${pointer}/params/at`))
    yield* lintPlace(model.shapePlaceAt(selector), place);
  const scope = model.itemScope([at].flat()[0] as string);
  if (where !== undefined) yield* lintCondition(where, scope, `${pointer}/params/where`);
  const literal = readLiteral(value, model.data, `${pointer}/value`);
  if (literal === undefined || typeof literal === "number" || operator === "exists") return;
  const detail = `a number of places is compared with ${quote(literal)}; give a number`;
  yield { pointer: `${pointer}/value`, detail };
}

/** Why a reference or a comparison has nothing to start from; undefined if it has. */
function describeMissingStart(
  start: (typeof STARTS)[number],
  { item, isDeclared, model }: ConditionScope,
): string | undefined {
  if (start === "candidate") return undefined;
  if (item === undefined) return "there is no item here";
  if (isDeclared && start !== "item") return `a declaration has no ${start}`;
  if (start !== "previous") return undefined;
  if (item.endsWith("/~values")) return "the values of a map have no order";
  const { maxItems } = model.shapePlaceAt(parentPointer(item)).schema ?? {};
  return numberOr(maxItems, Infinity) < 2 ? "the shape allows at most one item there" : undefined;
}

/** The keys of a reference that calculate with a number. */
const CALCULATIONS = ["times", "plus", "plusDays"];

/** The keys of a reference whose values may be references themselves. */
export const PARTS_OF_REFERENCE: readonly string[] = ["by", "count", "length", ...CALCULATIONS];

function* lintOperand(
  value: Json | undefined,
  key: string,
  scope: ConditionScope,
  pointer: string,
): Generator<Flaw> {
  if (!isObject(value)) return;
  const flaws = [...lintReference(value, scope, pointer)];
  yield* flaws;
  if (flaws.length > 0) return;
  const { model, item } = scope;
  const selector = toSelector(value, item);
  const schema = selector === undefined ? undefined : model.shapePlaceAt(selector).schema;
  const literal = readLiteral(value, model.data, pointer);
  let types = readTypes(schema);
  if (schema === undefined && literal !== undefined) types = [kindOf(literal)];
  const needed = key === "plusDays" ? "a whole number" : "a number";
  const fits = (type: string) => type === "integer" || (type === "number" && key !== "plusDays");
  if (types.length === 0 || types.some(fits)) return;
  const found = types.join(" or ");
  yield {
    pointer,
    detail: `"${key}" needs ${needed}, and ${found} is there; refer to another place`,
  };
}

/**
 * Finds references to places that cannot exist, to the compared place itself, or to values that can
 * never be equal.
 */
export function* lintReference(
  value: Json | undefined,
  scope: ConditionScope,
  pointer: string,
  compared?: { selector: string; schema: JsonObject },
): Generator<Flaw> {
  if (!isObject(value)) return;
  for (const part of PARTS_OF_REFERENCE)
    yield* CALCULATIONS.includes(part)
      ? lintOperand(value[part], part, scope, `${pointer}/${part}`)
      : lintReference(value[part], scope, `${pointer}/${part}`);
  const start = STARTS.find((key) => typeof value[key] === "string");
  if (start === undefined) return;
  const place = `${pointer}/${start}`;
  const missing = describeMissingStart(start, scope);
  if (missing !== undefined) {
    const advice = 'use { "candidate": … }, or for a group a "per" with "*"';
    yield { pointer: place, detail: `${missing}; ${advice}` };
    return;
  }
  const selector = toSelector(value, scope.item) as string;
  const shapePlace = scope.model.shapePlaceAt(selector);
  const { schema } = shapePlace;
  yield* lintPlace(shapePlace, place);
  if (schema === undefined || compared === undefined) return;
  const isSame = selector === compared.selector && Object.keys(value).length === 1;
  if (isSame && (start === "item" || !/\*|~values/.test(selector)))
    yield { pointer: place, detail: "the place is compared with itself; name another one" };
  const items = readTypes(schema).includes("array") ? (itemsOf(schema) ?? {}) : schema;
  if (canBeEqual(compared.schema, schema) || canBeEqual(compared.schema, items)) return;
  const [own, other] = [readTypes(compared.schema), readTypes(schema)];
  const types = `a value of type ${own.join(" or ")} is compared with one of type ${other.join(" or ")}`;
  yield { pointer: place, detail: `${types}; correct it` };
}

interface TableLookup {
  /** The selector of the value that picks an entry (`by`). */
  readonly selector: string;
  /** The pointer to the table, and its keys. */
  readonly table: string;
  readonly keys: ReadonlySet<string>;
}

export function collectTableLookups(
  source: unknown,
  { data, declarations }: PackageModel,
): TableLookup[] {
  const lookups: TableLookup[] = [];
  for (const { part, items } of walkRuleParts(source, declarations)) {
    const { spec, by } = part;
    if (!isObject(by)) continue;
    const table = String(spec);
    const keys = new Set(Object.keys(Object(valueAt(data, table))));
    for (const selector of new Set(items.map((item) => toSelector(by, item))))
      if (selector !== undefined) lookups.push({ selector, table, keys });
  }
  return lookups;
}
