import { format } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { schemaAt } from "../../json-schema/schemas-in.js";
import { compileCondition, type Predicate } from "../condition.js";
import { type Declaration, declarationIn, recordsOf } from "../declared/declaration.js";
import type { CheckSource } from "../grammar.js";
import { SpecError } from "../spec-error.js";
import type { Check, CheckEnvironment, CheckMaker, CheckParams, CompiledCheck, NodeCheckDefinition } from "./check.js";
import { compileGroup, DeclaredContext, perDeclaration, sharedBy } from "./compile-group.js";
import { CHECKS, definitionOf } from "./index.js";
import { unknownDeclaration } from "./source.js";

/** Compiles the check object of a rule. Throws a `SpecError` with a pointer into the check object. */
export function compileCheck(source: CheckSource, environment: CheckEnvironment): CompiledCheck {
  const definition = definitionOf(source);
  if (definition === undefined) throw new SpecError(`no check is named; checks: ${[...CHECKS.keys()].join(", ")}`);
  const { at, where, per, [definition.name]: value, ...options } = source;
  const params = { value: value as Json, options: options as JsonObject };
  const pointers = [at].flat();
  const declared = declarationIn(pointers[0] as string);
  const declaration = declared === undefined ? undefined : environment.declarations.get(declared);
  if (declared !== undefined && declaration === undefined)
    throw unknownDeclaration(declared, [...environment.declarations.keys()], "/at");
  const isSelected = where && compileCondition(where, environment.data, "item", "/where");
  const records = pointers.map(recordsOf);
  if (definition.group === true) {
    const maker = definition.compile(params, environment);
    if (declaration !== undefined)
      return { places: [""], maker: perDeclaration(records, declaration, isSelected, maker) };
    return compileGroup(pointers, per ?? format(sharedBy(pointers)), isSelected, maker);
  }
  if (declaration === undefined) {
    const maxLength = Math.max(...pointers.map((pointer) => maxLengthAt(pointer, environment.shape ?? {})));
    return { places: pointers, maker: filtered(definition.compile(params, { ...environment, maxLength }), isSelected) };
  }
  return { places: records, maker: compileForDeclared(definition, params, environment, declaration, isSelected) };
}

/**
 * The maximum length that the shape sets for a string; NaN if it sets none, because no length is above or below NaN.
 */
export function maxLengthAt(selector: string, shape: JsonObject): number {
  return Number(schemaAt(shape, selector)?.maxLength);
}

/** A check of the items that meet the condition only. */
function filtered(maker: CheckMaker, isSelected: Predicate | undefined): CheckMaker {
  if (isSelected === undefined) return maker;
  const only = (check: Check): Check => ({
    check(value, context) {
      if (isSelected(context.evaluation.candidate, context.item)) check.check(value, context);
    },
  });
  return typeof maker === "function" ? (evaluation) => only(maker(evaluation)) : only(maker);
}

/** A check of the values that a declaration names in each record. */
function compileForDeclared(
  definition: NodeCheckDefinition,
  params: CheckParams,
  environment: CheckEnvironment,
  declaration: Declaration,
  isSelected: Predicate | undefined,
): CheckMaker {
  if (definition.compileDeclared !== undefined) return definition.compileDeclared(declaration, isSelected);
  const maker = definition.compile(params, environment);
  return (evaluation) => {
    const declared = declaration.read(evaluation);
    const check = typeof maker === "function" ? maker(evaluation) : maker;
    const { list } = declared.names;
    return {
      check(record, context) {
        if (!isObject(record)) return;
        for (let at = 0; at < list.length; at++) {
          const key = list[at] as string;
          if (!Object.hasOwn(record, key)) continue;
          const item = declared.items[at];
          if (isSelected === undefined || isSelected(evaluation.candidate, item))
            check.check(record[key], new DeclaredContext(context, [...context.trail, key], key, item, record[key]));
        }
      },
    };
  };
}
