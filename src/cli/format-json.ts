import type { Json } from "../json/value.js";

const MAX_WIDTH = 120;

/** Formats JSON as Biome does in this project: every property on its own line, an array on one line if it fits. */
export function formatJson(value: Json): string {
  return `${format(value, "", 0)}\n`;
}

/** `used` is the width of the indentation, the key and a comma. */
function format(value: Json, indent: string, used: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = oneLine(value);
    if (line !== undefined && used + line.length <= MAX_WIDTH) return line;
    return wrap(
      "[]",
      value.map((item) => `${inner}${format(item, inner, inner.length + 1)}`),
      indent,
    );
  }
  const properties = Object.entries(value).map(([key, property]) => {
    const start = `${inner}${JSON.stringify(key)}: `;
    return `${start}${format(property, inner, start.length + 1)}`;
  });
  return properties.length === 0 ? "{}" : wrap("{}", properties, indent);
}

/** Undefined if the array contains a non-empty object, which needs its own lines. */
function oneLine(array: Json[]): string | undefined {
  const items = array.map((item) => {
    if (Array.isArray(item)) return oneLine(item);
    const text = JSON.stringify(item);
    return text.startsWith("{") && text !== "{}" ? undefined : text;
  });
  return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
}

function wrap([open, close]: string | string[], lines: string[], indent: string): string {
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
