import { join, parse } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject, kindOf } from "../../json/value.js";
import { codePoints } from "../../json-schema/lengths.js";
import { didYouMean } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";

/** What the shape says about a place. */
export type Spot =
  | {
      readonly kind: "schema";
      readonly schema: JsonObject;
      /** Whether every valid candidate has it: it is required, and so is all around it. */
      readonly isRequired: boolean;
    }
  /** The shape leaves open what is there. */
  | { readonly kind: "open" }
  /** No valid candidate has it. */
  | { readonly kind: "nowhere"; readonly detail: string };

const OPEN: Spot = { kind: "open" };

/** The place of a pointer, in which `*` or a number is an item of an array, within a schema. */
export function spotAt(shape: JsonObject, pointer: string): Spot {
  let here: JsonObject = shape;
  let isRequired = true;
  for (const token of parse(pointer)) {
    const types = typesOf(here);
    if (token === "*" || /^\d+$/.test(token)) {
      if (!types.includes("array")) return nowhere(pointer, `${token === "*" ? '"*"' : token} needs an array`);
      if (!isObject(here.items)) return OPEN;
      here = here.items as JsonObject;
      if (token !== "*") isRequired = false;
      continue;
    }
    if (!types.includes("object")) return nowhere(pointer, `${quote(token)} needs an object`);
    const properties = (here.properties ?? {}) as JsonObject;
    const next = Object.hasOwn(properties, token) ? properties[token] : undefined;
    if (!isObject(next)) {
      if (here.additionalProperties !== false) return OPEN;
      const names = Object.keys(properties);
      const meant = didYouMean(token, names);
      const hint = meant === undefined ? `properties there: ${names.join(", ")}` : `did you mean "${meant}"?`;
      return nowhere(pointer, `the shape has no ${quote(token)} there; ${hint}`);
    }
    isRequired &&= Array.isArray(here.required) && here.required.includes(token);
    here = next as JsonObject;
  }
  return { kind: "schema", schema: here, isRequired };
}

function nowhere(pointer: string, why: string): Spot {
  return { kind: "nowhere", detail: `"${pointer}" leads nowhere: ${why}` };
}

export function typesOf(schema: JsonObject): string[] {
  return [schema.type ?? []].flat() as string[];
}

/** Why a value can never be at a place; undefined where it can. */
export function whyNot(schema: JsonObject, value: Json): string | undefined {
  const types = typesOf(schema);
  const kind = kindOf(value);
  const fits = types.includes(kind) || (kind === "integer" && types.includes("number"));
  if (types.length > 0 && !fits)
    return `the shape has ${types.join(" or ")} there, and ${quote(value)} is of type ${kind}`;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    return `the shape allows only ${schema.enum.map(quote).join(", ")} there`;
  if (typeof value === "string") return outside(codePoints(value), schema.minLength, schema.maxLength, "characters");
  if (typeof value === "number") return outside(value, schema.minimum, schema.maximum, "");
  return undefined;
}

function outside(size: number, min: unknown, max: unknown, unit: string): string | undefined {
  const words = unit === "" ? "" : ` ${unit}`;
  if (typeof min === "number" && size < min) return `the shape demands at least ${min}${words} there`;
  if (typeof max === "number" && size > max) return `the shape allows at most ${max}${words} there`;
  return undefined;
}

/** Every schema of a shape, with its pointer into the file. */
export function* schemasIn(schema: unknown, pointer = ""): Generator<{ pointer: string; schema: JsonObject }> {
  if (!isObject(schema)) return;
  yield { pointer, schema: schema as JsonObject };
  yield* schemasIn(schema.items, `${pointer}/items`);
  if (!isObject(schema.properties)) return;
  for (const [name, property] of Object.entries(schema.properties)) {
    yield* schemasIn(property, join(`${pointer}/properties`, name));
  }
}
