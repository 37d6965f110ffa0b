import type { NodeCheckDefinition } from "./check.js";

export const distinctFromRegistered: NodeCheckDefinition = {
  name: "distinct-from-registered",
  summary: "No registered id differs from this one only by case or by one edit. `{existing}` is the one that does.",
  value: { const: true },
  options: {},
  types: ["string"],
  placeholders: () => ["existing"],
  unfilled: ["expected"],
  compile: () => ({
    check(id, context) {
      const { registry } = context.evaluation;
      if (typeof id !== "string" || registry.has(id)) return;
      const existing = registry.near(id);
      if (existing !== undefined) context.report({ fills: { existing } });
    },
  }),
};
