import { cacheByString } from "../../ground/cache/bounded-map.js";
import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import type { Operation } from "../../ground/json/patch.js";
import {
  isItem,
  joinPointer,
  lastToken,
  parentPointer,
  valueAt,
} from "../../ground/json/pointer.js";
import { countNodes } from "../../ground/json/size.js";
import {
  isEmpty,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  kindOf,
} from "../../ground/json/value.js";
import { splitWords, stem } from "../../ground/text/fold-name.js";
import { isQuotable, isShortText, quote } from "../../ground/text/quote.js";
import type { SchemaError } from "../../schema/schema-error.js";
import { allows } from "../../schema/schemas-in.js";
import { MAX_KEPT } from "../bounds.js";
import type { Memo } from "../memo.js";
import { type Fix, makeFix } from "../violation.js";
import { jsonInText } from "./containers.js";
import { type Asked, Reading } from "./reading.js";
import { rowsFor } from "./readings.js";
import { bare } from "./scalars.js";
import type { InContext } from "./shape-error.js";
import { isWrongItem } from "./shape-error.js";
import { unitOf } from "./words.js";

/**
 * What a value should fit, and the test whether it does. The type of a declared field is one too.
 */
export interface Expected extends Asked {
  accepts(value: Json): boolean;
}

/** Rows look at a table, its rows and their cells, and no deeper. */
const LEVELS = 2;
/** Asking all rows about a value costs as much as this many nodes of it. */
const NODES_PER_VALUE = 6;
/** Objects with more properties are not read: V8 takes long to list them, for each row. */
const MAX_PROPERTIES = 1000;

/**
 * What a value may mean, of what is accepted, the plainest first. The work is counted in `memo`,
 * and done once for each value, because every trial of a fix asks again.
 */
export function readValue(value: unknown, expected: Expected, memo: Memo): readonly Reading[] {
  return memo.derive(["readings", expected, value], () => {
    const isLarge = isObject(value) && Object.keys(value).length > MAX_PROPERTIES;
    memo.nodesRead += isLarge ? MAX_PROPERTIES : NODES_PER_VALUE + countNodes(value, LEVELS);
    const found: Reading[] = [];
    if (isLarge || value === undefined) return found;
    const kind = kindOf(value);
    for (const row of rowsFor(expected.schema)) {
      const isText = kind === "string" && row !== jsonInText;
      if (!row.from.includes(kind) || (isText && row.to !== "string" && !isShortText(value)))
        continue;
      const given: unknown =
        isText && row.to !== "array" && row.to !== "object" ? bare(value as string) : value;
      for (const one of row.read(given as never, expected)) {
        if (
          one.value === value ||
          found.some((known) => isEqual(known.value, one.value)) ||
          !expected.accepts(one.value)
        )
          continue;
        memo.nodesRead += countNodes(one.value, LEVELS);
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
 * A number in words is certain if the name of the field, a text about it or a value beside it says
 * the same unit, and no other one. Otherwise it is no reading at all: without its words, it may be
 * another number.
 */
export function settleDropped(
  readings: readonly Reading[],
  name: string,
  texts: readonly unknown[],
  holder: object,
): readonly Reading[] {
  return readings.flatMap((one) => {
    // A sum with a point is hardly one of cents.
    const sent = (holder as JsonObject)[name];
    if (typeof one.value !== "number") return [one];
    if (one.dropped === undefined)
      return typeof sent === "string" && sent.includes(".") && /cents?$/i.test(name)
        ? [new Reading(one.value, false)]
        : [one];
    const said = one.dropped;
    // A milliwatt (mW) is no megawatt (MW).
    const isOneCase = /^(?:[^a-z]+|[^A-Z]+|.{4,})$/.test(said);
    const unit: readonly string[] = (isOneCase ? unitOf(said.toLowerCase()) : undefined) ?? [
      said,
      ...(isOneCase ? [stem(said)] : []),
    ];
    const own = ofName(name);
    const around = [...texts.filter(isShortText).map(wordsIn), wordsBeside(holder)];
    const says = ({ words }: Said) => unit.some((one) => words.has(one));
    const saysOther = ({ units }: Said) => [...units].some((other) => other !== unit);
    const isSaid = says(own) || (!saysOther(own) && around.some(says) && !around.some(saysOther));
    return isSaid && !own.denies && !around.some(({ denies }) => denies)
      ? [new Reading(one.value, true)]
      : [];
  });
}

/** The words of a text, and the units that they name. */
interface Said {
  readonly words: ReadonlySet<string>;
  readonly units: ReadonlySet<readonly string[]>;
  /** Whether a word denies a unit or a scale, or a sum may convert one unit into another. */
  readonly denies: boolean;
}

function toSaid(words: readonly string[], denies = false): Said {
  return {
    words: new Set(words.flatMap((word) => [word, stem(word)])),
    units: new Set(
      words.flatMap((word) => [unitOf(word) ?? []].filter(({ length }) => length > 0)),
    ),
    denies,
  };
}

/** Kept: the texts of a column are asked for each of its values. */
const wordsIn = cacheByString((text) => {
  const words = text.toLowerCase().match(WORDS) ?? [];
  return toSaid(words, /\d/.test(text) || DENIAL.test(words.join(" ")));
});

/** The last word of a name is the unit. */
const ofName = cacheByString((name) => {
  const words = splitWords(name);
  return toSaid(words.slice(-1), DENIAL.test(words.join(" ").toLowerCase()));
});

const wordsBeside = cacheByObject((holder: object) =>
  toSaid(
    Object.values(holder)
      .filter(isShortText)
      .map((text) => text.trim().toLowerCase()),
  ),
);

const WORDS = /\p{L}{3,}|[$\u20ac\u00a3]/gu;
/**
 * Words that deny a unit, relate it or scale it: "never in percent", "in thousands of euros",
 * "square meters".
 */
const DENIAL =
  /\b(?:not?|non|never|without|except|instead|before|after|per|one|square|cubic|thousands?|millions?|hundreds?|cents?)\b/;

/** The fixes that replace a value by what it may mean. */
export function readAgain(error: SchemaError & InContext): Fix[] {
  const { path, value: actual, schema, context } = error;
  const array = parentPointer(path);
  const whole = Array.isArray(actual) ? valueAt(context, array) : undefined;
  // If the inner items could be items of the outer array, there is one pair of brackets too many.
  if (
    Array.isArray(whole) &&
    whole.length === 1 &&
    (actual as Json[]).every((item) => allows(schema, kindOf(item)))
  )
    return [moveOut(path, true)];
  const isItemOfType = isWrongItem(error, context);
  const isUniform = !isItemOfType || isEachCertain(context.wrongItems(array), context.memo);
  return interpret(error).flatMap((reading): Fix[] => {
    const { value } = reading;
    const isCertain = reading.isCertain && isUniform;
    if (Array.isArray(value) && value.length === 1 && value[0] === actual) {
      // Several items without their own arrays may be one array in which a pair of brackets is
      // missing.
      const isOnly = !isItemOfType || context.wrongItems(array).length === 1;
      return [
        makeFix(
          "Put it into an array",
          isCertain && isOnly,
          wrap(path, actual, context),
          joinPointer(path, 0),
        ),
      ];
    }
    // A long value is moved, not repeated. A move to the place of an array item would insert it
    // before that item.
    const isLong = !isQuotable(value) && !isItem(context, path);
    if (isLong && Array.isArray(actual) && actual.length === 1 && actual[0] === value)
      return [moveOut(joinPointer(path, 0), isCertain)];
    const key =
      isLong && isObject(actual)
        ? Object.keys(actual).find((one) => actual[one] === value)
        : undefined;
    if (key !== undefined && !isCertain)
      return [
        makeFix(`Keep only its property ${quote(key)}`, false, [
          { op: "move", from: joinPointer(path, key), path },
        ]),
      ];
    const written = Array.isArray(actual) && actual.length === 1 ? actual[0] : actual;
    const isJson = !isQuotable(value) && typeof written === "string" && isObject(value);
    // A guess with a long value is not offered, unless the value is already there as JSON in a
    // string.
    if (!isCertain && !isQuotable(value) && !isJson) return [];
    const lost =
      isCertain || reading.dropped === undefined ? "" : `, without ${quote(reading.dropped)}`;
    const title = isJson
      ? "Replace with the object in the string"
      : `Replace with ${quote(value)}${lost}`;
    return [
      makeFix(
        title,
        isCertain,
        [{ op: "replace", path, value }],
        isCertain && reading.mustFit ? path : undefined,
      ),
    ];
  });
}

/** What a value may mean where it stands. That of a record also depends on the declared columns. */
function interpret({ path, value, schema, context }: SchemaError & InContext): readonly Reading[] {
  const { memo, columnsIn, usedNamesAt } = context;
  const [columns, usedNames] = [columnsIn(path), usedNamesAt(path)];
  const property = isItem(context, path) ? "*" : lastToken(path);
  const expected = memo.derive(["expected", schema, columns, usedNames, property], () => {
    return {
      schema,
      accepts: (one: Json) => allows(schema, kindOf(one)),
      columns,
      usedNames,
      property,
    };
  });
  const holder = valueAt(context, parentPointer(path)) as object;
  return settleDropped(
    readValue(value, expected, memo),
    property,
    [schema.title, schema.description],
    holder,
  );
}

/**
 * Whether all items with errors can be repaired for certain. With more items than problems are
 * kept, they cannot.
 */
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
