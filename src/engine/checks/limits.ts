import {
  addDecimals,
  compareDecimals,
  type Decimal,
  isMultipleOf,
  nearestMultiple,
  toDecimal,
  toNumber,
} from "../../ground/json/decimal.js";
import { identityOf, type Json, type JsonObject } from "../../ground/json/value.js";
import { countCodePoints } from "../../schema/keywords.js";
import { readLiteral } from "../condition.js";
import { orderOf } from "../order.js";
import { compileReference, refuseUnless } from "../reference.js";
import {
  type CheckEnvironment,
  type CheckMaker,
  type GroupCheckDefinition,
  limitPlaceholders,
  type NodeCheckDefinition,
  type PlaceGroup,
} from "./check.js";
import { compileCountLimits, compileLimits, makeCheckFrom, toLowerCase } from "./parameters.js";

/** Whether a value is within a limit, by the name of the limit. */
const HOLDS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  min: (value, limit) => value >= limit,
  max: (value, limit) => value <= limit,
  above: (value, limit) => value > limit,
  below: (value, limit) => value < limit,
};

/** The limits that `read` can read, each with its comparison; others are left out. */
function makeTests<L, T>(limits: Readonly<Record<string, L>>, read: (limit: L) => T | undefined) {
  return Object.entries(limits).flatMap(([name, given]) => {
    const [holds, limit] = [HOLDS[name], read(given)];
    return holds === undefined || limit === undefined ? [] : [{ holds, limit }];
  });
}

/** The limits that are constants, as keywords of JSON Schema; undefined if there are none. */
function toKeywords(
  limits: Json,
  data: JsonObject,
  names: Readonly<Record<string, string>>,
): JsonObject | undefined {
  const keywords = Object.entries(limits as JsonObject).flatMap(
    ([name, limit]): [string, Json][] => {
      const literal = readLiteral(limit, data, `/${name}`);
      return typeof literal === "number" ? [[names[name] as string, literal]] : [];
    },
  );
  return keywords.length === 0 ? undefined : Object.fromEntries(keywords);
}

const KEYWORDS_OF_RANGE = {
  min: "minimum",
  max: "maximum",
  above: "exclusiveMinimum",
  below: "exclusiveMaximum",
};

export const range: NodeCheckDefinition = {
  name: "range",
  summary:
    "The number, date or date-time is within the limits: `min` and `max` include the limit, `above` and `below` do not.",
  value: { $ref: "#/$defs/limits" },
  kind: "limits",
  types: ["number", "date"],
  triedWith: "examples and placeholders",
  placeholders: limitPlaceholders,
  asSchema: ({ value }, data) => toKeywords(value, data, KEYWORDS_OF_RANGE),
  compile: ({ value }, environment) =>
    makeCheckFrom(compileLimits(value, environment, "/range"), (known) => {
      const tests = makeTests(known, orderOf);
      return (actual, context) => {
        const here = orderOf(actual);
        if (here === undefined) return;
        const isOutside = tests.some(
          ({ limit, holds }) => limit.kind === here.kind && !holds(here.order, limit.order),
        );
        if (isOutside) context.report({ expected: known, fills: known });
      };
    }),
};

export const length: NodeCheckDefinition = {
  name: "length",
  summary: "The string has at least `min` and at most `max` characters.",
  value: { $ref: "#/$defs/counts" },
  kind: "counts",
  types: ["string"],
  triedWith: "examples and placeholders",
  placeholders: (value) => ["size", ...limitPlaceholders(value)],
  asSchema: ({ value }, data) => toKeywords(value, data, { min: "minLength", max: "maxLength" }),
  compile: ({ value }, environment) =>
    makeCheckFrom(compileCountLimits(value, environment, "/length"), (known) => {
      const { min = 0, max = Number.POSITIVE_INFINITY } = known;
      return (actual, context) => {
        // A character has at most two code units, so most strings need no counting.
        if (typeof actual !== "string" || (actual.length >= 2 * min && actual.length <= max))
          return;
        const size = countCodePoints(actual);
        if (size < min || size > max)
          context.report({ expected: known, fills: { size, ...known } });
      };
    }),
};

export const multipleOf: NodeCheckDefinition = {
  name: "multiple-of",
  summary:
    "The number is a multiple of this one, computed exactly in decimals: 0.3 is a multiple of 0.1. `{step}` is this number, and `{rounded}` is the nearest multiple.",
  value: { $ref: "#/$defs/step" },
  types: ["number"],
  placeholders: () => ["step", "rounded"],
  compile({ value }, environment) {
    const reference = compileReference(
      value,
      environment.data,
      "/multiple-of",
      refuseUnless(isStep, "a number above 0"),
    );
    return makeCheckFrom(reference, (step) => {
      const decimal = isStep(step) ? toDecimal(step) : undefined;
      return (actual, context) => {
        const number = toDecimal(actual);
        if (decimal === undefined || number === undefined || isMultipleOf(number, decimal)) return;
        const rounded = () => toNumber(nearestMultiple(number, decimal));
        context.report({
          expected: { multipleOf: step as number },
          fills: { step: step as number, rounded },
        });
      };
    });
  },
};

function isStep(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

/** The common part of checks of the size of a group, which differ in how they measure it. */
const CHECK_OF_SIZE = {
  group: true,
  value: { $ref: "#/$defs/counts" },
  kind: "counts",
  types: ["any"],
  placeholders: (value: Json) => ["size", ...limitPlaceholders(value)],
} as const satisfies Partial<GroupCheckDefinition>;

export const count: GroupCheckDefinition = {
  ...CHECK_OF_SIZE,
  name: "count",
  summary:
    "At least `min` and at most `max` places are selected. `{size}` is the number of selected places.",
  compile: ({ value }, environment) =>
    limited(value, environment, "/count", (values) => values.length),
};

export const distinct: GroupCheckDefinition = {
  ...CHECK_OF_SIZE,
  name: "distinct",
  summary:
    "The group has at least `min` and at most `max` different values. `{size}` is the number of different values.",
  options: { ignoreCase: { type: "boolean" } },
  compile({ value, options }, environment) {
    const toComparable = options.ignoreCase === true ? toLowerCase : (one: unknown) => one;
    const measure = (values: readonly unknown[]) =>
      new Set(values.map((one) => identityOf(toComparable(one)))).size;
    return limited(value, environment, "/distinct", measure);
  },
};

function limited(
  value: Json,
  environment: CheckEnvironment,
  pointer: string,
  measure: (values: readonly unknown[]) => number,
): CheckMaker<PlaceGroup> {
  return makeCheckFrom(
    compileCountLimits(value, environment, pointer),
    (known) =>
      ({ values }, context) => {
        const { min = 0, max = Number.POSITIVE_INFINITY } = known;
        const size = measure(values);
        if (size < min || size > max)
          context.report({ expected: known, fills: { size, ...known } });
      },
  );
}

export const sum: GroupCheckDefinition = {
  group: true,
  name: "sum",
  summary:
    "The sum of the numbers of the group is within the limits, computed exactly in decimals: 0.1 and 0.2 are 0.3. `{sum}` is that sum.",
  value: { $ref: "#/$defs/numbers" },
  kind: "limits",
  types: ["number"],
  placeholders: (value) => ["sum", ...limitPlaceholders(value)],
  compile: ({ value }, environment) =>
    makeCheckFrom(compileCountLimits(value, environment, "/sum"), (known) => {
      const tests = makeTests(known, toDecimal);
      return ({ values }: PlaceGroup, context) => {
        const total = addValues(values);
        if (
          total === undefined ||
          tests.every(({ holds, limit }) => holds(compareDecimals(total, limit), 0))
        )
          return;
        context.report({ expected: known, fills: { sum: toNumber(total), ...known } });
      };
    }),
};

/** The sum of the values; undefined if one is not a number, which is left to the shape. */
function addValues(values: readonly unknown[]): Decimal | undefined {
  let total: Decimal = { digits: 0n, scale: 0 };
  for (const value of values) {
    const decimal = toDecimal(value);
    if (decimal === undefined) return undefined;
    total = addDecimals(total, decimal);
  }
  return total;
}
