import type { Operation } from "../../json/patch.js";
import { join, lastToken, parent, valueAt } from "../../json/pointer.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { codePoints } from "../../json-schema/lengths.js";
import { quote } from "../../text/quote.js";
import { type Fix, fixOf } from "../problem.js";
import { derivedValue, placeholderOf } from "./derived-value.js";
import { propertiesOf } from "./names/known-properties.js";
import { isEmpty } from "./redundant.js";
import type { ShapeError } from "./shape-error.js";

/** The value that another property shows: an id made from a name, a kind shown by an id. */
export function derive(op: "add" | "replace", path: string, schema: unknown, error: ShapeError): Fix[] {
  if (!isObject(schema) || !isObject(schema.derive)) return [];
  const from = String(schema.derive.from);
  const place = error.actualPlaces?.get(`/candidate${from}`) ?? `/candidate${from}`;
  const derived = derivedValue(schema.derive, valueAt({ candidate: error.candidate }, place));
  if (derived === undefined || !hasLength(derived.value, schema as JsonObject)) return [];
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(derived.value)}, made from ${place.slice("/candidate".length)}`;
  const patch: Operation[] = [{ op, path, value: derived.value }];
  const isSure = derived.sure && !(op === "add" && saysMore(error, parent(path)));
  return [fixOf(title, isSure, patch, isSure ? undefined : path)];
}

/** Whether an unknown property of the object may say otherwise: `role: "agent"` beside an id that shows a person. */
function saysMore({ parentSchema, actualPlaces, candidate }: ShapeError, holder: string): boolean {
  const object = valueAt({ candidate }, holder);
  const known = propertiesOf(parentSchema);
  const places = new Set(actualPlaces?.values());
  const isUnknown = (name: string) => !Object.hasOwn(known, name) && !places.has(join(holder, name));
  return isObject(object) && Object.keys(object).some((name) => isUnknown(name) && !isEmpty(object[name]));
}

function hasLength(value: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonObject): boolean {
  const length = codePoints(value);
  return length >= Number(minLength) && length <= Number(maxLength);
}

export function example(op: "add" | "replace", path: string, schema: unknown): Fix[] {
  const value = placeholderOf(schema);
  if (value === undefined) return [];
  const name = lastToken(path);
  const added = name === "-" ? quote(value) : `${quote(name)}: ${quote(value)}`;
  const title = `${op === "add" ? `Add ${added}` : `Put in ${quote(value)}`} and fill it in`;
  return [{ title, applicability: "has-placeholders", patch: [{ op, path, value }] }];
}

export function fillIn(error: ShapeError): Fix[] {
  const { data, instancePath, parentSchema } = error;
  const derived = typeof data === "string" && data !== "" ? [] : derive("replace", instancePath, parentSchema, error);
  // Another value may say more than the derived one.
  const isNothing = data === null || data === "";
  return [
    ...(isNothing
      ? [...derived, ...asShown("replace", instancePath, error)]
      : derived.map((fix): Fix => ({ ...fix, applicability: "maybe-incorrect" }))),
    ...example("replace", instancePath, parentSchema),
  ];
}

/** The type that the records show, for a declaration without one. */
export function asShown(op: "add" | "replace", path: string, { shownType }: ShapeError): Fix[] {
  const shown = shownType?.(path);
  if (shown === undefined) return [];
  const { value, sure } = shown;
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(value)}, the type of all its values`;
  return [fixOf(title, sure, [{ op, path, value }])];
}
