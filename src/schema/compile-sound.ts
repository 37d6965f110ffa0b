import { byteLength } from "../ground/json/size.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { type Bundle, bundleSchema, InvalidSchema, NO_FILE } from "./bundle.js";
import { compileDecider } from "./compile-decider.js";
import { findFlaws } from "./find-flaws.js";

export const MAX_SCHEMA_BYTES = 5 * 1024 * 1024;

export interface SchemaOptions {
  /** Documents that are valid, for people and models to see. */
  examples?: readonly Json[];
  /**
   * The id of the domain; by default, it is made of the pointer, the id or the title of the schema.
   */
  domainId?: string;
  /** An RFC 6901 pointer, if the schema is a part of the document. */
  pointer?: string;
  /** The URI of the document, which relative references start from. */
  uri?: string;
  /** The documents that references lead to, by their URIs. Nothing is fetched. */
  documents?: Readonly<Record<string, JsonObject>>;
}

/**
 * The bundle of a schema. Throws `InvalidSchema` with every reason why the schema cannot be used.
 */
function bundleSound(schema: JsonObject, options: SchemaOptions, isAnyRoot = false): Bundle {
  const { pointer = "", uri = NO_FILE, documents = {} } = options;
  const all = new Map([[uri, schema], ...Object.entries(documents)]);
  const wrong = [...all.keys()].filter((name) => !isObject(all.get(name)));
  if (wrong.length > 0)
    throw new InvalidSchema(wrong.map((place) => ({ place, detail: "is not a JSON object" })));
  if (byteLength(JSON.stringify([...all.values()])) > MAX_SCHEMA_BYTES)
    throw new InvalidSchema([
      { place: "", detail: `the schema is larger than ${MAX_SCHEMA_BYTES / 1024 / 1024} MiB` },
    ]);
  const bundle = bundleSchema(uri, pointer, all);
  const flaws = findFlaws(bundle, isAnyRoot);
  if (flaws.length > 0) throw new InvalidSchema(flaws);
  return bundle;
}

/** The bundle of a schema, and what decides by it. Throws `InvalidSchema` like bundleSound(). */
export function compileSound(schema: JsonObject, options: SchemaOptions, isAnyRoot = false) {
  const bundle = bundleSound(schema, options, isAnyRoot);
  try {
    return { bundle, decider: compileDecider(bundle) };
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    const why = isTooLarge
      ? "an object in a union has too many properties; point at a part"
      : (error as Error).message;
    throw new InvalidSchema([{ place: "", detail: `AJV cannot compile the schema: ${why}` }]);
  }
}
