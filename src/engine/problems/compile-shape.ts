import type { ErrorObject } from "ajv/dist/2020.js";
import { isIndex, join, parent, parse, valueAt } from "../../json/pointer.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { compileSchema } from "../../json-schema/ajv.js";
import type { Meant } from "../../text/did-you-mean.js";
import type { Column } from "../declared/declaration.js";
import { propertiesOf } from "../fixers/names/known-properties.js";
import type { ItemErrors, RequestFacts, ShapeError } from "../fixers/shape-error.js";
import { explainUnknown } from "../fixers/unknown-properties.js";
import { Memo } from "../memo.js";
import { keepSome, MAX_KEPT, type Problem } from "../problem.js";
import { SpecError } from "../spec-error.js";
import { toProblem } from "./codes.js";

/**
 * The schema stage: one problem for each cause, wherever the candidate does not have the shape that the schema
 * describes.
 */
export type Shape = (candidate: unknown, memo?: Memo, facts?: RequestFacts) => Problem[];

/** The columns that a candidate declares for the records at a place. */
type ColumnsOf = (candidate: unknown) => (path: string) => readonly Column[] | undefined;

/** The type that the records of a candidate show, by the place that should declare it. */
type ShownTypes = (candidate: unknown, memo: Memo) => (path: string) => Meant | undefined;

interface Surroundings {
  readonly columnsOf?: ColumnsOf;
  readonly shownTypes?: ShownTypes;
  readonly facts?: RequestFacts;
}

export function compileShape(
  schema: JsonObject,
  { columnsOf = () => () => undefined, shownTypes, facts: factsOfPackage = {} }: Surroundings = {},
): Shape {
  const validate = compile(schema);
  const ofCandidate = propertiesOf(schema);
  const at = { instancePath: "/candidate" } as Parameters<typeof validate>[1];
  return (candidate, memo = new Memo(), facts = factsOfPackage) => {
    if (validate(candidate, at)) return [];
    const errors = (validate.errors ?? []) as ShapeError[];
    const columnsAt = columnsOf(candidate);
    const columnsIn = (path: string) => columnsAt(path) ?? columnsAt(join(path, 0));
    const declaredAt = (path: string) => columnsIn(path)?.map(({ name }) => name);
    const shownType = shownTypes?.(candidate, memo);
    const arrays = new Map<string, ItemErrors>();
    for (const error of errors) {
      error.candidate = candidate;
      error.ofCandidate = ofCandidate;
      error.memo = memo;
      error.declaredAt = declaredAt;
      error.shownType = shownType;
      error.facts = facts;
      if (error.data === null) error.isOptional = isOptional(schema, error);
      if (error.keyword !== "type") continue;
      error.columns = () => columnsIn(error.instancePath);
      noteItem(error, arrays);
    }
    return keepSome(oneForEachCause(errors), toProblem);
  };
}

/** Items of one array are changed together or not at all, or the array would be left mixed. */
function noteItem(error: ShapeError, arrays: Map<string, ItemErrors>): void {
  const { instancePath } = error;
  const slash = instancePath.lastIndexOf("/");
  if (!isIndex(instancePath.slice(slash + 1))) return;
  const path = instancePath.slice(0, slash);
  const array = arrays.get(path) ?? { errors: [] };
  array.errors.push(error);
  arrays.set(path, array);
  error.array = array;
}

function compile({ $schema, ...schema }: JsonObject) {
  try {
    return compileSchema(schema);
  } catch (error) {
    throw new SpecError(`the schema does not compile: ${(error as Error).message}`);
  }
}

/** Whether the value may as well be absent. */
function isOptional(schema: JsonObject, { schemaPath, instancePath }: ErrorObject): boolean {
  // In "#/properties/owner/properties/id/type", owner holds the property id.
  const property = parent(schemaPath.slice(1));
  const holder = valueAt(schema, parent(parent(property)));
  const name = parse(instancePath).at(-1) as string;
  const isProperty = parse(property).at(-2) === "properties";
  return isProperty && isObject(holder) && !([holder.required ?? []].flat() as unknown[]).includes(name);
}

/** A misspelt property is unknown under its own name and missing under the right one: one cause, so one problem. */
function oneForEachCause(errors: ShapeError[]): ShapeError[] {
  const unknown = new Map<string, ShapeError[]>();
  for (const error of errors) {
    if (error.keyword !== "additionalProperties") continue;
    const siblings = unknown.get(error.instancePath);
    if (siblings) siblings.push(error);
    else unknown.set(error.instancePath, [error]);
  }
  if (unknown.size === 0) return errors;
  const standIns = new Map<string, string>();
  const allUnknown = { errors: [...unknown.values()].flat() };
  for (const siblings of unknown.values()) {
    const [{ instancePath }] = siblings as [ShapeError];
    // Further ones are only counted.
    const explained = explainUnknown(siblings.slice(0, MAX_KEPT));
    for (const [name, place] of explained) standIns.set(join(instancePath, name), instancePath + place);
  }
  const gathered = new Set(
    allUnknown.errors.flatMap(({ instancePath, unknown: own }) =>
      own?.stray?.isTogether ? [join(instancePath, own.stray.holder)] : [],
    ),
  );
  return errors.filter((error) => {
    error.standIns = standIns;
    error.allUnknown = allUnknown;
    const { keyword, instancePath, params, unknown: own } = error;
    // Properties that are moved together are one problem, and what they are moved into is no other.
    if (own?.stray?.isTogether) return own.stray.names[0] === params.additionalProperty;
    if (keyword === "type") return !gathered.has(instancePath);
    return keyword !== "required" || !standIns.has(join(instancePath, params.missingProperty));
  });
}
