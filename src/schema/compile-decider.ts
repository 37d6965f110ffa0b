import { _, Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { isIndex, isWithin, toTokens, valueAt } from "../ground/json/pointer.js";
import {
  isEmpty,
  isInherited,
  isObject,
  type Json,
  type JsonObject,
} from "../ground/json/value.js";
import type { Bundle } from "./bundle.js";
import { explainErrors } from "./explain.js";
import { addStockFormats } from "./formats.js";
import { addKeywords, withoutEvaluated } from "./keywords.js";
import { compilePattern } from "./pattern.js";
import { findHolders, isDoubtful, isOptional, isRequired } from "./places.js";
import {
  followLater,
  keepOwnErrorsOnly,
  limitErrors,
  redefine,
  stopAtFirstInLoops,
  TooManyErrors,
  TooManySteps,
} from "./references.js";
import type { Decider, SchemaError } from "./schema-error.js";
import { itemsOf, listsTexts, NULL_WORD, propertiesOf } from "./schemas-in.js";
import { compileViews, isWhole } from "./view.js";

/** The base of the references inside the bundle. */
const ROOT = "http://bundle/";
/**
 * The number of references that one check may follow. Schemas that refer to themselves twice take
 * 2^32 steps for 32 levels; those that people write take a few thousand for 64 KiB.
 */
const MAX_STEPS = 500_000;

/**
 * The errors and keys that one check compares to explain unions; of the unions beyond, it only says
 * that no branch fits. A comparison takes 5 µs.
 */
const MAX_COMPARISONS = 5_000;

/**
 * The number of errors that one check collects of all items; beyond it, those of the first item of
 * each list.
 */
const MAX_ERRORS = 10_000;

/**
 * Compiles a bundle as it is: AJV decides, and the nearest branches of unions are explained. Throws
 * what AJV throws. The formats are those of anybody's AJV, unless a package has its own.
 */
export function compileDecider(bundle: Bundle, addFormats = addStockFormats): Decider {
  const steps = { left: 0 };
  const compilerWith = (options: Omit<CompilerOptions, "addFormats">) =>
    createCompiler(bundle, steps, { addFormats, ...options });
  const definitions = bundle.root.$defs as JsonObject;
  const compile = compilerWith({ allErrors: true });
  // AJV throws for some schemas with `unevaluatedProperties` when it collects all errors; then it
  // only decides.
  const isAccepted = isAboutUnevaluated(bundle)
    ? compilerWith({ allErrors: false })(definitions[0] as JsonObject)
    : undefined;
  const follow = (ref: string) => definitions[definitionName(ref)];
  const viewOf = compileViews(follow);
  const compiled = cacheByObject(compile);
  const compiledForFirst = cacheByObject((schema: JsonObject) =>
    compilerWith({ allErrors: true, inLoops: "first" })(schema),
  );
  const findErrorsIn = (
    schema: Json | undefined,
    value: unknown,
    instancePath: string,
  ): readonly ErrorObject[] => {
    if (!isObject(schema))
      return schema === true ? [] : [makeError("false schema", value, instancePath)];
    const run = (validate: ValidateFunction) =>
      validate(value, { instancePath } as Parameters<typeof validate>[1])
        ? []
        : (validate.errors ?? []);
    try {
      return run(compiled(schema));
    } catch (error) {
      if (!(error instanceof TooManyErrors)) throw error;
      // In each array, those of the first item that does not fit. Nothing counts the others, so one
      // error says so.
      const tooMany = makeError("too many errors", value, instancePath, { limit: MAX_ERRORS });
      return [...run(compiledForFirst(schema)), tooMany];
    }
  };
  const start = definitions[0];
  const root = isObject(start) ? viewOf(start) : {};
  if (isObject(start)) compiled(start);
  const comparisons = { left: 0 };
  const explainer = { viewOf, wholeOf: outermostSchemas(bundle), findErrorsIn, comparisons };
  /**
   * The verdict; undefined where AJV throws, as it does for some `unevaluatedProperties`. Then a
   * candidate with errors is invalid.
   */
  const decide = (candidate: unknown) => {
    try {
      return isAccepted?.(candidate);
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
  const presenceOf = ({ value }: SchemaError, pointer: string) => ({
    isOptional: isOptional(root, pointer),
    isRequired: isEmpty(value) && isRequired(root, pointer),
  });
  const explain = (candidate: unknown, path: string, verdict: boolean | undefined) => {
    if (isAccepted === undefined)
      return explainErrors(findErrorsIn(start, candidate, path), explainer);
    const whole: SchemaError = {
      keyword: "schema",
      path,
      value: candidate as Json,
      schema: root,
      words: "does not fit",
    };
    try {
      const found = explainErrors(findErrorsIn(start, candidate, path), explainer);
      return found.length > 0 || verdict === undefined ? found : [whole];
    } catch (error) {
      if (error instanceof TypeError) return [whole];
      throw error;
    }
  };
  /** What `find` finds with a bounded number of steps. */
  const bounded = (candidate: unknown, path: string, find: () => readonly SchemaError[]) => {
    steps.left = MAX_STEPS;
    comparisons.left = MAX_COMPARISONS;
    try {
      return find();
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      const words = `cannot be checked: the schema takes more than ${MAX_STEPS} steps for it, because it refers to itself in several ways`;
      return [{ keyword: "schema", path, value: candidate as Json, schema: {}, words }];
    }
  };
  const findErrors = (candidate: unknown, path: string): readonly SchemaError[] =>
    bounded(candidate, path, () => {
      const verdict = decide(candidate);
      if (verdict) return [];
      // An error with a name is about a property of its value, and looking at the value each time
      // would be quadratic.
      return explain(candidate, path, verdict).map((error) =>
        error.value === null || (error.name === undefined && saysNothing(error))
          ? { ...error, ...presenceOf(error, error.path.slice(path.length)) }
          : error,
      );
    });
  const ofWhole = cacheByObject((candidate: object) => findErrors(candidate, ""));
  return {
    findErrors,
    findErrorsAt(candidate, pointer) {
      if (!isObject(candidate)) return findErrors(candidate, "");
      const own =
        isAccepted === undefined && isObject(start)
          ? schemaInFront(start, toTokens(pointer))
          : undefined;
      if (own === undefined)
        return ofWhole(candidate).filter(({ path }) => isWithin(path, pointer));
      return bounded(candidate, pointer, () =>
        explainErrors(findErrorsIn(own, valueAt(candidate, pointer), pointer), explainer),
      );
    },
    findHolders: (name, source, candidate) => findHolders(name, source, candidate, root).holders,
    isDoubtful: (patch, candidate) => isDoubtful(patch, candidate, root),
  };
}

/**
 * The schema that alone decides about the value at a place; undefined if parts of others do, or
 * nothing says so.
 */
function schemaInFront(start: JsonObject, place: readonly string[]): JsonObject | undefined {
  let here: JsonObject | undefined = start;
  for (const token of place) {
    if (here === undefined || !isWhole(here)) return undefined;
    const property: unknown = Object.hasOwn(propertiesOf(here), token)
      ? propertiesOf(here)[token]
      : undefined;
    const inside: unknown =
      property ?? (isIndex(token) ? itemsOf(here) : undefined) ?? here.additionalProperties;
    here = isObject(inside) ? (inside as JsonObject) : undefined;
  }
  return here;
}

/**
 * Whether a value is empty, or the word of a program for null where neither a text nor a list of
 * texts may be.
 */
function saysNothing({ keyword, value, schema }: SchemaError): boolean {
  if (isEmpty(value)) return true;
  const isNoText = keyword === "type" ? !listsTexts(schema) : keyword === "enum";
  return isNoText && typeof value === "string" && NULL_WORD.test(value);
}

function makeError(keyword: string, data: unknown, instancePath: string, params = {}): ErrorObject {
  return { keyword, instancePath, data, params, parentSchema: {}, schemaPath: "" };
}

interface CompilerOptions {
  readonly addFormats: (ajv: Ajv) => void;
  readonly allErrors: boolean;
  readonly inLoops?: "all" | "first";
}

/** Returns a function that compiles a schema of the bundle. */
function createCompiler(
  bundle: Bundle,
  steps: { left: number },
  { addFormats, allErrors, inLoops = "all" }: CompilerOptions,
) {
  const { dialect, schemas, root } = bundle;
  const options: Options = {
    allErrors,
    verbose: true,
    messages: false,
    strict: false,
    logger: false,
    validateSchema: false,
    ownProperties: [...schemas.keys()].some(namesInherited),
    code: { optimize: false, regExp },
  };
  const ajv = (
    dialect === 2020
      ? new Ajv2020(options)
      : dialect === 2019
        ? new Ajv2019(options)
        : new Ajv(options)
  ) as Ajv;
  if (!isAboutUnevaluated(bundle)) withoutEvaluated(ajv);
  addFormats(ajv);
  addKeywords(ajv);
  if (allErrors) keepOwnErrorsOnly(ajv);
  if (inLoops === "first") stopAtFirstInLoops(ajv);
  const count = () => {
    if (steps.left-- <= 0) throw new TooManySteps();
  };
  const limit = () => {
    if (allErrors && inLoops === "all") limitErrors(ajv, MAX_ERRORS);
  };
  if (isAboutUnevaluated(bundle)) {
    limit();
    redefine(ajv, "$ref", (context, code) => {
      context.gen.code(_`${context.gen.scopeValue("func", { ref: count })}()`);
      code(context);
    });
    ajv.addSchema({ $id: ROOT, ...root });
    return (schema: JsonObject): ValidateFunction =>
      ajv.compile({ $ref: ROOT + fragment(schemas.get(schema) ?? "") });
  }
  const definitions = root.$defs as JsonObject;
  followLater(ajv, (ref) => definitions[definitionName(ref)], count);
  limit();
  return (schema: JsonObject): ValidateFunction => ajv.compile(schema);
}

/**
 * Whether a schema depends on what other schemas have looked at, which only AJV's own references
 * pass on.
 */
function isAboutUnevaluated({ schemas }: Bundle): boolean {
  return [...schemas.keys()].some(
    (schema) => schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined,
  );
}

function definitionName(ref: string): string {
  return ref.slice("#/$defs/".length);
}

function fragment(pointer: string): string {
  return `#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}

/** AJV only asks for `test`; the name of the code is for validators that are written to a file. */
const regExp = Object.assign((pattern: string) => compilePattern(pattern) as RegExp, {
  code: "compilePattern",
});

/** Returns a function that finds the schema that is composed of a part. */
function outermostSchemas({ schemas, root }: Bundle): (schema: JsonObject) => JsonObject {
  return cacheByObject((schema: JsonObject) => {
    let pointer = schemas.get(schema) ?? "";
    for (let outer = IN_PLACE.exec(pointer); outer !== null; outer = IN_PLACE.exec(pointer))
      pointer = outer[1] as string;
    const found = valueAt(root, pointer);
    return isObject(found) ? found : schema;
  });
}

/** The pointer of a part of a composed schema. */
const IN_PLACE =
  /^(.*)\/(?:(?:allOf|anyOf|oneOf)\/\d+|then|else|(?:dependentSchemas|dependencies)\/[^/]+)$/;

/** Whether a schema names a property that every object inherits. */
function namesInherited(schema: JsonObject): boolean {
  const { required, dependentRequired, dependentSchemas, dependencies } = schema;
  const maps = [propertiesOf(schema), dependentRequired, dependentSchemas, dependencies].filter(
    (map) => isObject(map),
  );
  const names = [required, ...maps.flatMap((map) => [Object.keys(map), ...Object.values(map)])];
  return names.flat().some((name) => typeof name === "string" && isInherited(name));
}
