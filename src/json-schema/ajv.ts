import type { Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isInherited } from "../json/value.js";
import { addEquality } from "./equality.js";
import { addFormats } from "./formats.js";
import { addLengths } from "./lengths.js";

/** For every schema of this project but those that need options of their own. */
export const ajv = createAjv();
let owning: Ajv2020 | undefined;

/**
 * For a schema of a spec package, which may name properties that every object inherits: `required: ["toString"]` would pass
 * `{}`. To ask of every property whether it is the object's own takes twice as long, so that is done only there.
 */
export function ajvFor(schema: unknown): Ajv2020 {
  if (!namesInherited(schema)) return ajv;
  owning ??= createAjv({ ownProperties: true });
  return owning;
}

/**
 * No coercion: a string is never a number. Verbose errors carry the value and the limit that it breaks. AJV does not optimize
 * its code, which takes half of the time to compile: V8 does it as well.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  const created = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strictTypes: false,
    code: { optimize: false },
    ...options,
  });
  // What spec packages say beside the keywords of JSON Schema: they decide fixes, not validity.
  created.addVocabulary(["aliases", "placeholder", "derive"]);
  addEquality(created);
  addFormats(created);
  addLengths(created);
  return created;
}

function namesInherited(schema: unknown): boolean {
  if (typeof schema === "string") return isInherited(schema);
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(([key, value]) => isInherited(key) || namesInherited(value));
}
