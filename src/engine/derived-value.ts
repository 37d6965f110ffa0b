import { isObject } from "../json/value.js";
import { isShort } from "../text/quote.js";
import { RESPELLINGS } from "../text/respell.js";

/** What a property is by another one. */
export interface Derived {
  readonly value: string;
  /** Whether nothing else can be meant. */
  readonly sure: boolean;
}

/** The word that an id begins with: `user_4821`, `u-77310`. */
const PREFIX = /^[A-Za-z]+(?=[-_.]|\d)/;
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
export function derivedValue(derive: unknown, source: unknown): Derived | undefined {
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
