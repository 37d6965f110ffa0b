import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { allows, type Read, type Reading, sure } from "./reading.js";

export const mapAsList: Reading = {
  name: "map-as-list",
  summary:
    "An object for an array: its keys are the items, or their names or indexes, or the array is its only property.",
  *read(value, schema) {
    if (!allows(schema, "array") || !isObject(schema.items)) return;
    const items = schema.items as JsonObject;
    if (isObject(value)) yield* fromMap(value as JsonObject, items);
  },
  examples: [
    [{ fast: true, realistic: false }, { type: "array", items: { type: "string" } }, sure(["fast"])],
    [{ 0: "fast", 1: "realistic" }, { type: "array", items: { type: "string" } }, sure(["fast", "realistic"])],
    [{ items: ["fast"] }, { type: "array", items: { type: "string" } }, sure(["fast"])],
    [
      { title: "string", pages: "integer" },
      {
        type: "array",
        items: {
          type: "object",
          required: ["name", "type"],
          properties: { name: { type: "string" }, type: { type: "string" } },
        },
      },
      sure([
        { name: "title", type: "string" },
        { name: "pages", type: "integer" },
      ]),
    ],
    [
      { title: { type: "string" } },
      {
        type: "array",
        items: {
          type: "object",
          required: ["name", "type"],
          properties: { name: { type: "string" }, type: { type: "string" } },
        },
      },
      sure([{ name: "title", type: "string" }]),
    ],
    [{ a: 1 }, { type: "array", items: { type: "string" } }],
  ],
};

function* fromMap(map: JsonObject, items: JsonObject): Generator<Read> {
  const entries = Object.entries(map);
  if (entries.length === 0) return;
  const [[, only] = [], ...others] = entries;
  if (Array.isArray(only) && others.length === 0) return yield sure(only);
  if (entries.every(([key], at) => key === String(at) || key === String(at + 1)))
    return yield sure(entries.map(([, value]) => value as Json));
  if (allows(items, "string") && entries.every(([, value]) => typeof value === "boolean"))
    yield sure(entries.filter(([, value]) => value === true).map(([key]) => key));
  if (!allows(items, "object")) return;
  // The key goes to the first required property, a scalar to the second.
  const [keyed, valued] = (items.required ?? []) as string[];
  if (keyed === undefined || ((items.required ?? []) as string[]).every((name) => Object.hasOwn(map, name))) return;
  const list = entries.map(([key, value]) => {
    if (isObject(value) && !Object.hasOwn(value, keyed)) return { [keyed]: key, ...value };
    return valued !== undefined && !isObject(value) && !Array.isArray(value)
      ? { [keyed]: key, [valued]: value }
      : undefined;
  });
  if (list.every((item) => item !== undefined)) yield sure(list as Json);
}
