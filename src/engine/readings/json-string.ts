import { parseStrictJson } from "../../json/parse-strict.js";
import { isObject, type Json } from "../../json/value.js";
import { allows, type Reading, sure } from "./reading.js";

const FENCE = /^```[\w-]*\s*\n(.*?)\n?\s*```$/s;

export const jsonString: Reading = {
  name: "json-string",
  summary: "An object or an array as JSON in a string, also in a Markdown fence or as one object on each line.",
  *read(value, schema) {
    if (typeof value !== "string" || !allows(schema, "object", "array")) return;
    const text = value.trim();
    const json = FENCE.exec(text)?.[1] ?? text;
    if (!/^\s*[[{]/.test(json)) return;
    // As strict as the request itself: what it would refuse is not put into it by a fix.
    const read = parseStrictJson(json);
    if (!("value" in read)) {
      const lines = allows(schema, "array") ? readLines(json) : undefined;
      if (lines !== undefined) yield sure(lines);
    } else if (allows(schema, isObject(read.value) ? "object" : "array")) yield sure(read.value as Json);
  },
  examples: [
    ['["fast"]', { type: "array" }, sure(["fast"])],
    ['```json\n{ "a": 1 }\n```', { type: "object" }, sure({ a: 1 })],
    ['{ "a": 1 }', { type: "array" }],
    ['{ "a": 1 }\n{ "a": 2 }', { type: "array" }, sure([{ a: 1 }, { a: 2 }])],
    ["[1, 2", { type: "array" }],
    ['{ "a": 1, "a": 2 }', { type: "object" }],
  ],
};

function readLines(text: string): Json[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return undefined;
  const values: Json[] = [];
  for (const line of lines) {
    const read = parseStrictJson(line);
    if (!("value" in read) || !isObject(read.value)) return undefined;
    values.push(read.value as Json);
  }
  return values;
}
