import { isObject, type Json, type JsonObject, kindOf } from "../../../ground/json/value.js";
import { allows, propertiesOf, requiredOf } from "../../../ground/json-schema/schemas-in.js";
import { foldName } from "../../../ground/text/fold-name.js";
import { isIdentifier } from "../../../ground/text/respell.js";
import type { Column } from "../../declared/declaration.js";
import { knownNames, readAliases } from "../known-properties.js";
import { saysNoValue } from "../remarks.js";
import { isLiteral } from "./literals.js";
import { certain, certainIfFits, guess, type Reader } from "./reader.js";
import { writtenValue } from "./written-value.js";

/**
 * The values of an object in the order of its columns, or of its required properties. Certain where each value fits, or
 * is merely in quotes, and no two of them could change places.
 */
export const recordAsRow: Reader = function* (value, schema, { columns: declared } = {}) {
  const columns = declared ?? listRequired(schema);
  if (!Array.isArray(value) || value.length !== columns.length || value.length === 0) return;
  const mayBelong = columns.map((column, index) => mayBelongTo(column, value[index]));
  if (!mayBelong.includes(true)) return;
  const record = Object.fromEntries(columns.map(({ name }, index) => [name, value[index]]));
  const areInPlace = !mayBelong.includes(false) && columns.some(({ accepts }, index) => accepts(value[index]));
  // Only an author declares an order; that of required properties says nothing of two values that could change places.
  const isOrdered = () =>
    columns.every((column, at) => value.every((one, index) => index === at || !column.accepts(one)));
  const read = declared !== undefined ? certain : isOrdered() ? certainIfFits : guess;
  yield areInPlace && areSpeltAlike(columns) ? read(record) : guess(record);
};

/** Whether either all names are identifiers or none is. Otherwise the record would seem to confirm an odd spelling. */
function areSpeltAlike(columns: readonly Column[]): boolean {
  return new Set(columns.map(({ name }) => isIdentifier(name))).size === 1;
}

/** Whether a value may be meant for a column. */
function mayBelongTo({ accepts, hasUnknownType }: Column, value: unknown): boolean {
  if (hasUnknownType || accepts(value)) return true;
  if (!isLiteral(value)) return false;
  const [literal] = writtenValue(value as string, { type: ["number", "boolean"] });
  return literal?.isCertain === true && accepts(literal.value);
}

/** The required properties of an object as columns; none if there are fewer than two. */
export function listRequired(schema: JsonObject): Column[] {
  const required = requiredOf(schema);
  // An array of one item is read as its only value instead.
  if (required.length < 2) return [];
  return required.map((name) => {
    const property = propertiesOf(schema)[name] ?? {};
    return { name, aliases: readAliases(property), accepts: (value) => allows(property, kindOf(value)) };
  });
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

/**
 * A table in a string, with a header: CSV, cells of a spreadsheet or Markdown. Its values are strings. Without a
 * header, or for one row, the columns are the declared ones.
 */
export const textTable: Reader<string> = function* (value, schema, { columns: declared } = {}) {
  const items = recordSchema(schema);
  const columns = declared ?? (items === undefined ? [] : listRequired(items));
  const columnNames = columns.map(({ name }) => name);
  if (allows(schema, "object")) {
    if (columns.length < 2 || value.includes("\n")) return;
    const rows = CELL_SEPARATORS.filter((one) => value.includes(one)).map((one) => splitCells(value, one));
    const row = rows.find(({ length }) => length === columns.length);
    if (row !== undefined) yield guess(toRecords(columnNames, [row])[0] as Json);
    return;
  }
  if (items === undefined) return;
  const lines = value.split(/\r?\n/).filter((line) => line.trim() !== "");
  const [header = "", ...rows] = lines.filter((line, index) => index !== 1 || !RULE.test(line.trim()));
  const separator = CELL_SEPARATORS.find((one) => header.includes(one));
  if (separator === undefined || rows.length === 0) return;
  const names = splitCells(header, separator);
  const table = rows.map((row) => splitCells(row, separator));
  if (!table.every((cells) => cells.length === names.length)) return;
  if (isHeader(names, columns)) yield (hasMissingValue(table) ? guess : certain)(toRecords(names, table));
  else if (columns.length === names.length) yield guess(toRecords(columnNames, [names, ...table]));
};

/** Whether a cell says that there is no value, such as "n/a". An empty cell does not, and "no" is a value. */
function hasMissingValue(table: readonly string[][]): boolean {
  return table.some((cells) => cells.some((cell) => cell !== "" && !/^no$/i.test(cell) && saysNoValue(cell)));
}

/** Whether cells are distinct names, and at least one of them is a declared name or an alias, if any are declared. */
function isHeader(names: readonly string[], columns: readonly Column[]): boolean {
  const declared = new Set(columns.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(foldName)));
  const areNames = names.every((name) => /^[\p{L}_]/u.test(name) && !/[@:]/.test(name) && !isLiteral(name));
  const isKnown = columns.length === 0 || names.some((name) => declared.has(foldName(name)));
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
