import type { Json } from "../../ground/json/value.js";
import type { Registry } from "../../ground/registry/registry.js";
import { closestOption } from "../../ground/text/did-you-mean.js";
import { isShortText } from "../../ground/text/quote.js";
import { KEBAB_CASE } from "../../schema/formats.js";
import type { CheckContext, CheckMaker, RegistryCheckDefinition } from "./check.js";

/** The common part of checks of ids. They report nothing if the registry is not known. */
const CHECK_OF_IDS = {
  value: {
    if: { type: "string" },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: KEBAB_CASE,
    else: { const: true },
  },
  types: ["string"],
  unfilled: ["expected"],
} as const satisfies Partial<RegistryCheckDefinition>;

export const registered: RegistryCheckDefinition = {
  ...CHECK_OF_IDS,
  name: "registered",
  summary:
    "The registry of the target product (`true`, or the name of another of its registries) has this id. `{nearest}` is the registered id that was probably meant, if only one is that near.",
  placeholders: () => ["nearest"],
  compile: ({ value }) =>
    checkIds(value, (id, registry, context) => {
      // Never certain, because the registry may have other ids by now.
      const nearest = () => closestOption(id, findNeighbours(id, registry))?.uncertainIf(true);
      if (!registry.has(id)) context.report({ fills: { nearest } });
    }),
};

/** Makes a check of an id in the registry that `value` names. */
function checkIds(
  value: Json,
  check: (id: string, registry: Registry, context: CheckContext) => void,
): CheckMaker {
  return ({ registry }) => {
    const asked = typeof value === "string" ? registry.named?.(value) : registry;
    if (asked === undefined || asked.isUnknown) return () => {};
    return (id, context) => {
      if (typeof id === "string") check(id, asked, context);
    };
  };
}

/**
 * Registered ids that differ by case, by one edit or by two swapped characters. Nobody types a long
 * id.
 */
function findNeighbours(id: string, registry: Registry): Set<string> {
  if (!isShortText(id)) return new Set();
  const neighbours = new Set(registry.near(id));
  for (let index = 1; index < id.length; index++) {
    const swapped = `${id.slice(0, index - 1)}${id[index]}${id[index - 1]}${id.slice(index + 1)}`;
    if (registry.has(swapped)) neighbours.add(swapped);
  }
  return neighbours;
}

export const notRegistered: RegistryCheckDefinition = {
  ...CHECK_OF_IDS,
  name: "not-registered",
  summary:
    "The registry of the target product (`true`, or the name of another of its registries) does not have this id. `{free}` is a similar id that is not taken.",
  placeholders: () => ["free"],
  compile: ({ value }) =>
    checkIds(value, (id, registry, context) => {
      const free = () => {
        let number = 2;
        while (registry.has(`${id}-${number}`)) number++;
        return `${id}-${number}`;
      };
      if (registry.has(id)) context.report({ fills: { free } });
    }),
};

export const distinctFromRegistered: RegistryCheckDefinition = {
  ...CHECK_OF_IDS,
  name: "distinct-from-registered",
  summary:
    "No id in the registry of the target product (`true`, or the name of another of its registries) differs from this one only by case or by one edit. `{existing}` is the id that does.",
  placeholders: () => ["existing"],
  compile: ({ value }) =>
    checkIds(value, (id, registry, context) => {
      const existing = registry.has(id) || !isShortText(id) ? undefined : registry.near(id)[0];
      if (existing !== undefined) context.report({ fills: { existing } });
    }),
};
