import type { Registry } from "../../registry/registry.js";
import { didYouMean } from "../../text/did-you-mean.js";
import { Unsure } from "../fixers/readings/reading.js";
import { type NodeCheckDefinition, REGISTRY_NAME, registryFor } from "./check.js";

/** The common part of checks of ids. They check strings, and report nothing if the registry is not known. */
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
    "The registry of the target product has this id: `true` for its own one, or the name of another. `{nearest}` is the registered id that was probably meant, where only one is that near.",
  placeholders: () => ["nearest"],
  compile: ({ value }) => ({
    check(id, context) {
      const registry = registryFor(value, context.evaluation);
      if (typeof id !== "string" || registry === undefined || registry.has(id)) return;
      // Never certain, because the registry may have other ids by now.
      const nearest = () => {
        const meant = didYouMean(id, neighboursOf(id, registry));
        return meant === undefined ? undefined : new Unsure(meant);
      };
      context.report({ fills: { nearest } });
    },
  }),
};

/** With more neighbours, none of them is suggested anyway. */
const MAX_NEIGHBOURS = 8;

/** Registered ids that differ by case, by one edit or by two swapped characters. */
function neighboursOf(id: string, registry: Registry): Set<string> {
  const neighbours = new Set<string>();
  for (
    let next = registry.near(id);
    next !== undefined && neighbours.size < MAX_NEIGHBOURS;
    next = registry.near(id, next)
  )
    neighbours.add(next);
  for (let at = 1; at < Math.min(id.length, MAX_SWAPPED_LENGTH); at++) {
    const swapped = `${id.slice(0, at - 1)}${id[at]}${id[at - 1]}${id.slice(at + 1)}`;
    if (registry.has(swapped)) neighbours.add(swapped);
  }
  return neighbours;
}

/** Nobody types longer ids. */
const MAX_SWAPPED_LENGTH = 256;

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
