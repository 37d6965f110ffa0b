import type { CheckDefinition } from "../../engine/checks/check.js";
import { readCheck } from "../../engine/checks/index.js";
import { isKeyPattern } from "../../engine/checks/key-pattern.js";
import { findDeclaration } from "../../engine/declared/declaration.js";
import type { CheckSource } from "../../engine/grammar.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { isWithin, itemsWithPointers, joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import type { Constraint } from "../../specs/constraints.js";
import type { ConditionScope, PackageModel } from "../model/package-model.js";
import { hasDateFormat, lintPlace, readTypes } from "../model/shape-places.js";
import { lintSimilarValues } from "./aliases.js";
import { lintCondition, lintReference, PARTS_OF_REFERENCE } from "./conditions.js";
import { lintLimits } from "./limits.js";

/** Finds checks of places or values that cannot exist. Pointers lead into the check object. */
export function* lintCheck(source: CheckSource, model: PackageModel): Generator<Flaw> {
  const { definition } = readCheck(source);
  const selectors = [source.at].flat();
  let isMisplaced = false;
  for (const [selector, pointer] of itemsWithPointers(source.at, "/at")) {
    const shapePlace = model.shapePlaceAt(selector);
    const flaws = [...lintPlace(shapePlace, pointer)];
    if (source.by === undefined) flaws.push(...lintTypes(definition, shapePlace.schema, pointer));
    yield* flaws;
    isMisplaced ||= flaws.length > 0;
  }
  yield* lintGroup(source, definition, selectors);
  if (source.where !== undefined)
    yield* lintCondition(source.where, model.itemScope(selectors[0] as string), "/where");
  // If a check looks at the wrong place, all other flaws would only follow from that.
  if (isMisplaced) return;
  yield* lintValue(source, model);
  // Items may lack the properties that `by` names.
  for (const [index, key] of ((source.by ?? []) as (string | { at: string })[]).entries()) {
    const [below, place] = typeof key === "string" ? [key, ""] : [key.at, "/at"];
    for (const selector of selectors)
      yield* lintPlace(model.shapePlaceAt(selector + below), `/by/${index}${place}`);
  }
}

function* lintValue(source: CheckSource, model: PackageModel): Generator<Flaw> {
  const { definition, value } = readCheck(source);
  const pointer = `/${definition.name}`;
  const [selector = "", ...others] = [source.at].flat();
  // A group is compared with values of the item that contains the whole group.
  const isGroup = definition.group && findDeclaration(selector) === undefined;
  const scope = model.itemScope(isGroup ? (source.per ?? "") : selector);
  const { schema } = model.shapePlaceAt(selector);
  const only = schema && others.length === 0 ? { selector, schema } : undefined;
  switch (definition.kind) {
    case "counts":
    case "limits":
      yield* lintLimits(source, scope);
      break;
    case "list":
      yield* lintList(source, value, scope, pointer);
      break;
    case "reference":
      yield* lintReference(value, scope, pointer, only);
      break;
    case "names":
      if (only !== undefined) yield* lintNames(value, only, model, pointer);
      break;
    case undefined:
      yield* lintReferences(value, scope, pointer);
  }
}

function* lintNames(
  value: Json,
  { selector, schema }: { selector: string; schema: JsonObject },
  model: PackageModel,
  pointer: string,
): Generator<Flaw> {
  for (const [index, key] of (Array.isArray(value) ? value : []).entries()) {
    const shapePlace = model.shapePlaceAt(joinPointer(selector, String(key)));
    yield* lintPlace(shapePlace, `${pointer}/${index}`);
  }
  const detail =
    "the shape names all properties that may be there; open the object, or remove the check";
  if (isKeyPattern(value) && schema.additionalProperties === false) yield { pointer, detail };
}

function* lintReferences(value: Json, scope: ConditionScope, pointer: string): Generator<Flaw> {
  if (!isObject(value)) return;
  yield* lintReference(value, scope, pointer);
  for (const [key, part] of Object.entries(value))
    if (!PARTS_OF_REFERENCE.includes(key)) yield* lintReferences(part, scope, `${pointer}/${key}`);
}

/** Finds places where the shape allows only types that the check ignores. */
function* lintTypes(
  { name, types }: CheckDefinition,
  schema: JsonObject = {},
  pointer: string,
): Generator<Flaw> {
  const allowed = readTypes(schema);
  const checkable = new Set(["any", ...allowed]);
  if (allowed.includes("integer")) checkable.add("number");
  if (hasDateFormat(schema)) checkable.add("date");
  if (allowed.length === 0 || types.some((type) => checkable.has(type))) return;
  const wanted = types
    .map((type) => (type === "date" ? "dates (format date or date-time)" : `${type}s`))
    .join(", ");
  const there = `the shape has ${allowed.join(" or ")} there`;
  const detail = `"${name}" looks at ${wanted}; ${there}; correct the place or the check`;
  yield { pointer, detail };
}

function* lintGroup(
  { per }: CheckSource,
  { name, group }: CheckDefinition,
  selectors: readonly string[],
): Generator<Flaw> {
  const [first = ""] = selectors;
  // Several pointers select several values, also for each group.
  const isSingle = selectors.length === 1;
  if (group && name !== "count" && isSingle && !/\*|~values|\{/.test(first)) {
    const detail = `"${name}" looks at several values; select them with "*" or "~values"`;
    yield { pointer: "/at", detail };
  }
  if (per === undefined) return;
  let detail: string | undefined;
  if (!selectors.every((selector) => isWithin(selector, per)))
    detail = `must be a prefix of "at", which is ${selectors.join(", ")}; correct it`;
  else if (isSingle && !/\*|~values/.test(first.slice(per.length)))
    detail =
      'each group would have one value; shorten it to before the last "*" or "~values" of "at"';
  if (detail !== undefined) yield { pointer: "/per", detail };
}

/** Finds values in a list that can never occur at the place, or that look the same. */
function* lintList(
  source: CheckSource,
  value: Json,
  scope: ConditionScope,
  pointer: string,
): Generator<Flaw> {
  const { model } = scope;
  const [selector] = [source.at].flat() as [string];
  const { schema = {} } = model.shapePlaceAt(selector);
  yield* lintReference(value, scope, pointer, { selector, schema });
  const pointerOf = (index: number) => (Array.isArray(value) ? `${pointer}/${index}` : pointer);
  // Lists and patterns of other rules count, and limits do not: somebody may raise a limit.
  const counts = ({ check }: Constraint) =>
    check === undefined ||
    (source["none-of"] !== undefined && (check["one-of"] ?? check.pattern) !== undefined);
  const lists = model.resolveLists(value);
  for (const list of lists)
    for (const [index, listed] of list.entries()) {
      const variants = [listed];
      // If case is ignored, other spellings of a listed value may occur.
      if (source.ignoreCase === true && typeof listed === "string")
        variants.push(listed.toLowerCase(), listed.toUpperCase());
      const refusals = variants.map((variant) => model.findRefusalAt(selector, variant, counts));
      const detail = `${quote(listed)} can never occur there: ${refusals[0]}; remove it`;
      if (!refusals.includes(undefined)) yield { pointer: pointerOf(index), detail };
    }
  for (const list of lists) yield* lintSimilarValues(list, pointerOf, source.ignoreCase === true);
}
