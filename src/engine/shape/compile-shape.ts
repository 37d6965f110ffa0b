import type { ErrorObject } from "ajv/dist/2020.js";
import { join } from "../../json/pointer.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { compileSchema } from "../../json-schema/ajv.js";
import { claimMisspelt } from "../../text/did-you-mean.js";
import { keepSome, type Problem } from "../problem.js";
import { SpecError } from "../spec-error.js";
import { type ShapeError, toProblem } from "./codes.js";

/** The schema stage: one problem for each cause, wherever the candidate has not the shape that the schema describes. */
export type Shape = (candidate: unknown) => Problem[];

export function compileShape(schema: JsonObject): Shape {
  const validate = compile(schema);
  const at = { instancePath: "/candidate" } as Parameters<typeof validate>[1];
  return (candidate) => {
    if (validate(candidate, at)) return [];
    return keepSome(fold((validate.errors ?? []) as ShapeError[]), toProblem);
  };
}

function compile({ $schema, ...schema }: JsonObject) {
  try {
    return compileSchema(schema);
  } catch (error) {
    throw new SpecError(`the schema does not compile: ${(error as Error).message}`);
  }
}

/** A misspelt property is unknown under its own name and missing under the right one: one cause, so one problem. */
function fold(errors: ShapeError[]): ShapeError[] {
  const unknown = new Map<string, ShapeError[]>();
  for (const error of errors) {
    if (error.keyword !== "additionalProperties") continue;
    const siblings = unknown.get(error.instancePath);
    if (siblings) siblings.push(error);
    else unknown.set(error.instancePath, [error]);
  }
  if (unknown.size === 0) return errors;
  const claimed = new Set<string>();
  for (const siblings of unknown.values()) {
    const [{ instancePath, parentSchema, data }] = siblings as [ShapeError];
    const object = data as Record<string, unknown>;
    const absent = Object.keys(propertiesOf(parentSchema)).filter((name) => !Object.hasOwn(object, name));
    const claims = claimMisspelt(siblings.map(additional), absent);
    for (const error of siblings) {
      const meant = claims.get(additional(error));
      if (meant === undefined) error.hasAbsent = absent.length > claims.size;
      else {
        error.meant = meant;
        claimed.add(join(instancePath, meant.value));
      }
    }
  }
  return errors.filter(
    (error) => error.keyword !== "required" || !claimed.has(join(error.instancePath, error.params.missingProperty)),
  );
}

function additional(error: ErrorObject): string {
  return error.params.additionalProperty;
}

function propertiesOf(schema: unknown): object {
  return isObject(schema) && isObject(schema.properties) ? schema.properties : {};
}
