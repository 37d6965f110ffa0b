import { Ajv2020 } from "ajv/dist/2020.js";
import { addEquality } from "./equality.js";
import { addFormats } from "./formats.js";
import { isInherited } from "./json.js";
import { addLengths } from "./lengths.js";

/**
 * For every schema of this project. No coercion: a string is never a number. Verbose errors carry the value and the limit
 * that it breaks. Its code is not optimized by AJV, which takes half of the time to compile: V8 does it as well.
 */
export const ajv = create(false);
let owning: Ajv2020 | undefined;

/**
 * For a schema of a spec package, which may name members that every object inherits: `required: ["toString"]` would pass
 * `{}`. To ask of every member whether it is the object's own takes twice as long, so that is done only there.
 */
export function ajvFor(schema: unknown): Ajv2020 {
  if (!namesInherited(schema)) return ajv;
  owning ??= create(true);
  return owning;
}

function create(ownProperties: boolean): Ajv2020 {
  const created = new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties,
    messages: false,
    strictTypes: false,
    code: { optimize: false },
  });
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
