import { isObject } from "../../json/value.js";
import { allows, type Reading, sure } from "./reading.js";

const SEPARATORS = [
  /\s*\r?\n\s*(?:[-*\u2022]\s+|\d{1,2}[.)]\s+)?/,
  /\s*;\s*/,
  /\s*\|\s*/,
  /\s*,\s*(?:(?:and|or)\s+)?/,
  /\s+(?:and|or)\s+/,
  /\s*[/&+]\s*/,
  /\s+/,
];
const LONGEST = 2_000;
/** Of YAML and of databases. */
const BRACKETS = /^\s*[[{(]([^[\]{}()"':]*)[\]})]\s*$/;
const BULLET = /^(?:[-*\u2022]\s+|\d{1,2}[.)]\s+)/;

/**
 * That a string is several values, and not one, shows in the proof: words that are all known have no other reading.
 */
export const separatedList: Reading = {
  name: "separated-list",
  summary: "Several values in one string, with separators between them.",
  *read(value, schema) {
    if (typeof value !== "string" || !allows(schema, "array")) return;
    if (isObject(schema.items) && !allows(schema.items, "string")) return;
    const [, inner] = BRACKETS.exec(value) ?? [];
    if (inner === undefined && /^\s*[[{]/.test(value)) return;
    const parts = partsOf(inner ?? value);
    if (parts.length > 1 || (inner !== undefined && parts[0] !== "")) yield sure(parts);
  },
  examples: [
    ["fast, realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["- fast\n- realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["1. fast\n2. realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["fast and realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["fast, or realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["fast + realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["fast realistic", { type: "array" }, sure(["fast", "realistic"])],
    ["[fast, realistic]", { type: "array" }, sure(["fast", "realistic"])],
    ["{fast}", { type: "array" }, sure(["fast"])],
    ["['fast', 'realistic']", { type: "array" }],
    ["fast", { type: "array" }],
  ],
};

/** The values in a string, by the strongest separator that it has; the string itself where it has none. */
export function partsOf(text: string): string[] {
  if (text.length > LONGEST) return [text];
  const bare = text.trim().replace(BULLET, "");
  for (const separator of SEPARATORS) {
    const parts = bare.split(separator).filter((part) => part !== "");
    if (parts.length > 1) return parts;
  }
  return [bare];
}
