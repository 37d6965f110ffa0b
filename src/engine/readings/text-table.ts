import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { allows, type Reading, sure } from "./reading.js";

const LONGEST = 20_000;
const SEPARATORS = ["\t", "|", ";", ","];
/** Between the header and the rows of a Markdown table. */
const RULE = /^\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?$/;

export const textTable: Reading = {
  name: "text-table",
  summary: "A table in a string, with a header: CSV, cells of a spreadsheet or Markdown. Its values are strings.",
  *read(value, schema) {
    if (typeof value !== "string" || value.length > LONGEST || !allows(schema, "array")) return;
    if (!isObject(schema.items) || !allows(schema.items as JsonObject, "object")) return;
    const lines = value.split(/\r?\n/).filter((line) => line.trim() !== "");
    const [header = "", ...rows] = lines.filter((line, at) => at !== 1 || !RULE.test(line.trim()));
    const separator = SEPARATORS.find((one) => header.includes(one));
    if (separator === undefined || rows.length === 0) return;
    const names = cellsOf(header, separator);
    const table = rows.map((row) => cellsOf(row, separator));
    if (names.includes("") || new Set(names).size < names.length) return;
    if (!table.every((cells) => cells.length === names.length)) return;
    yield sure(table.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] as Json]))));
  },
  examples: [
    [
      'city,days\nOslo,5\n"Rio, RJ",2',
      { type: "array", items: { type: "object" } },
      sure([
        { city: "Oslo", days: "5" },
        { city: "Rio, RJ", days: "2" },
      ]),
    ],
    ["city\tdays\nOslo\t5", { type: "array", items: { type: "object" } }, sure([{ city: "Oslo", days: "5" }])],
    [
      "| city | days |\n|---|---|\n| Oslo | 5 |",
      { type: "array", items: { type: "object" } },
      sure([{ city: "Oslo", days: "5" }]),
    ],
    ["city,days\nOslo", { type: "array", items: { type: "object" } }],
    ["fast,\nrealistic", { type: "array", items: { type: "string" } }],
  ],
};

/** The cells of a line; a separator in quotes is none. */
export function cellsOf(line: string, separator: string): string[] {
  if (separator === "|")
    return line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim());
  const cells: string[] = [];
  let isOpen = false;
  let cell = "";
  for (const character of line) {
    if (character === '"') isOpen = !isOpen;
    if (character === separator && !isOpen) {
      cells.push(cell);
      cell = "";
    } else cell += character;
  }
  return [...cells, cell].map((one) =>
    one
      .trim()
      .replace(/^"(.*)"$/s, "$1")
      .replaceAll('""', '"'),
  );
}
