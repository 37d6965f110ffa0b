import { isObject, type JsonObject } from "../json/value.js";
import type { Dependencies } from "../proposals/dependencies.js";

/** Bounded, because a model reads the outline before every conversation. */
const MAX_OUTLINE_LENGTH = 1_500;

/**
 * The schema of a candidate of any current spec package, for function calling. It describes and refuses nothing: a
 * client that validates arguments itself would keep a slip from the service, which can say how to fix it. It names
 * properties because some APIs of models refuse an object that names none.
 */
export function candidateOutline({ specs }: Dependencies): JsonObject {
  const described = new Map<string, Set<string>>();
  for (const { current } of specs.values())
    for (const [name, property] of Object.entries((current?.source.shape.properties ?? {}) as JsonObject)) {
      const description = isObject(property) ? property.description : undefined;
      described.set(name, (described.get(name) ?? new Set()).add(typeof description === "string" ? description : ""));
    }
  const words = [...described].map(([name, some]) => [name, [...some].filter(Boolean).join(" Or: ")]);
  const candidates = [
    words.map(([name, description]) => [name, description ? { description } : {}]),
    words.map(([name]) => [name, {}]),
  ].map((properties) => ({ type: "object", properties: Object.fromEntries(properties) }));
  return candidates.find((schema) => JSON.stringify(schema).length <= MAX_OUTLINE_LENGTH) ?? OPEN;
}

const OPEN: JsonObject = { type: "object", additionalProperties: true };
