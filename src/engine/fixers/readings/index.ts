import { equal, isObject, type Json, type JsonObject, kindOf } from "../../../json/value.js";
import { weigh } from "../../../json/weigh.js";
import { allows } from "../../../json-schema/schemas-in.js";
import type { Memo } from "../../memo.js";
import { writtenDate, writtenDateTime } from "./dates.js";
import { identifierInWords, spelledIdentifier } from "./identifiers.js";
import { jsonString } from "./json-string.js";
import { loneValue, separatedList } from "./lists.js";
import { booleanWord, extendedJson, fencedText, numberAsText, quotedLiteral } from "./literals.js";
import { mapAsList } from "./map-as-list.js";
import { entriesAsObject, idAsObject, namedObject, schemaAsType } from "./objects.js";
import type { Interpretation, Reading, ReadingContext } from "./reading.js";
import { recordAsRow, recordsAsColumns, textTable } from "./tables.js";
import { writtenNumber } from "./written-number.js";

/** A reading, and the values and schemas that it is asked about. */
interface Entry {
  readonly reading: Reading;
  /** The kinds of values; all by default. */
  readonly from?: readonly string[];
  /** The schema must allow one of these types; without them, the reading looks at the schema itself. */
  readonly to?: readonly string[];
  /** Whether a value with a sure meaning has no other one, so that no further reading is asked. */
  readonly isFinal?: true;
}

const NUMBERS = ["integer", "number"];

/**
 * Every way to read a value that does not fit its schema, the plainest first: of two readings with the same result, the
 * first counts.
 */
export const READINGS: readonly Entry[] = [
  { reading: quotedLiteral, from: ["string"], to: [...NUMBERS, "boolean"], isFinal: true },
  { reading: extendedJson, from: ["object"] },
  { reading: jsonString, from: ["string", "array"], to: ["object", "array"], isFinal: true },
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

/** The schema that a value should fit, and the test whether it does. The type of a declared field is one too. */
export interface Expected extends ReadingContext {
  readonly schema: JsonObject;
  accepts(value: Json): boolean;
}

/**
 * The meanings of a value that are accepted. Several of them may be sure: the trial of the fixes, or the author, decides
 * between them then. The work is counted in `memo`, and done once for each value, because every trial of a fix asks again.
 */
export function interpretationsOf(value: unknown, expected: Expected, memo: Memo): readonly Interpretation[] {
  return memo.derive(["interpretations", expected, value], () => askReadings(value, expected, memo));
}

function askReadings(value: unknown, expected: Expected, memo: Memo): Interpretation[] {
  const meanings: Interpretation[] = [];
  const isLarge = isObject(value) && Object.keys(value).length > MAX_PROPERTIES;
  memo.nodesRead += isLarge ? MAX_PROPERTIES : weigh(value, LEVELS);
  if (isLarge) return meanings;
  for (const { reading, isFinal, ...entry } of READINGS) {
    if (!isFor(entry, kindOf(value), expected.schema)) continue;
    for (const one of reading(value, expected.schema, expected)) {
      if (meanings.some((known) => equal(known.value, one.value)) || !expected.accepts(one.value)) continue;
      // A string of brackets or commas becomes about as many nodes as it has characters.
      if (typeof value === "string" && typeof one.value === "object")
        memo.nodesRead += Math.max(0, weigh(one.value, LEVELS) - value.length / NODE_LENGTH);
      if (one.sure && meanings.length === 0 && isFinal) return [one];
      meanings.push(one);
    }
  }
  memo.nodesRead += NODES_PER_VALUE;
  return meanings;
}

/** Whether a reading is asked about values of a kind where a schema is expected. */
export function isFor({ from, to }: Pick<Entry, "from" | "to">, kind: string, schema: JsonObject): boolean {
  return (from?.includes(kind) ?? true) && (to === undefined || allows(schema, ...to));
}
