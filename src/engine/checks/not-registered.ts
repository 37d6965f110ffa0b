import type { NodeCheckDefinition } from "./check.js";

export const notRegistered: NodeCheckDefinition = {
  name: "not-registered",
  summary: "The registry of the target product does not have this id. `{free}` is a similar id that is not taken.",
  value: { const: true },
  options: {},
  types: ["string"],
  placeholders: () => ["free"],
  unfilled: ["expected"],
  compile: () => ({
    check(id, context) {
      const { registry } = context.evaluation;
      if (typeof id !== "string" || !registry.has(id)) return;
      const free = () => {
        let number = 2;
        while (registry.has(`${id}-${number}`)) number++;
        return `${id}-${number}`;
      };
      context.report({ fills: { free } });
    },
  }),
};
