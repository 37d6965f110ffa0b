import type { Operation } from "../../json/patch.js";
import { valueAt } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { schemasIn } from "../../json-schema/schemas-in.js";
import type { Suggestion } from "../../text/did-you-mean.js";
import { isShort, quote } from "../../text/quote.js";
import { RESPELLINGS } from "../../text/respell.js";
import { type Fix, inRequest, titleOf } from "../problem.js";

/** The value that a fix inserts for the author to replace; undefined if the schema has none. */
export function placeholderOf(schema: unknown): Json | undefined {
  if (!isObject(schema)) return undefined;
  const { placeholder, examples } = schema as { placeholder?: Json; examples?: Json[] };
  return placeholder ?? examples?.[0];
}

/** The word at the start of an id, as in `user_4821` or `u-77310`, or the only word. */
const PREFIX = /^[A-Za-z]+(?=[-_.]|\d|$)/;
/** An id that a system has issued, and not a name such as `user-research-team`. */
const ISSUED_ID = /^[A-Za-z]+[-_.]?[A-Za-z]*\d[A-Za-z\d]*$/;

/** Whether a string looks like an id that a system has issued. A long string does not: matching it takes too long. */
export function isIssued(text: string): boolean {
  return isShort(text) && ISSUED_ID.test(text.trim());
}

/**
 * The value that the `derive` keyword of a schema makes from another value: by the prefix of an id, which may be sure,
 * or by respelling a name, which never is. Undefined if no value can be made.
 */
export function derivedValue(derive: unknown, source: unknown): Suggestion | undefined {
  if (!isObject(derive) || typeof source !== "string" || !isShort(source)) return undefined;
  const { as, prefixes } = derive as { as?: string; prefixes?: Record<string, string> };
  if (prefixes !== undefined) {
    const prefix = PREFIX.exec(source.trim())?.[0].toLowerCase() ?? "";
    if (!Object.hasOwn(prefixes, prefix)) return undefined;
    return { value: prefixes[prefix] as string, sure: isIssued(source) };
  }
  const value = RESPELLINGS[as ?? ""]?.(source) ?? "";
  return value === "" ? undefined : { value, sure: false };
}

/** Makes a fix agree with the values that the shape derives from other ones. */
export type Agreement = (fix: Fix, candidate: unknown) => Fix;

/**
 * A derived property cannot be changed alone: if an id shows that the owner is a program, a fix that makes the owner a
 * person also replaces the id by its placeholder.
 */
export function compileAgreement(shape: JsonObject): Agreement {
  const properties = derivedProperties(shape);
  return (fix, candidate) => {
    for (const { path, derive, from, placeholder } of properties) {
      const sets = (operation: Operation): operation is Operation & { value: Json } =>
        operation.path === path && "value" in operation;
      const set = fix.patch.find(sets);
      // The kind `user` means the same as the id `user_4821`.
      const shown = [from, path].map((place) => derivedValue(derive, valueAt({ candidate }, place))?.value);
      const agrees = set === undefined || shown.includes(set.value as string);
      if (agrees || fix.patch.some((operation) => operation.path === from)) continue;
      const patch: Operation[] = [...fix.patch, { op: "replace", path: from, value: placeholder }];
      const title = () => `${titleOf(fix)}: put in ${quote(placeholder)} and fill it in`;
      return valueAt({ candidate }, from) === undefined ? fix : { title, applicability: "has-placeholders", patch };
    }
    return fix;
  };
}

/** A property whose value follows from the prefix of an id. */
interface DerivedProperty {
  readonly path: string;
  readonly derive: JsonObject;
  /** The pointer of the id. */
  readonly from: string;
  /** The placeholder of the id. */
  readonly placeholder: Json;
}

function derivedProperties(shape: JsonObject): DerivedProperty[] {
  return [...schemasIn(shape)].flatMap(({ at, schema: { derive } }): DerivedProperty[] => {
    if (!isObject(derive) || derive.prefixes === undefined) return [];
    const from = String(derive.from);
    const placeholder = placeholderOf(valueAt(shape, from.replace(/\//g, "/properties/")));
    if (placeholder === undefined) return [];
    return [{ path: inRequest(at), derive: derive as JsonObject, from: inRequest(from), placeholder }];
  });
}
