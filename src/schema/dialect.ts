import type { Json, JsonObject } from "../ground/json/value.js";

/** The drafts of JSON Schema that AJV decides; 4 includes OpenAPI 3.0, and 2020 OpenAPI 3.1. */
export type Dialect = 4 | 6 | 7 | 2019 | 2020;

const BY_SCHEMA: readonly (readonly [RegExp, Dialect])[] = [
  [/draft-04\//, 4],
  [/draft-06\//, 6],
  [/draft-07\//, 7],
  [/draft\/2019-09\//, 2019],
  [/draft\/2020-12\//, 2020],
];

export const NEWEST = "https://json-schema.org/draft/2020-12/schema";

/**
 * Whether a `$schema` names a dialect. In a package, it may also be the path of a meta-schema, for
 * editors.
 */
export function isDialect($schema: unknown): boolean {
  return typeof $schema === "string" && BY_SCHEMA.some(([name]) => name.test($schema));
}

/** Keywords that draft-07 does not have. */
const NEWER = [
  "$defs",
  "prefixItems",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
  "$anchor",
];

/**
 * The dialect of a document: the one that it names or, without a name, the oldest one that has its
 * keywords.
 */
export function findDialect(document: JsonObject): Dialect {
  const { $schema, openapi, swagger } = document;
  if (typeof openapi === "string") return openapi.startsWith("3.0") ? 4 : 2020;
  if (swagger !== undefined) return 4;
  if (typeof $schema === "string")
    return BY_SCHEMA.find(([name]) => name.test($schema))?.[1] ?? 2020;
  if (typeof document.id === "string") return 4;
  return NEWER.some((keyword) => Object.hasOwn(document, keyword)) ? 2020 : 7;
}

/**
 * Whether a document describes an API. Its schemas have no ids, and `nullable` says that null is
 * allowed.
 */
export function isOpenApi({ openapi, swagger }: JsonObject): boolean {
  return openapi !== undefined || swagger !== undefined;
}

/** The keyword that gives a schema its own URI. */
export function idOf(schema: JsonObject, dialect: Dialect): string | undefined {
  const id = schema[dialect === 4 ? "id" : "$id"];
  return typeof id === "string" ? id : undefined;
}

/**
 * The keywords of a schema as draft-06 and later write them: in draft-04, `exclusiveMinimum` and
 * `exclusiveMaximum` are true or false beside their limit. In all, `nullable` of OpenAPI 3.0 has no
 * effect without a type.
 */
export function modernized(schema: JsonObject, dialect: Dialect): JsonObject {
  if (dialect !== 4)
    return schema.nullable !== undefined && schema.type === undefined
      ? withoutNullable(schema)
      : schema;
  const modern = { ...schema };
  for (const [exclusive, limit] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const value: Json | undefined = modern[exclusive];
    if (typeof value !== "boolean") continue;
    delete modern[exclusive];
    if (!value || typeof modern[limit] !== "number") continue;
    modern[exclusive] = modern[limit] as Json;
    delete modern[limit];
  }
  return modern.type === undefined ? withoutNullable(modern) : modern;
}

/** Without a type, `nullable` says nothing, and AJV throws. */
function withoutNullable({ nullable, ...schema }: JsonObject): JsonObject {
  return schema;
}
