import type { ErrorObject } from "ajv/dist/2020.js";
import { groupBy } from "../../ground/json/group-by.js";
import { joinPointer, lastToken, parentPointer, toTokens, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { compileSchema } from "../../ground/json-schema/ajv.js";
import { propertiesOf, requiredOf } from "../../ground/json-schema/schemas-in.js";
import { compileColumns, compileUsedNames, type Declaration } from "../declared/declaration.js";
import { compileEvidentTypes } from "../fixers/names/type-evidence.js";
import { isEmpty, lacksValue } from "../fixers/redundant.js";
import type { UnknownKey } from "../fixers/relocation.js";
import type { ShownNames } from "../fixers/relocations/confirmed-name.js";
import { explainUnknown } from "../fixers/relocations/unknown-keys.js";
import {
  type Decider,
  type FoundError,
  isWrongItem,
  type RequestValues,
  type ShapeContext,
  type ShapeError,
  type UnknownProperty,
} from "../fixers/shape-error.js";
import type { Subject } from "../memo.js";
import { CANDIDATE, type Found, keepFirst, NOTHING_FOUND } from "../problem.js";
import { SpecError } from "../spec-error.js";
import { schemaViolation } from "./codes.js";

/**
 * Finds the problems of a candidate that does not match its schema, one for each cause. `requestValues` are those of
 * the request, besides those of the package.
 */
export type Shape = (subject: Subject, requestValues?: RequestValues) => Found;

export function compileShape(
  { findErrors, review, findHolders }: Decider,
  declarations: ReadonlyMap<string, Declaration>,
  packageValues: RequestValues,
): Shape {
  const columnsOf = compileColumns(declarations);
  const usedNames = compileUsedNames(declarations);
  const evidentTypes = compileEvidentTypes(declarations);
  return (subject, requestValues) => {
    const found = findErrors(subject.candidate, CANDIDATE);
    if (found.length === 0) return NOTHING_FOUND;
    const values = { ...packageValues, ...requestValues };
    const unknown = found.filter(isUnknown);
    const names: ShownNames = {
      columnsIn(path) {
        const columnsAt = columnsOf(subject);
        return columnsAt(path) ?? columnsAt(joinPointer(path, 0));
      },
      usedNamesAt: usedNames(subject),
    };
    const { byError, actualPlaces } = explainUnknown(unknown, { ...subject, ...names }, values);
    let context: ShapeContext | undefined;
    const explain = (error: FoundError) => {
      context ??= makeContext();
      return inContext(error, context, byError.get(error));
    };
    const makeContext = (): ShapeContext => ({
      ...subject,
      ...names,
      requestValues: values,
      evidentType: evidentTypes(subject),
      unknownCount: unknown.length,
      actualPlaces,
      wrongItems: collectItems(found, subject, explain),
      review,
      findHolders,
    });
    const causes = oneForEachCause(found, byError, actualPlaces);
    return keepFirst(causes, (error) => schemaViolation(error, explain));
  };
}

function compile({ $schema, ...schema }: JsonObject) {
  try {
    return compileSchema(schema);
  } catch (error) {
    throw new SpecError(`the schema does not compile: ${(error as Error).message}`);
  }
}

function inContext({ others, ...error }: FoundError, context: ShapeContext, unknown?: UnknownKey): ShapeError {
  return {
    ...error,
    context,
    ...(unknown && { unknown }),
    ...(others && { others: others.map((other) => inContext(other, context)) }),
  };
}

/** The decider of a package: its shape. */
export function compileShapeDecider(schema: JsonObject): Decider {
  const validate = compile(schema);
  const properties = propertiesOf(schema);
  return {
    properties,
    accepts: (candidate) => validate(candidate),
    review: (fix) => fix,
    // A property of an inner object may be one of the candidate.
    findHolders(name, source, candidate) {
      const isLacking = Object.hasOwn(properties, name) && lacksValue(candidate as JsonObject, name, properties[name]);
      return source !== CANDIDATE && isLacking ? [CANDIDATE] : [];
    },
    findErrors(candidate, instancePath) {
      if (validate(candidate, { instancePath } as Parameters<typeof validate>[1])) return NO_ERRORS;
      return (validate.errors ?? []).map((error) => toFoundError(error, schema));
    },
  };
}

const NO_ERRORS: readonly FoundError[] = [];

function toFoundError(error: ErrorObject, schema: JsonObject): FoundError {
  const { keyword, instancePath: path, data, parentSchema, params } = error;
  const name: string | undefined = params.missingProperty ?? params.additionalProperty;
  return {
    keyword,
    path,
    value: data as Json,
    schema: parentSchema as JsonObject,
    isOptional: (data === null || data === "") && isOptional(schema, error),
    ...(name !== undefined && { name }),
  };
}

/** Whether the property of an error may be absent. */
function isOptional(schema: JsonObject, { schemaPath, instancePath }: ErrorObject): boolean {
  // In "#/properties/owner/properties/id/type", owner has the property id. AJV encodes names as parts of a URL.
  const property = parentPointer(decodeURIComponent(schemaPath.slice(1)));
  const holder = valueAt(schema, parentPointer(parentPointer(property)));
  const isProperty = toTokens(property).at(-2) === "properties";
  return isProperty && isObject(holder) && !requiredOf(holder as JsonObject).includes(lastToken(instancePath));
}

/** Returns a function that finds the errors of all items of an array that have a wrong type. */
function collectItems(
  found: readonly FoundError[],
  subject: Subject,
  explain: (error: FoundError) => ShapeError,
): ShapeContext["wrongItems"] {
  let byArray: ReadonlyMap<string, readonly ShapeError[]> | undefined;
  return (array) => {
    byArray ??= groupBy(found.filter((error) => isWrongItem(error, subject)).map(explain), ({ path }) =>
      parentPointer(path),
    );
    return byArray.get(array) ?? [];
  };
}

/**
 * Leaves one error for each cause. A misspelled property causes two errors: it is unknown under its own name, and missing
 * under the right one.
 */
function oneForEachCause(
  errors: readonly FoundError[],
  unknown: ReadonlyMap<FoundError, UnknownKey>,
  actualPlaces: ReadonlyMap<string, string>,
): FoundError[] {
  const emptyTexts = new Set<string>();
  const notListed = new Set(errors.flatMap(({ keyword, path }) => (keyword === "enum" ? [path] : [])));
  return errors.filter((error) => {
    const { keyword, path, value, name = "" } = error;
    // A value of another type than the allowed values is none of these.
    if (keyword === "type" && notListed.has(path)) return false;
    // Properties that are moved together are one problem.
    if (isUnknown(error)) return (unknown.get(error)?.relocation?.keys[0] ?? name) === name;
    // What an absent or empty property lacks is in another place.
    if (keyword === "required" ? actualPlaces.has(joinPointer(path, name)) : isEmpty(value) && actualPlaces.has(path))
      return false;
    // An empty string violates each of its keywords for one reason.
    return value !== "" || (!emptyTexts.has(path) && emptyTexts.add(path) !== undefined);
  });
}

function isUnknown(error: FoundError): error is UnknownProperty {
  return error.keyword === "additionalProperties";
}
