import type { Check } from "../check.js";
import { isObject } from "../json.js";

const MEASURES: Record<string, (value: unknown) => number | undefined> = {
  characters: (value) => (typeof value === "string" ? codePoints(value) : undefined),
  items: (value) => (Array.isArray(value) ? value.length : undefined),
  members: (value) => (isObject(value) ? Object.keys(value).length : undefined),
  number: (value) => (typeof value === "number" ? value : undefined),
};

function codePoints(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

export const outsideCheck: Check = {
  name: "outside",
  summary:
    "Finds values whose size is below `min` or above `max`: the `characters` of a text, the `items` of a list, the `members` of an object, or a `number` itself, as `measure` says.",
  params: {
    required: ["measure"],
    anyOf: [{ required: ["min"] }, { required: ["max"] }],
    properties: { measure: { enum: Object.keys(MEASURES) }, min: { type: "number" }, max: { type: "number" } },
  },
  fills: ["size", "min", "max"],
  compile(params) {
    const { measure, min, max } = params as { measure: string; min?: number; max?: number };
    const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    return () => (value, report) => {
      const size = MEASURES[measure]?.(value);
      if (size === undefined || (size >= (min ?? -Infinity) && size <= (max ?? Infinity))) return;
      report({ expected: limits, fills: { size, ...limits } });
    };
  },
};
