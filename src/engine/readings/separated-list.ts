import { isObject } from "../../json/value.js";
import { allows, type Reading, unsure } from "./reading.js";

const SEPARATORS = [
  /\s*\r?\n\s*(?:[-*\u2022]\s+)?/,
  /\s*;\s*/,
  /\s*\|\s*/,
  /\s*,\s*(?:and\s+)?/,
  /\s+and\s+/,
  /\s*\/\s*/,
];

/** Which of them is right, the proof shows: a list of known words has no other reading. */
export const separatedList: Reading = {
  name: "separated-list",
  summary: "Several values in one string, with separators between them.",
  *read(value, schema) {
    if (typeof value !== "string" || value.length > 2000 || !allows(schema, "array")) return;
    if (isObject(schema.items) && !allows(schema.items, "string")) return;
    const text = value.trim().replace(/^[-*\u2022]\s+/, "");
    for (const separator of SEPARATORS) {
      const parts = text.split(separator).filter((part) => part !== "");
      if (parts.length > 1) {
        yield unsure(parts);
        return;
      }
    }
  },
  examples: [
    ["fast, realistic", { type: "array" }, unsure(["fast", "realistic"])],
    ["- fast\n- realistic", { type: "array" }, unsure(["fast", "realistic"])],
    ["fast and realistic", { type: "array" }, unsure(["fast", "realistic"])],
    ["fast", { type: "array" }],
  ],
};
