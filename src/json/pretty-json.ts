import type { Json } from "./value.js";

const MAX_WIDTH = 80;

/** Formats JSON for people: what holds no other containers is on one line, if it fits. */
export function prettyJson(value: Json, unit = "  ", indent = "", used = indent.length): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent + unit;
  const isArray = Array.isArray(value);
  const parts = Object.entries(value).map(([key, part]: [string, Json]) => {
    const start = isArray ? "" : `${JSON.stringify(key)}: `;
    return start + prettyJson(part, unit, inner, inner.length + start.length);
  });
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const space = isArray ? "" : " ";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  const isFlat = Object.values(value).every((part) => typeof part !== "object" || part === null);
  // The document itself always has a line for each property.
  if (isFlat && indent !== "" && used + line.length <= MAX_WIDTH) return line;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
