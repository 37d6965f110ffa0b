import type { ValidateFunction } from "ajv/dist/2020.js";
import { format, join, parse } from "../json/pointer.js";
import { isObject, type JsonObject } from "../json/value.js";
import { ajvFor } from "../json-schema/ajv.js";
import type { Content } from "./content.js";
import { explainError } from "./explain-error.js";
import type { Fault } from "./faults.js";

/** The first of `examples` is what fixes put into candidates, so it must be what its own schema asks for. */
export function lintSchema(content: Content, file: string, faults: Fault[]): void {
  const properties: JsonObject = {};
  const examples: JsonObject = {};
  for (const { pointer, schema } of schemasIn(content.value, "")) {
    if (!Array.isArray(schema.examples) || content.sound(pointer) === undefined) continue;
    const { $schema, ...bare } = schema as JsonObject;
    properties[pointer] = bare;
    examples[pointer] = schema.examples[0];
  }
  // All in one: to compile each by itself takes several times as long.
  const validate = compile({ type: "object", properties });
  if (validate === undefined || validate(examples)) return;
  for (const error of validate.errors ?? []) {
    const [schema, ...place] = parse(error.instancePath);
    const detail = `fixes put it into candidates, where it would be wrong: ${explainError(error)}`;
    faults.push({ file, pointer: `${schema}/examples/0${format(place)}`, detail });
  }
}

function* schemasIn(schema: unknown, pointer: string): Generator<{ pointer: string; schema: Record<string, unknown> }> {
  if (!isObject(schema)) return;
  yield { pointer, schema };
  yield* schemasIn(schema.items, `${pointer}/items`);
  if (!isObject(schema.properties)) return;
  for (const [name, property] of Object.entries(schema.properties)) {
    yield* schemasIn(property, join(`${pointer}/properties`, name));
  }
}

/** Nothing where it does not compile: that is told of the schema as a whole. */
function compile(schema: JsonObject): ValidateFunction | undefined {
  try {
    return ajvFor(schema).compile(schema);
  } catch {
    return undefined;
  }
}
