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
 * Compiles the field types that a table in the data of a spec package declares, as JSON Schemas by
 * name. Reports every schema that does not compile, and returns undefined if there is one.
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

// Passed on every call: AJV's function would otherwise create it each time, which doubles the cost
// of a simple type.
const NOWHERE = {
  instancePath: "",
  parentData: {},
  parentDataProperty: "",
  rootData: {},
  dynamicAnchors: {},
};

function compileType(name: string, schema: JsonObject, pointer: string): FieldType {
  if (!isObject(schema)) throw new SpecError("not a JSON Schema: write an object", pointer);
  for (const keyword of walkKeywords(schema, pointer)) checkKeyword(keyword);
  const validate = compileTypeSchema(schema, pointer);
  const accepts = testOfPlainType(schema) ?? ((value: unknown) => validate(value, NOWHERE));
  for (const [keyword, value] of walkSamples(schema)) {
    if (!accepts(value))
      throw new SpecError("the value is not of this type", `${pointer}/${keyword}`);
  }
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

/**
 * The test of a schema that says no more than a type: AJV's function takes a tenth of the time of a
 * large candidate.
 */
function testOfPlainType({ type, examples, placeholder, description, ...more }: JsonObject) {
  return Object.keys(more).length === 0 ? PLAIN_TYPES.get(type) : undefined;
}

/**
 * Whether a keyword can be checked without the meta-schema of JSON Schema, which takes 50 ms to
 * compile. AJV itself checks `type` and `format`.
 */
function isSimple([keyword, value]: [string, Json]): boolean {
  if (keyword === "maxLength") return Number.isInteger(value) && (value as number) >= 0;
  if (keyword === "examples") return Array.isArray(value);
  return keyword === "placeholder" || (STRINGS.has(keyword) && typeof value === "string");
}

/** The values of a type that fixes insert and authors read, each with its pointer. */
function* walkSamples({ placeholder, examples }: JsonObject): Generator<[string, Json]> {
  if (placeholder !== undefined) yield ["placeholder", placeholder];
  if (Array.isArray(examples))
    for (const [index, value] of examples.entries()) yield [`examples/${index}`, value];
}

/** Keywords whose values are data, not schemas. */
const DATA = new Set(["examples", "placeholder", "const", "enum", "default"]);
/** Keywords whose properties are named by the author. */
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas", "dependentRequired"]);

interface Keyword {
  readonly keyword: string;
  readonly value: unknown;
  readonly pointer: string;
}

/** Every keyword of a schema and of the schemas in it. */
function* walkKeywords(schema: unknown, pointer: string): Generator<Keyword> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const at = joinPointer(pointer, keyword);
    if (!Array.isArray(schema)) yield { keyword, value, pointer: at };
    if (DATA.has(keyword)) continue;
    const inner = NAMED.has(keyword) && isObject(value) ? Object.entries(value) : undefined;
    if (inner === undefined) yield* walkKeywords(value, at);
    else for (const [name, below] of inner) yield* walkKeywords(below, joinPointer(at, name));
  }
}

function checkKeyword({ keyword, value, pointer }: Keyword): void {
  if (keyword === "pattern" && typeof value === "string") compilePattern(value, pointer);
  if (keyword === "patternProperties" && isObject(value)) {
    for (const name of Object.keys(value)) compilePattern(name, joinPointer(pointer, name));
  }
  // AJV would share identifiers between all versions, references may be circular, and AJV looks up
  // unevaluated properties by names that every object inherits.
  if ((keyword.startsWith("$") && keyword !== "$comment") || keyword.startsWith("unevaluated")) {
    throw new SpecError(
      `a field type cannot use "${keyword}"; say it with the other keywords`,
      pointer,
    );
  }
}
