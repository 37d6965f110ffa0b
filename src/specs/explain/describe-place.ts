import { childOf, isIndex, toTokens, valueAt } from "../../ground/json/pointer.js";
import { selects } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import type { SpecDocument } from "./describe-spec.js";

/** What a package says about one place of a candidate, and the rules that check it. */
export interface PlaceDescription {
  readonly schema: JsonObject;
  readonly rules: SpecDocument["rules"];
}

/** The parts of a published spec package that explain a place. */
export type DescribedSpec = Pick<
  SpecDocument,
  "candidateSchema" | "declarations" | "data" | "rules"
>;

/** Describes a place; undefined if the spec package does not mention it. */
export function lookUpPlace(
  spec: DescribedSpec,
  tokens: readonly string[],
  candidate: unknown,
): PlaceDescription | undefined {
  const schemas = findSchemas(spec, tokens, candidate);
  const rules = spec.rules.filter(({ check }) =>
    [check].flat().some(({ at }) => [at].flat().some((selector) => selectsPlace(selector, tokens))),
  );
  if (schemas.length === 0 && rules.length === 0) return undefined;
  return { schema: mergeKeywords(schemas), rules };
}

/** The properties that an object at a place may have, with the schema of each. */
export function findProperties(
  spec: DescribedSpec,
  tokens: readonly string[],
  candidate: unknown,
): Map<string, JsonObject> {
  const found = listDeclaredFields(spec, tokens, candidate);
  for (const { properties } of findSchemas(spec, tokens, candidate))
    for (const [name, schema] of Object.entries(properties ?? {}))
      found.set(name, mergeKeywords([...listVariants(schema, spec.candidateSchema)]));
  return found;
}

export function listValues({ enum: allowed, examples, type }: JsonObject): Json[] {
  if (Array.isArray(allowed)) return allowed;
  if (type === "boolean") return [true, false];
  return Array.isArray(examples) ? examples : [];
}

/** The JSON to write for a new property: its only value, or an empty one. */
export function emptyValue({ type, enum: allowed }: JsonObject): string {
  if (Array.isArray(allowed) && allowed.length === 1) return JSON.stringify(allowed[0]);
  return { string: '""', object: "{}", array: "[]", boolean: "false" }[type as string] ?? "";
}

/** All schemas that may describe a place. */
function findSchemas(
  spec: DescribedSpec,
  tokens: readonly string[],
  candidate: unknown,
): JsonObject[] {
  const { candidateSchema: root } = spec;
  let schemas = [...listVariants(root, root)];
  for (const [depth, token] of tokens.entries()) {
    const next: JsonObject[] = [];
    let isDescribed = false;
    for (const { properties, items, additionalProperties } of schemas) {
      isDescribed ||= properties !== undefined || items !== undefined;
      isDescribed ||= isObject(additionalProperties);
      const item = isIndex(token) ? items : undefined;
      next.push(...listVariants(childOf(properties, token) ?? item ?? additionalProperties, root));
    }
    // What no schema describes may be a record, whose fields the candidate declares.
    const field = isDescribed
      ? undefined
      : listDeclaredFields(spec, tokens.slice(0, depth), candidate).get(token);
    schemas = [...next, ...listVariants(field, root)];
  }
  return schemas;
}

/**
 * A schema, the schema that it refers to, and the branches of `if`: an author may want to know all
 * of them.
 */
function* listVariants(schema: unknown, root: JsonObject): Generator<JsonObject> {
  if (!isObject(schema)) return;
  yield schema;
  if (typeof schema.$ref === "string")
    yield* listVariants(valueAt(root, schema.$ref.slice(1)), root);
  yield* listVariants(schema.then, root);
  yield* listVariants(schema.else, root);
}

/** The keywords of all schemas. Of a keyword that several have, the first value counts. */
function mergeKeywords(schemas: readonly JsonObject[]): JsonObject {
  return Object.assign({}, ...schemas.toReversed());
}

/** The fields that a candidate declares for the record at a place, with the schemas of their types. */
function listDeclaredFields(
  spec: DescribedSpec,
  tokens: readonly string[],
  candidate: unknown,
): Map<string, JsonObject> {
  const fields = new Map<string, JsonObject>();
  for (const { at, name, type, types, records } of Object.values(spec.declarations)) {
    if (records === undefined || !selects(toTokens(records), tokens)) continue;
    const schemas = types && valueAt(spec.data, types.spec);
    const items = valueAt(candidate, at.replace(/\/\*$/, ""));
    for (const item of Array.isArray(items) ? items : []) {
      const [key, typeName] = [valueAt(item, name), type && valueAt(item, type)];
      const isTyped = typeof typeName === "string" && isObject(schemas);
      const schema = isTyped ? childOf(schemas, typeName) : undefined;
      if (typeof key === "string") fields.set(key, isObject(schema) ? schema : {});
    }
  }
  return fields;
}

/** Whether a selector selects a place. `{fields}` is any declared name. */
function selectsPlace(selector: string, place: readonly string[]): boolean {
  const tokens = toTokens(selector).map((token, index) =>
    /^\{\w+\}$/.test(token) ? (place[index] ?? "") : token,
  );
  return selects(tokens, place);
}
