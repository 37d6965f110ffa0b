import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { isNoLoss } from "../spare.js";
import { booleanWord } from "./boolean-word.js";
import { allows, type Read, type Reading, sure, unsure } from "./reading.js";

const FIELDS: JsonObject = {
  type: "array",
  items: {
    type: "object",
    required: ["name", "type"],
    properties: { name: { type: "string" }, type: { type: "string" } },
  },
};

export const mapAsList: Reading = {
  name: "map-as-list",
  summary:
    "An object for an array: its keys are the items, or their names or indexes, or the array is one of its properties.",
  *read(value, schema) {
    if (allows(schema, "array") && isObject(schema.items) && isObject(value))
      yield* fromMap(value as JsonObject, schema.items as JsonObject);
  },
  examples: [
    [{ fast: true, realistic: false }, { type: "array", items: { type: "string" } }, sure(["fast"])],
    [{ fast: "yes", realistic: "no" }, { type: "array", items: { type: "string" } }, sure(["fast"])],
    [{ fast: "Draws at random." }, { type: "array", items: { type: "string" } }, unsure(["fast"])],
    [{ 0: "fast", 1: "realistic" }, { type: "array", items: { type: "string" } }, sure(["fast", "realistic"])],
    [{ items: ["fast"] }, { type: "array", items: { type: "string" } }, sure(["fast"])],
    [{ count: 1, items: ["fast"] }, { type: "array", items: { type: "string" } }, sure(["fast"])],
    [{ items: [] }, { type: "array", items: { type: "number" } }],
    [
      { title: "string", pages: "integer" },
      FIELDS,
      sure([
        { name: "title", type: "string" },
        { name: "pages", type: "integer" },
      ]),
    ],
    [{ title: { type: "string" } }, FIELDS, sure([{ name: "title", type: "string" }])],
    [{ type: "object", properties: { title: { type: "string" } } }, FIELDS, sure([{ name: "title", type: "string" }])],
    [{ a: 1 }, { type: "array", items: { type: "number" } }],
  ],
};

function* fromMap(map: JsonObject, items: JsonObject, read = sure, isInner = false): Generator<Read> {
  const entries = Object.entries(map);
  const required = (items.required ?? []) as string[];
  // One item without its array.
  if (entries.length === 0 || (required.length > 0 && required.every((name) => Object.hasOwn(map, name)))) return;
  const [inner, ...others] = entries.filter(([, value]) => typeof value === "object" && value !== null);
  const array = others.length === 0 && Array.isArray(inner?.[1]) ? inner[1] : [];
  if (array.length > 0) return yield hasShortRest(entries) ? read(array) : unsure(array);
  if (entries.every(([key], at) => key === String(at) || key === String(at + 1)))
    return yield read(entries.map(([, value]) => value as Json));
  if (allows(items, "string")) return yield* fromFlags(entries);
  if (!allows(items, "object")) return;
  const maps = entries.filter(([, value]) => isObject(value));
  // The properties of a JSON Schema, beside what else it says.
  if (!isInner && maps.length === 1 && entries.length > 1)
    return yield* fromMap(maps[0]?.[1] as JsonObject, items, hasShortRest(entries) ? sure : unsure, true);
  const list = entries.map((entry) => toItem(entry, required));
  const areAlike = maps.length === 0 || maps.length === entries.length;
  if (areAlike && list.every((item) => item !== undefined)) yield read(list as Json);
}

/** Whether nothing is lost beside the one object or array. */
function hasShortRest(entries: readonly [string, Json][]): boolean {
  return entries.filter(([, value]) => !isNoLoss(value)).length === 1;
}

/** The keys that are switched on; or all, where the values are about them. */
function* fromFlags(entries: readonly [string, Json][]): Generator<Read> {
  const flags = entries.map(([, value]) =>
    typeof value === "boolean" ? value : [...booleanWord.read(value, { type: "boolean" })][0]?.value,
  );
  if (flags.every((flag) => flag !== undefined))
    yield sure(entries.filter((_, at) => flags[at] === true).map(([key]) => key));
  else if (entries.every(([, value]) => typeof value === "string" || isObject(value)))
    yield unsure(entries.map(([key]) => key));
}

/** The key goes to the first required property, a scalar to the second. */
function toItem([key, value]: [string, Json], [keyed, valued]: readonly string[]): JsonObject | undefined {
  if (keyed === undefined) return undefined;
  if (isObject(value)) return Object.hasOwn(value, keyed) ? undefined : { [keyed]: key, ...(value as JsonObject) };
  return valued === undefined || Array.isArray(value) ? undefined : { [keyed]: key, [valued]: value };
}
