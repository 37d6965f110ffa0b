import { type NodeCheckDefinition, REGISTRY_NAME, registryFor } from "./check.js";

export const distinctFromRegistered: NodeCheckDefinition = {
  name: "distinct-from-registered",
  summary:
    "No id in the registry of the target product (`true`, or the name of another of its registries) differs from this one only by case or by one edit. `{existing}` is the one that does.",
  value: REGISTRY_NAME,
  options: {},
  types: ["string"],
  placeholders: () => ["existing"],
  unfilled: ["expected"],
  compile: ({ value }) => ({
    check(id, context) {
      const registry = registryFor(value, context.evaluation);
      if (typeof id !== "string" || registry === undefined || registry.has(id)) return;
      const existing = registry.near(id);
      if (existing !== undefined) context.report({ fills: { existing } });
    },
  }),
};
