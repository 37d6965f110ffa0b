import { isObject, type Json, type JsonObject } from "../../../ground/json/value.js";
import { allows, propertiesOf, requiredOf } from "../../../ground/json-schema/schemas-in.js";
import { foldName } from "../../../ground/text/fold-name.js";
import { isIdentifier } from "../../../ground/text/respell.js";
import type { Column } from "../../declared/declaration.js";
import { knownNames } from "../known-properties.js";
import { saysNoValue } from "../remarks.js";
import { isLiteral } from "./literals.js";
import { certain, guess, type Reader } from "./reader.js";
import { LITERAL, writtenValue } from "./written-value.js";

/**
 * The values of a record in the order of its declared columns. Certain where each value fits, or is merely in quotes, since
 * the author has declared the order.
 */
export const recordAsRow: Reader = function* (value, _, { columns = [] } = {}) {
  if (!Array.isArray(value) || value.length !== columns.length || value.length === 0) return;
  const mayBelong = columns.map((column, index) => mayBelongTo(column, value[index]));
  if (!mayBelong.includes(true)) return;
  const record = Object.fromEntries(columns.map(({ name }, index) => [name, value[index]]));
  const areInPlace = !mayBelong.includes(false) && columns.some(({ accepts }, index) => accepts(value[index]));
  yield areInPlace && areSpeltAlike(columns) ? certain(record) : guess(record);
};

/** Whether either all names are identifiers or none is. Otherwise the record would seem to confirm an odd spelling. */
function areSpeltAlike(columns: readonly Column[]): boolean {
  return new Set(columns.map(({ name }) => isIdentifier(name))).size === 1;
}

/** Whether a value may be meant for a column. */
function mayBelongTo({ accepts, hasUnknownType }: Column, value: unknown): boolean {
  if (hasUnknownType || accepts(value)) return true;
  if (!isLiteral(value)) return false;
  const [literal] = writtenValue(value as string, LITERAL);
  return literal?.isCertain === true && accepts(literal.value);
}

/** The schema of the items of an array, if these are objects. */
function recordSchema({ items }: JsonObject): JsonObject | undefined {
  return isObject(items) && allows(items, "object") ? items : undefined;
}

/** One array for each column, where an array of records is expected. */
export const recordsAsColumns: Reader<JsonObject> = function* (value, schema, { columns: declared = [] } = {}) {
  const items = recordSchema(schema);
  if (items === undefined) return;
  const columns = Object.entries(value);
  const [[, first] = []] = columns;
  if (!Array.isArray(first) || first.length === 0) return;
  // A single property with objects contains the records themselves.
  if (columns.length === 1 && isObject(first[0])) return;
  if (!columns.every(([, column]) => Array.isArray(column) && column.length === first.length)) return;
  const transposed = first.map((_, index): Json => {
    return Object.fromEntries(columns.map(([name, column]) => [name, (column as Json[])[index] as Json]));
  });
  // If all columns contain objects, they may be groups of records. If the columns fit their own types, the object may
  // be one record.
  const areGroups = columns.every(([, column]) => (column as Json[]).every(isObject));
  const byName = new Map(declared.map((column) => [column.name, column]));
  const isRecord = columns.every(([name, column]) => byName.get(name)?.accepts(column));
  // Any name will do if items have no required properties.
  const { aliases } = knownNames(propertiesOf(items));
  const areNames = requiredOf(items).length === 0 || columns.every(([name]) => aliases.has(foldName(name)));
  yield isRecord || areGroups || !areNames ? guess(transposed) : certain(transposed);
};

const CELL_SEPARATORS = ["\t", "|", ";", ","];
/** The line between the header and the rows of a Markdown table. */
const RULE = /^\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?$/;

/** A table in a string, with a header: CSV, cells of a spreadsheet or Markdown. Its values are strings. */
export const textTable: Reader<string> = function* (value, schema, { columns = [] } = {}) {
  const items = recordSchema(schema);
  if (items === undefined) return;
  const lines = value.split(/\r?\n/).filter((line) => line.trim() !== "");
  const [header = "", ...rows] = lines.filter((line, index) => index !== 1 || !RULE.test(line.trim()));
  const separator = CELL_SEPARATORS.find((one) => header.includes(one));
  if (separator === undefined || rows.length === 0) return;
  const names = splitCells(header, separator);
  const table = rows.map((row) => splitCells(row, separator));
  if (!table.every((cells) => cells.length === names.length)) return;
  const known =
    columns.length > 0 ? new Set(columns.map(({ name }) => foldName(name))) : knownNames(propertiesOf(items)).aliases;
  if (isHeader(names, known)) yield (hasMissingValue(table) ? guess : certain)(toRecords(names, table));
};

/** Whether a cell says that there is no value, such as "n/a". An empty cell does not, and "no" is a value. */
function hasMissingValue(table: readonly string[][]): boolean {
  return table.some((cells) => cells.some((cell) => cell !== "" && !/^no$/i.test(cell) && saysNoValue(cell)));
}

/** Whether cells are distinct names, and at least one of them is known, if any are. */
function isHeader(names: readonly string[], known: ReadonlySet<string>): boolean {
  const areNames = names.every((name) => /^[\p{L}_]/u.test(name) && !/[@:]/.test(name) && !isLiteral(name));
  const isKnown = known.size === 0 || names.some((name) => known.has(foldName(name)));
  return areNames && isKnown && new Set(names).size === names.length;
}

/** Makes records of rows. An empty cell in a column of numbers or booleans is an absent value, not an empty string. */
function toRecords(names: readonly string[], table: readonly string[][]): Json[] {
  const areLiterals = names.map((_, index) => {
    const filled = table.map((cells) => cells[index]).filter((cell) => cell !== "");
    return filled.length > 0 && filled.every(isLiteral);
  });
  return table.map((cells) => {
    const entries = cells.map((cell, index) => [names[index] as string, cell] as const);
    return Object.fromEntries(entries.filter(([, cell], index) => cell !== "" || !areLiterals[index]));
  });
}

/** The cells of a line. A separator in quotes does not separate them. */
export function splitCells(line: string, separator: string): string[] {
  if (separator === "|") {
    const inner = line.trim().replace(/^\||\|$/g, "");
    return inner.split("|").map((cell) => cell.trim());
  }
  const cells = line.match(new RegExp(`(?<=^|${separator})(?:[^"${separator}]|"[^"]*"?)*`, "g")) ?? [];
  const unquoted = (cell: string) => cell.replace(/^"(.*)"$/s, "$1").replaceAll('""', '"');
  return cells.map((cell) => unquoted(cell.trim()));
}
