import { cacheByObject } from "../../../ground/cache/cache-by-object.js";
import { countNodes } from "../../../ground/json/size.js";
import { isEqual, isObject, type Json, type JsonObject, kindOf } from "../../../ground/json/value.js";
import { allows } from "../../../ground/json-schema/schemas-in.js";
import type { Memo } from "../../memo.js";
import { jsonString } from "./json-string.js";
import { loneValue, separatedList } from "./lists.js";
import { noValue } from "./literals.js";
import { mapAsList } from "./map-as-list.js";
import { idAsObject, namedObject, schemaAsType } from "./objects.js";
import { MAX_TEXT_LENGTH, type Reader, type ReaderContext, type ReadMeaning } from "./reader.js";
import { recordAsRow, recordsAsColumns, textTable } from "./tables.js";
import { numberAsText, writtenValue } from "./written-value.js";

/** A reader, and the values and schemas that it is asked about. */
interface Entry {
  /** Declared as a method, because TypeScript accepts a reader of strings alone only then; `from` says that it gets no others. */
  reader(...asked: Parameters<Reader>): ReturnType<Reader>;
  /** The kinds of values; all by default. */
  readonly from?: readonly string[];
  /** The schema must allow one of these types; without them, the reader looks at the schema itself. */
  readonly to?: readonly string[];
  /** Whether a value with a certain meaning has no other one: no further reader is asked. */
  readonly isFinal?: true;
}

const NUMBERS = ["integer", "number"];

/**
 * All readers of values that do not fit their schema, the plainest first: of two with the same result, the first
 * counts.
 */
export const READERS: readonly Entry[] = [
  { reader: writtenValue, from: ["string", ...NUMBERS], isFinal: true },
  { reader: noValue, from: ["string"], isFinal: true },
  { reader: jsonString, from: ["string", "array"], to: ["object", "array"], isFinal: true },
  { reader: recordAsRow, from: ["array"], to: ["object"] },
  { reader: recordsAsColumns, from: ["object"], to: ["array"] },
  { reader: textTable, from: ["string"], to: ["object", "array"] },
  { reader: mapAsList, from: ["object"], to: ["array"] },
  { reader: schemaAsType, from: ["object"], to: ["string"] },
  { reader: namedObject, from: ["object"] },
  { reader: separatedList, from: ["string"], to: ["array"] },
  { reader: loneValue },
  { reader: idAsObject, from: ["string", ...NUMBERS], to: ["object"] },
  { reader: numberAsText, from: [...NUMBERS, "boolean"], to: ["string"] },
];

/** Readers look at a table, its rows and their cells, and no deeper. */
const LEVELS = 2;
/** Asking all readers about a value costs as much as this many nodes of it. */
const NODES_PER_VALUE = 6;
/** The usual length of a table cell in a string. */
const NODE_LENGTH = 8;
/** Objects with more properties are not read: V8 takes long to list them, for each reader. */
const MAX_PROPERTIES = 1000;

/** The schema that a value should fit, and the test whether it does. The type of a declared field is one too. */
export interface Expected extends ReaderContext {
  readonly schema: JsonObject;
  accepts(value: Json): boolean;
}

/**
 * The meanings of a value that are accepted. Several of them may be certain: the trial of the fixes, or the author,
 * decides between them then. The work is counted in `memo`, and done once for each value, because every trial of a fix
 * asks again.
 */
export function readMeanings(value: unknown, expected: Expected, memo: Memo): readonly ReadMeaning[] {
  return memo.derive(["read meanings", expected, value], () => askReaders(value, expected, memo));
}

function askReaders(value: unknown, expected: Expected, memo: Memo): ReadMeaning[] {
  const meanings: ReadMeaning[] = [];
  const isLarge = isObject(value) && Object.keys(value).length > MAX_PROPERTIES;
  memo.nodesRead += isLarge ? MAX_PROPERTIES : countNodes(value, LEVELS);
  if (isLarge) return meanings;
  const isLong = typeof value === "string" && value.length > MAX_TEXT_LENGTH;
  for (const { reader, isFinal } of readersFor(kindOf(value), expected.schema)) {
    if (isLong && reader !== jsonString) continue;
    for (const meaning of reader(value, expected.schema, expected)) {
      if (meanings.some((known) => isEqual(known.value, meaning.value)) || !expected.accepts(meaning.value)) continue;
      // A string of brackets or commas becomes about as many nodes as it has characters.
      if (typeof value === "string" && typeof meaning.value === "object")
        memo.nodesRead += Math.max(0, countNodes(meaning.value, LEVELS) - value.length / NODE_LENGTH);
      meanings.push(meaning);
    }
    if (isFinal && meanings.some(({ isCertain }) => isCertain)) return meanings;
  }
  memo.nodesRead += NODES_PER_VALUE;
  return meanings;
}

/** The readers that are asked about values of a kind. A schema is that of a whole column. */
function readersFor(kind: string, schema: JsonObject): readonly Entry[] {
  const known = readersOf(schema);
  const readers = known.get(kind) ?? READERS.filter((entry) => isAskedAbout(entry, kind, schema));
  known.set(kind, readers);
  return readers;
}

const readersOf = cacheByObject((_schema: JsonObject) => new Map<string, readonly Entry[]>());

/** Whether a reader is asked about values of a kind where a schema is expected. */
export function isAskedAbout({ from, to }: Pick<Entry, "from" | "to">, kind: string, schema: JsonObject): boolean {
  return (from?.includes(kind) ?? true) && (to === undefined || allows(schema, ...to));
}
