import type { Check } from "../check.js";

export const resemblesCheck: Check = {
  name: "resembles",
  summary: "Finds ids that differ from one in the registry only by case or by one edit. `existing` is that one.",
  params: {},
  fills: ["existing"],
  compile:
    () =>
    ({ registry }) =>
    (value, report) => {
      if (typeof value !== "string" || registry.has(value)) return;
      const existing = registry.near(value);
      if (existing !== undefined) report({ fills: { existing } });
    },
};
