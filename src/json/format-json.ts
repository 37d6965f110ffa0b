import { type JsonNode, scanJson } from "./scanner.js";
import type { Json } from "./value.js";

const MAX_WIDTH = 80;

/** Formats JSON for people: an array or object that contains no other is on one line, if it fits. */
export function formatJson(value: Json, unit = "  ", indent = "", used = indent.length): string {
  return formatText(JSON.stringify(value), unit, indent, used) as string;
}

/** Like formatJson(), for a text, whose numbers and strings stay as they are written; undefined if it is not JSON. */
export function formatText(text: string, unit = "  ", indent = "", used = indent.length): string | undefined {
  const scanned = scanJson(text);
  return "error" in scanned ? undefined : formatNode(scanned.root, text, unit, indent, used);
}

function formatNode(
  { from, to, children }: JsonNode,
  text: string,
  unit: string,
  indent: string,
  used: number,
): string {
  if (children === undefined) return text.slice(from, to);
  const nodes = [...children.values()];
  const inner = indent + unit;
  const parts = nodes.map((node) => {
    const key = node.key === undefined ? "" : `${text.slice(node.key.from, node.key.to)}: `;
    return key + formatNode(node, text, unit, inner, inner.length + key.length);
  });
  const [open, close, space] = text[from] === "[" ? ["[", "]", ""] : ["{", "}", " "];
  if (parts.length === 0) return open + close;
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  const isFlat = nodes.every((node) => node.children === undefined);
  // The document itself always has a line for each property.
  if (isFlat && indent !== "" && used + line.length <= MAX_WIDTH) return line;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
