import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { allows, type Reading, sure, unsure } from "./reading.js";

export const mapAsList: Reading = {
  name: "map-as-list",
  summary: "An object whose keys are the items of an array, and objects with one name each for strings.",
  *read(value, schema) {
    if (!allows(schema, "array") || !isObject(schema.items)) return;
    const items = schema.items as JsonObject;
    if (isObject(value)) yield* fromMap(value as JsonObject, items);
    else if (Array.isArray(value) && allows(items, "string")) yield* fromNamed(value as Json[]);
  },
  examples: [
    [{ fast: true, realistic: false }, { type: "array", items: { type: "string" } }, sure(["fast"])],
    [[{ name: "fast" }, "realistic"], { type: "array", items: { type: "string" } }, sure(["fast", "realistic"])],
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

function* fromMap(map: JsonObject, items: JsonObject) {
  const entries = Object.entries(map);
  if (entries.length === 0) return;
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

/** `{ "name": "fast" }` for `"fast"`. */
function* fromNamed(list: readonly Json[]) {
  if (!list.some(isObject)) return;
  const strings = list.map((item) => {
    if (typeof item === "string") return item;
    const [only, ...others] = isObject(item) ? Object.values(item) : [];
    return typeof only === "string" && others.length === 0 ? only : undefined;
  });
  if (strings.every((item) => item !== undefined)) yield sure(strings as string[]);
  else {
    const named = list.map((item) => (isObject(item) ? (item.name ?? item.id) : item));
    if (named.every((item) => typeof item === "string")) yield unsure(named as string[]);
  }
}
