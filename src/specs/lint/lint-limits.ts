import { LIMITED } from "../../engine/checks/index.js";
import { literalOf } from "../../engine/condition.js";
import type { CheckSource } from "../../engine/grammar.js";
import { orderOf } from "../../json/order.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { lintReference } from "./lint-condition.js";
import { isDate } from "./lint-spec.js";
import type { PackageView } from "./package-view.js";
import { type Scope, typesOf } from "./shape-view.js";

/** What the limits of a check are about. */
interface Measured {
  readonly kind: "number" | "date";
  readonly isWhole: boolean;
}

/** Limits that are of another kind than what they limit, or places that lead nowhere. */
export function* lintLimits(
  source: CheckSource,
  name: string,
  value: Json,
  scope: Scope,
  view: PackageView,
): Generator<Found> {
  if (!isObject(value) || !LIMITED.includes(name)) return;
  const measured = measuredBy(source, name, view);
  for (const [limit, given] of Object.entries(value as JsonObject)) {
    const pointer = `/${name}/${limit}`;
    const literal = literalOf(given, view.data, pointer);
    if (literal === undefined) {
      yield* lintPlace(given as JsonObject, source, name, measured, scope, view, pointer);
      continue;
    }
    const there = orderOf(literal);
    const isReal = typeof literal !== "string" || isDate(literal.slice(0, 10));
    if (there === undefined || !isReal)
      yield { pointer, detail: `${quote(literal)} is neither a number nor a date (2026-01-31); correct it` };
    else if (there.kind !== measured.kind)
      yield { pointer, detail: `the shape has a ${measured.kind} there; give a ${measured.kind}` };
    else if (measured.isWhole && !Number.isInteger(literal))
      yield { pointer, detail: `the shape has whole numbers there, which are never ${quote(literal)}; round it` };
  }
}

function measuredBy({ at }: CheckSource, name: string, view: PackageView): Measured {
  if (name !== "range") return { kind: "number", isWhole: true };
  const spot = view.spot([at].flat()[0] as string);
  const types = spot.kind === "schema" ? typesOf(spot.schema) : [];
  if (types.includes("number") || types.length === 0) return { kind: "number", isWhole: false };
  return types.includes("integer") ? { kind: "number", isWhole: true } : { kind: "date", isWhole: false };
}

/** A limit that is a place of the candidate. */
function* lintPlace(
  reference: JsonObject,
  source: CheckSource,
  name: string,
  { kind }: Measured,
  scope: Scope,
  view: PackageView,
  pointer: string,
): Generator<Found> {
  const [selector] = [source.at].flat() as [string];
  const spot = view.spot(selector);
  const isValue = name === "range" && spot.kind === "schema";
  const number: JsonObject = { type: "number" };
  const compared = isValue ? { selector, schema: spot.schema } : { selector: "", schema: number };
  const found = [...lintReference(reference, scope, view, pointer, compared)];
  yield* found;
  if (found.length > 0 || kind !== "date" || (reference.item ?? reference.candidate) === undefined) return;
  const path = typeof reference.item === "string" ? `${scope.item}${reference.item}` : String(reference.candidate);
  const there = view.spot(path);
  if (there.kind === "schema" && !["date", "date-time"].includes(String(there.schema.format)))
    yield { pointer, detail: `the shape has no date there; refer to one, or give ${quote(path)} the format date` };
}
