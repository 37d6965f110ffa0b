import { compareValues } from "../../text/comparable.js";
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
  compile({ value }) {
    const sign = value === "descending" ? -1 : 1;
    return {
      check(group, context) {
        const { values } = group;
        for (let at = 1; at < values.length; at++) {
          const [previous, actual] = [values[at - 1], values[at]];
          if (sign * compareValues(previous, actual) <= 0) continue;
          context.report({ at: group.path(at), actual, fills: { previous: previous as string | number } });
          return;
        }
      },
    };
  },
};
