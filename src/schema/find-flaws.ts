import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { quote } from "../ground/text/quote.js";
import type { Bundle, SchemaFlaw } from "./bundle.js";
import type { Dialect } from "./dialect.js";
import { compilePattern, RefusedPattern } from "./pattern.js";

const MAX_FLAWS = 20;

/**
 * Finds everything in a bundle that makes it unusable: one kind after the other, because one may
 * hide another.
 */
export function findFlaws(bundle: Bundle, isAnyRoot = false): readonly SchemaFlaw[] {
  const ofRoot = isAnyRoot ? [] : [findRootFlaws];
  for (const find of [findBundleFlaws, findMetaFlaws, findCircles, ...ofRoot, findSlowPatterns]) {
    const flaws = find(bundle);
    if (flaws.length > 0) return flaws.slice(0, MAX_FLAWS);
  }
  return [];
}

function findBundleFlaws({ flaws }: Bundle): readonly SchemaFlaw[] {
  return flaws;
}

const META = new Map<Dialect, Ajv>();

/** Kept, because AJV compiles the meta-schema of a dialect anew for each instance. */
function metaAjv(dialect: Dialect): Ajv {
  const Constructor = dialect === 2020 ? Ajv2020 : dialect === 2019 ? Ajv2019 : Ajv;
  const known = META.get(dialect) ?? (new Constructor(META_OPTIONS) as Ajv);
  META.set(dialect, known);
  return known;
}
const META_OPTIONS = {
  allErrors: true,
  logger: false as const,
  strict: false,
  validateFormats: false,
  code: { optimize: false },
};

function findMetaFlaws({ dialect, root, placeOf }: Bundle): SchemaFlaw[] {
  const ajv = metaAjv(dialect);
  // Older drafts know definitions by this name only.
  if (ajv.validateSchema(dialect < 2019 ? { definitions: root.$defs } : root) === true) return [];
  const flaws = (ajv.errors ?? []).map(({ instancePath, message = "is wrong", params }) => {
    const allowed = Array.isArray(params.allowedValues)
      ? `: ${params.allowedValues.join(", ")}`
      : "";
    return {
      place: placeOf(instancePath),
      detail: `is not valid JSON Schema: it ${message}${allowed}`,
    };
  });
  return [...new Map(flaws.map((flaw) => [flaw.place, flaw])).values()];
}

/** Keywords whose schemas apply to the same value as their parent. */
const IN_PLACE_LISTS = ["allOf", "anyOf", "oneOf"];
const IN_PLACE = ["not", "if", "then", "else"];
/** Nobody writes longer ways; AJV would overflow the stack on a way of some thousands. */
const MAX_WAY = 500;

/**
 * Schemas that lead back to themselves without going deeper into the value would be checked without
 * end.
 */
function findCircles({ root, schemas, placeOf }: Bundle): SchemaFlaw[] {
  const definitions = root.$defs as JsonObject;
  const done = new Set<Json>();
  const visit = (schema: Json | undefined, way: readonly Json[]): SchemaFlaw[] => {
    if (!isObject(schema) || done.has(schema)) return [];
    const place = placeOf(schemas.get(schema) ?? "");
    if (way.includes(schema)) return [{ place, detail: "refers to itself without an end" }];
    if (way.length > MAX_WAY)
      return [{ place, detail: `refers to other schemas over more than ${MAX_WAY} steps` }];
    const { $ref, dependentSchemas, dependencies } = schema;
    const inside = [
      ...(typeof $ref === "string" ? [definitions[$ref.slice("#/$defs/".length)]] : []),
      ...IN_PLACE.map((key) => schema[key]),
      ...IN_PLACE_LISTS.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : [])),
      ...[dependentSchemas, dependencies].flatMap((map) =>
        isObject(map) ? Object.values(map) : [],
      ),
    ];
    for (const next of inside) {
      const flaws = visit(next, [...way, schema]);
      if (flaws.length > 0) return flaws;
    }
    done.add(schema);
    return [];
  };
  for (const schema of schemas.keys()) {
    const flaws = visit(schema, []);
    if (flaws.length > 0) return flaws;
  }
  return [];
}

/** Candidates are objects, so the schema must accept some. */
function findRootFlaws({ root, placeOf }: Bundle): SchemaFlaw[] {
  const start = (root.$defs as JsonObject)[0];
  const type = isObject(start) ? start.type : undefined;
  if (start !== false && (type === undefined || [type].flat().includes("object"))) return [];
  const what = type === undefined ? "nothing" : `values of type ${[type].flat().join(" or ")}`;
  const place = placeOf("/$defs/0");
  const example = isObject(start) && isObject(start.items) ? `, such as ${place}/items` : "";
  return [
    {
      place,
      detail: `accepts ${what}, and proposals must be objects; point at a schema of objects${example}`,
    },
  ];
}

/** Patterns that cannot be matched in bounded time: one string would stop everything else. */
function findSlowPatterns({ schemas, placeOf }: Bundle): SchemaFlaw[] {
  const flaws: SchemaFlaw[] = [];
  for (const [schema, pointer] of schemas) {
    const { pattern, patternProperties } = schema;
    const patterns = [
      ...(typeof pattern === "string" ? [pattern] : []),
      ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
    ];
    for (const one of patterns) {
      const reason = reasonAgainst(one);
      if (reason !== undefined)
        flaws.push({ place: placeOf(pointer), detail: `the pattern ${quote(one)} ${reason}` });
    }
  }
  return flaws;
}

function reasonAgainst(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedPattern) return error.message;
    throw error;
  }
}
