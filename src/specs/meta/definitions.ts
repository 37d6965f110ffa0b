import type { JsonObject } from "../../json/value.js";

/**
 * One branch of a choice that a test makes, so that a mistake in it is not also reported as a mistake in the others.
 */
export function choose(branches: { when: JsonObject; schema: JsonObject }[], otherwise: JsonObject): JsonObject {
  return branches.reduceRight(
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    (rest, { when, schema }) => ({ if: when, then: schema, else: rest }),
    otherwise,
  );
}

/** A value, or an array of them. */
export function oneOrMore(schema: JsonObject): JsonObject {
  return choose([{ when: { type: "array" }, schema: { minItems: 1, uniqueItems: true, items: schema } }], schema);
}

const reference = (kind: string, description: string, pointer = "#/$defs/pointer"): JsonObject => ({
  description,
  type: "object",
  required: [kind],
  additionalProperties: false,
  properties: { [kind]: kind === "declared" ? { type: "string", minLength: 1 } : { $ref: pointer } },
});

const referenceTo = (kind: string) => ({
  when: { type: "object", required: [kind] },
  schema: { $ref: `#/$defs/${kind}Reference` },
});

/** A limit: literal or referred to. */
const limit = (literal: JsonObject): JsonObject =>
  choose(
    [
      referenceTo("candidate"),
      referenceTo("item"),
      { when: { type: "object" }, schema: { $ref: "#/$defs/specReference" } },
    ],
    literal,
  );

const COUNT = { type: "integer", minimum: 0 };

const limits = (names: string[], literal: JsonObject): JsonObject => ({
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: Object.fromEntries(names.map((name) => [name, limit(literal)])),
});

/**
 * Definitions that several meta-schemas share; each schema file has its own copy, so that editors need only one file.
 */
export const DEFS: JsonObject = {
  pointer: {
    description: "A JSON Pointer (RFC 6901); `*` is every item of an array.",
    type: "string",
    pattern: "^(/([^/~]|~[01])+)*$",
  },
  place: {
    description: "A JSON Pointer (RFC 6901) to one place, without `*`.",
    type: "string",
    pattern: "^(/([^/*~]|~[01])+)*$",
  },
  specReference: reference("spec", "From `data` in spec.json."),
  candidateReference: reference("candidate", "From the candidate; may have `*`."),
  itemReference: reference("item", "From the item that holds the checked place.", "#/$defs/place"),
  declaredReference: reference("declared", "The names of a declaration."),
  list: {
    description: "An array, or a reference to an array, to an object (its keys) or to places.",
    ...choose(
      [
        {
          when: { type: "array" },
          schema: { minItems: 1, uniqueItems: true, items: { type: ["string", "number", "boolean"] } },
        },
        referenceTo("candidate"),
        referenceTo("item"),
        referenceTo("declared"),
      ],
      { $ref: "#/$defs/specReference" },
    ),
  },
  counts: { description: "One or both limits; each a number or a reference.", ...limits(["min", "max"], COUNT) },
  limits: {
    description: "One or more limits; each a number, a date or a reference. `above` and `below` exclude the limit.",
    ...limits(["min", "max", "above", "below"], { type: ["number", "string"] }),
  },
  registry: {
    description: "The ids that are taken in the registry of the target product.",
    type: "array",
    uniqueItems: true,
    items: { type: "string" },
  },
  words: { description: "Words for people: not empty, nor only white space.", type: "string", pattern: "\\S" },
};

export function metaSchema(title: string, schema: JsonObject): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title,
    ...schema,
    $defs: { ...usedBy(schema), ...(schema.$defs as JsonObject) },
  };
}

/** The shared definitions that a schema refers to, also by way of others. */
function usedBy(schema: JsonObject): JsonObject {
  const used: JsonObject = {};
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      const definition = DEFS[name];
      if (definition === undefined || name in used) continue;
      used[name] = definition;
      visit(definition);
    }
  };
  visit(schema);
  return used;
}
