import type { Operation } from "../../json/patch.js";
import { valueAt } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { schemasIn } from "../../json-schema/schemas-in.js";
import type { Meant } from "../../text/did-you-mean.js";
import { isShort, quote } from "../../text/quote.js";
import { RESPELLINGS } from "../../text/respell.js";
import { type Fix, titleOf } from "../problem.js";

/** The value that a fix puts in for the author to fill in. */
export function placeholderOf(schema: unknown): Json | undefined {
  if (!isObject(schema)) return undefined;
  const { placeholder, examples } = schema as { placeholder?: Json; examples?: Json[] };
  return placeholder ?? examples?.[0];
}

/** The word that an id begins with, `user_4821` or `u-77310`, or that stands alone. */
const PREFIX = /^[A-Za-z]+(?=[-_.]|\d|$)/;
/** An id that was given out, and not a name such as `user-research-team`. */
const ISSUED = /^[A-Za-z]+[-_.]?[A-Za-z]*\d[A-Za-z\d]*$/;

/** Long text is not looked at: the letters before a digit can be split in many ways. */
export function isIssued(text: string): boolean {
  return isShort(text) && ISSUED.test(text.trim());
}

/**
 * By the prefix of the other value, which says it; or by respelling it, where the author may have had another in
 * mind.
 */
export function derivedValue(derive: unknown, source: unknown): Meant | undefined {
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

/** Completes a fix that sets a property which another one shows. */
export type Agreement = (fix: Fix, candidate: unknown) => Fix;

/**
 * A property that another one shows cannot be changed alone: where the id is that of a program, a fix that makes the
 * owner a person also puts in the placeholder of the id.
 */
export function compileAgreement(shape: JsonObject): Agreement {
  const shown = shownProperties(shape);
  return (fix, candidate) => {
    for (const { path, derive, from, placeholder } of shown) {
      const set = fix.patch.find((one): one is Operation & { value: Json } => one.path === path && "value" in one);
      // The kind `user` says the same as the id `user_4821`.
      const shows = [from, path].map((place) => derivedValue(derive, valueAt({ candidate }, place))?.value);
      const isKnown = set === undefined || shows.includes(set.value as string);
      if (isKnown || fix.patch.some((one) => one.path === from)) continue;
      const patch: Operation[] = [...fix.patch, { op: "replace", path: from, value: placeholder }];
      const title = () => `${titleOf(fix)}: put in ${quote(placeholder)} and fill it in`;
      return valueAt({ candidate }, from) === undefined ? fix : { title, applicability: "has-placeholders", patch };
    }
    return fix;
  };
}

interface Shown {
  readonly path: string;
  readonly derive: JsonObject;
  /** The property that shows it. */
  readonly from: string;
  readonly placeholder: Json;
}

function shownProperties(shape: JsonObject): Shown[] {
  return [...schemasIn(shape)].flatMap(({ at, schema: { derive } }): Shown[] => {
    if (!isObject(derive) || derive.prefixes === undefined) return [];
    const from = String(derive.from);
    const placeholder = placeholderOf(valueAt(shape, from.replace(/\//g, "/properties/")));
    if (placeholder === undefined) return [];
    return [{ path: `/candidate${at}`, derive: derive as JsonObject, from: `/candidate${from}`, placeholder }];
  });
}
