import type { Operation } from "../../json/patch.js";
import { isIndex, join, parent, parse, valueAt } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject, kindOf } from "../../json/value.js";
import { codePoints } from "../../json-schema/lengths.js";
import { meantBy } from "../../text/did-you-mean.js";
import { count, isShort, quote, someOf } from "../../text/quote.js";
import { expectedBy, formOf, reasonFor } from "../in-words.js";
import { placeholderOf } from "../placeholder.js";
import { type Fix, KEPT, type Problem, type Severity } from "../problem.js";
import { readingsOf } from "../readings/index.js";
import { allows, type Read } from "../readings/reading.js";
import { isEmpty } from "../spare.js";
import { derive } from "./derive.js";
import { fixesOfRow, type Header, headerOf } from "./header-row.js";
import type { Alike, ShapeError } from "./shape-error.js";
import { fixesOfUnknown } from "./unknown-properties.js";

export interface ShapeCode {
  code: string;
  summary: string;
  /** An error where it is left out. */
  severity?: Severity;
  message(error: ShapeError): string;
  about?(error: ShapeError): string;
  path?(error: ShapeError): string;
  actual?(error: ShapeError): unknown;
  expected?(error: ShapeError): Json;
  fixes?(error: ShapeError): Fix[];
}

/** What each keyword that a candidate schema may use says to the author. A keyword that is not here does not load. */
export const SHAPE_CODES: Readonly<Record<string, ShapeCode>> = {
  type: {
    code: "wrong-type",
    summary: "A value is of another JSON type than the one that is due here.",
    message: ({ data, parentSchema, declaredAt, instancePath }) => {
      const given = data === null ? "the value is null" : `${quote(data)} is of type ${kindOf(data)}`;
      return `${given}; expected ${expectedBy(parentSchema, declaredAt?.(instancePath))}`;
    },
    expected: ({ schema }) => schema as Json,
    fixes: (error) => [
      ...(error.isOptional ? [removeNull(error.instancePath)] : []),
      ...(isSpareItem(error) ? [removeItem(error.instancePath)] : []),
      ...readAgain(error),
      ...fillIn(error),
    ],
  },
  required: {
    code: "missing-property",
    summary: "A required property is not there.",
    message: ({ params, parentSchema, declaredAt, instancePath }) => {
      const { missingProperty: name } = params;
      const expected = expectedBy(parentSchema?.properties?.[name], declaredAt?.(join(instancePath, name)));
      return `the required property ${quote(name)} is missing; expected ${expected}`;
    },
    about: ({ params }) => params.missingProperty,
    actual: () => undefined,
    expected: ({ params }) => params.missingProperty,
    fixes: (error) => {
      const { instancePath, params, parentSchema } = error;
      const path = join(instancePath, params.missingProperty);
      const property = parentSchema?.properties?.[params.missingProperty];
      return [
        ...(isSpareItem(error) ? [removeItem(instancePath)] : []),
        ...derive("add", path, property, error),
        ...example("add", path, property),
      ];
    },
  },
  additionalProperties: {
    code: "unknown-property",
    summary: "A property has a name that this spec package does not know.",
    message: ({ params, unknown, parentSchema }) => {
      const name = quote(params.additionalProperty);
      if (unknown?.beside) return `all that is expected here is nested in the unknown property ${name}; take it out`;
      if (unknown?.group) return `unknown property ${name}; its own properties are expected here`;
      if (unknown?.meant) return `unknown property ${name}; did you mean "${unknown.meant.value}"?`;
      return `unknown property ${name}; known: ${someOf(Object.keys(parentSchema?.properties ?? {})).join(", ")}`;
    },
    path: ({ instancePath, params }) => join(instancePath, params.additionalProperty),
    actual: ({ data, params }) => (data as JsonObject)[params.additionalProperty],
    expected: ({ unknown, parentSchema }) => unknown?.meant?.value ?? Object.keys(parentSchema?.properties ?? {}),
    fixes: fixesOfUnknown,
  },
  minLength: {
    code: "too-short",
    summary: "A string has fewer characters than it must.",
    message: ({ data, schema }) => {
      // White space around it is not counted.
      const given = data === "" ? "an empty or blank string" : quote(data);
      return `${given} has ${count(codePoints(data as string), "character")}; at least ${schema}`;
    },
    expected: ({ schema }) => ({ minLength: schema as number }),
    fixes: (error) => (error.data === "" ? fillIn(error) : []),
  },
  maxLength: {
    code: "too-long",
    summary: "A string has more characters than it may.",
    message: ({ data, schema }) =>
      `the string has ${count(codePoints(data as string), "character")}; at most ${schema}`,
    expected: ({ schema }) => ({ maxLength: schema as number }),
  },
  minItems: {
    code: "too-few-items",
    summary: "An array has fewer items than it must.",
    message: ({ data, schema }) => `the array has ${count((data as Json[]).length, "item")}; at least ${schema}`,
    expected: ({ schema }) => ({ minItems: schema as number }),
    fixes: ({ instancePath, parentSchema }) => example("add", join(instancePath, "-"), parentSchema?.items),
  },
  maxItems: {
    code: "too-many-items",
    summary: "An array has more items than it may.",
    message: ({ data, schema }) => `the array has ${count((data as Json[]).length, "item")}; at most ${schema}`,
    expected: ({ schema }) => ({ maxItems: schema as number }),
    fixes: ({ instancePath, data, schema }) => removeLast(instancePath, (data as Json[]).length, schema as number),
  },
  minimum: limit("too-small", "A number is smaller than it may be.", "at least"),
  exclusiveMinimum: limit("too-small", "A number is smaller than it may be.", "more than"),
  maximum: limit("too-large", "A number is larger than it may be.", "at most"),
  exclusiveMaximum: limit("too-large", "A number is larger than it may be.", "less than"),
  enum: {
    code: "not-allowed",
    summary: "A value is not one of those that are allowed here.",
    message: ({ data, schema }) =>
      `${quote(data)} is not allowed here; allowed: ${(schema as Json[]).map(quote).join(", ")}`,
    expected: ({ schema }) => schema as Json,
    fixes: ({ instancePath, data, schema }) => {
      const texts = (schema as Json[]).filter((value) => typeof value === "string");
      const meant = typeof data === "string" ? meantBy(data, texts) : undefined;
      return meant === undefined ? [] : [replaceWith(instancePath, meant.value, meant.sure)];
    },
  },
  format: {
    code: "wrong-format",
    summary: "The string does not match the required format.",
    message: ({ data, schema }) => {
      const reason = reasonFor(data, { format: schema as string }) ?? `is not of format ${schema}`;
      return `${quote(data)} ${reason}; ${formOf(schema as string, { format: schema as string })}`;
    },
    expected: ({ schema }) => ({ format: schema as string }),
    fixes: readAgain,
  },
  placeholder: {
    code: "placeholder-left",
    summary: "A value is still the placeholder that a fix has put in.",
    severity: "warning",
    message: ({ data }) => `${quote(data)} is a placeholder; write what you mean instead`,
  },
};

function limit(code: string, summary: string, words: string): ShapeCode {
  return {
    code,
    summary,
    message: ({ data, schema }) => `${quote(data)} is out of range; it must be ${words} ${schema}`,
    expected: ({ keyword, schema }) => ({ [keyword]: schema as number }),
  };
}

function replaceWith(path: string, value: Json, sure = true): Fix {
  return {
    title: `Replace with ${quote(value)}`,
    applicability: sure ? "machine-applicable" : "maybe-incorrect",
    patch: [{ op: "replace", path, value }],
  };
}

function asGuess(fix: Fix): Fix {
  return { ...fix, applicability: "maybe-incorrect" };
}

/** What else the value could mean. */
function readAgain(error: ShapeError): Fix[] {
  const { instancePath, data, parentSchema } = error;
  const schema = parentSchema as JsonObject;
  const table = tableOf(error);
  if (table?.length === 1) return [moveOut(instancePath)];
  const fixes = table && fixesOfRow(instancePath, data, table, schema, headerAbove(error, table));
  if (fixes !== undefined) return fixes;
  const reads = readsOf(error);
  const isUniform = error.alike === undefined || areRead(error.alike);
  return reads.flatMap((read): Fix[] => {
    const { value } = read;
    const sure = read.sure && isUniform;
    const applicability = sure ? "machine-applicable" : "maybe-incorrect";
    if (Array.isArray(value) && value.length === 1 && value[0] === data) {
      const fix: Fix = { title: "Put it into an array", applicability, patch: wrap(error, value) };
      // An object may as well be a map of several.
      return [isObject(data) ? { ...fix, mustFit: join(instancePath, 0) } : fix];
    }
    if (sure || isShort(value)) {
      const fix = replaceWith(instancePath, value, sure);
      return [sure && read.mustFit ? { ...fix, mustFit: instancePath } : fix];
    }
    // A guess is not worth a long echo.
    if (!isObject(data) || isIndex(parse(instancePath).at(-1) ?? "")) return [];
    const key = Object.keys(data).find((one) => data[one] === value);
    return key === undefined ? toArray(error, data, value) : [takeOut(instancePath, key)];
  });
}

/** What stands beside it is lost. */
function takeOut(path: string, key: string): Fix {
  return {
    title: `Take what it holds out of ${quote(key)}`,
    applicability: "maybe-incorrect",
    patch: [{ op: "move", from: join(path, key), path }],
  };
}

/** The most values of an object, or of its arrays, that are moved. */
const MOST_MOVED = 100;

function toArray(error: ShapeError, object: Record<string, unknown>, value: Json): Fix[] {
  const { instancePath: path } = error;
  const aside = asideOf(error);
  // Of an array, each item is the first when it is moved.
  const places = Object.entries(object).flatMap(([key, one]) =>
    Array.isArray(one)
      ? one.map((item) => ({ item, from: join(join(aside, key), 0) }))
      : [{ item: one, from: join(aside, key) }],
  );
  const areItems = Array.isArray(value) && value.length === places.length;
  if (!areItems || places.length > MOST_MOVED || !places.every(({ item }, at) => item === value[at])) return [];
  const patch: Operation[] = [
    { op: "move", from: path, path: aside },
    { op: "add", path, value: [] },
    ...places.map(({ from }, at): Operation => ({ op: "move", from, path: join(path, at) })),
    { op: "remove", path: aside },
  ];
  return [{ title: "Make an array of what it holds", applicability: "maybe-incorrect", patch }];
}

function readsOf(error: ShapeError): readonly Read[] {
  error.reads ??= readOnce(error);
  return error.reads;
}

/** Every round of a repair asks again what a value means, and it may be all records in one string. */
function readOnce({ data, parentSchema, columns, memo, instancePath }: ShapeError): readonly Read[] {
  const schema = parentSchema as JsonObject;
  const declared = columns?.();
  const fits = (value: Json) => allows(schema, kindOf(value));
  const read = () => readingsOf(data, schema, fits, declared, parse(instancePath).at(-1));
  // What records mean depends on the columns that are declared.
  if (memo === undefined || declared !== undefined) return read();
  const known = memo.derive("reads", schema, () => new Map<unknown, Read[]>());
  const reads = known.get(data) ?? read();
  known.set(data, reads);
  return reads;
}

/** More items than are kept as problems cannot all be repaired. */
function areRead(alike: Alike): boolean {
  const isRead = (item: ShapeError) => isSpareItem(item) || isHeaderRow(item) || readsOf(item).some(({ sure }) => sure);
  alike.areRead ??= alike.items.length <= KEPT && alike.items.every(isRead);
  return alike.areRead;
}

function isHeaderRow(error: ShapeError): boolean {
  const table = tableOf(error);
  return table !== undefined && error.data === table[0] && headerAbove(error, table)?.isDeclared === true;
}

/** The header of a table, for each of its rows. */
function headerAbove({ alike, parentSchema, columns }: ShapeError, table: readonly Json[]): Header | undefined {
  if (alike === undefined) return undefined;
  if (!("header" in alike)) alike.header = headerOf(table, parentSchema as JsonObject, columns?.());
  return alike.header;
}

/** The rows of a table that has this as one of them. */
function tableOf({ data, instancePath, candidate }: ShapeError): readonly Json[] | undefined {
  const whole = Array.isArray(data) ? valueAt({ candidate }, parent(instancePath)) : undefined;
  return Array.isArray(whole) ? whole : undefined;
}

/** Of an array that holds nothing but the array that is expected. */
function moveOut(path: string): Fix {
  return {
    title: "Take it out of the array around it",
    applicability: "machine-applicable",
    patch: [{ op: "move", from: path, path: parent(path) }],
  };
}

/** Whether it is an item that holds nothing, or an ellipsis, beside other items of an array. */
function isSpareItem({ data, instancePath, candidate, memo }: ShapeError): boolean {
  if (!isNothing(data)) return false;
  const array = valueAt({ candidate }, parent(instancePath));
  if (!Array.isArray(array)) return false;
  const holdsSome = () => array.some((item) => !isNothing(item));
  // Looked at once, and not again for each of a thousand items that hold nothing.
  return memo === undefined ? holdsSome() : memo.derive("holds some", array, holdsSome);
}

function isNothing(item: unknown): boolean {
  return item === "..." || item === "\u2026" || (typeof item !== "string" && isEmpty(item));
}

function removeItem(path: string): Fix {
  return { title: "Remove it; it holds nothing", applicability: "machine-applicable", patch: [{ op: "remove", path }] };
}

function removeNull(path: string): Fix {
  return {
    title: "Remove it; the property may be absent",
    applicability: "machine-applicable",
    patch: [{ op: "remove", path }],
  };
}

/** A place beside a property where nothing is, to move its value to meanwhile. */
function asideOf({ instancePath, candidate }: ShapeError): string {
  let aside = `${instancePath}~0`;
  while (valueAt({ candidate }, aside) !== undefined) aside += "~0";
  return aside;
}

/** A long value is moved, not repeated: diagnostics never echo it. */
function wrap(error: ShapeError, list: Json[]): Operation[] {
  const { instancePath: path } = error;
  if (isShort(list)) return [{ op: "replace", path, value: list }];
  const aside = asideOf(error);
  return [
    { op: "move", from: path, path: aside },
    { op: "add", path, value: [] },
    { op: "move", from: aside, path: join(path, 0) },
  ];
}

function example(op: "add" | "replace", path: string, schema: unknown): Fix[] {
  const value = placeholderOf(schema);
  if (value === undefined) return [];
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(value)} and fill it in`;
  return [{ title, applicability: "has-placeholders", patch: [{ op, path, value }] }];
}

function fillIn(error: ShapeError): Fix[] {
  const { data, instancePath, parentSchema } = error;
  const derived = typeof data === "string" && data !== "" ? [] : derive("replace", instancePath, parentSchema, error);
  // What is there may say more.
  const isNothing = data === null || data === "";
  return [...(isNothing ? derived : derived.map(asGuess)), ...example("replace", instancePath, parentSchema)];
}

function removeLast(path: string, length: number, most: number): Fix[] {
  if (length - most > 20) return [];
  const patch = Array.from(
    { length: length - most },
    (_, n): Operation => ({ op: "remove", path: join(path, length - 1 - n) }),
  );
  return [{ title: `Remove the last ${count(patch.length, "item")}`, applicability: "maybe-incorrect", patch }];
}

/** The schema stage's way to say that something is wrong. */
class SchemaProblem implements Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly path: string;
  readonly about: string | undefined;
  more?: number;
  #fixes: Fix[] | undefined;

  constructor(
    private readonly error: ShapeError,
    private readonly speaker: ShapeCode,
  ) {
    this.code = speaker.code;
    this.severity = speaker.severity ?? "error";
    this.path = speaker.path?.(error) ?? error.instancePath;
    this.about = speaker.about?.(error);
  }

  get actual(): unknown {
    return this.speaker.actual ? this.speaker.actual(this.error) : this.error.data;
  }

  get expected(): Json | undefined {
    return this.speaker.expected?.(this.error);
  }

  message(): string {
    return this.speaker.message(this.error);
  }

  fixes(): Fix[] {
    this.#fixes ??= this.speaker.fixes?.(this.error) ?? [];
    return this.#fixes;
  }
}

export function toProblem(error: ShapeError): Problem {
  return new SchemaProblem(error, SHAPE_CODES[error.keyword] ?? unforeseen(error));
}

function unforeseen(error: ShapeError): never {
  throw new Error(`the schema uses the keyword ${error.keyword}, which no diagnostic speaks for`);
}
