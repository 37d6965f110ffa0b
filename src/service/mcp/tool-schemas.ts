import document from "../../../docs/openapi.json" with { type: "json" };
import { isObject, type JsonObject } from "../../ground/json/value.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import { REQUEST_SCHEMA } from "../../proposals/request.js";
import { outlineOf } from "../../schema/outline.js";
import { describeCandidates } from "../../specs/explain/describe-candidate.js";

export const RESULT_SCHEMAS = document.components.schemas as unknown as Readonly<
  Record<string, JsonObject>
>;

/** Bounded, because a model reads the guide before every conversation. */
const MAX_GUIDE_LENGTH = 5_600;

/**
 * The envelope, with what a candidate looks like. It refuses nothing, so no client keeps a slip
 * from the service. Not every API of a model knows lengths.
 */
export function requestSchema(dependencies: Dependencies): JsonObject {
  const { candidate, ...others } = REQUEST_SCHEMA.properties;
  const properties = Object.entries(others).map(([name, { type, description }]) => [
    name,
    { type, description },
  ]);
  const description = `${candidate.description}\n${describeCandidates(dependencies.catalog, { room: MAX_GUIDE_LENGTH })}`;
  const outlined = { description, ...candidateOutline(dependencies) };
  return { type: "object", properties: { ...Object.fromEntries(properties), candidate: outlined } };
}

/** The arguments of validateProposal, whose schema a model reads too. */
export function repeatedSchema(): JsonObject {
  const properties = Object.entries(REQUEST_SCHEMA.properties).map(([name, { type }]) => [
    name,
    { type },
  ]);
  const candidate = { description: "As for validateProposal." };
  return { type: "object", properties: { ...Object.fromEntries(properties), candidate } };
}

/** A longer outline has names only. */
const MAX_OUTLINE_LENGTH = 1_500;

/**
 * The schema of a candidate of any current spec package. It refuses nothing, and names properties
 * because some APIs of models refuse an object that names none.
 */
function candidateOutline({ catalog }: Dependencies): JsonObject {
  const described = new Map<string, Set<string>>();
  for (const { current } of catalog.values())
    for (const [name, property] of Object.entries(
      (current && outlineOf(current.source.shape).properties) ?? {},
    )) {
      const description = isObject(property) ? property.description : undefined;
      described.set(
        name,
        (described.get(name) ?? new Set()).add(typeof description === "string" ? description : ""),
      );
    }
  const properties = [...described].map(([name, descriptions]): [string, JsonObject] => {
    const description = [...descriptions].filter(Boolean).join(" Or: ");
    return [name, description ? { description } : {}];
  });
  const isShort = JSON.stringify(Object.fromEntries(properties)).length <= MAX_OUTLINE_LENGTH;
  return {
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, isShort ? property : {}]),
    ),
  };
}

/** The names and types of a schema, down to `depth`. */
export function cutSchema(schema: JsonObject, depth: number): JsonObject {
  const { type, enum: values, properties, items } = resolveSchema(schema);
  // Clients that make classes of a schema, such as fastmcp, make one without fields of an object
  // that names none.
  if (type === "object" && (properties === undefined || depth === 0)) return {};
  const parts = Object.entries((properties ?? {}) as Record<string, JsonObject>);
  const outlined = parts.map(([name, property]) => [name, cutSchema(property, depth - 1)]);
  return {
    ...(type !== undefined && { type }),
    ...(values !== undefined && { enum: values }),
    ...(items !== undefined && { items: cutSchema(items as JsonObject, depth) }),
    ...(properties !== undefined && { properties: Object.fromEntries(outlined) }),
  };
}

/** Where a reference leads. The variants of a union become one object with all properties. */
export function resolveSchema(schema: JsonObject): JsonObject {
  const { $ref, oneOf } = schema;
  if (typeof $ref === "string")
    return resolveSchema(RESULT_SCHEMAS[$ref.slice($ref.lastIndexOf("/") + 1)] as JsonObject);
  if (!Array.isArray(oneOf)) return schema;
  const variants = (oneOf as JsonObject[]).map(resolveSchema) as {
    required: string[];
    properties: JsonObject;
  }[];
  const [first, ...others] = variants.map(({ required }) => required) as [string[], ...string[][]];
  return {
    type: "object",
    required: first.filter((name) => others.every((names) => names.includes(name))),
    properties: Object.assign({}, ...variants.map(({ properties }) => properties)),
  };
}
