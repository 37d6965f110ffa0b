import type { ErrorObject } from "ajv";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { cacheByString } from "../cache/bounded-map.js";
import { cacheByObject } from "../cache/cache-by-object.js";
import { valueAt } from "../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../json/value.js";
import { compileSteadyPattern, MAX_SERVED_STEPS } from "../patterns/steady-pattern.js";
import { addKeywords, withoutEvaluated } from "./keywords.js";
import {
  countStep,
  followLater,
  keepOwnErrorsOnly,
  type Steps,
  stopAtFirstInLoops,
  TooManySteps,
} from "./references.js";

/** The number of references that one check may follow in all its places of a document. */
const MAX_STEPS = 100_000;

/** Says why a value does not fit a schema; undefined if it does. */
type Judge = (value: unknown) => string | undefined;

/**
 * Compiles a JSON Schema (2020-12) that is kept as it is. A `$ref` in it is a pointer into `data`: `#/schemas/step`.
 * Returns a function that makes the judge of one document. A schema is compiled when it is first needed: of a thousand
 * schemas, one document needs few.
 */
export function compileKeptSchema(schema: JsonObject, data: JsonObject): () => Judge {
  const { compile, steps } = makeCompiler(data);
  return () => {
    let left = MAX_STEPS;
    return (value) => {
      const validate = compile(schema);
      steps.left = left;
      try {
        return validate(value) ? undefined : chooseReason(validate.errors ?? []);
      } catch (error) {
        if (!(error instanceof TooManySteps)) throw error;
        return `it takes more than ${MAX_STEPS} steps to check, because the schema refers to itself in several ways`;
      } finally {
        left = steps.left;
      }
    };
  };
}

/** Why a kept schema cannot be used; undefined if it can. All that it refers to is compiled. */
export function whyNotSchema(schema: JsonObject, data: JsonObject): string | undefined {
  const { ajv } = makeCompiler(data);
  const meta = metaAjv();
  for (const [name, one] of reachableFrom(schema, data)) {
    const where = name === "" ? "" : ` at ${name}`;
    if (one === undefined) return `a $ref leads nowhere: ${name}; it must be a pointer into the data`;
    if (typeof one === "boolean") continue;
    if (!isObject(one)) return `there is no schema${where}; a schema is an object, true or false`;
    if (meta.validateSchema(one) !== true) {
      const [{ instancePath, message } = { instancePath: "", message: "is wrong" }] = meta.errors ?? [];
      return `it is not JSON Schema${where}${instancePath}: it ${message}`;
    }
    try {
      ajv.compile(one);
    } catch (error) {
      return `AJV cannot compile it${where}: ${(error as Error).message}`;
    }
  }
  return undefined;
}

/** Keywords whose properties are named by the author, and those whose values are no schemas. */
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
const VALUES = new Set(["enum", "const", "default", "examples"]);

/** A schema and all that it refers to, directly or through others, by their references; its own is empty. */
export function reachableFrom(schema: unknown, data: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>([["", schema]]);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const part of value) visit(part);
    if (!isObject(value)) return;
    const { $ref } = value;
    if (typeof $ref === "string" && !found.has($ref)) {
      const target = follow($ref, data);
      found.set($ref, target);
      visit(target);
    }
    for (const [key, part] of Object.entries(value)) {
      if (NAMED.has(key) && isObject(part)) for (const inner of Object.values(part)) visit(inner);
      else if (!VALUES.has(key)) visit(part);
    }
  };
  visit(schema);
  return found;
}

function follow(ref: string, data: unknown): Json | undefined {
  return /^#\//.test(ref) ? (valueAt(data, ref.slice(1)) as Json | undefined) : undefined;
}

/** One instance for all schemas of a package, which goes with its data. */
const makeCompiler = cacheByObject((data: JsonObject) => {
  const steps: Steps = { left: 0 };
  const ajv = new Ajv2020({
    // Otherwise AJV nests its code once for each property, and the stack overflows at 2,000.
    allErrors: true,
    strict: false,
    logger: false,
    validateSchema: false,
    meta: false,
    // Otherwise `required: ["toString"]` would accept `{}`.
    ownProperties: true,
    code: { optimize: false, regExp: STEADY },
  });
  withoutEvaluated(ajv);
  formats.default(ajv);
  addKeywords(ajv);
  keepOwnErrorsOnly(ajv);
  stopAtFirstInLoops(ajv);
  followLater(
    ajv,
    (ref) => follow(ref, data),
    () => countStep(steps),
  );
  return { ajv, steps, compile: cacheByObject((schema: JsonObject): ValidateFunction => ajv.compile(schema)) };
});

let meta: Ajv2020 | undefined;

/** Compiling the meta-schema takes 50 ms. */
function metaAjv(): Ajv2020 {
  meta ??= new Ajv2020({ strict: false, logger: false, validateFormats: false });
  return meta;
}

/** A matcher that takes linear time, if the pattern has a small one: the loader refuses other patterns that are slow. */
const compileMatcher = cacheByString((pattern) => {
  const test = compileSteadyPattern(pattern, MAX_SERVED_STEPS);
  return test === undefined ? new RegExp(pattern, "u") : { test, toString: () => `steady:${pattern}` };
});
/** The name of the code is for validators that are written to a file. */
const STEADY = Object.assign((pattern: string) => compileMatcher(pattern) as RegExp, { code: "matcherOf" });

/** The outermost error in words. */
function chooseReason(errors: readonly ErrorObject[]): string {
  const depthOf = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const stated = errors.filter(({ keyword, propertyName }) => keyword !== "if" && propertyName === undefined);
  const least = stated.reduce((depth, one) => Math.min(depth, depthOf(one)), Number.POSITIVE_INFINITY);
  const {
    instancePath = "",
    message = "does not fit",
    params = {},
  } = stated.find((one) => depthOf(one) === least) ?? {};
  const name = params.additionalProperty ?? params.propertyName;
  const where = instancePath === "" ? "" : `at ${instancePath} `;
  return `${where}it ${message}${name === undefined ? "" : `: ${JSON.stringify(name)}`}`;
}
