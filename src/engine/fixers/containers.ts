import { parseStrictJson } from "../../ground/json/parse-strict.js";
import {
  isEmpty,
  isObject,
  type Json,
  type JsonObject,
  kindOf,
  onlyItem,
} from "../../ground/json/value.js";
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

// No part matches the start of the next one: a fence without an end takes linear time too.
const FENCE = /^([^`]*)```[\w-]*[^\S\n]*\n([^`]*)```([^`]*)$/;

/**
 * JSON in a text, encoded twice, in a list of one or a fence, or as Python and JavaScript write it.
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
    const strict = parsed(json);
    const read = isContainer(strict) ? strict : parsed(toStrictJson(json));
    const value =
      wantsArray && !isContainer(read)
        ? (readLines(json) ?? parsed(toStrictJson(`[${json}]`)))
        : wantsArray
          ? read
          : unwrapped(read);
    if (!isContainer(value)) return;
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

/** Kept as they are, because what is known of a schema is kept by it. */
const OF_TYPE = { object: { type: "object" }, array: { type: "array" } } as const;

/** The object or array that a text contains as JSON. */
export function readJsonText(text: string, type: "object" | "array" = "object") {
  for (const reading of jsonInText.read(text as never, { schema: OF_TYPE[type] })) return reading;
  return undefined;
}

/** The value inside arrays of one item, or the value itself. */
function unwrapped(value: Json | undefined): Json | undefined {
  return Array.isArray(value) && value.length === 1 ? unwrapped(value[0]) : value;
}

/** Decodes JSON that was encoded several times. */
function decoded(text: string): string {
  const read = text.startsWith('"') && /[[{]/.test(text) ? parsed(text) : undefined;
  return typeof read === "string" ? decoded(read.trim()) : text;
}

/** As strict as the request itself: a fix inserts nothing that the service refuses. */
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

const isContainer = (value: Json | undefined): value is Json[] | JsonObject =>
  typeof value === "object" && value !== null;

/**
 * What Python and JavaScript write in another way than JSON. Strings and names match from their
 * start only: trying at each character would take quadratic time.
 */
const OTHER_SYNTAX =
  /(?<!\\)"(?:[^"\\]|\\.)*"|(?<!\\)'((?:[^'"\\]|\\')*)'|\u201c([^\u201c\u201d"\\]*)\u201d|(?<![\w$])([A-Za-z_$][\w$]*)(?![\w$])(?=\s*:)|\b(?:true|false|null|none|undefined)\b|,(?=\s*[\]}])/gisu;

/** Converts a literal of Python or JavaScript to JSON. */
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
    const [name, property] = onlyItem(Object.entries(propertiesOf(schema))) ?? [];
    if (name === undefined || property === undefined || itemsOf(property) === undefined) return;
    const value = Array.isArray(given) ? given : readJsonText(given as string, "array")?.value;
    // Brackets around the object itself are no property.
    const isAround = (item: Json) => isObject(item) && Object.hasOwn(item, name);
    if (Array.isArray(value) && value.length > 0 && !value.every(isAround))
      yield certainIfFits({ [name]: value });
  },
  examples: [
    [[1, 2], { a: [1, 2] }, { type: "object", properties: { a: { type: "array", items: {} } } }],
  ],
};

/** The values of a record in the order of its declared columns. */
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
    const record = Object.fromEntries(
      columns.map(({ name }, index) => [name, given[index] as Json]),
    );
    if (fits.includes(true)) yield (fits.includes(false) || !areAlike ? guess : certain)(record);
  },
  examples: [],
};

/** The names that an item may have, folded. */
function namesOfItem(items: JsonObject, columns: readonly Column[]): string[] {
  const declared = columns.map(({ name }) => name);
  return [...Object.keys(propertiesOf(items)), ...declared].map(foldName);
}

const RECORDS: JsonObject = { type: "array", items: { type: "object" } };

/** One array for each column, where an array of records is expected. */
export const columnsAsRecords: Row = {
  name: "columns as records",
  from: ["object"],
  to: "array",
  *read(given: JsonObject, { schema, columns = [] }: Asked) {
    const items = itemsOf(schema);
    const lists = Object.values(given);
    const [first] = lists;
    if (items === undefined || !allows(items, "object") || lists.length < 2) return;
    if (!Array.isArray(first) || first.length === 0) return;
    if (!lists.every((list) => Array.isArray(list) && list.length === first.length)) return;
    const keys = Object.keys(given);
    const cell = (key: string, at: number) => (given[key] as Json[])[at] as Json;
    const table = first.map((_, at) => Object.fromEntries(keys.map((key) => [key, cell(key, at)])));
    // If the columns fit their own types, it may be one record; lists of objects may be groups of
    // them.
    const isRecord = keys.every((key) =>
      columns.some(({ name, accepts }) => name === key && accepts(given[key])),
    );
    const names = namesOfItem(items, columns);
    const isKnown = names.length === 0 || keys.every((key) => names.includes(foldName(key)));
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

/** An object for a list: its keys are the items, their names or indexes, or it has the list. */
export const mapAsList: Row = {
  name: "map as a list",
  from: ["object"],
  to: "array",
  *read(given: JsonObject, { schema, property = "" }: Asked) {
    const items = itemsOf(schema) ?? { type: "string" };
    const [keys, values] = [Object.keys(given), Object.values(given)];
    const required = requiredOf(items);
    const isItem = required.length > 0 && required.every((name) => Object.hasOwn(given, name));
    if (isItem || keys.length === 0) return;
    const filled = keys.filter((key) => !isEmpty(given[key]) && !isAnnotation(key));
    const holder = filled.find((key) => typeof given[key] === "object");
    const list = holder === undefined ? undefined : given[holder];
    if (holder !== undefined && Array.isArray(list) && values.filter(isContainer).length === 1)
      return yield filled.length === 1 && addsNoWord(holder, [property, ...readAliases(schema)])
        ? certain(list)
        : guess(list);
    if ([0, 1].some((first) => keys.every((key, index) => key === String(index + first))))
      return yield certain(values);
    if (!keys.every(isQuotable)) return;
    if (allows(items, "string")) return yield* readFlags(given, items);
    if (!allows(items, "object") || !values.every(isObject)) return;
    const [name] = required;
    if (name === undefined)
      yield values.length > 1 && keys.every((key) => COUNTING_KEY.test(key))
        ? certain(values)
        : guess(values, keys.join(", "));
    else if (!values.some((value) => Object.hasOwn(value, name))) {
      // Other keys may say anything of their items: `stopped`, `morning`, `wing1`.
      const isName = /^(?:name|id|key)$/i.test(name) && !keys.some((key) => isContrary(key));
      yield (isName ? certainIfFits : guess)(
        values.map((value, index) => ({ [name]: keys[index] as string, ...value })),
      );
    }
  },
  examples: [
    [{ "0": "a", "1": "b" }, ["a", "b"]],
    [{ items: ["a"] }, ["a"]],
  ],
};

const FLAGS = new Map<Json, boolean>([
  ...["yes", "true", "on"].map((word) => [word, true] as const),
  ...["no", "false", "off"].map((word) => [word, false] as const),
]);

/**
 * The keys that are switched on. Losing the others is safe only if they are words of a vocabulary.
 */
function* readFlags(given: JsonObject, items: JsonObject): Generator<Reading> {
  const keys = Object.keys(given);
  const flags = Object.values(given).map((value) =>
    typeof value === "string" ? FLAGS.get(value.toLowerCase()) : value,
  );
  const on = keys.filter((_, index) => flags[index] === true);
  const areWords = keys.some((key) => listedValues(items).includes(key));
  if (flags.every((flag) => typeof flag === "boolean") && on.length > 0)
    yield (areWords ? certain : guess)(on);
  else if (areWords) yield (Object.values(given).every(isEmpty) ? certainIfFits : guess)(keys);
}

/** The format of a JSON Schema, or else its type; undefined if it says more. */
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
    const rank = ([key]: [string, Json]) =>
      MAIN_KEYS.includes(key) ? MAIN_KEYS.indexOf(key) : MAIN_KEYS.length;
    const scalars = Object.entries(given)
      .filter(([key, value]) => typeof value !== "object" && !isContrary(key, property))
      .toSorted((one, other) => rank(one) - rank(other));
    const names = property === undefined ? [] : [...MAIN_KEYS, property, ...readAliases(schema)];
    for (const [key, value] of scalars.slice(0, MAX_OFFERED)) {
      const others = Object.entries(given).filter(([other, one]) => other !== key && !isEmpty(one));
      const said = others.map(([other, one]) => (typeof one === "object" ? other : String(one)));
      if (said.length > 0) yield guess(value, said.join(", ") || undefined);
      else if (typeof value === "number" && /^(?:value|amount)$/.test(key))
        yield certainIfFits(value);
      else
        yield typeof value === "string" && addsNoWord(key, names) && !saysNoValue(value)
          ? certain(value)
          : guess(value);
    }
  },
  examples: [[{ name: "a" }, "a", { type: "string" }]],
};

/** Separators of a list, the strongest first, each from the start of white space only. */
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
/** Words of a sentence, which are hardly items, and one number. */
const NO_ITEM =
  /^(?:not?|none|never|without|except|but|only|all|any|both|every|see|a|an|the|n)$|^\d[\d.,]*$/i;
const URL = /^[a-z][a-z\d+.-]*:\/\/[^\s,;|]+$/i;

const PATH = /^(?:\.{0,2}|~)?\/|^[^\s,;]*\/[^\s,;]*[.*][^\s,;]*$/;

/** Words without spaces: two of them, or three with spaces between, are hardly a sentence. */
const TOKENS = /^[\w.@-]+(?:,[\w.@-]+)+$|^[\w.@-]+(?:, ?[\w.@-]+){2,}$/;

/** The parts between the strongest separators, or the whole text. */
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

/** Several values in one text. Certain if all are known words, or numbers between clear signs. */
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
      // Two numbers around a comma may be one with a fraction, and three digits may be thousands.
      const areSeveral =
        /[;|\n]|,\s/.test(inner) || (parts.length > 2 && !/^-?\d{1,3}(?:,\d{3})+$/.test(inner));
      return yield (areSeveral ? certainIfFits : guess)(parts.map(Number));
    }
    const words = formsOfWords(items);
    const isWord = (part: string) => words.has(foldName(part));
    const isList =
      (/[,;\n\t/&+]|\sand\s/.test(inner) &&
        !/[=\\:>]/.test(inner) &&
        (words.size > 0 || items.format !== undefined)) ||
      (TOKENS.test(inner) && !parts.every((part) => /^\d+$/.test(part)));
    // Without white space, a letter is no article.
    const isSentence = parts.some(
      (part) =>
        (NO_ITEM.test(part) && (/\s/.test(inner) || !/^an?$/i.test(part))) || saysNoValue(part),
    );
    if (parts.every(isWord) || parts.every((part) => URL.test(part)) || (isList && !isSentence))
      yield (given.includes("|") ? guess : certainIfFits)(parts);
    else if (/[,;|\n\t]/.test(inner) || parts.some(isWord)) yield guess(parts);
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
    if (isObject(given)) {
      // A map is no word, and the keys of a map of items are no properties.
      if (items === undefined || !allows(items, "object")) return;
      const known = namesOfItem(items, columns);
      if (known.length > 0 && !Object.keys(given).some((key) => known.includes(foldName(key))))
        return;
    }
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

/** Whether a value is one item, and not a list in another notation. */
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
  // An object of objects or arrays may be several items, or their columns.
  const inner = Object.values(given);
  return inner.filter(isContainer).length * 2 <= inner.length;
}

/**
 * An id where an object with an id is expected; the rest is derived, or a placeholder as a guess.
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
