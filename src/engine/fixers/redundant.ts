import { identityOf } from "../../json/value.js";

/** Properties that a value is compared with. */
const MAX_COMPARED = 100;
/** So many at most are compared with a value as they are. */
const MAX_COMPARED_AS_THEY_ARE = 2;
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
  let groups: Map<number, Group> | undefined;
  return (value) => {
    if (isEmpty(value)) return true;
    if (!isTelling(value)) return false;
    groups ??= groupFirst(object, stays);
    const group = groups.get(sizeOf(value));
    if (group === undefined) return false;
    // Most differ at once, and need not be written.
    if (group.values.length <= MAX_COMPARED_AS_THEY_ARE && !group.values.some((one) => mayEqual(one, value)))
      return false;
    group.identities ??= new Set(group.values.map(identityOf));
    return group.identities.has(identityOf(value));
  };
}

/** Values of one size: no others can be equal, and to write each as JSON costs more than all else about an object. */
interface Group {
  readonly values: unknown[];
  identities?: Set<string>;
}

function groupFirst(object: Record<string, unknown>, stays: (name: string) => boolean): Map<number, Group> {
  const groups = new Map<number, Group>();
  let compared = 0;
  for (const key in object) {
    if (!stays(key)) continue;
    if (++compared > MAX_COMPARED) break;
    const value = object[key];
    if (!isTelling(value)) continue;
    const group = groups.get(sizeOf(value));
    if (group === undefined) groups.set(sizeOf(value), { values: [value] });
    else group.values.push(value);
  }
  return groups;
}

function isTelling(value: unknown): value is string | object {
  return typeof value === "string" ? value.length >= MIN_TELLING_LENGTH : typeof value === "object" && value !== null;
}

function sizeOf(value: string | object): number {
  return typeof value === "string" ? value.length : Object.keys(value).length;
}

/** False where two values of one size differ in what is first in them. */
function mayEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  if (Array.isArray(one) && Array.isArray(other)) return mayEqual(one[0], other[0]);
  return Array.isArray(one) === Array.isArray(other);
}
