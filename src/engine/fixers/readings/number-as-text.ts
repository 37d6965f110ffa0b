import { type Reading, sure, unsure } from "./reading.js";

/** A string without enum, format or pattern is prose: nobody means to write `false` there. */
export const numberAsText: Reading = {
  name: "number-as-text",
  summary: "A number or a boolean where a string is expected.",
  from: ["integer", "number", "boolean"],
  to: ["string"],
  *read(value, schema) {
    const isExact = typeof value === "number" && (!Number.isInteger(value) || Number.isSafeInteger(value));
    if (typeof value !== "boolean" && !isExact) return;
    const isProse = schema.enum === undefined && schema.format === undefined && schema.pattern === undefined;
    yield isProse ? unsure(String(value)) : sure(String(value));
  },
};
