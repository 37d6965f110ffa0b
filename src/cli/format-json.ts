import type { Json } from "../json/value.js";

const WIDEST = 120;

/** JSON as Biome leaves it in this project: every member on its own line, a list on one line where it fits. */
export function formatJson(value: Json): string {
  return `${format(value, "", 0)}\n`;
}

/** `taken` is how much of the line the indentation, the key and a comma take up. */
function format(value: Json, indent: string, taken: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = oneLine(value);
    if (line !== undefined && taken + line.length <= WIDEST) return line;
    return wrap(
      "[]",
      value.map((item) => `${inner}${format(item, inner, inner.length + 1)}`),
      indent,
    );
  }
  const members = Object.entries(value).map(([key, member]) => {
    const start = `${inner}${JSON.stringify(key)}: `;
    return `${start}${format(member, inner, start.length + 1)}`;
  });
  return members.length === 0 ? "{}" : wrap("{}", members, indent);
}

/** Nothing where an object with members stands inside: it needs lines of its own. */
function oneLine(list: Json[]): string | undefined {
  const items = list.map((item) => {
    if (Array.isArray(item)) return oneLine(item);
    const text = JSON.stringify(item);
    return text.startsWith("{") && text !== "{}" ? undefined : text;
  });
  return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
}

function wrap([open, close]: string | string[], lines: string[], indent: string): string {
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
