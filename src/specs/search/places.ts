import { declarationIn, recordsOf } from "../../engine/declared/declaration.js";
import { format, join, valueAt } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import type { Json } from "../../json/value.js";

/** The number of places of one selector that are edited: the first ones, and the last. */
const MAX_PLACES = 4;

/** The pointers of the places that a selector selects; for `{declaration}`, the first value of each declared name. */
export function placesIn(selector: string, candidate: Json, max = MAX_PLACES): string[] {
  if (declarationIn(selector) !== undefined) {
    const values = new Map<string, string>();
    for (const record of placesIn(recordsOf(selector), candidate))
      for (const key of Object.keys(Object(valueAt(candidate, record))))
        if (!values.has(key)) values.set(key, join(record, key));
    return [...values.values()];
  }
  const places: string[] = [];
  compileSelector(selector)(candidate, (_, trail) => {
    places.push(format(trail));
  });
  return places.length > max ? [...places.slice(0, max - 1), ...places.slice(-1)] : places;
}
