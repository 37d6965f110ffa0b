import type { Check } from "../check.js";
import { isObject } from "../json.js";

export const outsideCheck: Check = {
  name: "outside",
  summary:
    "Finds values whose size is below `min` or above `max`: the characters of a text, the items of a list, the members of an object, or a number itself.",
  params: {
    anyOf: [{ required: ["min"] }, { required: ["max"] }],
    properties: { min: { type: "number" }, max: { type: "number" } },
  },
  fills: ["size", "min", "max"],
  compile(params) {
    const { min, max } = params as { min?: number; max?: number };
    const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    return () => (value, report) => {
      const size = sizeOf(value);
      if (size === undefined || (size >= (min ?? -Infinity) && size <= (max ?? Infinity))) return;
      report({ expected: limits, fills: { size, ...limits } });
    };
  },
};

function sizeOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}
