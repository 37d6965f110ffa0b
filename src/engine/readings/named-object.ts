import { isObject, type Json } from "../../json/value.js";
import { allows, type Reading, sure, unsure } from "./reading.js";

export const namedObject: Reading = {
  name: "named-object",
  summary: "An object around a single value, or one with a name, where its value or name is expected.",
  *read(value, schema) {
    if (!isObject(value) || allows(schema, "object", "array")) return;
    const [only, ...others] = Object.values(value) as Json[];
    if (others.length === 0) {
      if (typeof only === "string" && allows(schema, "string")) yield sure(only);
      else if (only !== undefined && !isObject(only)) yield unsure(only);
      return;
    }
    const named = value.name ?? value.id;
    if (typeof named === "string") yield unsure(named);
  },
  examples: [
    [{ name: "fast" }, { type: "string" }, sure("fast")],
    [{ value: 412 }, { type: "integer" }, unsure(412)],
    [{ name: "fast", about: "quick" }, { type: "string" }, unsure("fast")],
    [{ a: "x", b: "y" }, { type: "string" }],
  ],
};
