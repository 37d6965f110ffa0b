import { type Json, withSortedKeys } from "../../json/value.js";
import type { GroupCheckDefinition } from "./check.js";
import { checkByCounts, lowerCase } from "./source.js";

/** The common part of checks of the size of a group, which differ in how they measure it. */
const CHECK_OF_SIZE = {
  group: true,
  value: { $ref: "#/$defs/counts" },
  types: ["any"],
  placeholders: (value: Json) => ["size", ...Object.keys(value as object)],
} as const satisfies Partial<GroupCheckDefinition>;

export const count: GroupCheckDefinition = {
  ...CHECK_OF_SIZE,
  name: "count",
  summary: "At least `min` and at most `max` places are selected. `{size}` is how many are.",
  options: {},
  compile: ({ value }, environment) => limited(value, environment, "/count", (values) => values.length),
};

export const distinct: GroupCheckDefinition = {
  ...CHECK_OF_SIZE,
  name: "distinct",
  summary: "The group has at least `min` and at most `max` different values. `{size}` is how many it has.",
  options: { ignoreCase: { type: "boolean" } },
  compile({ value, options }, environment) {
    const own = options.ignoreCase === true ? lowerCase : (one: unknown) => one;
    const measure = (values: readonly unknown[]) =>
      new Set(values.map((one) => JSON.stringify(withSortedKeys(own(one) as Json)))).size;
    return limited(value, environment, "/distinct", measure);
  },
};

function limited(
  value: Json,
  environment: Parameters<GroupCheckDefinition["compile"]>[1],
  pointer: string,
  measure: (values: readonly unknown[]) => number,
): ReturnType<GroupCheckDefinition["compile"]> {
  return checkByCounts(
    value,
    environment,
    pointer,
    (known, min, max) =>
      ({ values }: { readonly values: readonly unknown[] }, context) => {
        const size = measure(values);
        if (size < min || size > max) context.report({ expected: known, fills: { size, ...known } });
      },
  );
}
