import type { Json, JsonObject } from "../../engine/json.js";

/** A body that is one of the document's schemas, with the examples that there are. */
export function jsonContent(schema: string, examples: Record<string, unknown> = {}): JsonObject {
  const given = Object.entries(examples).filter(([, value]) => value !== undefined);
  return {
    "application/json": {
      schema: { $ref: `#/components/schemas/${schema}` },
      ...(given.length > 0 && {
        examples: Object.fromEntries(given.map(([name, value]) => [name, { value: value as Json }])),
      }),
    },
  };
}
