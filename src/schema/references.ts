import type { Ajv, ErrorObject, KeywordCxt, ValidateFunction } from "ajv";
import { _, Name } from "ajv/dist/core.js";
import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";

/** Schemas that refer to themselves twice take 2^32 steps for 32 levels of a document. */
export class TooManySteps extends Error {}

/**
 * 20,000 items that each lack hundreds of properties have millions of errors, which fill the
 * memory.
 */
export class TooManyErrors extends Error {}

/**
 * Lets AJV compile what a `$ref` leads to when it is first needed, and calls `count` for each
 * reference that a check follows.
 */
export function followLater(
  ajv: Ajv,
  follow: (ref: string) => Json | undefined,
  count: () => void,
): void {
  // Compiled at the first call, because a document needs few of a thousand definitions.
  const laterOf = cacheByObject((schema: JsonObject) => {
    let validate: ValidateFunction | undefined;
    const later: LaterFunction = (data, context) => {
      count();
      validate ??= ajv.compile(schema);
      const isValid = validate(data, context) as boolean;
      if (!isValid) later.errors = validate.errors ?? [];
      return isValid;
    };
    return later;
  });
  redefine(ajv, "$ref", (context) => {
    const target = follow(context.schema);
    if (isObject(target)) callLater(context, laterOf(target));
    else if (target === false) context.fail();
  });
}

/** What a reference calls. */
interface LaterFunction {
  (data: unknown, context: Parameters<ValidateFunction>[1]): boolean;
  errors?: ErrorObject[];
}

/**
 * Ends a check that collects more errors than this. Only the names of a schema multiply the errors
 * of an item.
 */
export function limitErrors(ajv: Ajv, most: number): void {
  const giveUp = () => {
    throw new TooManyErrors();
  };
  for (const keyword of ["required", "dependentRequired", "dependencies", "$ref", "anyOf", "oneOf"])
    if (ajv.getKeyword(keyword) !== false)
      redefine(ajv, keyword, (context, code) => {
        const { gen } = context;
        code(context);
        gen.if(_`${new Name("errors")} > ${most}`, () =>
          gen.code(_`${gen.scopeValue("func", { ref: giveUp })}()`),
        );
      });
}

/** The code of a reference: calls the function, and adds its errors. */
function callLater(context: KeywordCxt, later: LaterFunction): void {
  const { gen, data, it } = context;
  const called = gen.scopeValue("func", { ref: later });
  const [path, found, total] = [new Name("instancePath"), new Name("vErrors"), new Name("errors")];
  context.result(
    _`${called}(${data}, { instancePath: ${path} + ${it.errorPath} })`,
    undefined,
    () =>
      gen
        .assign(found, _`${found} === null ? ${called}.errors : ${found}.concat(${called}.errors)`)
        .assign(total, _`${found}.length`),
  );
}

type Code = (context: KeywordCxt) => void;

/** Puts other code in place of that of a keyword, which it may call. */
export function redefine(
  ajv: Ajv,
  keyword: string,
  code: (context: KeywordCxt, original: Code) => void,
): void {
  const definition = ajv.getKeyword(keyword);
  if (typeof definition !== "object" || !("code" in definition))
    throw new Error(`AJV has no code of ${keyword}`);
  const { code: original, ...rest } = definition;
  // In its place, because the order of keywords is that of errors.
  const { rules = [] } =
    ajv.RULES.rules.find((group) => group.rules.some((rule) => rule.keyword === keyword)) ?? {};
  const before = rules[rules.findIndex((rule) => rule.keyword === keyword) + 1]?.keyword;
  ajv.removeKeyword(keyword).addKeyword({
    ...rest,
    ...(before !== undefined && { before: String(before) }),
    code: (context) => code(context, original as Code),
  });
}

/**
 * Leaves the verdicts of unions and of `contains` to AJV, but drops the errors inside their
 * schemas: of a union in a union with 50 branches each, these are 2,500.
 */
export function keepOwnErrorsOnly(ajv: Ajv): void {
  for (const keyword of ["anyOf", "oneOf", "contains"])
    redefine(ajv, keyword, (context, code) => {
      const decorated: KeywordCxt = Object.create(context, {
        subschema: {
          value: (...[applied, valid]: Parameters<KeywordCxt["subschema"]>) =>
            context.subschema({ ...applied, createErrors: false, allErrors: false }, valid),
        },
        error: {
          value: () => {
            context.reset();
            // With the parameters that the keyword has set on the decorated context.
            context.error.call(decorated);
          },
        },
      });
      code(decorated);
    });
}

/**
 * Ends the loops over items and properties at the first one that does not fit: 64 KiB have 20,000
 * items, each of which may lack hundreds of properties. Within one item, all errors are still
 * found.
 */
export function stopAtFirstInLoops(ajv: Ajv): void {
  for (const keyword of ["items", "additionalProperties", "patternProperties"])
    redefine(ajv, keyword, (context, code) => {
      const decorated: KeywordCxt = Object.create(context, {
        it: { value: { ...context.it, allErrors: false } },
        subschema: {
          value: (...[applied, valid]: Parameters<KeywordCxt["subschema"]>) =>
            context.subschema({ allErrors: context.it.allErrors ?? true, ...applied }, valid),
        },
      });
      code(decorated);
    });
}
