import { readCheck } from "../engine/checks/index.js";
import type { CheckSource, SpecSource } from "../engine/grammar.js";
import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { parentPointer } from "../ground/json/pointer.js";
import type { Json, JsonObject } from "../ground/json/value.js";
import { outlineOf } from "../schema/outline.js";
import { walkSchemas } from "../schema/schemas-in.js";

/** What the shape, or a rule about every candidate, says of each value at a place. */
export interface Statement {
  /** Who says it, in words. */
  readonly by: string;
  /** Refuses only what is refused there. */
  readonly schema: JsonObject;
  /** The check of a rule, and the types of the values that it looks at. */
  readonly check?: CheckSource;
  readonly types?: readonly string[];
}

/** What can stand at a place of a candidate. */
export interface Place {
  readonly statements: readonly Statement[];
  /** All statements in one schema. */
  readonly schema: JsonObject;
}

export const NOTHING_SAID: Place = { statements: [], schema: {} };

/**
 * The places of a package by their selectors: those of the shape, and others that rules name.
 * Warnings, rules with a condition, and checks that compare values say nothing about what can stand
 * at one place.
 */
export const collectPlaces = cacheByObject(
  ({ shape, settings, rules }: SpecSource): ReadonlyMap<string, Place> => {
    const places = new Map<string, Place>();
    const say = (at: string, statement: Statement) => {
      const { statements, schema } = places.get(at) ?? NOTHING_SAID;
      places.set(at, {
        statements: [...statements, statement],
        schema: narrowed(schema, statement),
      });
    };
    for (const { at, schema } of walkSchemas(outlineOf(shape)))
      say(at, { by: "the shape", schema });
    for (const [name, { severity, when, check: checks }] of Object.entries(rules)) {
      if (severity !== "error" || when !== undefined) continue;
      for (const check of [checks].flat().filter(({ where }) => where === undefined))
        for (const selector of [check.at].flat()) {
          const { definition, value } = readCheck(check);
          const { group, types } = definition;
          const params = { value, options: check as JsonObject };
          const schema = definition.asSchema?.(
            params,
            settings.data,
            (places.get(selector) ?? NOTHING_SAID).schema,
          );
          if (schema === undefined || (group && !selector.endsWith("/*"))) continue;
          // A group is described by the array that contains it.
          const statement = { by: `the rule ${name}`, schema, check };
          if (group) say(parentPointer(selector), statement);
          else say(selector, { ...statement, types });
        }
    }
    return places;
  },
);

/**
 * The narrower of two values of a keyword. Keywords that are not listed stand beside each other in
 * `allOf`.
 */
const NARROWER: Readonly<Record<string, (here: Json, there: Json) => Json>> = {
  ...Object.fromEntries(
    ["minimum", "exclusiveMinimum", "minLength"].map((keyword) => [keyword, greater]),
  ),
  ...Object.fromEntries(
    ["maximum", "exclusiveMaximum", "maxLength"].map((keyword) => [keyword, less]),
  ),
  enum: (here, there) => (here as Json[]).filter((value) => (there as Json[]).includes(value)),
  examples: union,
  required: union,
};

function union(here: Json, there: Json): Json {
  return [...new Set([...(here as Json[]), ...(there as Json[])])];
}

function greater(here: Json, there: Json): Json {
  return Math.max(here as number, there as number);
}

function less(here: Json, there: Json): Json {
  return Math.min(here as number, there as number);
}

function narrowed(schema: JsonObject, statement: Statement): JsonObject {
  const result = { ...schema };
  for (const [keyword, value] of Object.entries(statement.schema)) {
    const [narrower, here] = [NARROWER[keyword], result[keyword]];
    const said = keyword === "enum" ? withIgnored(value as Json[], schema, statement) : value;
    if (said === undefined) continue;
    if (here === undefined) result[keyword] = said;
    else if (narrower !== undefined) result[keyword] = narrower(here, said);
    else
      result.allOf = [
        ...((result.allOf ?? []) as Json[]),
        { type: schema.type as Json, [keyword]: said },
      ];
  }
  // The narrower one of two limits on one side is kept.
  const {
    minimum,
    exclusiveMinimum: above,
    maximum,
    exclusiveMaximum: below,
  } = result as Record<string, number>;
  if (minimum !== undefined && above !== undefined)
    delete result[minimum > above ? "exclusiveMinimum" : "minimum"];
  if (maximum !== undefined && below !== undefined)
    delete result[maximum < below ? "exclusiveMaximum" : "maximum"];
  return result;
}

/**
 * The values that a check lists, and null where the shape allows it; undefined if it ignores values
 * of other types.
 */
function withIgnored(values: Json[], { type }: JsonObject, { types }: Statement): Json | undefined {
  const others = [type ?? "any"]
    .flat()
    .filter((one) => !types?.includes(one === "integer" ? "number" : String(one)));
  if (types === undefined || others.length === 0) return values;
  return others.every((one) => one === "null") ? [...values, null] : undefined;
}
