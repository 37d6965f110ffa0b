import { type Json, withSortedKeys } from "../../json/value.js";
import type { GroupCheckDefinition } from "./check.js";
import { limited } from "./count.js";
import { lowerCase } from "./source.js";

export const distinct: GroupCheckDefinition = {
  group: true,
  name: "distinct",
  summary: "The group has at least `min` and at most `max` different values. `{size}` is how many it has.",
  value: { $ref: "#/$defs/counts" },
  options: { ignoreCase: { type: "boolean" } },
  types: ["any"],
  placeholders: (value) => ["size", ...Object.keys(value as object)],
  compile({ value, options }, environment) {
    const own = options.ignoreCase === true ? lowerCase : (one: unknown) => one;
    const measure = (values: readonly unknown[]) =>
      new Set(values.map((one) => JSON.stringify(withSortedKeys(own(one) as Json)))).size;
    return limited(value, environment, "/distinct", measure);
  },
};
