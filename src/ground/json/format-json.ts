import type { Json } from "./value.js";

const MAX_WIDTH = 80;

/**
 * Formats JSON for people: an array or object that contains no other is on one line, if it fits.
 */
export function formatJson(value: Json, unit = "  ", indent = "", used = indent.length): string {
  if (isScalar(value)) return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const [open, close, space] = isArray ? ["[", "]", ""] : ["{", "}", " "];
  const inner = indent + unit;
  const parts = Object.entries(value).map(([key, part]: [string, Json]) => {
    const start = isArray ? "" : `${JSON.stringify(key)}: `;
    return start + formatJson(part, unit, inner, inner.length + start.length);
  });
  if (parts.length === 0) return open + close;
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  const isFlat = Object.values(value).every(isScalar);
  // The document itself always has a line for each property.
  if (isFlat && indent !== "" && used + line.length <= MAX_WIDTH) return line;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}
