import { equal, isObject, type Json, type JsonObject, kindOf } from "../../../json/value.js";
import { weigh } from "../../../json/weigh.js";
import type { Column } from "../../declared/declaration.js";
import type { Memo } from "../../memo.js";
import { booleanWord } from "./boolean-word.js";
import { entriesAsObject } from "./entries-as-object.js";
import { extendedJson } from "./extended-json.js";
import { fencedText } from "./fenced-text.js";
import { idAsObject } from "./id-as-object.js";
import { identifierInWords } from "./identifier-in-words.js";
import { jsonString } from "./json-string.js";
import { loneValue } from "./lone-value.js";
import { mapAsList } from "./map-as-list.js";
import { namedObject } from "./named-object.js";
import { numberAsText, quotedLiteral } from "./quoted-literal.js";
import { allows, type Read, type Reading } from "./reading.js";
import { recordAsRow } from "./record-as-row.js";
import { recordsAsColumns } from "./records-as-columns.js";
import { schemaAsType } from "./schema-as-type.js";
import { separatedList } from "./separated-list.js";
import { spelledIdentifier } from "./spelled-identifier.js";
import { textTable } from "./text-table.js";
import { writtenDate } from "./written-date.js";
import { writtenDateTime } from "./written-date-time.js";
import { writtenNumber } from "./written-number.js";

/** Every way to read a value that does not fit its schema, the plainest first. */
export const READINGS: readonly Reading[] = [
  quotedLiteral,
  extendedJson,
  jsonString,
  fencedText,
  writtenDate,
  writtenDateTime,
  writtenNumber,
  booleanWord,
  spelledIdentifier,
  identifierInWords,
  entriesAsObject,
  recordAsRow,
  recordsAsColumns,
  textTable,
  mapAsList,
  schemaAsType,
  namedObject,
  separatedList,
  loneValue,
  idAsObject,
  numberAsText,
];

/** Readings look at a table, its rows and their cells, and no deeper. */
const LEVELS = 2;
/** Asking all readings about a value costs as much as this many nodes of it. */
const NODES_PER_VALUE = 6;
/** The usual length of a table cell in a string. */
const NODE_LENGTH = 8;
/** Objects with more properties are not read: V8 takes long to list them, for each reading. */
const MAX_PROPERTIES = 1000;

/** Returns the result of `read`, once for each value and schema, because every trial of a fix asks again. */
export function readOnce(value: unknown, schema: object, memo: Memo, read: () => Read[]): readonly Read[] {
  const known = memo.derive("reads", schema, () => new Map<unknown, Read[]>());
  const reads = known.get(value) ?? read();
  known.set(value, reads);
  return reads;
}

/**
 * The meanings of a value that fit the schema. Several of them may be sure: the trial of the fixes, or the author,
 * decides between them then. The work is counted in `memo`.
 */
export function readingsOf(
  value: unknown,
  schema: JsonObject,
  fits: (value: Json) => boolean,
  memo: Memo,
  columns?: readonly Column[],
  name?: string,
): Read[] {
  const reads: Read[] = [];
  if (isObject(value) && Object.keys(value).length > MAX_PROPERTIES) {
    memo.nodesRead += MAX_PROPERTIES;
    return reads;
  }
  memo.nodesRead += weigh(value, LEVELS);
  for (const reading of readingsFor(value, schema)) {
    for (const read of reading.read(value, schema, columns, name)) {
      if (reads.some((known) => equal(known.value, read.value)) || !fits(read.value)) continue;
      // A string of brackets or commas becomes about as many nodes as it has characters.
      if (typeof value === "string" && typeof read.value === "object")
        memo.nodesRead += Math.max(0, weigh(read.value, LEVELS) - value.length / NODE_LENGTH);
      // JSON in a string, or a literal in quotes, has no other meaning.
      if (read.sure && reads.length === 0 && (reading === jsonString || reading === quotedLiteral)) return [read];
      reads.push(read);
    }
  }
  memo.nodesRead += NODES_PER_VALUE;
  return reads;
}

/** The results of readingsFor(), by schema and kind of value. */
const BY_SCHEMA = new WeakMap<JsonObject, Map<string, readonly Reading[]>>();

/** The readings that apply to the kind of a value and to the types of a schema. */
export function readingsFor(value: unknown, schema: JsonObject): readonly Reading[] {
  const byKind = BY_SCHEMA.get(schema) ?? new Map<string, readonly Reading[]>();
  BY_SCHEMA.set(schema, byKind);
  const kind = kindOf(value);
  const isFor = ({ from, to }: Reading) =>
    (from as readonly string[]).includes(kind) && (to === undefined || allows(schema, ...to));
  const known = byKind.get(kind) ?? READINGS.filter(isFor);
  byKind.set(kind, known);
  return known;
}
