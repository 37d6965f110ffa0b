import { isMultipleOf, nearestMultiple, toDecimal, toNumber } from "../../json/decimal.js";
import { requireData } from "../reference.js";
import type { NodeCheckDefinition } from "./check.js";
import { checkBy, valueSource } from "./source.js";

export const multipleOf: NodeCheckDefinition = {
  name: "multiple-of",
  summary:
    "The number is a whole number of times this one, exactly: 0.3 is a multiple of 0.1. `{step}` is that number, `{rounded}` the nearest multiple.",
  value: { $ref: "#/$defs/step" },
  options: {},
  types: ["number"],
  placeholders: () => ["step", "rounded"],
  compile({ value }, environment) {
    requireData(value, environment.data, "/multiple-of", isStep, "a number above 0");
    const source = valueSource(value, environment, "/multiple-of");
    return checkBy([source], (step) => {
      const decimal = isStep(step) ? toDecimal(step) : undefined;
      return (actual, context) => {
        const number = toDecimal(actual);
        if (decimal === undefined || number === undefined || isMultipleOf(number, decimal)) return;
        const rounded = () => toNumber(nearestMultiple(number, decimal));
        context.report({ expected: { multipleOf: step as number }, fills: { step: step as number, rounded } });
      };
    });
  },
};

function isStep(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}
