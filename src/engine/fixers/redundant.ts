import { identityOf } from "../../json/value.js";

/** Properties that a value is compared with. */
const MAX_COMPARED = 100;
/** Shorter strings, numbers and booleans are equal by chance. */
const MIN_TELLING_LENGTH = 3;

export function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  if (typeof value !== "object" || value === null) return value === null;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

/** Names and words have fewer characters. */
const MAX_WORD_LENGTH = 64;

/** Whether a value is short and has no white space within. */
export function isOneWord(value: unknown): boolean {
  return typeof value !== "object" && String(value).length <= MAX_WORD_LENGTH && !/\S\s+\S/.test(String(value));
}

/** Properties that tools and people annotate any JSON document with. No domain gives them a meaning of its own. */
const ANNOTATION = /^(?:\$schema|[$_]{1,2}comments?\d*|\/\/.*)$/i;

export function isAnnotation(name: string): boolean {
  return name.length <= MAX_WORD_LENGTH && ANNOTATION.test(name);
}

/**
 * Whether nothing is lost with a value: it is empty, or in this object under a name that stays. Only fixes ask, so the
 * values are looked at when the first one does.
 */
export function redundantIn(
  object: Record<string, unknown>,
  stays: (name: string) => boolean,
): (value: unknown) => boolean {
  let others: unknown[] | undefined;
  /** Objects as JSON: a record may have a hundred that are nearly equal, and each is compared with all others. */
  const identities = new Map<unknown, string>();
  return (value) => {
    if (isEmpty(value)) return true;
    if (!isTelling(value)) return false;
    others ??= Object.keys(object)
      .filter(stays)
      .slice(0, MAX_COMPARED)
      .map((name) => object[name]);
    if (typeof value === "string") return others.includes(value);
    const alike = others.filter((other) => isTelling(other) && sizeOf(other) === sizeOf(value));
    const own = alike.length === 0 ? "" : identityOf(value);
    return alike.some((other) => {
      const identity = identities.get(other) ?? identityOf(other);
      identities.set(other, identity);
      return identity === own;
    });
  };
}

function isTelling(value: unknown): value is string | object {
  return typeof value === "string" ? value.length >= MIN_TELLING_LENGTH : typeof value === "object" && value !== null;
}

function sizeOf(value: string | object): number {
  return typeof value === "string" ? -1 : Object.keys(value).length;
}
