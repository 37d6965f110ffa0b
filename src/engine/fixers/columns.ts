import { isEmpty, type Json, kindOf } from "../../ground/json/value.js";
import { Meaning } from "../../ground/text/meaning.js";
import { isQuotable } from "../../ground/text/quote.js";
import { placeholderOf } from "../../schema/schemas-in.js";
import type { Declaration } from "../declared/declaration.js";
import type { FieldType } from "../declared/field-types.js";
import type { Subject } from "../memo.js";
import { readTexts, readValue, settleDropped } from "./read-value.js";
import { MAX_OFFERED } from "./reading.js";
import { readLiteral } from "./scalars.js";

/** The values that records have under one key, and how they fit their declared type. */
export type Column = ReturnType<typeof readColumn>;

/** The column of a key, which is read once for all its values. */
export function findColumn(
  key: string,
  type: FieldType,
  declaration: Declaration,
  subject: Subject,
): Column {
  const records = declaration.records(subject);
  return subject.memo.derive(["column", records, type.name, key], () =>
    readColumn(key, type, declaration, subject),
  );
}

function readColumn(key: string, type: FieldType, declaration: Declaration, subject: Subject) {
  const { memo } = subject;
  const records = declaration.records(subject);
  const values = records.values(key);
  const { item = {} } = declaration.read(subject).byName.get(key) ?? {};
  const texts = Object.values(item as object).filter((text) => text !== key);
  let said: ReturnType<typeof readTexts> | undefined;
  const about = () => {
    said ??= readTexts(texts);
    return said;
  };
  const interpret = (record: Record<string, unknown>) =>
    settleDropped(readValue(record[key], type, memo), key, about, record);
  const isClear = (record: Record<string, unknown>) =>
    interpret(record).some(({ isCertain }) => isCertain);
  const unfit = records.having(key).filter((record) => !type.accepts(record[key]));
  const filled = unfit.filter((record) => !isEmpty(record[key]));
  const isQuoted = (record: Record<string, unknown>) => {
    const value = record[key];
    if (typeof value !== "string") return false;
    return /^\s*[[{]/.test(value)
      ? isClear(record)
      : type.accepts(memo.ofString(value, readLiteral));
  };
  const quoted = filled.filter(isQuoted).length;
  const fit = values.length - unfit.length;
  // One value of another type is hardly the type of the column, nor one fraction among integers a
  // slip.
  const isMinor =
    (unfit.length < 2 || unfit.length <= fit) &&
    !(fit > 0 && values.every((value) => typeof value === "number"));
  const common = isMinor || quoted === values.length ? undefined : declaration.typeOf(values);
  // Values of the declared type have the wider type too: no evidence against the declaration.
  const isWider =
    common !== undefined &&
    unfit.every((record) => interpret(record).length > 0) &&
    declaration.isTypeOf(common, [placeholderOf(type.schema)]);
  const unclear = filled.flatMap((record) => (isClear(record) ? [] : [record[key]]));
  return {
    key,
    type,
    values,
    unfit,
    declaration,
    memo,
    interpret,
    isQuoted,
    /**
     * The type of all values, if most do not have the declared one and are not merely in quotes.
     */
    commonType: isWider ? undefined : common,
    /** Whether the other values show that the declared type is right. */
    isShown: fit > 0 || quoted > filled.length - quoted,
    /** Whether a text may be a code, such as 007, and not a number. */
    hasCodes: unclear.some(
      (value) => typeof value === "string" && /^[\w.-]*\d[\w.-]*$/.test(value),
    ),
    /** The JavaScript types of the values that have no certain reading. */
    inDoubt: new Set(unclear.map((value) => typeof value)),
  };
}

/**
 * What a value probably means in the declared type. A value of another type is certain only if the
 * column shows that the declaration is right.
 */
export function interpretInColumn(
  record: Record<string, unknown>,
  column: Column,
): Meaning<Json> | undefined {
  const readings = column.interpret(record).filter((one) => one.isCertain || isQuotable(one.value));
  const sure = readings.filter((one) => one.isCertain);
  const [first, ...others] = [...sure, ...readings.filter((one) => !one.isCertain)];
  if (first === undefined) return undefined;
  if (sure.length === 1 && !isTypeInDoubt(record, first.value, column))
    return new Meaning(first.value, true);
  const guesses = others
    .slice(0, MAX_OFFERED - 1)
    .map((other) => new Meaning(other.value, false, [], other.dropped));
  return new Meaning(first.value, false, guesses, first.dropped);
}

/** Whether the declaration may be the mistake, rather than this value. */
function isTypeInDoubt(record: Record<string, unknown>, value: Json, column: Column): boolean {
  const actual = record[column.key];
  if (kindOf(value) === kindOf(actual)) return false;
  // 0 may mean that there are no items.
  if (Array.isArray(value) && typeof actual === "number") return true;
  const hasDigit = typeof actual !== "object" && /\d/.test(String(actual));
  if (typeof value === "boolean" && hasDigit && column.inDoubt.size > 0) return true;
  if (column.isQuoted(record)) return (hasDigit && column.hasCodes) || !column.isShown;
  return (
    !(column.isShown && !column.inDoubt.has(typeof actual)) &&
    !(column.unfit.length > 1 && column.inDoubt.size === 0 && typeof value !== "object")
  );
}

/**
 * The types to choose from, best first; undefined if the column fits after certain conversions.
 */
export function listTypeChoices(name: string, column: Column): readonly string[] | undefined {
  const { values, unfit, declaration, memo } = column;
  return memo.derive(["choices", column], () => {
    if (unfit.every((record) => interpretInColumn(record, column)?.isCertain)) return undefined;
    const common = column.commonType ?? declaration.typeOf(values) ?? name;
    return unfit.length < values.length ? [name, common] : [common, name];
  });
}
