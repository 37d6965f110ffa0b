import { type JsonNode, scanJson } from "../json/scanner.js";
import type { Json } from "../json/value.js";
import { terminalWidth } from "../text/visible.js";

const MAX_WIDTH = 120;

/** Formats a value like the files of spec packages, with a line for every property. */
export function formatSpecValue(value: Json): string {
  return formatSpecText(JSON.stringify(value, null, 2)) as string;
}

/**
 * Formats the text of a spec package's file as Biome does; undefined if it is not valid JSON. Only white space and the
 * spelling of numbers change.
 */
export function formatSpecText(text: string): string | undefined {
  const scanned = scanJson(text);
  return "error" in scanned ? undefined : `${format(scanned.root, text, "", 0)}\n`;
}

/** `used` is the width of the rest of the line that the value starts on. */
function format({ from, to, children }: JsonNode, text: string, indent: string, used: number): string {
  if (children === undefined) return shortest(text.slice(from, to));
  const nodes = [...children.values()];
  const isArray = text[from] === "[";
  const [open, close, space] = isArray ? ["[", "]", ""] : ["{", "}", " "];
  if (nodes.length === 0) return open + close;
  const inner = `${indent}  `;
  const parts = nodes.map((node, index) => {
    const key = node.key === undefined ? "" : `${text.slice(node.key.from, node.key.to)}: `;
    const comma = index === nodes.length - 1 ? 0 : 1;
    return key + format(node, text, inner, terminalWidth(inner + key) + comma);
  });
  const gaps = nodes.map((node, index) => text.slice(nodes[index - 1]?.to ?? from + 1, (node.key ?? node).from));
  // An object that its author broke into lines stays broken, and blank lines stay.
  const isBlank = gaps.map((gap, index) => index > 0 && /,.*\n\s*\n/.test(gap));
  const isBroken = isBlank.includes(true) || (!isArray && gaps[0]?.includes("\n") === true);
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (!isBroken && !line.includes("\n") && used + terminalWidth(line) <= MAX_WIDTH) return line;
  const isNumeric = isArray && parts.every((part) => /^[-\d]/.test(part));
  const lines = parts.map((part, index) => `${isBlank[index] ? "\n" : ""}${inner}${part}`);
  return `${open}\n${(isNumeric ? joinedNumbers(lines) : lines).join(",\n")}\n${indent}${close}`;
}

/** Puts as many numbers into a line as fit, up to the next blank line. */
function joinedNumbers(numbers: readonly string[]): string[] {
  const lines: string[] = [];
  for (const [index, number] of numbers.entries()) {
    const longer = `${lines.at(-1)}, ${number.trimStart()}`;
    const width = longer.replace("\n", "").length + (index === numbers.length - 1 ? 0 : 1);
    if (index > 0 && !number.startsWith("\n") && width <= MAX_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(number);
  }
  return lines;
}

/** A number without redundant zeros, as in `1.50` or `1E+05`; any other value as it is. */
function shortest(value: string): string {
  if (!/^[-\d]/.test(value)) return value;
  const [mantissa = "", exponent] = value.toLowerCase().split("e");
  const digits = mantissa.replace(/(\.\d+?)0+$/, "$1");
  return Number(exponent ?? 0) === 0 ? digits : `${digits}e${Number(exponent)}`;
}
