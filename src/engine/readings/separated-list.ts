import { isObject } from "../../json/value.js";
import { allows, type Reading, sure, unsure } from "./reading.js";

const SEPARATORS = [
  /\s*\r?\n\s*(?:[-*\u2022]\s+)?/,
  /\s*;\s*/,
  /\s*\|\s*/,
  /\s*,\s*(?:and\s+)?/,
  /\s+and\s+/,
  /\s*\/\s*/,
  /\s+/,
];
const PYTHON = /^\[\s*'[^'"]*'(?:\s*,\s*'[^'"]*')*\s*\]$/;

/** That a string is several values, and not one, shows in the proof: words that are all known have no other reading. */
export const separatedList: Reading = {
  name: "separated-list",
  summary: "Several values in one string, with separators between them.",
  *read(value, schema) {
    if (typeof value !== "string" || value.length > 2000 || !allows(schema, "array")) return;
    if (isObject(schema.items) && !allows(schema.items, "string")) return;
    if (PYTHON.test(value.trim())) {
      yield unsure(JSON.parse(value.replaceAll("'", '"')));
      return;
    }
    const text = value.trim().replace(/^[-*\u2022]\s+/, "");
    for (const separator of SEPARATORS) {
      const parts = text.split(separator).filter((part) => part !== "");
      if (parts.length > 1) {
        yield sure(parts);
        return;
      }
    }
  },
  examples: [
    ["fast, realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["- fast\n- realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["fast and realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["fast realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["['fast', 'realistic']", { type: "array" }, unsure(["fast", "realistic"])],
    ["fast", { type: "array" }],
  ],
};
