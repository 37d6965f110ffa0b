import type { Operation } from "../../../json/patch.js";
import { isIndex, parse } from "../../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { isShort, quote } from "../../../text/quote.js";
import { type Fix, fixOf } from "../../problem.js";
import { propertiesOf } from "../names/known-properties.js";
import { allows } from "../readings/reading.js";
import { isOneWord } from "../redundant.js";
import type { ShapeError } from "../shape-error.js";

/** Reads an item that is a map with one entry: its key is the first required property, a scalar the second. */
export function keyAsName({ instancePath, data, params, parentSchema, unknown }: ShapeError): Fix | undefined {
  const [keyed, valued] = (parentSchema as { required?: string[] }).required ?? [];
  const name: string = params.additionalProperty;
  const value = (data as JsonObject)[name];
  if (keyed === undefined || valued === undefined || !isIndex(parse(instancePath).at(-1) ?? "")) return undefined;
  const couldBeString = (one: string) => allows(propertiesOf(parentSchema)[one] ?? {}, "string");
  if (!unknown?.isOnly || !couldBeString(keyed) || !isShort(name)) return undefined;
  const item = isObject(value) ? (value as JsonObject) : { [valued]: value as Json };
  const isValue = isObject(value) || (typeof value === "string" && couldBeString(valued));
  if (!isValue || Object.hasOwn(item, keyed)) return undefined;
  // A string of several words is probably not this value.
  const isSure = typeof value !== "string" || isOneWord(value);
  const patch: Operation[] = [{ op: "replace", path: instancePath, value: { [keyed]: name, ...item } }];
  return fixOf(`Use ${quote(name)} as "${keyed}"`, isSure, patch);
}
