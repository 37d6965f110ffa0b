import { readCheck } from "../engine/checks/index.js";
import type { CheckSource, SpecSource } from "../engine/grammar.js";
import { cacheByObject } from "../ground/cache/cache-by-object.js";
import { parentPointer } from "../ground/json/pointer.js";
import type { Json, JsonObject } from "../ground/json/value.js";
import { outlineOf } from "../schema/outline.js";
import { walkSchemas } from "../schema/schemas-in.js";

/** What the shape, or a rule about every candidate, demands of each value at a place. */
export interface Constraint {
  /** "the shape", or "the rule" with its name. */
  readonly statedBy: string;
  /** Never refuses a value that the shape or the rule accepts, but may accept more. */
  readonly schema: JsonObject;
  /** The check of a rule, and the types of the values that it looks at. */
  readonly check?: CheckSource;
  readonly types?: readonly string[];
}

/** What can stand at a place of a candidate. */
export interface PlaceConstraints {
  readonly constraints: readonly Constraint[];
  /** All constraints in one schema. */
  readonly schema: JsonObject;
}

const UNCONSTRAINED: PlaceConstraints = { constraints: [], schema: {} };

/**
 * The constraints of a package by their selectors: those of the shape, and others that rules name.
 * Warnings, rules with a condition, and checks that compare values do not limit a single place.
 */
export const collectConstraints = cacheByObject(
  ({ shape, settings, rules }: SpecSource): ReadonlyMap<string, PlaceConstraints> => {
    const places = new Map<string, PlaceConstraints>();
    const add = (selector: string, constraint: Constraint) => {
      const { constraints, schema } = places.get(selector) ?? UNCONSTRAINED;
      places.set(selector, {
        constraints: [...constraints, constraint],
        schema: tighten(schema, constraint),
      });
    };
    for (const { at, schema } of walkSchemas(outlineOf(shape)))
      add(at, { statedBy: "the shape", schema });
    for (const [name, { severity, when, check: checks }] of Object.entries(rules)) {
      if (severity !== "error" || when !== undefined) continue;
      for (const check of [checks].flat()) {
        if (check.where !== undefined) continue;
        const { definition, value } = readCheck(check);
        const { group, types } = definition;
        for (const selector of [check.at].flat()) {
          const schema = definition.asSchema?.(
            { value, options: check as JsonObject },
            settings.data,
            (places.get(selector) ?? UNCONSTRAINED).schema,
          );
          if (schema === undefined || (group && !selector.endsWith("/*"))) continue;
          const constraint = { statedBy: `the rule ${name}`, schema, check };
          // A group is described by the array that contains it.
          if (group) add(parentPointer(selector), constraint);
          else add(selector, { ...constraint, types });
        }
      }
    }
    return places;
  },
);

export function constraintsAt(source: SpecSource, selector: string): PlaceConstraints {
  return collectConstraints(source).get(selector) ?? UNCONSTRAINED;
}

/** Adds a constraint to a schema. Keywords that cannot be combined are added under `allOf`. */
function tighten(schema: JsonObject, constraint: Constraint): JsonObject {
  const result = { ...schema };
  for (const [keyword, stated] of Object.entries(constraint.schema)) {
    const value = keyword === "enum" ? adaptEnum(stated as Json[], schema, constraint) : stated;
    if (value === undefined) continue;
    const earlier = result[keyword];
    const stricter = earlier === undefined ? value : stricterOf(keyword, earlier, value);
    if (stricter !== undefined) result[keyword] = stricter;
    else
      result.allOf = [
        ...((result.allOf ?? []) as Json[]),
        { type: schema.type as Json, [keyword]: value },
      ];
  }
  keepStricterLimit(result, "minimum", "exclusiveMinimum");
  keepStricterLimit(result, "maximum", "exclusiveMaximum");
  return result;
}

/** The stricter of two values of a keyword; undefined if they must stand beside each other. */
function stricterOf(keyword: string, a: Json, b: Json): Json | undefined {
  switch (keyword) {
    case "minimum":
    case "exclusiveMinimum":
    case "minLength":
      return Math.max(a as number, b as number);
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
      return Math.min(a as number, b as number);
    case "enum":
      return (a as Json[]).filter((value) => (b as Json[]).includes(value));
    case "examples":
    case "required":
      return [...new Set([...(a as Json[]), ...(b as Json[])])];
    default:
      return undefined;
  }
}

/** Of an inclusive and an exclusive limit on one side, removes the one without effect. */
function keepStricterLimit(
  schema: JsonObject,
  inclusive: "minimum" | "maximum",
  exclusive: "exclusiveMinimum" | "exclusiveMaximum",
): void {
  const [limit, bound] = [schema[inclusive], schema[exclusive]];
  if (typeof limit !== "number" || typeof bound !== "number") return;
  const isInclusiveStricter = inclusive === "minimum" ? limit > bound : limit < bound;
  delete schema[isInclusiveStricter ? exclusive : inclusive];
}

/**
 * A check ignores values of types that it does not look at. Its list as `enum`, with null if the
 * shape allows that too; undefined if the shape allows other types, which no list can name.
 */
function adaptEnum(values: Json[], { type }: JsonObject, { types }: Constraint): Json | undefined {
  const ignored = [type ?? "any"]
    .flat()
    .filter((one) => !types?.includes(one === "integer" ? "number" : String(one)));
  if (types === undefined || ignored.length === 0) return values;
  return ignored.every((one) => one === "null") ? [...values, null] : undefined;
}
