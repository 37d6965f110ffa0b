import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { fold } from "../../../text/fold.js";
import type { Column } from "../../declared/declaration.js";
import { isLiteral } from "./quoted-literal.js";
import { allows, type Read, type Reading, sure, unsure } from "./reading.js";
import { requiredBy } from "./record-as-row.js";
import { isNoValue } from "./remarks.js";

const MAX_TABLE_LENGTH = 20_000;
const SEPARATORS = ["\t", "|", ";", ","];
/** The line between the header and the rows of a Markdown table. */
const RULE = /^\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?$/;

export const textTable: Reading = {
  name: "text-table",
  summary:
    "A table in a string, with a header: CSV, cells of a spreadsheet or Markdown. Its values are strings. Without a header, or for one row, the columns are the declared ones.",
  from: ["string"],
  to: ["object", "array"],
  *read(value, schema, declared) {
    if (typeof value !== "string" || value.length > MAX_TABLE_LENGTH) return;
    if (allows(schema, "object")) return yield* fromRow(value, declared ?? []);
    if (!allows(schema, "array") || !isObject(schema.items) || !allows(schema.items as JsonObject, "object")) return;
    const columns = declared ?? requiredBy(schema.items as JsonObject);
    const lines = value.split(/\r?\n/).filter((line) => line.trim() !== "");
    const [header = "", ...rows] = lines.filter((line, at) => at !== 1 || !RULE.test(line.trim()));
    const separator = SEPARATORS.find((one) => header.includes(one));
    if (separator === undefined || rows.length === 0) return;
    const names = cellsOf(header, separator);
    const table = rows.map((row) => cellsOf(row, separator));
    if (!table.every((cells) => cells.length === names.length)) return;
    if (isHeader(names, columns)) yield (hasMissingValue(table) ? unsure : sure)(toRecords(names, table));
    else if (columns.length === names.length)
      yield unsure(
        toRecords(
          columns.map(({ name }) => name),
          [names, ...table],
        ),
      );
  },
};

/** Whether a cell says that there is no value, such as "n/a". An empty cell does not, and "no" is a value. */
function hasMissingValue(table: readonly string[][]): boolean {
  return table.some((cells) => cells.some((cell) => cell !== "" && !/^no$/i.test(cell) && isNoValue(cell)));
}

/** Whether cells are distinct names, and at least one of them is a declared name or an alias, if any are declared. */
function isHeader(names: readonly string[], columns: readonly Column[]): boolean {
  const declared = new Set(columns.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(fold)));
  const areNames = names.every((name) => /^[\p{L}_]/u.test(name) && !/[@:]/.test(name) && !isLiteral(name));
  const isKnown = columns.length === 0 || names.some((name) => declared.has(fold(name)));
  return areNames && isKnown && new Set(names).size === names.length;
}

/** Makes records of rows. An empty cell in a column of numbers or booleans is an absent value, not an empty string. */
function toRecords(names: readonly string[], table: readonly string[][]): Json[] {
  const areLiterals = names.map((_, at) => {
    const filled = table.map((cells) => cells[at]).filter((cell) => cell !== "");
    return filled.length > 0 && filled.every(isLiteral);
  });
  return table.map((cells) => {
    const present: [string, Json][] = [];
    for (const [at, cell] of cells.entries())
      if (cell !== "" || !areLiterals[at]) present.push([names[at] as string, cell]);
    return Object.fromEntries(present);
  });
}

/** Reads one line of a table as a record. */
function* fromRow(text: string, columns: readonly Column[]): Generator<Read> {
  if (columns.length < 2 || text.includes("\n")) return;
  const rows = SEPARATORS.filter((one) => text.includes(one)).map((one) => cellsOf(text, one));
  const cells = rows.find(({ length }) => length === columns.length);
  if (cells !== undefined)
    yield unsure(
      toRecords(
        columns.map(({ name }) => name),
        [cells],
      )[0] as Json,
    );
}

/** The cells of a line. A separator in quotes does not separate them. */
export function cellsOf(line: string, separator: string): string[] {
  if (separator === "|")
    return line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim());
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
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
