import type { Operation } from "../../../json/patch.js";
import { isItem } from "../../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { propertiesOf } from "../../../json-schema/schemas-in.js";
import { isShort, quote } from "../../../text/quote.js";
import { type Fix, fixOf } from "../../problem.js";
import { allows } from "../readings/reading.js";
import { isOneWord } from "../redundant.js";
import { nameOf, type ShapeError } from "../shape-error.js";

/**
 * Reads an array item that is an object with one unknown property: the name of this property is the value of the item's
 * first required property, and its value is that of the second, or an object with the others. Undefined if the item
 * cannot be read so.
 */
export function keyAsName({ instancePath, data, params, parentSchema, unknown }: ShapeError): Fix | undefined {
  const [first, second] = (parentSchema as { required?: string[] }).required ?? [];
  const name = nameOf({ params });
  const value = (data as JsonObject)[name];
  if (first === undefined || second === undefined || !isItem(instancePath)) return undefined;
  const couldBeString = (property: string) => allows(propertiesOf(parentSchema)[property] ?? {}, "string");
  if (!unknown?.isOnly || !couldBeString(first) || !isShort(name)) return undefined;
  const item = isObject(value) ? (value as JsonObject) : { [second]: value as Json };
  const isValue = isObject(value) || (typeof value === "string" && couldBeString(second));
  if (!isValue || Object.hasOwn(item, first)) return undefined;
  // A string of several words is probably not this value.
  const isSure = typeof value !== "string" || isOneWord(value);
  const patch: Operation[] = [{ op: "replace", path: instancePath, value: { [first]: name, ...item } }];
  return fixOf(`Use ${quote(name)} as "${first}"`, isSure, patch);
}
