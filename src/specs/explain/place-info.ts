import { childOf, isIndex, toTokens, valueAt } from "../../ground/json/pointer.js";
import { selects } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import type { SpecDocument } from "./describe-spec.js";

/** The description of one place of a candidate, with the rules that check it. */
export type PlaceInfo = NonNullable<ReturnType<typeof placeInfo>>;

/** The parts of a published spec package that explain a place. */
export type DescribedSpec = Pick<
  SpecDocument,
  "candidateSchema" | "declarations" | "data" | "rules"
>;

/** Describes a place; undefined if the spec package does not mention it. */
export function placeInfo(spec: DescribedSpec, tokens: readonly string[], candidate: unknown) {
  const schema = merged(findSchemas(spec, tokens, candidate));
  const rules = spec.rules.filter(({ check }) =>
    listSelectors(check).some((selector) => isAbout(selector, tokens)),
  );
  return schema === undefined && rules.length === 0 ? undefined : { schema: schema ?? {}, rules };
}

/** The properties that an object at a place may have, with the schema of each. */
export function findProperties(
  spec: DescribedSpec,
  tokens: readonly string[],
  candidate: unknown,
): Map<string, JsonObject> {
  const ownProperties = findSchemas(spec, tokens, candidate).flatMap(({ properties }) =>
    Object.entries(properties ?? {}),
  );
  const described = ownProperties.map(([name, schema]): [string, JsonObject] => [
    name,
    merged([...variants(schema, spec.candidateSchema)]) ?? {},
  ]);
  return new Map([...declaredFields(spec, tokens, candidate), ...described]);
}

/** The values to offer for a place. */
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
  let schemas = [...variants(root, root)];
  for (const [depth, token] of tokens.entries()) {
    const isDeclared = schemas.every(
      ({ properties, items, additionalProperties }) =>
        properties === undefined && items === undefined && !isObject(additionalProperties),
    );
    const described = isDeclared
      ? [declaredFields(spec, tokens.slice(0, depth), candidate).get(token)]
      : schemas.map(
          ({ properties, items, additionalProperties }) =>
            childOf(properties, token) ??
            (isIndex(token) ? items : undefined) ??
            additionalProperties,
        );
    schemas = described.flatMap((schema) => [...variants(schema, root)]);
  }
  return schemas;
}

/**
 * A schema, the schema that it refers to, and the branches of `if`: an author may want to know all
 * of them.
 */
function* variants(schema: unknown, root: JsonObject): Generator<JsonObject> {
  if (!isObject(schema)) return;
  yield schema;
  if (typeof schema.$ref === "string") yield* variants(valueAt(root, schema.$ref.slice(1)), root);
  yield* variants(schema.then, root);
  yield* variants(schema.else, root);
}

/** Merges the keywords of several schemas. The first schema takes precedence. */
function merged(schemas: readonly JsonObject[]): JsonObject | undefined {
  return schemas.length === 0 ? undefined : Object.assign({}, ...schemas.toReversed());
}

/**
 * The fields that a candidate declares for the record at a place, each with the schema of its type.
 */
function declaredFields(
  spec: DescribedSpec,
  tokens: readonly string[],
  candidate: unknown,
): Map<string, JsonObject> {
  const fields = new Map<string, JsonObject>();
  for (const { at, name, type, types, records } of Object.values(spec.declarations)) {
    if (records === undefined || !selects(toTokens(records), tokens)) continue;
    const schemas = types && valueAt(spec.data, types.spec);
    for (const item of findItems(candidate, at)) {
      const [key, kind] = [valueAt(item, name), type && valueAt(item, type)];
      const schema =
        typeof kind === "string" && isObject(schemas) ? childOf(schemas, kind) : undefined;
      if (typeof key === "string") fields.set(key, isObject(schema) ? schema : {});
    }
  }
  return fields;
}

function findItems(candidate: unknown, selector: string): unknown[] {
  const items = valueAt(candidate, selector.replace(/\/\*$/, ""));
  return Array.isArray(items) ? items : [];
}

function listSelectors(check: unknown): string[] {
  return [check].flat().flatMap((part) => [(part as { at: string | string[] }).at].flat());
}

/** Whether a selector selects a place. `{fields}` is any declared name. */
function isAbout(selector: string, place: readonly string[]): boolean {
  const tokens = toTokens(selector).map((token, index) =>
    /^\{\w+\}$/.test(token) ? (place[index] ?? "") : token,
  );
  return selects(tokens, place);
}
