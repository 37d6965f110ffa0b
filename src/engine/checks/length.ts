import { codePoints } from "../../json-schema/lengths.js";
import type { NodeCheckDefinition } from "./check.js";
import { checkByCounts } from "./source.js";

export const length: NodeCheckDefinition = {
  name: "length",
  summary: "The string has at least `min` and at most `max` characters.",
  value: { $ref: "#/$defs/counts" },
  options: {},
  types: ["string"],
  placeholders: (value) => ["size", ...Object.keys(value as object)],
  compile: ({ value }, environment) =>
    checkByCounts(value, environment, "/length", (known, min, max) => (actual: unknown, context) => {
      // A character has at most two code units, so that most strings need no counting.
      if (typeof actual !== "string" || (actual.length >= 2 * min && actual.length <= max)) return;
      const size = codePoints(actual);
      if (size < min || size > max) context.report({ expected: known, fills: { size, ...known } });
    }),
};
