import { isObject, type Json } from "../../json/value.js";
import { allows, type Reading, sure, unsure } from "./reading.js";

/** Properties that say what an object is about, before all others. */
const TELLING = ["value", "name", "id", "type"];
const MOST_OFFERED = 3;

export const namedObject: Reading = {
  name: "named-object",
  summary:
    "An object around a value: its only property, the key of it where that is switched on, or one of its scalars.",
  *read(value, schema) {
    if (!isObject(value) || allows(schema, "object", "array")) return;
    const [only, ...others] = Object.values(value) as Json[];
    if (others.length === 0) {
      if (typeof only === "string" && allows(schema, "string")) yield sure(only);
      else if (only === true && allows(schema, "string")) yield unsure(Object.keys(value)[0] as string);
      else if (only !== undefined && !isObject(only)) yield unsure(only);
      return;
    }
    const scalars = Object.entries(value as Record<string, Json>).filter(([, one]) => typeof one !== "object");
    const rank = (key: string) => (TELLING.includes(key) ? TELLING.indexOf(key) : TELLING.length);
    const ordered = scalars.toSorted(([one], [other]) => rank(one) - rank(other));
    for (const [, scalar] of ordered.slice(0, MOST_OFFERED)) yield unsure(scalar);
  },
  examples: [
    [{ name: "fast" }, { type: "string" }, sure("fast")],
    [{ fast: true }, { type: "string" }, unsure("fast")],
    [{ value: 412 }, { type: "integer" }, unsure(412)],
    [{ about: "quick", name: "fast" }, { type: "string" }, unsure("fast"), unsure("quick")],
    [{ type: "string", format: "email" }, { type: "string" }, unsure("string"), unsure("email")],
    [{ a: { b: "x" }, c: [1] }, { type: "string" }],
  ],
};
