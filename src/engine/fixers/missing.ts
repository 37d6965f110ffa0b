import type { Operation } from "../../ground/json/patch.js";
import { lastToken, valueAt } from "../../ground/json/pointer.js";
import { isObject, type JsonObject, onlyItem } from "../../ground/json/value.js";
import { Meaning } from "../../ground/text/meaning.js";
import { isShortText, quote } from "../../ground/text/quote.js";
import { RESPELLINGS } from "../../ground/text/respell.js";
import { isLengthAllowed } from "../../schema/keywords.js";
import type { SchemaError } from "../../schema/schema-error.js";
import { placeholderOf, propertiesOf, requiredOf } from "../../schema/schemas-in.js";
import { type Fix, inCandidate, inRequest, makeFix } from "../violation.js";
import type { InContext, Named } from "./shape-error.js";

/** The word at the start of an id, as in `user_4821`, or the only word. */
const PREFIX = /^[A-Za-z]+(?=[-_.]|\d|$)/;
/** An id that a system has issued, and not a name such as `user-research-team`. */
const ISSUED_ID = /^[A-Za-z]+[-_.]?[A-Za-z]*\d[A-Za-z\d]*$/;

/** Whether a short text looks like an id that a system has issued. */
function isIssued(text: string): boolean {
  return isShortText(text) && ISSUED_ID.test(text.trim());
}

/**
 * What the `derive` keyword makes of another value: by the prefix of an id, which may be certain,
 * or by respelling a name, which never is.
 */
export function deriveValue(derive: unknown, source: unknown): Meaning | undefined {
  if (!isObject(derive) || !isShortText(source)) return undefined;
  const { as, prefixes } = derive as { as?: string; prefixes?: Record<string, string> };
  if (prefixes !== undefined) {
    const prefix = PREFIX.exec(source.trim())?.[0].toLowerCase() ?? "";
    if (!Object.hasOwn(prefixes, prefix)) return undefined;
    return new Meaning(prefixes[prefix] as string, isIssued(source));
  }
  const value = RESPELLINGS[as ?? ""]?.(source) ?? "";
  return value === "" ? undefined : new Meaning(value, false);
}

/** Sets the value that follows from another property: an id from a name, a kind from an id. */
export function fixByDeriving(
  op: "add" | "replace",
  path: string,
  schema: unknown,
  error: SchemaError & InContext,
): Fix[] {
  if (!isObject(schema) || !isObject(schema.derive)) return [];
  const from = String(schema.derive.from);
  const place = error.context.actualPlaces.get(inRequest(from)) ?? inRequest(from);
  const derived = deriveValue(schema.derive, valueAt(error.context, place));
  if (derived === undefined || !isLengthAllowed(derived.value, schema)) return [];
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(derived.value)}, made from ${inCandidate(place)}`;
  const patch: Operation[] = [{ op, path, value: derived.value }];
  // An unknown property may contradict it: `role: "agent"` beside the id of a person.
  const isCertain = derived.isCertain && !(op === "add" && error.context.unknownCount > 0);
  return [makeFix(title, isCertain, patch, isCertain ? undefined : path)];
}

/** Inserts the placeholder of a schema, if it has one. */
export function fixByPlaceholder(op: "add" | "replace", path: string, schema: unknown): Fix[] {
  const value = placeholderOf(schema);
  if (value === undefined) return [];
  const name = lastToken(path);
  const added = name === "-" ? quote(value) : `${quote(name)}: ${quote(value)}`;
  const title = `${op === "add" ? `Add ${added}` : `Put in ${quote(value)}`} and fill it in`;
  return [{ title, applicability: "has-placeholders", patch: [{ op, path, value }] }];
}

/**
 * The empty object or array that must be there. Certain in the place of another empty value; where
 * nothing is, its content may be lost.
 */
export function fixByEmpty(
  op: "add" | "replace",
  path: string,
  schema: JsonObject | undefined,
): Fix[] {
  const { type, minItems = 0, minProperties = 0 } = schema ?? {};
  // An object with any properties is not known to need none.
  const isObjectWanted =
    type === "object" &&
    (schema?.additionalProperties !== true || isObject(schema.default)) &&
    requiredOf(schema ?? {}).length === 0 &&
    minProperties === 0;
  const isArrayWanted = type === "array" && minItems === 0 && op === "replace";
  if (!isObjectWanted && !isArrayWanted) return [];
  const value = isObjectWanted ? {} : [];
  const title = op === "add" ? `Add ${quote(lastToken(path))}: ` : "Replace with ";
  return [makeFix(title + quote(value), op === "replace", [{ op, path, value }], path)];
}

/** Adds the only value that a schema allows. A boolean is a statement. */
export function fixByOnlyValue(
  path: string,
  { name, schema, isAmbiguous = false }: SchemaError & Named & InContext,
): Fix[] {
  const { enum: allowed } = propertiesOf(schema)[name] ?? {};
  const value = Array.isArray(allowed) ? onlyItem(allowed) : undefined;
  if (value === undefined) return [];
  const isCertain = typeof value !== "boolean" && !isAmbiguous;
  return [makeFix(`Add ${quote(name)}: ${quote(value)}`, isCertain, [{ op: "add", path, value }])];
}

/** Replaces a wrong or empty value by a derived one, a shown type or a placeholder. */
export function fixesByReplacing(error: SchemaError & InContext): Fix[] {
  const { value, path, schema } = error;
  const placeholder = fixByPlaceholder("replace", path, schema);
  if (typeof value === "string" && value !== "") return placeholder;
  const derived = fixByDeriving("replace", path, schema, error);
  if (value === null || value === "")
    return [...derived, ...fixByRecords("replace", path, error), ...placeholder];
  // Any other value may be meant, so the derived one is a guess.
  return [
    ...derived.map((fix): Fix => ({ ...fix, applicability: "maybe-incorrect" })),
    ...placeholder,
  ];
}

/** Sets the type that the records show, for a declaration without one. */
export function fixByRecords(
  op: "add" | "replace",
  path: string,
  { context }: SchemaError & InContext,
): Fix[] {
  const evident = context.evidentType(path);
  if (evident === undefined) return [];
  const { value, isCertain } = evident;
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(value)}, the type of all its values`;
  return [makeFix(title, isCertain, [{ op, path, value }])];
}
