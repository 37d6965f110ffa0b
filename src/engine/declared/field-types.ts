import type { ValidateFunction } from "ajv/dist/2020.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { compileSchema, makeAjv } from "../../schema/ajv.js";
import { compilePattern } from "../operators.js";
import { specData } from "../reference.js";
import { catchSpecErrors, SpecError } from "../spec-error.js";

export interface FieldType {
  readonly name: string;
  readonly schema: JsonObject;
  accepts(value: unknown): boolean;
}

/**
 * Compiles a table of field types, JSON Schemas by name. Reports every one that does not compile;
 * then the result is undefined.
 */
export function compileTypes(
  reference: { spec: string } | undefined,
  data: JsonObject,
  pointer: string,
  report: (error: SpecError) => void,
): ReadonlyMap<string, FieldType> | undefined {
  if (reference === undefined) return new Map();
  const schemas = specData(reference.spec, data, `${pointer}/types`);
  if (!isObject(schemas)) {
    throw new SpecError(
      "types must refer to an object with a JSON Schema for each type",
      `${pointer}/types`,
    );
  }
  const types = new Map<string, FieldType>();
  for (const [name, schema] of Object.entries(schemas)) {
    const place = joinPointer(`/data${reference.spec}`, name);
    const type = catchSpecErrors(report, () => compileType(name, schema as JsonObject, place));
    if (type !== undefined) types.set(name, type);
  }
  return types.size === Object.keys(schemas).length ? types : undefined;
}

// Passed on every call: AJV would otherwise create it each time.
const NOWHERE = {
  instancePath: "",
  parentData: {},
  parentDataProperty: "",
  rootData: {},
  dynamicAnchors: {},
};

function compileType(name: string, schema: JsonObject, pointer: string): FieldType {
  if (!isObject(schema)) throw new SpecError("not a JSON Schema: write an object", pointer);
  checkKeywords(schema, pointer);
  const validate = compileTypeSchema(schema, pointer);
  const accepts = testOfPlainType(schema) ?? ((value: unknown) => validate(value, NOWHERE));
  // What fixes insert and authors read.
  const { placeholder, examples } = schema;
  const check = (value: Json, at: string) => {
    if (!accepts(value)) throw new SpecError("the value is not of this type", pointer + at);
  };
  if (placeholder !== undefined) check(placeholder, "/placeholder");
  if (Array.isArray(examples))
    examples.forEach((value, index) => {
      check(value, `/examples/${index}`);
    });
  return { name, schema, accepts };
}

function compileTypeSchema(schema: JsonObject, pointer: string): ValidateFunction {
  const ajv = makeAjv(schema);
  const wrong = (why: string) => new SpecError(`not a JSON Schema: ${why}`, pointer);
  if (!Object.entries(schema).every(isSimple) && ajv.validateSchema(schema) !== true) {
    const [first] = ajv.errors ?? [];
    throw wrong(`"${first?.keyword}" is broken at ${first?.instancePath || "its root"}`);
  }
  try {
    return compileSchema(schema);
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

const STRINGS = new Set(["type", "format", "pattern", "description"]);

const PLAIN_TYPES: ReadonlyMap<unknown, FieldType["accepts"]> = new Map([
  ["string", (value) => typeof value === "string"],
  ["number", (value) => Number.isFinite(value)],
  ["integer", (value) => Number.isInteger(value)],
  ["boolean", (value) => typeof value === "boolean"],
]);

/** The test of a schema that says only a type: faster than AJV on a large candidate. */
function testOfPlainType({ type, examples, placeholder, description, ...more }: JsonObject) {
  return Object.keys(more).length === 0 ? PLAIN_TYPES.get(type) : undefined;
}

/**
 * Whether a keyword needs no check by the meta-schema of JSON Schema, which compiles slowly. AJV
 * itself checks `type` and `format`.
 */
function isSimple([keyword, value]: [string, Json]): boolean {
  if (keyword === "maxLength") return Number.isInteger(value) && (value as number) >= 0;
  if (keyword === "examples") return Array.isArray(value);
  return keyword === "placeholder" || (STRINGS.has(keyword) && typeof value === "string");
}

/** Keywords whose values are data, not schemas. */
const DATA = new Set(["examples", "placeholder", "const", "enum", "default"]);
/** Keywords whose properties are named by the author. */
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas", "dependentRequired"]);

/** Checks every keyword of a schema and of the schemas in it. */
function checkKeywords(schema: unknown, pointer: string): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const at = joinPointer(pointer, keyword);
    if (!Array.isArray(schema)) checkKeyword(keyword, value, at);
    if (DATA.has(keyword)) continue;
    if (NAMED.has(keyword) && isObject(value))
      for (const [name, below] of Object.entries(value))
        checkKeywords(below, joinPointer(at, name));
    else checkKeywords(value, at);
  }
}

function checkKeyword(keyword: string, value: unknown, pointer: string): void {
  if (keyword === "pattern" && typeof value === "string") compilePattern(value, pointer);
  if (keyword === "patternProperties" && isObject(value))
    for (const name of Object.keys(value)) compilePattern(name, joinPointer(pointer, name));
  // AJV would share identifiers between versions, references may be circular, and unevaluated
  // properties are looked up by names that every object inherits.
  if ((keyword.startsWith("$") && keyword !== "$comment") || keyword.startsWith("unevaluated"))
    throw new SpecError(
      `a field type cannot use "${keyword}"; say it with the other keywords`,
      pointer,
    );
}
