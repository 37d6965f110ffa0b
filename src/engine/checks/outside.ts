import { isObject } from "../../json/value.js";
import { codePoints } from "../../json-schema/lengths.js";
import type { Check } from "./check.js";

const MEASURES: Record<string, (value: unknown) => number | undefined> = {
  characters: (value) => (typeof value === "string" ? codePoints(value) : undefined),
  items: (value) => (Array.isArray(value) ? value.length : undefined),
  members: (value) => (isObject(value) ? Object.keys(value).length : undefined),
  number: (value) => (typeof value === "number" ? value : undefined),
};

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
    const [least, most] = [min ?? -Infinity, max ?? Infinity];
    const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    return {
      judge(value, here) {
        // Characters are at least half as many as code units: most texts need not be counted.
        if (typeof value === "string" && value.length >= 2 * least && value.length <= most) return;
        const size = MEASURES[measure]?.(value);
        if (size === undefined || (size >= least && size <= most)) return;
        here.report({ expected: limits, fills: { size, ...limits } });
      },
    };
  },
};
