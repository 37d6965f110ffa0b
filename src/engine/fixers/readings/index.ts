import { equal, isObject, type Json, type JsonObject, kindOf } from "../../../json/value.js";
import { weigh } from "../../../json/weigh.js";
import type { Column } from "../../declared/declaration.js";
import type { Memo } from "../../memo.js";
import { writtenDate, writtenDateTime } from "./dates.js";
import { extendedJson } from "./extended-json.js";
import { identifierInWords, spelledIdentifier } from "./identifiers.js";
import { jsonString } from "./json-string.js";
import { loneValue, separatedList } from "./lists.js";
import { booleanWord, fencedText, numberAsText, quotedLiteral } from "./literals.js";
import { mapAsList } from "./map-as-list.js";
import { entriesAsObject, idAsObject, namedObject, schemaAsType } from "./objects.js";
import { allows, type Read, type Reading } from "./reading.js";
import { recordAsRow, recordsAsColumns, textTable } from "./tables.js";
import { writtenNumber } from "./written-number.js";

/** A reading, and the values and schemas that it is asked about. */
interface Entry {
  readonly reading: Reading;
  /** The kinds of values; all by default. */
  readonly from?: readonly string[];
  /** The schema must allow one of these types; without them, the reading looks at the schema itself. */
  readonly to?: readonly string[];
}

const NUMBERS = ["integer", "number"];

/** Every way to read a value that does not fit its schema, the plainest first. */
export const READINGS: readonly Entry[] = [
  { reading: quotedLiteral, from: ["string"], to: [...NUMBERS, "boolean"] },
  { reading: extendedJson, from: ["object"] },
  { reading: jsonString, from: ["string", "array"], to: ["object", "array"] },
  { reading: fencedText, from: ["string"], to: ["string"] },
  { reading: writtenDate, from: ["string", ...NUMBERS] },
  { reading: writtenDateTime, from: ["string", ...NUMBERS] },
  { reading: writtenNumber, from: ["string"], to: NUMBERS },
  { reading: booleanWord, from: ["string", ...NUMBERS], to: ["boolean"] },
  { reading: spelledIdentifier, from: ["string"], to: ["string"] },
  { reading: identifierInWords, from: ["string"], to: ["string"] },
  { reading: entriesAsObject, from: ["string", "array"], to: ["object"] },
  { reading: recordAsRow, from: ["array"], to: ["object"] },
  { reading: recordsAsColumns, from: ["object"], to: ["array"] },
  { reading: textTable, from: ["string"], to: ["object", "array"] },
  { reading: mapAsList, from: ["object"], to: ["array"] },
  { reading: schemaAsType, from: ["object"], to: ["string"] },
  { reading: namedObject, from: ["object"] },
  { reading: separatedList, from: ["string"], to: ["array"] },
  { reading: loneValue },
  { reading: idAsObject, from: ["string", ...NUMBERS], to: ["object"] },
  { reading: numberAsText, from: [...NUMBERS, "boolean"], to: ["string"] },
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
export function possibleReads(
  value: unknown,
  schema: JsonObject,
  fits: (value: Json) => boolean,
  memo: Memo,
  columns?: readonly Column[],
  name?: string,
): Read[] {
  const reads: Read[] = [];
  const isLarge = isObject(value) && Object.keys(value).length > MAX_PROPERTIES;
  memo.nodesRead += isLarge ? MAX_PROPERTIES : weigh(value, LEVELS);
  if (isLarge) return reads;
  for (const reading of readingsFor(value, schema, memo)) {
    for (const read of reading(value, schema, columns, name)) {
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

/** The readings that apply to the kind of a value and to the types of a schema. */
export function readingsFor(value: unknown, schema: JsonObject, memo: Memo): readonly Reading[] {
  const kind = kindOf(value);
  const isFor = ({ from, to }: Entry) => (from?.includes(kind) ?? true) && (to === undefined || allows(schema, ...to));
  return memo.derive(`readings of ${kind}`, schema, () => READINGS.filter(isFor).map(({ reading }) => reading));
}
