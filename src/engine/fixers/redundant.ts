import { groupBy } from "../../ground/json/group-by.js";
import { identityOf, isEqual, type JsonObject, kindOf } from "../../ground/json/value.js";
import { allows } from "../../ground/json-schema/schemas-in.js";
import { MAX_COMPARED } from "../../ground/text/match-names.js";
import { saysSame } from "./words-of-keys.js";

/** Whether a value is null, an empty array or object, or a blank string. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  if (typeof value !== "object" || value === null) return value === null;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

/** Whether a property is absent, empty, or still has its placeholder. A null that is allowed is a value. */
export function lacksValue(object: JsonObject, name: string, schema: JsonObject | undefined): boolean {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (value === null && schema?.type !== undefined && allows(schema, "null")) return false;
  return value === undefined || isEmpty(value) || (typeof value === "string" && value === schema?.placeholder);
}

/** Whether a property is null, or an empty array or object that is accepted: it may say that there is nothing. */
export function isAnswer(
  object: Readonly<Record<string, unknown>>,
  name: string,
  accepts: (value: unknown) => boolean,
): boolean {
  return Object.hasOwn(object, name) && typeof object[name] !== "string" && accepts(object[name]);
}

/** Whether two values are equal, or are equal as text. Objects are not converted: `{ "toString": 1 }` would throw. */
export function isEqualAsText(one: unknown, other: unknown): boolean {
  if (typeof one === "object" || typeof other === "object") return isEqual(one, other);
  return String(one).trim() === String(other).trim();
}

/** Names and single words are not longer. */
export const MAX_WORD_LENGTH = 64;

/** The names of annotations, which tools and people add to any JSON document. They mean nothing in any domain. */
const ANNOTATION = /^(?:\$schema|[$_]comment|\/\/)$/i;

export function isAnnotation(name: string): boolean {
  return name.length <= MAX_WORD_LENGTH && ANNOTATION.test(name);
}

/** What equal objects have in common, and few others: how many items or properties there are, and a kind of item. */
function outlineOf(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} ${kindOf(value[0])}`;
  return typeof value === "object" && value !== null ? `${Object.keys(value).length} properties` : "null";
}

/**
 * Returns a test: whether a property can be removed without loss, because it is empty, or because the object has its
 * value also under a name that stays and says the same. `freeFrom` beside `allergens` does not, whatever its value is,
 * and `date` beside `startDate` may be another one.
 * The object is read at the first call, since only fixes ask.
 */
export function makeRedundancyTest(
  object: Record<string, unknown>,
  stays: (name: string) => boolean,
  aliasesOf: (name: string) => readonly string[] = () => [],
) {
  let names: readonly string[] | undefined;
  // Writing objects as text to compare them takes long, so only an unknown object that may be one of them is written.
  let byOutline: Map<string, string[]> | undefined;
  let byObject: Map<string, string[]> | undefined;
  const namesOf = (value: unknown): readonly string[] => {
    names ??= Object.keys(object).filter(stays).slice(0, MAX_COMPARED);
    if (typeof value !== "object") return names.filter((name) => object[name] === value);
    byOutline ??= groupBy(
      names.filter((name) => typeof object[name] === "object"),
      (name) => outlineOf(object[name]),
    );
    if (!byOutline.has(outlineOf(value))) return [];
    byObject ??= groupBy([...byOutline.values()].flat(), (name) => identityOf(object[name]));
    return byObject.get(identityOf(value)) ?? [];
  };
  return (key: string, value: unknown): boolean => {
    if (isEmpty(value)) return true;
    return namesOf(value).some((name) => name !== key && saysSame(key, [name, ...aliasesOf(name)]));
  };
}
