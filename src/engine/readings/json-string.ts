import { parseStrictJson } from "../../json/parse-strict.js";
import { isObject, type Json } from "../../json/value.js";
import { allows, type Reading, sure } from "./reading.js";

const FENCE = /^```[\w-]*\s*\n(.*?)\n?\s*```$/s;

export const jsonString: Reading = {
  name: "json-string",
  summary: "An object or an array as JSON in a string, also in a Markdown fence.",
  *read(value, schema) {
    if (typeof value !== "string" || !allows(schema, "object", "array")) return;
    const text = value.trim();
    const json = FENCE.exec(text)?.[1] ?? text;
    if (!/^\s*[[{]/.test(json)) return;
    // As strict as the request itself: what it would refuse is not put into it by a fix.
    const read = parseStrictJson(json);
    if ("explain" in read) return;
    if (allows(schema, isObject(read.value) ? "object" : "array")) yield sure(read.value as Json);
  },
  examples: [
    ['["fast"]', { type: "array" }, sure(["fast"])],
    ['```json\n{ "a": 1 }\n```', { type: "object" }, sure({ a: 1 })],
    ['{ "a": 1 }', { type: "array" }],
    ["[1, 2", { type: "array" }],
    ['{ "a": 1, "a": 2 }', { type: "object" }],
  ],
};
