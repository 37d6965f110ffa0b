import { orderOf } from "../../json/order.js";
import type { NodeCheckDefinition } from "./check.js";
import { checkByLimits, type Limit } from "./source.js";

/** Whether a value is within a limit, by the name of the limit. */
export const HOLDS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  min: (value, limit) => value >= limit,
  max: (value, limit) => value <= limit,
  above: (value, limit) => value > limit,
  below: (value, limit) => value < limit,
};

export const range: NodeCheckDefinition = {
  name: "range",
  summary:
    "The number, date or date-time is within the limits: `min` and `max` include the limit, `above` and `below` do not.",
  value: { $ref: "#/$defs/limits" },
  options: {},
  types: ["number", "date"],
  placeholders: (value) => Object.keys(value as object),
  compile: ({ value }, environment) =>
    checkByLimits(value, environment, "/range", (known) => {
      const tests = Object.entries(known).flatMap(([name, limit]) => testOf(name, limit));
      return (actual: unknown, context) => {
        const here = orderOf(actual);
        if (here === undefined) return;
        const fails = tests.some(({ kind, limit, holds }) => kind === here.kind && !holds(here.order, limit));
        if (fails) context.report({ expected: known, fills: known });
      };
    }),
};

/** The test of a limit. There is none if the limit refers to a place without a number or date. */
function testOf(name: string, limit: Limit) {
  const there = orderOf(limit);
  const holds = HOLDS[name];
  return there === undefined || holds === undefined ? [] : [{ kind: there.kind, limit: there.order, holds }];
}
