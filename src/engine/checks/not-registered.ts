import { type NodeCheckDefinition, REGISTRY_NAME, registryFor } from "./check.js";

export const notRegistered: NodeCheckDefinition = {
  name: "not-registered",
  summary:
    "The registry of the target product (`true`, or the name of another of its registries) does not have this id. `{free}` is a similar id that is not taken.",
  value: REGISTRY_NAME,
  options: {},
  types: ["string"],
  placeholders: () => ["free"],
  unfilled: ["expected"],
  compile: ({ value }) => ({
    check(id, context) {
      const registry = registryFor(value, context.evaluation);
      if (typeof id !== "string" || registry?.has(id) !== true) return;
      const free = () => {
        let number = 2;
        while (registry.has(`${id}-${number}`)) number++;
        return `${id}-${number}`;
      };
      context.report({ fills: { free } });
    },
  }),
};
