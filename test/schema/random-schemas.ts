import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../../src/ground/json/value.js";
import type { Random } from "../support/random.js";

const TYPES = ["string", "integer", "number", "boolean", "null", "array", "object"];
const NAMES = ["a", "b", "c", "toString"];
const SCALARS: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -2,
  1.5,
  10,
  "",
  "a",
  "ab",
  "2026-01-31",
  "x@example.com",
];

/** Makes one keyword of a schema, with schemas inside it. */
type MakeKeyword = (random: Random, inner: () => Json) => JsonObject;

const COMMON: readonly MakeKeyword[] = [
  (random) => ({
    type: random.below(3) === 0 ? ["object", random.of(TYPES.slice(0, -1))] : random.of(TYPES),
  }),
  (random) => ({ enum: [random.of(SCALARS.slice(0, 6)), random.of(SCALARS.slice(6))] }),
  (random) => ({ const: random.of(SCALARS) }),
  (random) => ({ minimum: random.below(3) }),
  (random) => ({ exclusiveMaximum: random.below(10) }),
  (random) => ({ multipleOf: 1 + random.below(2) }),
  (random) => ({ minLength: random.below(3) }),
  (random) => ({ pattern: random.of(["^a", "b$", "^(a+)+$", "."]) }),
  (random) => ({ format: random.of(["date", "email", "uri", "ipv4"]) }),
  (random) => ({ required: [random.of(NAMES)] }),
  (random) => ({ minProperties: random.below(3) }),
  () => ({ uniqueItems: true }),
  (random) => ({ maxItems: random.below(3) }),
  (random, inner) => ({ properties: { [random.of(NAMES)]: inner(), [random.of(NAMES)]: inner() } }),
  (_, inner) => ({ additionalProperties: inner() }),
  (_, inner) => ({ properties: { a: inner() }, additionalProperties: false }),
  (_, inner) => ({ patternProperties: { "^[ab]": inner() } }),
  (_, inner) => ({ propertyNames: inner() }),
  (_, inner) => ({ items: inner() }),
  (_, inner) => ({ contains: inner() }),
  (_, inner) => ({ allOf: [inner(), inner()] }),
  (_, inner) => ({ anyOf: [inner(), inner()] }),
  (_, inner) => ({ oneOf: [inner(), inner(), inner()] }),
  (_, inner) => ({ not: inner() }),
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  (_, inner) => ({ if: inner(), then: inner(), else: inner() }),
  () => ({ $ref: "#/definitions/one" }),
  () => ({ properties: { b: { $ref: "#" } } }),
];
const NEWER: readonly MakeKeyword[] = [
  (random) => ({ dependentRequired: { [random.of(NAMES)]: [random.of(NAMES)] } }),
  (random, inner) => ({ dependentSchemas: { [random.of(NAMES)]: inner() } }),
  () => ({ unevaluatedProperties: false }),
  (_, inner) => ({ contains: inner(), minContains: 2, maxContains: 3 }),
];
const NEWEST: readonly MakeKeyword[] = [
  (_, inner) => ({ prefixItems: [inner()], items: inner() }),
  () => ({ unevaluatedItems: false }),
];

export const DRAFTS: [string, string, typeof Ajv, readonly MakeKeyword[]][] = [
  ["draft-07", "http://json-schema.org/draft-07/schema#", Ajv, COMMON],
  [
    "2019-09",
    "https://json-schema.org/draft/2019-09/schema",
    Ajv2019 as typeof Ajv,
    [...COMMON, ...NEWER],
  ],
  [
    "2020-12",
    "https://json-schema.org/draft/2020-12/schema",
    Ajv2020 as typeof Ajv,
    [...COMMON, ...NEWER, ...NEWEST],
  ],
];

export function makeSchema(random: Random, keywords: readonly MakeKeyword[], depth = 0): Json {
  if (depth > 3 || random.below(12) === 0)
    return random.of([true, {}, { type: random.of(TYPES) }, false]);
  const inner = () => makeSchema(random, keywords, depth + 1);
  const made = Array.from({ length: 1 + random.below(3) }, () =>
    random.of(keywords)(random, inner),
  );
  return Object.assign({}, ...made);
}

export function makeValue(random: Random, depth = 0): Json {
  const dice = depth > 2 ? 0 : random.below(5);
  if (dice < 2) return random.of(SCALARS);
  const inner = () => makeValue(random, depth + 1);
  if (dice === 2) return Array.from({ length: random.below(4) }, inner);
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, () => [random.of(NAMES), inner()]),
  );
}
