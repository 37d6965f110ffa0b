import type { ErrorObject } from "ajv/dist/2020.js";
import { isItem, join, lastToken, parent, parse, valueAt } from "../../json/pointer.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { compileSchema } from "../../json-schema/ajv.js";
import { propertiesOf } from "../../json-schema/schemas-in.js";
import type { compileColumns } from "../declared/declaration.js";
import { explainUnknown } from "../fixers/explain-unknown.js";
import type { compileEvidentTypes } from "../fixers/names/type-evidence.js";
import { nameOf, type RequestFacts, type ShapeError } from "../fixers/shape-error.js";
import { groupBy } from "../group-by.js";
import { Memo } from "../memo.js";
import { CANDIDATE, keepSome, MAX_KEPT, type Problem } from "../problem.js";
import { SpecError } from "../spec-error.js";
import { toProblem } from "./codes.js";

/** Finds the problems of a candidate that does not match its schema, one for each cause. */
export type Shape = (candidate: unknown, memo?: Memo, facts?: RequestFacts) => Problem[];

/** What else the problems and fixes of a shape depend on. */
interface ShapeContext {
  readonly columnsOf?: ReturnType<typeof compileColumns>;
  readonly evidentTypes?: ReturnType<typeof compileEvidentTypes>;
  readonly facts?: RequestFacts;
}

export function compileShape(
  schema: JsonObject,
  { columnsOf = () => () => undefined, evidentTypes, facts: factsOfPackage = {} }: ShapeContext = {},
): Shape {
  const validate = compile(schema);
  const candidateProperties = propertiesOf(schema);
  const at = { instancePath: CANDIDATE } as Parameters<typeof validate>[1];
  return (candidate, memo = new Memo(), facts = factsOfPackage) => {
    if (validate(candidate, at)) return [];
    const errors = (validate.errors ?? []) as ShapeError[];
    const columnsAt = columnsOf(candidate);
    const columnsIn = (path: string) => columnsAt(path) ?? columnsAt(join(path, 0));
    const declaredAt = (path: string) => columnsIn(path)?.map(({ name }) => name);
    const evidentType = evidentTypes?.(candidate, memo);
    const common = { candidate, candidateProperties, memo, declaredAt, evidentType, facts };
    const arrays = new Map<string, ShapeError[]>();
    for (const error of errors) {
      Object.assign(error, common);
      if (error.data === null) error.isOptional = isOptional(schema, error);
      if (error.keyword !== "type") continue;
      error.columns = () => columnsIn(error.instancePath);
      noteItem(error, arrays);
    }
    return keepSome(oneForEachCause(errors), toProblem);
  };
}

/** Collects the errors of the items of one array. They are fixed together or not at all, so that no array is mixed. */
function noteItem(error: ShapeError, arrays: Map<string, ShapeError[]>): void {
  const { instancePath } = error;
  if (!isItem(instancePath)) return;
  const path = parent(instancePath);
  const errors = arrays.get(path) ?? [];
  errors.push(error);
  arrays.set(path, errors);
  error.itemErrors = errors;
}

function compile({ $schema, ...schema }: JsonObject) {
  try {
    return compileSchema(schema);
  } catch (error) {
    throw new SpecError(`the schema does not compile: ${(error as Error).message}`);
  }
}

/** Whether the property of an error may be absent. */
function isOptional(schema: JsonObject, { schemaPath, instancePath }: ErrorObject): boolean {
  // In "#/properties/owner/properties/id/type", owner has the property id.
  const property = parent(schemaPath.slice(1));
  const holder = valueAt(schema, parent(parent(property)));
  const name = lastToken(instancePath);
  const isProperty = parse(property).at(-2) === "properties";
  return isProperty && isObject(holder) && !([holder.required ?? []].flat() as unknown[]).includes(name);
}

/**
 * Leaves one error for each cause. A misspelled property causes two errors: it is unknown under its own name, and missing
 * under the right one.
 */
function oneForEachCause(errors: ShapeError[]): ShapeError[] {
  const unknown = groupBy(
    errors.filter(({ keyword }) => keyword === "additionalProperties"),
    ({ instancePath }) => instancePath,
  );
  if (unknown.size === 0) return errors;
  const actualPlaces = new Map<string, string>();
  const allUnknown = [...unknown.values()].flat();
  for (const siblings of unknown.values()) {
    const [{ instancePath }] = siblings as [ShapeError];
    // Further errors are only counted.
    const explained = explainUnknown(siblings.slice(0, MAX_KEPT));
    for (const [name, place] of explained) actualPlaces.set(join(instancePath, name), instancePath + place);
  }
  const filledByMoves = new Set(
    allUnknown.flatMap(({ instancePath, unknown: own }) =>
      own?.misplaced?.isTogether ? [join(instancePath, own.misplaced.holder)] : [],
    ),
  );
  return errors.filter((error) => {
    error.actualPlaces = actualPlaces;
    error.allUnknown = allUnknown;
    const { keyword, instancePath, params, unknown: own } = error;
    // Properties that are moved together are one problem, and so is the object that they are moved into.
    if (own?.misplaced?.isTogether) return own.misplaced.names[0] === nameOf(error);
    if (keyword === "type") return !filledByMoves.has(instancePath);
    return keyword !== "required" || !actualPlaces.has(join(instancePath, params.missingProperty));
  });
}
