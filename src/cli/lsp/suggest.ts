import type { Json, JsonObject } from "../../json/value.js";

/** Something that can be written at a cursor. */
export interface Suggestion {
  readonly label: string;
  /** JSON, in place of what is there. */
  readonly insert: string;
  readonly kind: "key" | "value";
  readonly detail?: string;
  readonly documentation?: string;
}

export function suggestKey(name: string, { type, enum: allowed, description }: JsonObject): Suggestion {
  const start: unknown = { string: '""', object: "{}", array: "[]", boolean: "false" }[type as string] ?? "";
  const only = Array.isArray(allowed) && allowed.length === 1 ? JSON.stringify(allowed[0]) : start;
  return {
    label: name,
    insert: `${JSON.stringify(name)}: ${only}`,
    kind: "key",
    ...(typeof type === "string" && { detail: type }),
    ...(typeof description === "string" && { documentation: description }),
  };
}

export function suggestValue(value: Json, detail?: string): Suggestion {
  const text = JSON.stringify(value);
  return { label: text, insert: text, kind: "value", ...(detail !== undefined && { detail }) };
}

export function valuesOf({ enum: allowed, examples, type }: JsonObject): Json[] {
  if (Array.isArray(allowed)) return allowed;
  if (type === "boolean") return [true, false];
  return Array.isArray(examples) ? examples : [];
}
