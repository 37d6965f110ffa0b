import { readLiteral } from "../../engine/condition.js";
import type { Comparison, Condition, Declarations, Selection } from "../../engine/grammar.js";
import { type ComparedKind, OPERATORS, type OperatorDefinition } from "../../engine/operators.js";
import { orderOf } from "../../engine/order.js";
import { STARTS, selectorFrom, toSelector } from "../../engine/reference.js";
import { walkRuleParts } from "../../engine/rules/reads.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { itemsWithPointers, parentPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject, kindOf } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import { itemsOf } from "../../schema/schemas-in.js";
import type { ConditionScope, PackageView } from "../view/package-view.js";
import {
  canBeEqual,
  hasDateFormat,
  nowhereFlaws,
  numberOr,
  readTypes,
} from "../view/shape-view.js";

/** Finds comparisons of places and values that cannot exist, and parts that repeat each other. */
export function* lintCondition(
  condition: Condition,
  scope: ConditionScope,
  pointer: string,
): Generator<Flaw> {
  if ("not" in condition) {
    if ("not" in condition.not)
      yield { pointer, detail: "a double negation says nothing; remove both" };
    yield* lintCondition(condition.not, scope, `${pointer}/not`);
  }
  if ("all" in condition || "any" in condition) {
    const [key, parts] =
      "all" in condition ? (["all", condition.all] as const) : (["any", condition.any] as const);
    const texts = parts.map((part) => JSON.stringify(part));
    for (const [index, part] of parts.entries()) {
      if (texts.indexOf(texts[index] as string) < index)
        yield {
          pointer: `${pointer}/${key}/${index}`,
          detail: "the same condition occurs twice; remove one",
        };
      yield* lintCondition(part, scope, `${pointer}/${key}/${index}`);
    }
  }
  if ("operator" in condition) yield* lintComparison(condition, scope, pointer);
}

function* lintComparison(
  comparison: Comparison,
  scope: ConditionScope,
  pointer: string,
): Generator<Flaw> {
  const { view } = scope;
  const { fact = scope.fact, path = "", operator, value } = comparison;
  const { compares, evaluate } = OPERATORS.get(operator) as OperatorDefinition;
  if (fact === "count") {
    yield* lintCount(comparison, view, pointer);
    return;
  }
  const absent = whyAbsent(fact, scope);
  if (absent !== undefined) {
    yield { pointer: `${pointer}/fact`, detail: `${absent}; use the fact candidate` };
    return;
  }
  const selector = selectorFrom(fact, path, scope.item ?? "");
  const shapePlace = view.shapePlaceAt(selector);
  yield* nowhereFlaws(shapePlace, `${pointer}/path`);
  if (shapePlace.schema === undefined) return;
  const wanted = compares === "item" ? (itemsOf(shapePlace.schema) ?? {}) : shapePlace.schema;
  yield* lintReference(value, scope, `${pointer}/value`, { selector, schema: wanted });
  const literal = readLiteral(value, view.data, `${pointer}/value`);
  if (literal === undefined || compares === "presence") return;
  const always = evaluate(undefined, literal) ? "always holds" : "holds for every array";
  const holds = evaluate([], literal) ? always : "never holds";
  const [first, ...more] = whyImpossible(compares, literal, shapePlace.schema, selector, view);
  if (first === undefined) return;
  const isPart = compares === "list" && Array.isArray(literal) && more.length + 1 < literal.length;
  const what = isPart ? "a value of the list has no effect" : `this ${holds}`;
  yield {
    pointer: `${pointer}/value`,
    detail: `${what}: ${first}; correct the value or remove the condition`,
  };
}

/** Reasons why the value of a comparison, or a value in its list, never occurs at the place. */
function whyImpossible(
  compares: ComparedKind,
  literal: Json,
  schema: JsonObject,
  selector: string,
  view: PackageView,
): string[] {
  if (compares === "list")
    return (literal as Json[]).flatMap((item) => {
      const reason = view.whyNever(selector, item);
      return reason === undefined ? [] : `${quote(item)} never occurs there: ${reason}`;
    });
  if (compares === "scalar") return [view.whyNever(selector, literal) ?? []].flat();
  if (compares === "number") return missingType(schema, ["integer", "number"], "a number");
  if (compares === "pattern" || compares === "affix")
    return missingType(schema, ["string"], "a string");
  if (compares === "date" || compares === "weekdays") {
    if (!hasDateFormat(schema)) return ["the shape has no date there (format date or date-time)"];
    return compares === "weekdays" || orderOf(literal)?.kind === "date"
      ? []
      : [`${quote(literal)} is not a date of the calendar`];
  }
  const ofItem = view.whyNever(`${selector}/*`, literal);
  return [...missingType(schema, ["array"], "an array"), ...[ofItem ?? []].flat()];
}

/** A reason if a schema allows none of the wanted types. */
function missingType(schema: JsonObject, wanted: readonly string[], words: string): string[] {
  const types = readTypes(schema);
  return types.some((type) => wanted.includes(type))
    ? []
    : [`the shape has ${types.join(" or ")} there, not ${words}`];
}

/** Checks a comparison of a number of places. */
function* lintCount(
  { params, operator, value }: Comparison,
  view: PackageView,
  pointer: string,
): Generator<Flaw> {
  const { at, where } = params as Selection;
  for (const [selector, place] of itemsWithPointers(at, `${pointer}/params/at`))
    yield* nowhereFlaws(view.shapePlaceAt(selector), place);
  const scope = view.itemScope([at].flat()[0] as string);
  if (where !== undefined) yield* lintCondition(where, scope, `${pointer}/params/where`);
  const literal = readLiteral(value, view.data, `${pointer}/value`);
  if (literal === undefined || typeof literal === "number" || operator === "exists") return;
  yield {
    pointer: `${pointer}/value`,
    detail: `a number of places is compared with ${quote(literal)}; give a number`,
  };
}

/**
 * Why there is nothing that a reference or a comparison could start from; undefined if there is
 * something.
 */
function whyAbsent(
  start: (typeof STARTS)[number],
  { item, isDeclared, view }: ConditionScope,
): string | undefined {
  if (start === "candidate") return undefined;
  if (item === undefined) return "there is no item here";
  if (isDeclared && start !== "item") return `a declaration has no ${start}`;
  if (start !== "previous") return undefined;
  if (item.endsWith("/~values")) return "the values of a map have no order";
  const { maxItems } = view.shapePlaceAt(parentPointer(item)).schema ?? {};
  return numberOr(maxItems, Infinity) < 2 ? "the shape allows at most one item there" : undefined;
}

/** The keys of a reference that calculate with a number. */
const CALCULATIONS = ["times", "plus", "plusDays"];

/** The keys of a reference whose values may be references, and are no check's own. */
export const PARTS_OF_REFERENCE: readonly string[] = ["by", "count", "length", ...CALCULATIONS];

/** Checks what a number or a date is calculated with. */
function* lintOperand(
  value: Json | undefined,
  key: string,
  scope: ConditionScope,
  pointer: string,
): Generator<Flaw> {
  if (!isObject(value)) return;
  const flaws = [...lintReference(value, scope, pointer)];
  yield* flaws;
  const literal = readLiteral(value, scope.view.data, pointer);
  const { schema } = scope.view.shapePlaceAt(toSelector(value, scope.item) ?? "");
  const isPlace = toSelector(value, scope.item) !== undefined && schema !== undefined;
  const types = isPlace ? readTypes(schema) : literal === undefined ? [] : [kindOf(literal)];
  const wanted = key === "plusDays" ? ["integer"] : ["integer", "number"];
  if (flaws.length > 0 || types.length === 0 || types.some((type) => wanted.includes(type))) return;
  const what = key === "plusDays" ? "a whole number" : "a number";
  yield {
    pointer,
    detail: `"${key}" needs ${what}, and ${types.join(" or ")} is there; refer to another place`,
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
  for (const part of ["by", "count", "length"])
    yield* lintReference(value[part], scope, `${pointer}/${part}`);
  for (const part of CALCULATIONS)
    yield* lintOperand(value[part], part, scope, `${pointer}/${part}`);
  const start = STARTS.find((key) => typeof value[key] === "string");
  if (start === undefined) return;
  const place = `${pointer}/${start}`;
  const absent = whyAbsent(start, scope);
  if (absent !== undefined) {
    yield {
      pointer: place,
      detail: `${absent}; use { "candidate": … }, or for a group a "per" with "*"`,
    };
    return;
  }
  const selector = toSelector(value, scope.item) as string;
  const shapePlace = scope.view.shapePlaceAt(selector);
  yield* nowhereFlaws(shapePlace, place);
  if (shapePlace.schema === undefined || compared === undefined) return;
  const isSame = selector === compared.selector && Object.keys(value).length === 1;
  if (isSame && (start === "item" || !/\*|~values/.test(selector)))
    yield { pointer: place, detail: "the place is compared with itself; name another one" };
  const there = readTypes(shapePlace.schema).includes("array")
    ? (itemsOf(shapePlace.schema) ?? {})
    : shapePlace.schema;
  if (!canBeEqual(compared.schema, shapePlace.schema) && !canBeEqual(compared.schema, there)) {
    const [own, other] = [compared.schema, shapePlace.schema].map((schema) =>
      readTypes(schema).join(" or "),
    );
    yield {
      pointer: place,
      detail: `a value of type ${own} is compared with one of type ${other}; correct it`,
    };
  }
}

/**
 * The selectors of values that pick an entry of a table (`by`), with the pointer and the keys of
 * the table.
 */
export function collectChoices(source: unknown, data: JsonObject, declarations: Declarations) {
  return [...walkRuleParts(source, declarations)].flatMap(({ part: { spec, by }, items }) => {
    if (!isObject(by)) return [];
    const selectors = new Set(items.map((item) => toSelector(by, item)));
    const table = String(spec);
    const keys = new Set(Object.keys(Object(valueAt(data, table))));
    return [...selectors].flatMap((selector) =>
      typeof selector === "string" ? [{ selector, table, keys }] : [],
    );
  });
}
