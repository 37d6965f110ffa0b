import { format } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { schemaAt } from "../../json-schema/schemas-in.js";
import { compileCondition, type Predicate } from "../condition.js";
import { type Declaration, declarationIn, recordsOf } from "../declared/declaration.js";
import type { CheckSource } from "../grammar.js";
import { SpecError } from "../spec-error.js";
import type { CheckEnvironment, CheckMaker, CheckParams, CompiledCheck, NodeCheckDefinition } from "./check.js";
import { compileGroup, DeclaredContext, perDeclaration, sharedBy } from "./compile-group.js";
import { CHECKS, definitionOf } from "./index.js";
import { unknownDeclaration } from "./parameters.js";

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
    const make = definition.compile(params, environment);
    if (declaration !== undefined)
      return { places: [""], maker: perDeclaration(records, declaration, isSelected, make) };
    return compileGroup(pointers, per ?? format(sharedBy(pointers)), isSelected, make);
  }
  if (declaration === undefined) {
    const maxLength = Math.max(...pointers.map((pointer) => maxLengthAt(pointer, environment.shape ?? {})));
    const make = definition.compile(params, { ...environment, maxLength });
    return { places: pointers, maker: isSelected === undefined ? make : filtered(make, isSelected) };
  }
  return { places: records, maker: compileForDeclared(definition, params, environment, declaration, isSelected) };
}

/** The maximum length that the shape sets for a string; infinite if it sets none. */
export function maxLengthAt(selector: string, shape: JsonObject): number {
  return Number(schemaAt(shape, selector)?.maxLength ?? Number.POSITIVE_INFINITY);
}

/** A check of the items that meet the condition only. */
function filtered(make: CheckMaker, isSelected: Predicate): CheckMaker {
  return (evaluation) => {
    const check = make(evaluation);
    return (value, context) => {
      if (isSelected(evaluation, context.item)) check(value, context);
    };
  };
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
  const make = definition.compile(params, environment);
  return (evaluation) => {
    const { fields } = declaration.read(evaluation);
    const check = make(evaluation);
    return (record, context) => {
      if (!isObject(record)) return;
      for (const { name, item } of fields) {
        if (Object.hasOwn(record, name) && isSelected?.(evaluation, item) !== false)
          check(record[name], new DeclaredContext(context, name, item, record[name]));
      }
    };
  };
}
