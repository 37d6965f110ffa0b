import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { type Reading, sure } from "./reading.js";

const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "object", "array"];
/** What a JSON Schema may say beside the type without naming another one. */
const BESIDE: readonly string[] = ["type", "format", "nullable", "items"];

export const schemaAsType: Reading = {
  name: "schema-as-type",
  summary: "The name of a type as JSON Schema has it: in an object, narrowed by a format, or with null.",
  from: ["array", "object"],
  to: ["string"],
  *read(value) {
    const type = Array.isArray(value)
      ? typeIn(value as Json[])
      : isObject(value)
        ? typeOf(value as JsonObject)
        : undefined;
    if (type !== undefined) yield sure(type);
  },
  examples: [
    [{ type: "string", format: "email" }, { type: "string" }, sure("email")],
    [{ type: "integer", nullable: true }, { type: "string" }, sure("integer")],
    [{ type: ["number", "null"] }, { type: "string" }, sure("number")],
    [{ type: "array", items: { type: "string" } }, { type: "string" }, sure("array")],
    [["integer", "null"], { type: "string" }, sure("integer")],
    [["integer", "string"], { type: "string" }],
    [["integer"], { type: "string" }],
    [{ type: "string", maxLength: 20 }, { type: "string" }],
    [{ type: "text", format: "markdown" }, { type: "string" }],
  ],
};

/** A format says more than the type that it belongs to. */
export function typeOf(schema: JsonObject): string | undefined {
  if (!Object.keys(schema).every((key) => BESIDE.includes(key))) return undefined;
  const { type, format } = schema;
  const named = Array.isArray(type) ? typeIn(type) : TYPES.includes(type) ? (type as string) : undefined;
  return named !== undefined && typeof format === "string" ? format : named;
}

/** The only one beside null. */
function typeIn(types: readonly Json[]): string | undefined {
  const [one, ...others] = types.filter((type) => type !== "null");
  return others.length === 0 && types.length === 2 && TYPES.includes(one) ? (one as string) : undefined;
}
