import { Unsure } from "../fixers/readings/reading.js";
import { type NodeCheckDefinition, REGISTRY_NAME, registryFor } from "./check.js";

export const registered: NodeCheckDefinition = {
  name: "registered",
  summary:
    "The registry of the target product has this id: `true` for its own one, or the name of another. `{nearest}` is a registered id that differs by case or by one edit.",
  value: REGISTRY_NAME,
  options: {},
  types: ["string"],
  placeholders: () => ["nearest"],
  unfilled: ["expected"],
  compile: ({ value }) => ({
    check(id, context) {
      const registry = registryFor(value, context.evaluation);
      if (typeof id !== "string" || registry === undefined || registry.has(id)) return;
      // There may be several of them.
      const nearest = () => {
        const near = registry.near(id);
        return near === undefined ? undefined : new Unsure(near);
      };
      context.report({ fills: { nearest } });
    },
  }),
};
