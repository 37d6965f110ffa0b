import type { ErrorObject, Options } from "ajv";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { cacheByString } from "../ground/cache/bounded-map.js";
import { joinPointer } from "../ground/json/pointer.js";
import { isInherited, type JsonObject } from "../ground/json/value.js";
import { addFormats } from "./formats.js";
import { addKeywords, withoutEvaluated } from "./keywords.js";

/** The shared instance, for schemas that need no other options. */
export const ajv = createAjv();
let ownProperties: Ajv2020 | undefined;

/**
 * The instance for a schema of a spec package. If the schema names properties that every object
 * inherits, the instance checks own properties, which takes twice as long: otherwise `required:
 * ["toString"]` would accept `{}`.
 */
export function makeAjv(schema: unknown): Ajv2020 {
  if (!namesInherited(schema)) return ajv;
  ownProperties ??= createAjv({ ownProperties: true });
  return ownProperties;
}

const compiledFrom = cacheByString((text): ValidateFunction => {
  const schema: JsonObject = JSON.parse(text);
  const instance = makeAjv(schema);
  const validate = instance.compile(schema);
  instance.removeSchema(schema);
  return validate;
});

/**
 * Compiles a schema of a spec package. Equal schemas are compiled once: versions share most of
 * them, and AJV, which knows a schema by its object, would compile and keep them again at every
 * reload.
 */
export function compileSchema(schema: JsonObject): ValidateFunction {
  return compiledFrom(JSON.stringify(schema));
}

/**
 * No coercion: a string is never a number. Verbose errors carry the value and the violated limit.
 * AJV's own optimization of its code is off: it takes half of the compile time, and V8 optimizes as
 * well. Schemas are not validated: ours are tested and shapes have their own meta-schema, and
 * compiling that of JSON Schema takes 50 ms.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  const created = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strictTypes: false,
    validateSchema: false,
    code: { optimize: false },
    ...options,
  });
  withoutEvaluated(created);
  // Keywords of spec packages that decide fixes, not validity.
  created.addVocabulary(["aliases", "placeholder", "derive"]);
  addKeywords(created);
  addFormats(created);
  return created;
}

/** The place and the words of an error, without quoting a value. */
export function toFlaw({
  keyword,
  instancePath: pointer,
  params,
  message = "is invalid",
}: ErrorObject) {
  if (keyword === "false schema") return { pointer, detail: "is not allowed here; remove it" };
  if (keyword !== "additionalProperties") return { pointer, detail: message };
  return {
    pointer: joinPointer(pointer, params.additionalProperty),
    detail: "is not a known property; remove it",
  };
}

function namesInherited(schema: unknown): boolean {
  if (typeof schema === "string") return isInherited(schema);
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(([key, value]) => isInherited(key) || namesInherited(value));
}
