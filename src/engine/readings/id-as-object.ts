import { isObject, type JsonObject } from "../../json/value.js";
import { placeholderOf } from "../placeholder.js";
import { allows, type Reading, unsure } from "./reading.js";

/** What else the object needs is the author's to say. */
export const idAsObject: Reading = {
  name: "id-as-object",
  summary: "An id where an object with an id is expected.",
  *read(value, schema) {
    if ((typeof value !== "string" && typeof value !== "number") || !allows(schema, "object")) return;
    const properties = (isObject(schema.properties) ? schema.properties : {}) as Record<string, JsonObject>;
    const name = ["id", "name"].find((one) => properties[one] !== undefined && allows(properties[one], typeof value));
    if (name === undefined) return;
    const others = ((schema.required ?? []) as string[]).filter((one) => one !== name);
    const filled = others.map((one) => [one, placeholderOf(properties[one])] as const);
    if (filled.some(([, placeholder]) => placeholder === undefined)) return;
    yield unsure({ ...(Object.fromEntries(filled) as JsonObject), [name]: value });
  },
  examples: [
    [
      "user_4821",
      {
        type: "object",
        required: ["kind", "id"],
        properties: { kind: { type: "string", examples: ["human"] }, id: { type: "string" } },
      },
      unsure({ kind: "human", id: "user_4821" }),
    ],
    ["x", { type: "object", properties: { title: { type: "string" } } }],
  ],
};
