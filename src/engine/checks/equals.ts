import { hasOneRespelling, RESPELLINGS } from "../../text/respell.js";
import type { NodeCheckDefinition } from "./check.js";
import { checkBy, isScalar, valueSource } from "./source.js";

export const equals: NodeCheckDefinition = {
  name: "equals",
  summary:
    "The value is the one that is referred to; with `as`, a string is the other one respelt. `{expected}` is the value that it must be.",
  value: { $ref: "#/$defs/reference" },
  options: { as: { enum: Object.keys(RESPELLINGS) } },
  types: ["string", "number", "boolean"],
  placeholders: () => [],
  compile({ value, options }, environment) {
    const respell = RESPELLINGS[String(options.as)];
    return checkBy([valueSource(value, environment, "/equals")], (other) => {
      const expected = respell !== undefined && typeof other === "string" ? respell(other) : other;
      // If several respellings are right, none can be required.
      if (!isScalar(expected) || (expected !== other && !hasOneRespelling(expected as string, other as string)))
        return () => {};
      return (actual, context) => {
        // A value of another type is left to the shape.
        if (typeof actual === typeof expected && actual !== expected) context.report({ expected });
      };
    });
  },
};
