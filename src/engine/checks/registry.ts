import { Unsure } from "../fixers/readings/reading.js";
import { type NodeCheckDefinition, REGISTRY_NAME, registryFor } from "./check.js";

/** The checks of ids look at strings, and say nothing about a registry that is not known. */
const CHECK_OF_IDS = {
  value: REGISTRY_NAME,
  options: {},
  types: ["string"],
  unfilled: ["expected"],
} as const satisfies Partial<NodeCheckDefinition>;

export const registered: NodeCheckDefinition = {
  ...CHECK_OF_IDS,
  name: "registered",
  summary:
    "The registry of the target product has this id: `true` for its own one, or the name of another. `{nearest}` is a registered id that differs by case or by one edit.",
  placeholders: () => ["nearest"],
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

export const notRegistered: NodeCheckDefinition = {
  ...CHECK_OF_IDS,
  name: "not-registered",
  summary:
    "The registry of the target product (`true`, or the name of another of its registries) does not have this id. `{free}` is a similar id that is not taken.",
  placeholders: () => ["free"],
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

export const distinctFromRegistered: NodeCheckDefinition = {
  ...CHECK_OF_IDS,
  name: "distinct-from-registered",
  summary:
    "No id in the registry of the target product (`true`, or the name of another of its registries) differs from this one only by case or by one edit. `{existing}` is the one that does.",
  placeholders: () => ["existing"],
  compile: ({ value }) => ({
    check(id, context) {
      const registry = registryFor(value, context.evaluation);
      if (typeof id !== "string" || registry === undefined || registry.has(id)) return;
      const existing = registry.near(id);
      if (existing !== undefined) context.report({ fills: { existing } });
    },
  }),
};
