import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { type Reading, sure, unsure } from "./reading.js";

const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "object", "array"];
/** The keywords that a schema of a single type may have. */
const KEYWORDS: readonly string[] = ["type", "format", "nullable", "items"];

export const schemaAsType: Reading = {
  name: "schema-as-type",
  summary: "The name of a type as JSON Schema has it: in an object, narrowed by a format, or with null.",
  from: ["array", "object"],
  to: ["string"],
  *read(value) {
    if (Array.isArray(value)) {
      const type = typeIn(value as Json[]);
      // The reading loses that null is allowed.
      if (type !== undefined) yield unsure(type);
    } else if (isObject(value)) {
      const type = typeOf(value as JsonObject);
      const isLost = value.nullable === true || value.items !== undefined || Array.isArray(value.type);
      if (type !== undefined) yield isLost ? unsure(type) : sure(type);
    }
  },
};

/** The name of the type of a schema: its format, which is narrower, or its type. Undefined if it has other keywords. */
export function typeOf(schema: JsonObject): string | undefined {
  if (!Object.keys(schema).every((key) => KEYWORDS.includes(key))) return undefined;
  const { type, format } = schema;
  const named = Array.isArray(type) ? typeIn(type) : TYPES.includes(type) ? (type as string) : undefined;
  return named !== undefined && typeof format === "string" ? format : named;
}

/** The only type beside null. */
function typeIn(types: readonly Json[]): string | undefined {
  const [one, ...others] = types.filter((type) => type !== "null");
  return others.length === 0 && types.length === 2 && TYPES.includes(one) ? (one as string) : undefined;
}
