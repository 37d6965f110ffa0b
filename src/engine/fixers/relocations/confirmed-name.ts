import { joinPointer } from "../../../ground/json/pointer.js";
import { isObject, type Json } from "../../../ground/json/value.js";
import { foldName } from "../../../ground/text/fold-name.js";
import type { Properties } from "../known-properties.js";
import { deriveValue } from "../missing.js";
import type { ShapeContext } from "../shape-error.js";

/** What a candidate shows about the names in it. */
export type ShownNames = Pick<ShapeContext, "columnsIn" | "usedNamesAt">;

/**
 * Whether something else in the candidate shows that the value under a misspelled key is meant for a property. Another
 * first letter, and not only a lost or swapped one, is left to the author.
 */
export function isConfirmed(
  key: string,
  value: Json | undefined,
  name: string,
  path: string,
  properties: Properties,
  valueUnder: (name: string) => unknown,
  shown: ShownNames,
): boolean {
  if (!foldName(name).slice(0, 2).includes(foldName(key).charAt(0))) return false;
  return isDerived(value, name, properties, valueUnder) || isTable(value, joinPointer(path, name), shown);
}

/** Whether one of two values is derived from the other: `library-loans` is the id of "Library loans". */
function isDerived(
  value: Json | undefined,
  name: string,
  properties: Properties,
  valueUnder: (name: string) => unknown,
): boolean {
  return Object.entries(properties).some(([other, { derive }]) => {
    if (!isObject(derive)) return false;
    const from = String(derive.from).slice(1);
    const isFrom = (source: unknown, derived: unknown) => deriveValue(derive, source)?.value === derived;
    return other === name ? isFrom(valueUnder(from), value) : from === name && isFrom(value, valueUnder(other));
  });
}

/** Whether a value is the records of all declared names, or the declarations of all names that the records use. */
function isTable(value: Json | undefined, place: string, { columnsIn, usedNamesAt }: ShownNames): boolean {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return false;
  const used = usedNamesAt(place);
  if (used !== undefined && used.size > 1) {
    const texts = new Set(value.flatMap((item) => Object.values(item)));
    return [...used].every((name) => texts.has(name));
  }
  const columns = columnsIn(place) ?? [];
  return columns.length > 1 && value.every((item) => columns.every(({ name }) => Object.hasOwn(item, name)));
}
