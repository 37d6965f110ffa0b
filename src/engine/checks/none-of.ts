import type { NodeCheckDefinition } from "./check.js";
import { checkBy, isScalar, listSource } from "./source.js";

export const noneOf: NodeCheckDefinition = {
  name: "none-of",
  summary: "The value is not in the list, such as that of reserved words.",
  value: { $ref: "#/$defs/list" },
  options: { ignoreCase: { type: "boolean" } },
  types: ["string", "number", "boolean"],
  placeholders: () => [],
  unfilled: ["expected"],
  compile({ value, options }, environment) {
    const refused = listSource(value, environment, "/none-of", options.ignoreCase === true);
    return checkBy([refused], (list) => (actual, context) => {
      if (isScalar(actual) && list.has(actual)) context.report();
    });
  },
};
