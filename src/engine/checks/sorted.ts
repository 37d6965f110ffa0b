import { compareValues } from "../../json/order.js";
import type { GroupCheckDefinition } from "./check.js";

export const sorted: GroupCheckDefinition = {
  group: true,
  name: "sorted",
  summary:
    "The values of the group are in order; the first that is not is reported. Strings by their characters, numbers and dates by their value. `{previous}` is the value before it.",
  value: { enum: ["ascending", "descending"] },
  options: {},
  types: ["string", "number", "date"],
  placeholders: () => ["previous"],
  unfilled: ["expected"],
  compile({ value }) {
    const sign = value === "descending" ? -1 : 1;
    return {
      check(group, context) {
        let previous: string | number | undefined;
        for (let at = 0; at < group.values.length; at++) {
          const actual = group.values[at];
          if (typeof actual !== "string" && typeof actual !== "number") continue;
          if (previous !== undefined && sign * compareValues(previous, actual) > 0) {
            context.report({ at: group.path(at), actual, fills: { previous } });
            return;
          }
          previous = actual;
        }
      },
    };
  },
};
