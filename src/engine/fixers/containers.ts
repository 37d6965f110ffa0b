import { parseStrictJson } from "../../ground/json/parse-strict.js";
import { isEmpty, isObject, type Json, type JsonObject, kindOf } from "../../ground/json/value.js";
import { foldName } from "../../ground/text/fold-name.js";
import { isQuotable, isShortText } from "../../ground/text/quote.js";
import {
  allows,
  itemsOf,
  listedValues,
  placeholderOf,
  propertiesOf,
  requiredOf,
} from "../../schema/schemas-in.js";
import type { Column } from "../declared/declaration.js";
import { deriveValue } from "./missing.js";
import {
  type Asked,
  certain,
  certainIfFits,
  guess,
  MAX_OFFERED,
  MAX_TEXT_LENGTH,
  type Reading,
  type Row,
} from "./reading.js";
import { readLiteral, withoutMarkup } from "./scalars.js";
import {
  addsNoWord,
  isAnnotation,
  isContrary,
  isExcluded,
  readAliases,
  saysNoValue,
} from "./words.js";

const SCALARS = ["string", "integer", "number", "boolean"];

// No part can match the start of the next one, so a fence without an end takes linear time too.
const FENCE = /^([^`]*)```[\w-]*[^\S\n]*\n([^`]*)```([^`]*)$/;

/**
 * JSON in a text, also encoded twice, in an array of one, in a Markdown fence, or as Python and
 * JavaScript write it.
 */
export const jsonInText: Row = {
  name: "JSON in a text",
  from: ["string", "array"],
  to: "any",
  *read(given: Json, { schema }: Asked) {
    if (!allows(schema, "object", "array")) return;
    const written = unwrapped(given);
    if (typeof written !== "string") return;
    const text = decoded(withoutMarkup(written.trim()));
    const [, before = "", json = text, after = ""] = FENCE.exec(text) ?? [];
    const wantsArray = allows(schema, "array");
    if (!(wantsArray ? /^\s*[[{"']/ : /^\s*[[{]/).test(json)) return;
    const read = asContainer(parsed(json)) ?? asContainer(parsed(toStrictJson(json)));
    const value = wantsArray
      ? (read ?? readLines(json) ?? readItems(json))
      : (unwrapped(read) as Json | undefined);
    if (typeof value !== "object" || value === null) return;
    const isOneItem =
      isObject(value) && !allows(schema, "object") && allows(itemsOf(schema) ?? {}, "object");
    const meant = isOneItem ? [value] : value;
    if (!allows(schema, isObject(meant) ? "object" : "array")) return;
    // Words around a fence would be lost.
    yield (before + after).trim() === "" ? certain(meant) : guess(meant);
  },
  examples: [
    ['["a"]', ["a"]],
    ["{'a': None,}", { a: null }],
    ['"[1]"', [1]],
    ['{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ["'a', 'b'", ["a", "b"]],
    ['["a"]</parameter>', ["a"]],
  ],
};

const ANY_OBJECT: JsonObject = { type: "object" };

/** The object that a text contains as JSON. */
export function readJsonText(text: string): Reading | undefined {
  for (const reading of jsonInText.read(text as never, { schema: ANY_OBJECT })) return reading;
  return undefined;
}

/** The value inside arrays of one item, or the value itself. */
function unwrapped(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? unwrapped(value[0]) : value;
}

/** Decodes JSON that was encoded several times. Each round makes the string shorter. */
function decoded(text: string): string {
  const read = text.startsWith('"') && /[[{]/.test(text) ? parsed(text) : undefined;
  return typeof read === "string" ? decoded(read.trim()) : text;
}

/**
 * Parses a string as strictly as the request itself: a fix never inserts a value that the service
 * refuses.
 */
function parsed(text: string): Json | undefined {
  const read = parseStrictJson(text);
  return "value" in read ? (read.value as Json) : undefined;
}

/** The objects in a string that has one on each line. */
function readLines(text: string): Json[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.length > 1 ? lines.map(parsed) : [];
  return values.length > 1 && values.every(isObject) ? values : undefined;
}

const asContainer = (value: Json | undefined) =>
  typeof value === "object" && value !== null ? value : undefined;

/** The items of an array without its brackets. */
function readItems(text: string): Json | undefined {
  return parsed(toStrictJson(`[${text}]`));
}

/**
 * What Python and JavaScript write in another way than JSON. A string in double quotes is left as
 * it is. Strings and names match from their start only: trying at each of their characters would
 * take quadratic time.
 */
const OTHER_SYNTAX =
  /(?<!\\)"(?:[^"\\]|\\.)*"|(?<!\\)'((?:[^'"\\]|\\')*)'|\u201c([^\u201c\u201d"\\]*)\u201d|(?<![\w$])([A-Za-z_$][\w$]*)(?![\w$])(?=\s*:)|\b(?:true|false|null|none|undefined)\b|,(?=\s*[\]}])/gisu;

/**
 * Converts a literal of Python or JavaScript to JSON. Whatever else is in the string stays, and is
 * not read as JSON.
 */
function toStrictJson(text: string): string {
  if (text.length > MAX_TEXT_LENGTH) return "";
  return text.replace(
    OTHER_SYNTAX,
    (token: string, single?: string, curly?: string, key?: string) => {
      const content = single?.replaceAll("\\'", "'") ?? curly ?? key;
      if (content !== undefined) return JSON.stringify(content);
      if (token === ",") return "";
      return token.startsWith('"') ? token : token.toLowerCase().replace(/none|undefined/, "null");
    },
  );
}

/** An array where an object is expected that has nothing but a property for it. */
export const onlyProperty: Row = {
  name: "array for the object that has it",
  from: ["array", "string"],
  to: "object",
  *read(given: Json, { schema }: Asked) {
    const [[name, property] = ["", {}], ...others] = Object.entries(propertiesOf(schema));
    if (others.length > 0 || itemsOf(property) === undefined) return;
    const [value] = Array.isArray(given) ? [given] : readArray(given as string);
    // Brackets around the object itself are no property.
    const isAround = value?.every((item) => isObject(item) && Object.hasOwn(item, name));
    if (value !== undefined && value.length > 0 && !isAround)
      yield certainIfFits({ [name]: value });
  },
  examples: [
    [[1, 2], { a: [1, 2] }, { type: "object", properties: { a: { type: "array", items: {} } } }],
  ],
};

function readArray(text: string): Json[][] {
  return [...jsonInText.read(text as never, { schema: { type: "array" } })].map(
    ({ value }) => value as Json[],
  );
}

/**
 * The values of a record in the order of its declared columns, certain where each has the type of
 * its column.
 */
export const recordAsRow: Row = {
  name: "record as a row",
  from: ["array"],
  to: "object",
  *read(given: readonly Json[], { columns = [] }: Asked) {
    if (given.length !== columns.length || given.length === 0) return;
    // A row with names of columns heads a table.
    const names = columns.map(({ name }) => foldName(name));
    if (given.some((cell) => isShortText(cell) && names.includes(foldName(cell)))) return;
    const fits = columns.map(
      (column, index) => column.hasUnknownType || column.accepts(given[index]),
    );
    // Otherwise the record would seem to confirm an odd spelling of a name.
    const areAlike = new Set(columns.map(({ name }) => /^\w+$/.test(name))).size === 1;
    if (fits.includes(true))
      yield (fits.includes(false) || !areAlike ? guess : certain)(toRecord(columns, given));
  },
  examples: [],
};

function toRecord(columns: readonly Column[], values: readonly Json[]): JsonObject {
  return Object.fromEntries(columns.map(({ name }, index) => [name, values[index] as Json]));
}

/** The schema of the items of an array, if these are objects, with the names that they may have. */
function recordsIn(schema: JsonObject, columns: readonly Column[] = []): string[] | undefined {
  const items = itemsOf(schema);
  if (items === undefined || !allows(items, "object")) return undefined;
  return columns.length > 0
    ? columns.map(({ name }) => foldName(name))
    : Object.keys(propertiesOf(items)).map(foldName);
}

const RECORDS: JsonObject = { type: "array", items: { type: "object" } };

/** One array for each column, where an array of records is expected. */
export const columnsAsRecords: Row = {
  name: "columns as records",
  from: ["object"],
  to: "array",
  *read(given: JsonObject, { schema, columns = [] }: Asked) {
    const names = recordsIn(schema, columns);
    const lists = Object.values(given);
    const [first] = lists;
    if (names === undefined || !Array.isArray(first) || first.length === 0 || lists.length < 2)
      return;
    if (!lists.every((list) => Array.isArray(list) && list.length === first.length)) return;
    const table = first.map((_, at) =>
      Object.fromEntries(
        Object.keys(given).map((key) => [key, (given[key] as Json[])[at] as Json]),
      ),
    );
    // If the columns fit their own types, the object may be one record, and arrays of objects may
    // be groups of them.
    const isRecord = Object.keys(given).every((key) =>
      columns.some(({ name, accepts }) => name === key && accepts(given[key])),
    );
    const isKnown =
      names.length === 0 || Object.keys(given).every((key) => names.includes(foldName(key)));
    yield isKnown && !isRecord && !lists.every((list) => (list as Json[]).every(isObject))
      ? certain(table)
      : guess(table);
  },
  examples: [
    [
      { a: [1, 2], b: [3, 4] },
      [
        { a: 1, b: 3 },
        { a: 2, b: 4 },
      ],
      RECORDS,
    ],
  ],
};

/** Keys that only count records: `row-1`, `2`. */
const COUNTING_KEY = /^(?:(?:record|row|item|entry|sample|example|no|n|#)[-_. ]?)?\d+$/i;

/**
 * An object for an array: its keys are the items, or their names or indexes, or the array is one of
 * its properties.
 */
export const mapAsList: Row = {
  name: "map as a list",
  from: ["object"],
  to: "array",
  *read(given: JsonObject, { schema, property = "", usedNames }: Asked) {
    const items = itemsOf(schema) ?? { type: "string" };
    const entries = Object.entries(given);
    const values = Object.values(given);
    const keys = Object.keys(given);
    const required = requiredOf(items);
    // One item without its array.
    if (
      entries.length === 0 ||
      (required.length > 0 && required.every((name) => Object.hasOwn(given, name)))
    )
      return;
    const filled = entries.filter(([key, value]) => !isEmpty(value) && !isAnnotation(key));
    const [[key, array] = ["", undefined]] = filled.filter(
      ([, value]) => typeof value === "object",
    );
    if (
      Array.isArray(array) &&
      values.filter((value) => typeof value === "object" && value !== null).length === 1
    )
      return yield filled.length === 1 && addsNoWord(key, [property, ...readAliases(schema)])
        ? certain(array)
        : guess(array);
    const isCounted = [0, 1].some((first) =>
      keys.every((one, index) => one === String(index + first)),
    );
    if (isCounted) return yield certain(values);
    if (!keys.every(isQuotable)) return;
    if (allows(items, "string")) return yield* readFlags(given, items);
    if (!allows(items, "object") || !values.every(isObject)) return;
    const [name] = required;
    if (name === undefined)
      yield values.length > 1 && keys.every((one) => COUNTING_KEY.test(one))
        ? certain(values)
        : guess(values, keys.join(", "));
    else if (!values.some((value) => Object.hasOwn(value as JsonObject, name))) {
      // Other keys may say anything of their items: `stopped`, `morning`, `wing1`.
      const isName =
        usedNames === undefined
          ? /^(?:name|id|key)$/i.test(name) && !keys.some((one) => isContrary(one))
          : keys.every((one) => usedNames.has(one));
      yield (isName ? certainIfFits : guess)(
        entries.map(([one, value]) => ({ [name]: one, ...(value as JsonObject) })),
      );
    }
  },
  examples: [
    [{ "0": "a", "1": "b" }, ["a", "b"]],
    [{ items: ["a"] }, ["a"]],
  ],
};

const FLAGS: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  on: true,
  no: false,
  false: false,
  off: false,
};

/**
 * Reads the keys that are switched on. Losing the others is safe only if they are words of a
 * vocabulary.
 */
function* readFlags(given: JsonObject, items: JsonObject): Generator<Reading> {
  const entries = Object.entries(given).map(
    ([key, value]) =>
      [key, typeof value === "string" ? (FLAGS[value.toLowerCase()] ?? value) : value] as const,
  );
  const flags = entries.filter(([, value]) => typeof value === "boolean");
  const keys = entries.filter(([, value]) => value === true).map(([key]) => key);
  const areWords = Object.keys(given).some((key) => listedValues(items).includes(key));
  if (flags.length === entries.length && keys.length > 0) yield (areWords ? certain : guess)(keys);
  else if (areWords)
    yield (entries.every(([, value]) => isEmpty(value)) ? certainIfFits : guess)(
      Object.keys(given),
    );
}

/**
 * The name of a type as JSON Schema has it: its format, which is narrower, or its type. Undefined
 * if it says more.
 */
export function findTypeName({ type, format, ...more }: JsonObject): string | undefined {
  const isType = ["string", "number", "integer", "boolean", "object", "array"].includes(
    String(type),
  );
  return !isType || Object.keys(more).length > 0
    ? undefined
    : typeof format === "string"
      ? format
      : (type as string);
}

export const schemaAsType: Row = {
  name: "JSON Schema for the name of a type",
  from: ["object"],
  to: "string",
  *read(given: JsonObject) {
    const type = findTypeName(given);
    if (type !== undefined) yield certain(type);
  },
  examples: [[{ type: "string", format: "date" }, "date"]],
};

/** The properties that most likely hold the value of an object, in this order. */
const MAIN_KEYS = ["value", "name", "id", "type"];

/** An object around a value: its only property, or one of its scalars. */
export const onlyValue: Row = {
  name: "object around a value",
  from: ["object"],
  to: "any",
  *read(given: JsonObject, { schema, property }: Asked) {
    if (allows(schema, "object", "array")) return;
    const scalars = Object.entries(given).filter(
      ([key, value]) => typeof value !== "object" && !isContrary(key, property),
    );
    const rank = (key: string) =>
      MAIN_KEYS.includes(key) ? MAIN_KEYS.indexOf(key) : MAIN_KEYS.length;
    const names = property === undefined ? [] : [...MAIN_KEYS, property, ...readAliases(schema)];
    for (const [key, value] of scalars
      .toSorted(([one], [other]) => rank(one) - rank(other))
      .slice(0, MAX_OFFERED)) {
      const others = Object.entries(given).filter(([other, one]) => other !== key && !isEmpty(one));
      const isOnly =
        others.length === 0 &&
        typeof value === "string" &&
        addsNoWord(key, names) &&
        !saysNoValue(value);
      const isAmount =
        others.length === 0 && typeof value === "number" && /^(?:value|amount)$/.test(key);
      if (isOnly || isAmount) yield isAmount ? certainIfFits(value) : certain(value);
      else
        yield guess(
          value,
          others
            .map(([other, one]) => (typeof one === "object" ? other : String(one)))
            .join(", ") || undefined,
        );
    }
  },
  examples: [[{ name: "a" }, "a", { type: "string" }]],
};

/** Separators of a list, the strongest first. They match from the start of white space only. */
const SEPARATORS = [
  /(?:(?<!\s)\s+)?\n\s*(?:[-*\u2022]\s+|\d{1,2}[.)]\s+)?/,
  /(?:(?<!\s)\s+)?[;|\t\u00b7\u2022]\s*/,
  /(?:(?<!\s)\s+)?,\s*(?:(?:and|or)\s+)?/,
  /(?<!\s)\s+and\s+/,
  /(?:(?<!\s)\s+)?[/&+]\s*/,
  /\s+/,
];
const BULLET = /^(?:[-*\u2022]\s+|\d{1,2}[.)]\s+)/;
const BRACKETS = /^\s*[[{(]([^[\]{}()"':]*)[\]})]\s*$/;
/** A text that asks to choose one of several words. */
export const CHOICE = /\||\sor\s/i;
/** Words of a sentence, which are hardly items, and a text that means one number. */
const NO_ITEM =
  /^(?:not?|none|never|without|except|but|only|all|any|both|every|see|a|an|the|n)$|^\d[\d.,]*$/i;
const URL = /^[a-z][a-z\d+.-]*:\/\/[^\s,;|]+$/i;

const PATH = /^(?:\.{0,2}|~)?\/|^[^\s,;]*\/[^\s,;]*[.*][^\s,;]*$/;

/** Words without spaces: two of them, or three with spaces between them, are hardly a sentence. */
const TOKENS = /^[\w.@-]+(?:,[\w.@-]+)+$|^[\w.@-]+(?:, ?[\w.@-]+){2,}$/;

/** The parts of a text between its strongest separators. Without one, the text is the only part. */
export function splitList(text: string): string[] {
  const plain = text.trim().replace(BULLET, "");
  for (const separator of URL.test(plain) || PATH.test(plain) ? [] : SEPARATORS) {
    const parts = plain.split(separator).filter((part) => part !== "");
    if (parts.length > 1) return parts;
  }
  return [plain];
}

/** The forms by which the listed words of items are compared. */
function formsOfWords(items: JsonObject): Set<string> {
  return new Set(
    listedValues(items).flatMap((word) => (typeof word === "string" ? foldName(word) : [])),
  );
}

/**
 * Several values in one text. Certain if all are known words, or numbers between signs that no
 * number has.
 */
export const listInText: Row = {
  name: "list in a text",
  from: ["string"],
  to: "array",
  *read(given: string, { schema }: Asked) {
    if (!isShortText(given) || saysNoValue(given)) return;
    const items = itemsOf(schema) ?? {};
    const [, inner = given] = BRACKETS.exec(given) ?? [];
    const parts = splitList(inner);
    if (
      parts.length < 2 ||
      /\sor\s/i.test(given) ||
      parts.some((part) => /[()[\]{}]/.test(part) || isExcluded(part))
    )
      return;
    if (items.type !== undefined && !allows(items, "string")) {
      if (!parts.every((part) => /^-?\d+(?:\.\d+)?$/.test(part))) return;
      // Two numbers around a comma may be one with a fraction, and groups of three digits may be
      // thousands.
      const areSeveral =
        /[;|\n]|,\s/.test(inner) || (parts.length > 2 && !/^-?\d{1,3}(?:,\d{3})+$/.test(inner));
      yield (areSeveral ? certainIfFits : guess)(parts.map(Number));
      return;
    }
    const words = formsOfWords(items);
    const areKnown = words.size > 0 && parts.every((part) => words.has(foldName(part)));
    const areUrls = parts.every((part) => URL.test(part));
    const isStrong =
      /[,;\n\t/&+]|\sand\s/.test(inner) &&
      !/[=\\:>]/.test(inner) &&
      (words.size > 0 || items.format !== undefined);
    const isSentence = parts.some((part) => NO_ITEM.test(part) || saysNoValue(part));
    const areTokens = TOKENS.test(inner) && !parts.every((part) => /^\d+$/.test(part));
    if (areKnown || areUrls || ((isStrong || areTokens) && !isSentence))
      yield (given.includes("|") ? guess : certainIfFits)(parts);
    else if (
      /[,;|\n\t]/.test(inner) ||
      (words.size > 0 && parts.some((part) => words.has(foldName(part))))
    )
      yield guess(parts);
  },
  examples: [["1; 2", [1, 2], { type: "array", items: { type: "number" } }]],
};

/** An array of one as its item, and an array of words or lines as one text. */
export const itemOfArray: Row = {
  name: "item of an array of one",
  from: ["array"],
  to: "any",
  *read(given: readonly Json[], { schema }: Asked) {
    const [only, ...others] = given.filter((item) => item !== null && item !== "null");
    if (others.length === 0 && Array.isArray(only))
      yield* itemOfArray.read(only as never, { schema });
    // An object where a map is expected may be one entry of it.
    else if (others.length === 0 && only !== undefined) {
      const isEntry =
        isObject(only) && isObject(schema.additionalProperties) && Object.keys(only).length > 1;
      // The brackets may be a part of a notation: `[--flag]`.
      const isClear =
        !isEntry &&
        !(typeof only === "string" && isExcluded(only)) &&
        (isObject(only) || isQuotable(only));
      yield given.length === 1 && isClear ? certain(only) : guess(only);
    } else if (
      allows(schema, "string") &&
      given.length > 1 &&
      given.every((item) => typeof item === "string")
    ) {
      yield guess(given.join("\n"));
      yield guess(given.join(" "));
    }
  },
  examples: [
    [["a"], "a"],
    [[["a"]], "a"],
  ],
};

/** One value where an array is expected, and a value that means "none". */
export const valueAsList: Row = {
  name: "one value for an array",
  from: [...SCALARS, "object", "null"],
  to: "array",
  *read(given: Json, { schema, columns = [] }: Asked) {
    const items = itemsOf(schema);
    if (isEmpty(given) || saysNoValue(given)) {
      if (schema.minItems === undefined) yield guess([]);
      return;
    }
    // A map is not one of the words of an array.
    if (
      isObject(given) &&
      (items === undefined || !allows(items, "object") || !hasKnownKey(given, items, columns))
    )
      return;
    const literal = typeof given === "string" ? readLiteral(given) : undefined;
    if (
      literal !== undefined &&
      items !== undefined &&
      !allows(items, "string") &&
      allows(items, kindOf(literal))
    )
      return yield certain([literal]);
    yield isOneItem(given, items) ? certainIfFits([given]) : guess([given]);
  },
  examples: [
    [412, [412]],
    ["a", ["a"]],
  ],
};

/** Whether an object has a property of an item; the keys of a map of items are none. */
function hasKnownKey(given: JsonObject, items: JsonObject, columns: readonly Column[]): boolean {
  const known = [...Object.keys(propertiesOf(items)), ...columns.map(({ name }) => name)].map(
    foldName,
  );
  return known.length === 0 || Object.keys(given).some((key) => known.includes(foldName(key)));
}

/**
 * Whether a value is one item, and not another notation of an array or a value with several parts.
 */
function isOneItem(given: Json, items: JsonObject | undefined): boolean {
  if (!isObject(given) && items?.type !== undefined && !allows(items, kindOf(given))) return false;
  if (typeof given === "boolean") return items !== undefined;
  if (typeof given === "string") {
    if (listedValues(items ?? {}).includes(given) || URL.test(given.trim())) return true;
    if (
      NO_ITEM.test(given.trim()) ||
      BULLET.test(given) ||
      /^\s*[[{(]|[\]})=\\]|[,;|]\s*$|\sor\s/.test(given)
    )
      return false;
    const parts = splitList(given);
    if (parts.length === 1) return !isExcluded(given);
    const words = formsOfWords(items ?? {});
    return (
      !/[,;|/&+\n\t\u00b7\u2022]|\sand\s/.test(given) &&
      words.size === 0 &&
      items?.format === undefined &&
      !parts.some((part) => NO_ITEM.test(part) || /\d|^[-!~]/.test(part))
    );
  }
  if (!isObject(given)) return true;
  const inner = Object.values(given);
  // An object of objects or arrays may be several items, or their columns.
  return inner.filter((one) => typeof one === "object" && one !== null).length * 2 <= inner.length;
}

/**
 * An id where an object with an id is expected. The others are derived from it, or placeholders,
 * which is a guess.
 */
export const idAsObject: Row = {
  name: "id for an object",
  from: ["string", "integer", "number"],
  to: "object",
  *read(given: string | number, { schema }: Asked) {
    const properties = propertiesOf(schema);
    const name = ["id", "name"].find((key) =>
      allows(properties[key] ?? {}, "string", typeof given),
    );
    if (
      name === undefined ||
      isEmpty(given) ||
      (typeof given === "string" && /^\s*[[{]|:/.test(given))
    )
      return;
    const known: JsonObject = {
      [name]: allows(properties[name] ?? {}, typeof given) ? given : String(given),
    };
    let isKnown = requiredOf(schema).length > 1;
    for (const missing of requiredOf(schema).filter((one) => one !== name)) {
      const derive = properties[missing]?.derive;
      const derived =
        isObject(derive) && String(derive.from).endsWith(`/${name}`)
          ? deriveValue(derive, known[name])
          : undefined;
      const value = derived?.value ?? placeholderOf(properties[missing]);
      if (value === undefined) return;
      isKnown &&= derived?.isCertain === true;
      known[missing] = value;
    }
    yield (isKnown ? certainIfFits : guess)(
      Object.fromEntries(requiredOf(schema).map((one) => [one, known[one] as Json])),
    );
  },
  examples: [
    [
      "a",
      { id: "a" },
      { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    ],
  ],
};
