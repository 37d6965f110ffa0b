import type { Operation } from "../../json/patch.js";
import { join, lastToken, parent, valueAt } from "../../json/pointer.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { codePoints } from "../../json-schema/lengths.js";
import { propertiesOf } from "../../json-schema/schemas-in.js";
import { quote } from "../../text/quote.js";
import { type Fix, fixOf, inCandidate, inRequest } from "../problem.js";
import { derivedValue, placeholderOf } from "./derived-value.js";
import { isEmpty } from "./redundant.js";
import type { ShapeError } from "./shape-error.js";

/** A fix that sets the value that follows from another property: an id made from a name, a kind shown by an id. */
export function fixByDeriving(op: "add" | "replace", path: string, schema: unknown, error: ShapeError): Fix[] {
  if (!isObject(schema) || !isObject(schema.derive)) return [];
  const from = String(schema.derive.from);
  const place = error.actualPlaces?.get(inRequest(from)) ?? inRequest(from);
  const derived = derivedValue(schema.derive, valueAt({ candidate: error.candidate }, place));
  if (derived === undefined || !hasLength(derived.value, schema as JsonObject)) return [];
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(derived.value)}, made from ${inCandidate(place)}`;
  const patch: Operation[] = [{ op, path, value: derived.value }];
  const isSure = derived.sure && !(op === "add" && mayContradict(error, parent(path)));
  return [fixOf(title, isSure, patch, isSure ? undefined : path)];
}

/** Whether an unknown property may contradict a derived value: `role: "agent"` beside an id that shows a person. */
function mayContradict({ parentSchema, actualPlaces, candidate }: ShapeError, holder: string): boolean {
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

/** A fix that inserts a placeholder for the author to replace; none if the schema has no placeholder. */
export function fixByPlaceholder(op: "add" | "replace", path: string, schema: unknown): Fix[] {
  const value = placeholderOf(schema);
  if (value === undefined) return [];
  const name = lastToken(path);
  const added = name === "-" ? quote(value) : `${quote(name)}: ${quote(value)}`;
  const title = `${op === "add" ? `Add ${added}` : `Put in ${quote(value)}`} and fill it in`;
  return [{ title, applicability: "has-placeholders", patch: [{ op, path, value }] }];
}

/** The fixes that replace a wrong or empty value by a derived one, a shown type or a placeholder. */
export function fixesByReplacing(error: ShapeError): Fix[] {
  const { data, instancePath, parentSchema } = error;
  const derived =
    typeof data === "string" && data !== "" ? [] : fixByDeriving("replace", instancePath, parentSchema, error);
  // Any other value may be what the author meant, so the derived one is only a guess.
  const isNothing = data === null || data === "";
  return [
    ...(isNothing
      ? [...derived, ...fixByRecords("replace", instancePath, error)]
      : derived.map((fix): Fix => ({ ...fix, applicability: "maybe-incorrect" }))),
    ...fixByPlaceholder("replace", instancePath, parentSchema),
  ];
}

/** A fix that sets the type that the records show, for a declaration without one. */
export function fixByRecords(op: "add" | "replace", path: string, { shownType }: ShapeError): Fix[] {
  const shown = shownType?.(path);
  if (shown === undefined) return [];
  const { value, sure } = shown;
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(value)}, the type of all its values`;
  return [fixOf(title, sure, [{ op, path, value }])];
}
