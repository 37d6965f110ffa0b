import { cacheByString } from "../../ground/cache/bounded-map.js";
import { cacheByContent, cacheByObject } from "../../ground/cache/cache-by-object.js";
import type { Operation } from "../../ground/json/patch.js";
import {
  isItem,
  joinPointer,
  lastToken,
  parentPointer,
  valueAt,
} from "../../ground/json/pointer.js";
import {
  isEmpty,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  kindOf,
  onlyItem,
} from "../../ground/json/value.js";
import { splitWords, stem } from "../../ground/text/fold-name.js";
import { isQuotable, isShortText, quote } from "../../ground/text/quote.js";
import type { SchemaError } from "../../schema/schema-error.js";
import { allows } from "../../schema/schemas-in.js";
import { MAX_KEPT } from "../bounds.js";
import type { Memo } from "../memo.js";
import { type Fix, makeFix } from "../violation.js";
import {
  columnsAsRecords,
  idAsObject,
  itemOfArray,
  jsonInText,
  listInText,
  mapAsList,
  onlyProperty,
  onlyValue,
  recordAsRow,
  schemaAsType,
  valueAsList,
} from "./containers.js";
import { type Asked, guess, Reading, type Row } from "./reading.js";
import { bare, numberAsText, SCALAR_ROWS } from "./scalars.js";
import type { InContext } from "./shape-error.js";
import { isWrongItem } from "./shape-error.js";
import { unitOf } from "./words.js";

/** What a value should fit. */
export interface Expected extends Asked {
  accepts(value: Json): boolean;
}

/** All ways to read values, the plainest first. */
export const READINGS: readonly Row[] = [
  ...SCALAR_ROWS,
  jsonInText,
  onlyProperty,
  recordAsRow,
  columnsAsRecords,
  mapAsList,
  schemaAsType,
  onlyValue,
  listInText,
  itemOfArray,
  valueAsList,
  idAsObject,
  numberAsText,
];

/** By the schema, which is that of a whole column, and the kind of the value. */
const rowsFor = cacheByContent<readonly Row[]>();

/** Objects with more properties are not read: V8 lists them slowly. */
const MAX_PROPERTIES = 1000;

/**
 * What a value may mean, of what is accepted, the plainest first. Kept, because every trial asks
 * again.
 */
export function readValue(value: unknown, expected: Expected, memo: Memo): readonly Reading[] {
  return memo.derive(["readings", expected, value], () => {
    const isLarge = isObject(value) && Object.keys(value).length > MAX_PROPERTIES;
    const found: Reading[] = [];
    if (isLarge || value === undefined) return found;
    const kind = kindOf(value);
    const { schema } = expected;
    const rows = rowsFor(schema, kind, () =>
      READINGS.filter(
        ({ from, to }) =>
          from.includes(kind) &&
          (to === schema.format ||
            allows(schema, to === "number" ? "integer" : to) ||
            to === "any"),
      ),
    );
    for (const row of rows) {
      const isText = kind === "string" && row !== jsonInText;
      if (isText && row.to !== "string" && !isShortText(value)) continue;
      const given: unknown =
        isText && row.to !== "array" && row.to !== "object" ? bare(value as string) : value;
      for (const one of row.read(given as never, expected)) {
        if (
          one.value === value ||
          found.some((known) => isEqual(known.value, one.value)) ||
          !expected.accepts(one.value)
        )
          continue;
        found.push(one);
      }
      // A number in quotes is no flag, and a date is no other text.
      if (
        (isText || row === jsonInText || row.to === "boolean") &&
        found.some(({ isCertain, mustFit }) => isCertain && !mustFit)
      )
        break;
    }
    return found;
  });
}

/**
 * A number with a unit is certain if the name of the field, a text about it or a value beside it
 * says that unit, and no other one. Otherwise it is no reading: it may be another number.
 */
export function settleDropped(
  readings: readonly Reading[],
  name: string,
  about: () => Said,
  holder: Readonly<Record<string, unknown>>,
): readonly Reading[] {
  return readings.flatMap((one) => {
    const { value, dropped } = one;
    if (typeof value !== "number") return [one];
    if (dropped === undefined) {
      // A sum with a point is hardly one of cents.
      const isSum = /cents?$/i.test(name) && String(holder[name]).includes(".");
      return isSum ? [guess(value)] : [one];
    }
    // A milliwatt (mW) is no megawatt (MW).
    const isOneCase = /^(?:[^a-z]+|[^A-Z]+|.{4,})$/.test(dropped);
    const unit: readonly string[] = (isOneCase ? unitOf(dropped.toLowerCase()) : undefined) ?? [
      dropped,
      ...(isOneCase ? [stem(dropped)] : []),
    ];
    const own = wordsOfName(name);
    const around = [about(), wordsBeside(holder)];
    const says = ({ words }: Said) => unit.some((word) => words.has(word));
    const saysOther = ({ units }: Said) => [...units].some((other) => other !== unit);
    const isSaid = says(own) || (!saysOther(own) && around.some(says) && !around.some(saysOther));
    return isSaid && ![own, ...around].some(({ denies }) => denies)
      ? [new Reading(value, true)]
      : [];
  });
}

/** The words of a text, and the units that they name. */
interface Said {
  readonly words: ReadonlySet<string>;
  readonly units: ReadonlySet<readonly string[]>;
  /** Whether a word denies or scales a unit, or a sum may convert it. */
  readonly denies: boolean;
}

function toSaid(words: readonly string[], denies: boolean): Said {
  return {
    words: new Set(words.flatMap((word) => [word, stem(word)])),
    units: new Set(words.map(unitOf).filter((unit) => unit !== undefined)),
    denies,
  };
}

/** What the texts about a field say together. */
export function readTexts(texts: readonly unknown[]): Said {
  const all = texts.filter(isShortText).map(wordsOfText);
  return {
    words: new Set(all.flatMap(({ words }) => [...words])),
    units: new Set(all.flatMap(({ units }) => [...units])),
    denies: all.some(({ denies }) => denies),
  };
}

const wordsOfText = cacheByString((text) => {
  const words = text.toLowerCase().match(/\p{L}{3,}|[$\u20ac\u00a3]/gu) ?? [];
  return toSaid(words, /\d/.test(text) || DENIAL.test(words.join(" ")));
});

/** The last word of a name is the unit. */
const wordsOfName = cacheByString((name) => {
  const words = splitWords(name);
  return toSaid(words.slice(-1), DENIAL.test(words.join(" ").toLowerCase()));
});

const wordsBeside = cacheByObject((holder: object) => {
  const texts = Object.values(holder).filter(isShortText);
  return toSaid(
    texts.map((text) => text.trim().toLowerCase()),
    false,
  );
});

/** Words that deny, relate or scale a unit: "never in percent", "in thousands of euros". */
const DENIAL =
  /\b(?:not?|non|never|without|except|instead|before|after|per|one|square|cubic|thousands?|millions?|hundreds?|cents?)\b/;

/** The fixes that replace a value by what it may mean. */
export function readAgain(error: SchemaError & InContext): Fix[] {
  const { path, value: actual, schema, context } = error;
  const array = parentPointer(path);
  const whole = Array.isArray(actual) ? valueAt(context, array) : undefined;
  // If the inner items fit the outer array, there is one pair of brackets too many.
  if (
    Array.isArray(whole) &&
    whole.length === 1 &&
    (actual as Json[]).every((item) => allows(schema, kindOf(item)))
  )
    return [moveOut(path, true)];
  const isItemOfType = isWrongItem(error, context);
  const isUniform = !isItemOfType || isEachCertain(context.wrongItems(array), context.memo);
  const inner = onlyItem(Array.isArray(actual) ? actual : [actual]);
  return interpret(error).flatMap(({ value, dropped, mustFit, ...reading }): Fix[] => {
    const isCertain = reading.isCertain && isUniform;
    if (Array.isArray(value) && value.length === 1 && value[0] === actual) {
      // Several items may be one array that lacks a pair of brackets.
      const isOnly = !isItemOfType || context.wrongItems(array).length === 1;
      const patch = wrap(path, actual, context);
      return [makeFix("Put it into an array", isCertain && isOnly, patch, joinPointer(path, 0))];
    }
    const isShort = isQuotable(value);
    // A move to the place of an array item would insert the value before that item.
    if (!isShort && !isItem(context, path)) {
      if (Array.isArray(actual) && inner === value)
        return [moveOut(joinPointer(path, 0), isCertain)];
      const key = isObject(actual)
        ? Object.keys(actual).find((one) => actual[one] === value)
        : undefined;
      if (key !== undefined && !isCertain) {
        const patch: Operation[] = [{ op: "move", from: joinPointer(path, key), path }];
        return [makeFix(`Keep only its property ${quote(key)}`, false, patch)];
      }
    }
    const isJson = !isShort && typeof inner === "string" && isObject(value);
    // A guess with a long value is offered only if it is there as JSON.
    if (!isCertain && !isShort && !isJson) return [];
    const lost = isCertain || dropped === undefined ? "" : `, without ${quote(dropped)}`;
    const title = isJson
      ? "Replace with the object in the string"
      : `Replace with ${quote(value)}${lost}`;
    const patch: Operation[] = [{ op: "replace", path, value }];
    return [makeFix(title, isCertain, patch, isCertain && mustFit ? path : undefined)];
  });
}

/** What a value may mean where it stands. */
function interpret({ path, value, schema, context }: SchemaError & InContext): readonly Reading[] {
  const columns = context.columnsIn(path);
  const property = isItem(context, path) ? "*" : lastToken(path);
  const expected = context.memo.derive(["expected", schema, columns, property], () => {
    return { schema, accepts: (one: Json) => allows(schema, kindOf(one)), columns, property };
  });
  const holder = valueAt(context, parentPointer(path)) as JsonObject;
  const about = () => readTexts([schema.title, schema.description]);
  return settleDropped(readValue(value, expected, context.memo), property, about, holder);
}

/** Whether all items with errors can be repaired for certain. */
function isEachCertain(items: readonly (SchemaError & InContext)[], memo: Memo): boolean {
  return memo.derive(
    ["each certain", items],
    () =>
      items.length <= MAX_KEPT &&
      items.every(
        (item) => isRedundantItem(item) || interpret(item).some(({ isCertain }) => isCertain),
      ),
  );
}

function moveOut(path: string, isCertain: boolean): Fix {
  return makeFix("Take it out of the array around it", isCertain, [
    { op: "move", from: path, path: parentPointer(path) },
  ]);
}

/** Whether a value is an empty item beside other items of an array. */
export function isRedundantItem({ value, path, context }: SchemaError & InContext): boolean {
  const array = isEmpty(value) ? valueAt(context, parentPointer(path)) : undefined;
  return (
    Array.isArray(array) &&
    context.memo.derive(["has other items", array], () => !array.every(isEmpty))
  );
}

/** Puts a value into an array. A long value is moved, not repeated. */
function wrap(
  path: string,
  value: Json,
  document: (SchemaError & InContext)["context"],
): Operation[] {
  if (isQuotable([value])) return [{ op: "replace", path, value: [value] }];
  let aside = `${path}~0`;
  while (valueAt(document, aside) !== undefined) aside += "~0";
  return [
    { op: "move", from: path, path: aside },
    { op: "add", path, value: [] },
    { op: "move", from: aside, path: joinPointer(path, 0) },
  ];
}

export function replaceWith(path: string, value: Json, isCertain = true): Fix {
  return makeFix(`Replace with ${quote(value)}`, isCertain, [{ op: "replace", path, value }]);
}
