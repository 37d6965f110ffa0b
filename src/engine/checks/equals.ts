import { RESPELLINGS } from "../../text/respell.js";
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
      const isRespelt = respell !== undefined && typeof other === "string";
      const expected = isRespelt ? respell(other) : other;
      return (actual, context) => {
        // A respelling of nothing but signs is empty, and says nothing.
        if (!isScalar(actual) || !isScalar(expected) || actual === expected || (isRespelt && expected === "")) return;
        context.report({ expected });
      };
    });
  },
};
