import { join, parent, valueAt } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { isObject, type Json } from "../../json/value.js";

/**
 * The pointers of what a selector selects; for one that ends in declared names, of every value of the first record.
 */
export function placesIn(selector: string, candidate: Json, most = Number.POSITIVE_INFINITY): string[] {
  if (selector.endsWith("}")) {
    const [record] = placesIn(parent(selector), candidate, 1);
    const values = record === undefined ? undefined : valueAt(candidate, record);
    return isObject(values) ? Object.keys(values).map((key) => join(record ?? "", key)) : [];
  }
  const places: string[] = [];
  compileSelector(selector)(candidate, (_, trail) => {
    if (places.length < most) places.push(trail.reduce<string>(join, ""));
  });
  return places;
}
