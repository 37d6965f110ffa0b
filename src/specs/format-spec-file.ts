import { type Child, JsonRanges, type Range } from "../json/json-ranges.js";
import { join } from "../json/pointer.js";
import type { Json } from "../json/value.js";
import { columns } from "../text/visible.js";

const MAX_WIDTH = 120;

/** Formats a value as Biome does in this project, every property on a line of its own. */
export function formatJson(value: Json): string {
  return formatText(JSON.stringify(value, null, 2)) as string;
}

/**
 * Formats a JSON text as Biome does in this project; undefined if it cannot be read. White space changes, and how
 * numbers are written, but no value and no order of keys.
 */
export function formatText(text: string): string | undefined {
  const read = JsonRanges.read(text);
  return "error" in read ? undefined : `${format(read.ranges, "", "", 0)}\n`;
}

/** `used` is the width of what is on the line of the value besides it. */
function format(ranges: JsonRanges, pointer: string, indent: string, used: number): string {
  const { text } = ranges;
  const { from, to } = ranges.value(pointer) as Range;
  const children = ranges.children(pointer);
  if (children === undefined) return shortest(text.slice(from, to));
  const isArray = text[from] === "[";
  const [open, close, space] = isArray ? ["[", "]", ""] : ["{", "}", " "];
  if (children.length === 0) return open + close;
  const inner = `${indent}  `;
  const parts = children.map(({ token }, at) => {
    const path = join(pointer, token);
    const key = ranges.key(path);
    const start = key === undefined ? "" : `${text.slice(key.from, key.to)}: `;
    const comma = at === children.length - 1 ? 0 : 1;
    return start + format(ranges, path, inner, columns(inner + start) + comma);
  });
  const gaps = children.map(({ start }, at) => text.slice(at === 0 ? from + 1 : childEnd(children, at - 1), start));
  // An object stays broken where its author broke it, and a blank line stays.
  const isBlank = gaps.map((gap, at) => at > 0 && /,.*\n\s*\n/.test(gap));
  const isBroken = isBlank.includes(true) || (!isArray && gaps[0]?.includes("\n") === true);
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (!isBroken && !line.includes("\n") && used + columns(line) <= MAX_WIDTH) return line;
  const isNumeric = isArray && parts.every((part) => /^[-\d]/.test(part));
  const lines: string[] = [];
  for (const [at, part] of parts.entries()) {
    // Numbers share a line, as many as it has room for.
    const longer = `${lines.at(-1)}, ${part}`;
    const width = longer.trimStart().length + inner.length + (at === parts.length - 1 ? 0 : 1);
    if (at > 0 && isNumeric && !isBlank[at] && width <= MAX_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`${isBlank[at] ? "\n" : ""}${inner}${part}`);
  }
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

function childEnd(children: readonly Child[], at: number): number {
  return (children[at] as Child).value.to;
}

/** A number without zeros that say nothing, as `1.50` or `1E+05`; any other value as it is. */
function shortest(value: string): string {
  if (!/^[-\d]/.test(value)) return value;
  const [mantissa = "", exponent] = value.toLowerCase().split("e");
  const digits = mantissa.replace(/(\.\d+?)0+$/, "$1");
  return Number(exponent ?? 0) === 0 ? digits : `${digits}e${Number(exponent)}`;
}
