import { isObject, type Json } from "../../json/value.js";
import { allows, type Reading, sure, unsure } from "./reading.js";

export const loneValue: Reading = {
  name: "lone-value",
  summary: "One value where an array is expected, an array of one where a value is expected.",
  *read(value, schema) {
    if (Array.isArray(value)) {
      const [only] = value as Json[];
      if (value.length !== 1 || only === undefined || allows(schema, "array")) return;
      // Of strings, an array of one may have lost the others.
      yield isObject(only) ? sure(only) : unsure(only);
      return;
    }
    if (!allows(schema, "array") || value === null || value === undefined) return;
    // What looks like an array in another notation is hardly an item.
    yield typeof value === "string" && /^\s*[[{]/.test(value) ? unsure([value]) : sure([value as Json]);
  },
  examples: [
    ["fast", { type: "array" }, sure(["fast"])],
    [{ name: "a" }, { type: "array" }, sure([{ name: "a" }])],
    ["['a', 'b']", { type: "array" }, unsure(["['a', 'b']"])],
    [[{ id: "a" }], { type: "object" }, sure({ id: "a" })],
    [["sf"], { type: "string" }, unsure("sf")],
    [null, { type: "array" }],
  ],
};
