import type { Check } from "./check.js";

export const resemblesCheck: Check = {
  name: "resembles",
  summary: "Finds ids that differ from one in the registry only by case or by one edit. `existing` is that one.",
  params: {},
  fills: ["existing"],
  compile: () => ({
    judge(value, here) {
      if (typeof value !== "string" || here.registry.has(value)) return;
      const existing = here.registry.near(value);
      if (existing !== undefined) here.report({ fills: { existing } });
    },
  }),
};
