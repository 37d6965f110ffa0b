import type { Json } from "./value.js";

/** A value as it is written: the text of a string, number or literal, or a container with its parts. */
export type WrittenJson =
  | string
  | { readonly isArray: boolean; readonly parts: readonly { readonly key: string; readonly value: WrittenJson }[] };

const MAX_WIDTH = 80;

/** Formats JSON for people: an array or object that contains no other is on one line, if it fits. */
export function formatJson(value: Json, unit = "  ", indent = "", used = indent.length): string {
  return formatWritten(writtenOf(value), unit, indent, used);
}

/** Like formatJson(), for a value whose numbers and strings stay as they are written. */
export function formatWritten(value: WrittenJson, unit = "  ", indent = "", used = indent.length): string {
  if (typeof value === "string") return value;
  const inner = indent + unit;
  const parts = value.parts.map(({ key, value: part }) => {
    const start = value.isArray ? "" : `${key}: `;
    return start + formatWritten(part, unit, inner, inner.length + start.length);
  });
  const [open, close, space] = value.isArray ? ["[", "]", ""] : ["{", "}", " "];
  if (parts.length === 0) return open + close;
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  const isFlat = value.parts.every((part) => typeof part.value === "string");
  // The document itself always has a line for each property.
  if (isFlat && indent !== "" && used + line.length <= MAX_WIDTH) return line;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

function writtenOf(value: Json): WrittenJson {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, part]: [string, Json]) => ({
    key: JSON.stringify(key),
    value: writtenOf(part),
  }));
  return { isArray: Array.isArray(value), parts };
}
