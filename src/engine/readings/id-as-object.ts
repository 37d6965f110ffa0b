import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { placeholderOf } from "../placeholder.js";
import { allows, type Read, type Reading, unsure } from "./reading.js";

const OWNER: JsonObject = {
  type: "object",
  required: ["kind", "id"],
  properties: { kind: { type: "string", examples: ["human"] }, id: { type: "string" } },
};
const FIELD: JsonObject = {
  type: "object",
  required: ["name", "type"],
  properties: { name: { type: "string" }, type: { type: "string", examples: ["string"] } },
};

/** What else the object needs is the author's to say. */
export const idAsObject: Reading = {
  name: "id-as-object",
  summary: "An id where an object with an id is expected, also with other properties before or after it.",
  *read(value, schema) {
    if ((typeof value !== "string" && typeof value !== "number") || !allows(schema, "object")) return;
    const properties = (isObject(schema.properties) ? schema.properties : {}) as Record<string, JsonObject>;
    const required = (schema.required ?? []) as string[];
    const filled = (known: JsonObject): Iterable<Read> => {
      const others = required.filter((one) => !Object.hasOwn(known, one));
      const values = others.map((one) => [one, placeholderOf(properties[one])] as const);
      if (values.some(([, placeholder]) => placeholder === undefined)) return [];
      return [unsure({ ...(Object.fromEntries(values) as JsonObject), ...known })];
    };
    if (typeof value === "string") yield* inOrder(value, required).flatMap((known) => [...filled(known)]);
    const name = ["id", "name"].find((one) => allows(properties[one] ?? {}, "string", typeof value));
    if (name === undefined) return;
    yield* filled({ [name]: allows(properties[name] as JsonObject, typeof value) ? value : String(value) });
  },
  examples: [
    ["user_4821", OWNER, unsure({ kind: "human", id: "user_4821" })],
    [4821, OWNER, unsure({ kind: "human", id: "4821" })],
    [
      "human:user_4821",
      OWNER,
      unsure({ kind: "human", id: "user_4821" }),
      unsure({ kind: "human", id: "human:user_4821" }),
    ],
    [
      "pages: integer",
      FIELD,
      unsure({ name: "pages", type: "integer" }),
      unsure({ name: "pages: integer", type: "string" }),
    ],
    [
      "pages (integer)",
      FIELD,
      unsure({ name: "pages", type: "integer" }),
      unsure({ name: "pages (integer)", type: "string" }),
    ],
    ["x", { type: "object", properties: { title: { type: "string" } } }],
  ],
};

/** `name: type`, `name (type): description`: the properties in the order in which they are required. */
function inOrder(text: string, required: readonly string[]): JsonObject[] {
  if (text.length > LONGEST) return [];
  const [, before = "", inner = "", after = ""] = /^([^()]+?)\s*\(([^()]+)\)\s*(.*)$/s.exec(text) ?? [];
  const parts =
    before === "" ? text.split(/\s*(?::|\s-|\s\u2013|\|)\s*/) : [before, inner, after.replace(/^[-:\u2013\s]+/, "")];
  const values = parts.map((part) => part.trim()).filter((part) => part !== "");
  if (values.length < 2 || values.length > required.length) return [];
  return [Object.fromEntries(values.map((part, at) => [required[at] as string, part as Json]))];
}

const LONGEST = 200;
