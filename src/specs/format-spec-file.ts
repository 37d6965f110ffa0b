import { JsonRanges, type Range } from "../ground/json/json-ranges.js";
import { joinPointer } from "../ground/json/pointer.js";
import type { Json } from "../ground/json/value.js";
import { terminalWidth } from "../ground/text/visible.js";

const MAX_WIDTH = 120;

/** Formats a value like the files of spec packages, with a line for every property. */
export function formatSpecValue(value: Json): string {
  return formatSpecText(JSON.stringify(value, null, 2)) as string;
}

/**
 * Formats the text of a file of a spec package as Biome does; undefined if it is not valid JSON.
 * Only white space and the spelling of numbers change.
 */
export function formatSpecText(text: string): string | undefined {
  const read = JsonRanges.read(text);
  return "error" in read ? undefined : `${format(read.ranges, "", "", 0)}\n`;
}

/** `used` is the width of the rest of the line that the value starts on. */
function format(ranges: JsonRanges, pointer: string, indent: string, used: number): string {
  const { text } = ranges;
  const { from, to } = ranges.value(pointer) as Range;
  const children = ranges.children(pointer);
  if (children === undefined) return shortest(text.slice(from, to));
  const isArray = text[from] === "[";
  const [open, close, space] = isArray ? ["[", "]", ""] : ["{", "}", " "];
  if (children.length === 0) return open + close;
  const inner = `${indent}  `;
  const parts = children.map(({ token }, index) => {
    const path = joinPointer(pointer, token);
    const key = ranges.key(path);
    const start = key === undefined ? "" : `${text.slice(key.from, key.to)}: `;
    const comma = index === children.length - 1 ? 0 : 1;
    return start + format(ranges, path, inner, terminalWidth(inner + start) + comma);
  });
  const gaps = children.map(({ start }, index) =>
    text.slice(children[index - 1]?.value.to ?? from + 1, start),
  );
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
    if (index > 0 && !number.startsWith("\n") && width <= MAX_WIDTH)
      lines[lines.length - 1] = longer;
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
