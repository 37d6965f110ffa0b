import type { GroupCheckDefinition } from "./check.js";
import { checkByCounts } from "./source.js";

export const count: GroupCheckDefinition = {
  group: true,
  name: "count",
  summary: "At least `min` and at most `max` places are selected. `{size}` is how many are.",
  value: { $ref: "#/$defs/counts" },
  options: {},
  types: ["any"],
  placeholders: (value) => ["size", ...Object.keys(value as object)],
  compile: ({ value }, environment) => limited(value, environment, "/count", (values) => values.length),
};

/** A check of how large a group is, by some measure. */
export function limited(
  value: Parameters<GroupCheckDefinition["compile"]>[0]["value"],
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
