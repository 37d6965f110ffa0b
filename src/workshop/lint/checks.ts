import type { CheckDefinition } from "../../engine/checks/check.js";
import { readCheck } from "../../engine/checks/index.js";
import { isKeyPattern } from "../../engine/checks/key-pattern.js";
import { findDeclaration } from "../../engine/declared/declaration.js";
import type { CheckSource } from "../../engine/grammar.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { isWithin, itemsWithPointers, joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import type { Statement } from "../../specs/places.js";
import type { ConditionScope, PackageView } from "../view/package-view.js";
import { hasDateFormat, nowhereFlaws, readTypes } from "../view/shape-view.js";
import { sameSpellings } from "./aliases.js";
import { lintCondition, lintReference, PARTS_OF_REFERENCE } from "./conditions.js";
import { lintLimits } from "./limits.js";

/** Finds checks of places or values that cannot exist. Pointers lead into the check object. */
export function* lintCheck(source: CheckSource, view: PackageView): Generator<Flaw> {
  const { definition } = readCheck(source);
  const selectors = [source.at].flat();
  const misplaced = itemsWithPointers(source.at, "/at").flatMap(([selector, pointer]) => {
    const shapePlace = view.shapePlaceAt(selector);
    const wrongTypes =
      source.by === undefined ? lintTypes(definition, shapePlace.schema, pointer) : [];
    return [...nowhereFlaws(shapePlace, pointer), ...wrongTypes];
  });
  yield* misplaced;
  yield* lintGroup(source, definition, selectors);
  if (source.where !== undefined)
    yield* lintCondition(source.where, view.itemScope(selectors[0] as string), "/where");
  // If a check looks at the wrong place, all other flaws would only follow from that.
  if (misplaced.length > 0) return;
  yield* lintValue(source, view);
  // Items may lack the properties that `by` names.
  for (const [index, key] of ((source.by ?? []) as (string | { at: string })[]).entries()) {
    const [below, place] = typeof key === "string" ? [key, ""] : [key.at, "/at"];
    for (const selector of selectors)
      yield* nowhereFlaws(view.shapePlaceAt(selector + below), `/by/${index}${place}`);
  }
}

/** Checks the value of the check's own property: limits, a list, a reference, … */
function* lintValue(source: CheckSource, view: PackageView): Generator<Flaw> {
  const { definition, value } = readCheck(source);
  const pointer = `/${definition.name}`;
  const [selector = "", ...others] = [source.at].flat();
  // A group is compared with values of the item that contains the whole group.
  const isGroup = definition.group && findDeclaration(selector) === undefined;
  const scope = view.itemScope(isGroup ? (source.per ?? "") : selector);
  const { schema } = view.shapePlaceAt(selector);
  const only = schema && others.length === 0 ? { selector, schema } : undefined;
  const { kind } = definition;
  if (kind === "counts" || kind === "limits") yield* lintLimits(source, scope);
  if (kind === "list") yield* lintList(source, value, scope, pointer);
  if (kind === "reference") yield* lintReference(value, scope, pointer, only);
  if (kind === undefined) yield* lintReferences(value, scope, pointer);
  if (kind === "names") yield* lintNames(value, view, only, pointer);
}

/** Checks the names of properties, or the pattern of them. */
function* lintNames(
  value: Json,
  view: PackageView,
  only: { selector: string; schema: JsonObject } | undefined,
  pointer: string,
): Generator<Flaw> {
  if (only === undefined) return;
  const { selector, schema } = only;
  if (Array.isArray(value))
    for (const [index, key] of value.entries())
      yield* nowhereFlaws(
        view.shapePlaceAt(joinPointer(selector, String(key))),
        `${pointer}/${index}`,
      );
  if (isKeyPattern(value) && schema.additionalProperties === false)
    yield {
      pointer,
      detail:
        "the shape names all properties that may be there; open the object, or remove the check",
    };
}

function* lintReferences(value: Json, scope: ConditionScope, pointer: string): Generator<Flaw> {
  if (!isObject(value)) return;
  yield* lintReference(value, scope, pointer);
  for (const [key, below] of Object.entries(value))
    if (!PARTS_OF_REFERENCE.includes(key)) yield* lintReferences(below, scope, `${pointer}/${key}`);
}

/** Finds places where the shape allows only types that the check ignores. */
function* lintTypes(
  { name, types }: CheckDefinition,
  schema: JsonObject = {},
  pointer: string,
): Generator<Flaw> {
  const here = readTypes(schema);
  const kinds = [
    "any",
    ...here,
    here.includes("integer") && "number",
    hasDateFormat(schema) && "date",
  ];
  if (here.length === 0 || types.some((type) => kinds.includes(type))) return;
  const wanted = types
    .map((type) => (type === "date" ? "dates (format date or date-time)" : `${type}s`))
    .join(", ");
  const there = `the shape has ${here.join(" or ")} there`;
  yield {
    pointer,
    detail: `"${name}" looks at ${wanted}; ${there}; correct the place or the check`,
  };
}

function* lintGroup(
  { per }: CheckSource,
  { name, group }: CheckDefinition,
  selectors: readonly string[],
): Generator<Flaw> {
  const [first = ""] = selectors;
  if (group && name !== "count" && selectors.length === 1 && !/\*|~values|\{/.test(first))
    yield {
      pointer: "/at",
      detail: `"${name}" looks at several values; select them with "*" or "~values"`,
    };
  if (per === undefined) return;
  const isPrefix = selectors.every((selector) => isWithin(selector, per));
  if (!isPrefix)
    yield {
      pointer: "/per",
      detail: `must be a prefix of "at", which is ${selectors.join(", ")}; correct it`,
    };
  // Several pointers select several values for each group.
  else if (selectors.length === 1 && !/\*|~values/.test(first.slice(per.length)))
    yield {
      pointer: "/per",
      detail:
        'each group would have one value; shorten it to before the last "*" or "~values" of "at"',
    };
}

/** Finds values in a list that can never occur at the place, or that look the same. */
function* lintList(
  source: CheckSource,
  value: Json,
  scope: ConditionScope,
  pointer: string,
): Generator<Flaw> {
  const { view } = scope;
  const [selector] = [source.at].flat() as [string];
  const { schema = {} } = view.shapePlaceAt(selector);
  yield* lintReference(value, scope, pointer, { selector, schema });
  const pointerOf = (index: number) => (Array.isArray(value) ? `${pointer}/${index}` : pointer);
  // Lists and patterns of other rules count, and limits do not: somebody may raise a limit.
  const counts = ({ check }: Statement) =>
    check === undefined ||
    (source["none-of"] !== undefined && (check["one-of"] ?? check.pattern) !== undefined);
  for (const [index, listed] of view.listsOf(value).flatMap((list) => [...list.entries()])) {
    // If case is ignored, other spellings of a listed value may occur.
    const variants =
      source.ignoreCase === true && typeof listed === "string"
        ? [listed, listed.toLowerCase(), listed.toUpperCase()]
        : [listed];
    const reasons = variants.flatMap((value) => view.whyNever(selector, value, counts) ?? []);
    const [why] = reasons;
    if (why !== undefined && reasons.length === variants.length)
      yield {
        pointer: pointerOf(index),
        detail: `${quote(listed)} can never occur there: ${why}; remove it`,
      };
  }
  for (const list of view.listsOf(value))
    yield* sameSpellings(list, pointerOf, source.ignoreCase === true);
}
