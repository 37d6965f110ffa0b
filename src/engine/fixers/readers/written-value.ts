import { cacheByObject } from "../../../ground/cache/cache-by-object.js";
import type { Json, JsonObject } from "../../../ground/json/value.js";
import { allows } from "../../../ground/json-schema/schemas-in.js";
import { isShortText } from "../../../ground/text/quote.js";
import { readDate } from "./dates.js";
import { IDENTIFIERS, readCode } from "./identifiers.js";
import { BOOLEANS } from "./literals.js";
import { matchNotations, type Notation, readNotations } from "./notation.js";
import { certain, certainIfFits, guess, type Reader, type ReadMeaning } from "./reader.js";
import { readDateTime } from "./times.js";
import { readNumber } from "./written-number.js";

/** A kind of values that are written in a string, or as a number. */
interface Family {
  /** Whether a schema expects such a value. */
  isExpected(schema: JsonObject): boolean;
  read(text: string, schema: JsonObject): Iterable<ReadMeaning>;
  /** Whether a number is read like its digits. */
  readonly isNumeric?: true;
  /** Whether long strings are read too. */
  readonly isProse?: true;
}

const FAMILIES: readonly Family[] = [
  { isExpected: (schema) => allows(schema, "integer", "number"), read: readNumber },
  {
    isExpected: (schema) => allows(schema, "boolean"),
    read: (text) => readNotations(text, BOOLEANS),
    isNumeric: true,
  },
  { isExpected: ({ format }) => format === "date", read: readDate },
  { isExpected: ({ format }) => format === "date-time", read: readDateTime },
  {
    isExpected: (schema) => allows(schema, "string"),
    read: (text, schema) => [certain(text), ...readCode(text, schema), ...readNotations(text, IDENTIFIERS)],
    isProse: true,
  },
];

/** Kept, because the schema is that of a whole column. */
const familiesFor = cacheByObject((schema: JsonObject) => FAMILIES.filter(({ isExpected }) => isExpected(schema)));

/** The schema of a literal. One object, because what is known of a schema is kept by it. */
export const LITERAL: JsonObject = { type: ["number", "boolean"] };

/** Quotes inside the string, including those of word processors, and Markdown fences. */
export const QUOTES: readonly Notation<string>[] = [
  {
    form: /^```[\w-]*[^\S\n]*\n([^`]*)```$/,
    read: ([, text]) => text,
    certain: true,
    examples: { "```\n2026-01-31\n```": "2026-01-31\n" },
  },
  {
    form: /^["'`\u2018\u201c\u00ab](.*)["'`\u2019\u201d\u00bb]$/s,
    read: ([, text]) => text,
    certain: true,
    examples: { '"2026-01-31"': "2026-01-31", "\u201c412\u201d": "412" },
  },
];

/** The last characters of what is in quotes: few values need to be compared with the forms. */
const CLOSING = /["'`\u2019\u201d\u00bb]$/;

/** A number, a boolean, a date, a time or an id as people and programs write it elsewhere. */
export const writtenValue: Reader<string | number> = function* (value, schema) {
  const known = new Set<Json>([value]);
  let isCertain = false;
  for (const family of familiesFor(schema)) {
    for (const meaning of readAs(family, value, schema)) {
      if (known.has(meaning.value)) continue;
      known.add(meaning.value);
      isCertain ||= meaning.isCertain;
      yield meaning;
    }
    // A number in quotes is no flag, and a date is no other text.
    if (isCertain) return;
  }
};

function* readAs(family: Family, value: string | number, schema: JsonObject): Generator<ReadMeaning> {
  const { read, isNumeric, isProse } = family;
  if (typeof value === "number") {
    if (isNumeric) yield* read(String(value), schema);
    return;
  }
  if (!isProse && !isShortText(value)) return;
  yield* read(unquote(value.trim()), schema);
}

/** Takes off the quotes around a text. */
function unquote(text: string): string {
  if (!CLOSING.test(text)) return text;
  const [found] = matchNotations(text, QUOTES);
  return found?.value.trim() || text;
}

/** A number or a boolean where a string is expected. */
export const numberAsText: Reader = function* (value, { enum: values, format, pattern }) {
  const isPrecise = typeof value === "number" && (!Number.isInteger(value) || Number.isSafeInteger(value));
  // A date or an address is no number in quotes.
  if (format !== undefined || (typeof value !== "boolean" && !isPrecise)) return;
  // A code in a list may mean one of its words: 1 is "male" in ISO 5218.
  if (Array.isArray(values) && !values.includes(String(value))) return;
  // A string without enum or pattern is prose, where nobody means to write `false`.
  const isProse = values === undefined && pattern === undefined;
  // A version such as 1.10 has lost its last digit as a number.
  const isFraction = typeof value === "number" && !Number.isInteger(value);
  yield isProse || isFraction ? guess(String(value)) : certainIfFits(String(value));
};
