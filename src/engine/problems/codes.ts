import type { InContext, Named } from "../../engine/fixers/shape-error.js";
import { groupBy } from "../../ground/json/group-by.js";
import type { Operation } from "../../ground/json/patch.js";
import { isItem, joinPointer, parentPointer, valueAt } from "../../ground/json/pointer.js";
import { isEmpty, isObject, type Json, type JsonObject, kindOf } from "../../ground/json/value.js";
import { closestValue } from "../../ground/text/did-you-mean.js";
import { MAX_COMPARED } from "../../ground/text/match-names.js";
import { countedNoun, isShortText, namesThatFit, quote } from "../../ground/text/quote.js";
import { FORMATS } from "../../schema/formats.js";
import { countCodePoints } from "../../schema/keywords.js";
import type { SchemaError } from "../../schema/schema-error.js";
import { allows, propertiesOf } from "../../schema/schemas-in.js";
import { MAX_PATCH_LENGTH } from "../bounds.js";
import { fixUnknown, RULES_OF_MISSING } from "../fixers/keys.js";
import {
  fixByDeriving,
  fixByEmpty,
  fixByOnlyValue,
  fixByPlaceholder,
  fixByRecords,
  fixesByReplacing,
} from "../fixers/missing.js";
import { makeVocabulary, splitItem } from "../fixers/names.js";
import { isRedundantItem, readAgain, replaceWith } from "../fixers/read-value.js";
import { bare } from "../fixers/scalars.js";
import type { Relocation } from "../fixers/shape-error.js";
import { inOtherWords } from "../fixers/words.js";
import type { CheckSubject } from "../memo.js";
import {
  CANDIDATE,
  type Fix,
  inCandidate,
  isMachineApplicable,
  makeFix,
  type Severity,
  type Violation,
} from "../violation.js";
import { describeExpected, formSentence, whyNotInFormat } from "./in-words.js";

/** Each code gets the errors of its keyword: that of `required`, for example, gets named ones. */
interface ShapeCode {
  code: string;
  summary: string;
  /** By default, an error. */
  severity?: Severity;
  message(error: SchemaError): string;
  subject?(error: SchemaError): string | undefined;
  /** The path and the subject follow from the error alone, without its context. */
  path?(error: SchemaError): string;
  actual?(error: SchemaError): unknown;
  expected?(error: SchemaError): Json;
  fixes?(error: SchemaError): Fix[];
}

/**
 * The diagnostics of each keyword of a candidate schema. A schema with another keyword does not
 * load.
 */
export const SHAPE_CODES: Readonly<Record<string, ShapeCode>> = {
  type: {
    code: "wrong-type",
    summary: "A value does not have the JSON type that is expected here.",
    message: ({ value, schema, path, context }: SchemaError & InContext) => {
      const given =
        value === null ? "the value is null" : `${quote(value)} is of type ${kindOf(value)}`;
      const { enum: allowed, format, pattern } = schema;
      const isText =
        allows(schema, "string") && [allowed, format, pattern].every((one) => one === undefined);
      const isUnquoted = (typeof value === "number" || typeof value === "boolean") && isText;
      const advice = isUnquoted ? `; write ${quote(String(value))}` : "";
      return `${given}; expected ${describeExpected(schema, context.columnsIn(path))}${advice}`;
    },
    expected: ({ schema }) => schema.type as Json,
    fixes: fixType,
  },
  required: {
    code: "missing-property",
    summary: "A required property is missing.",
    message: (error: SchemaError & Named & InContext) => {
      const { name, schema, path, context } = error;
      const property = propertiesOf(schema)[name];
      const missing = `the required property ${quote(name)} is missing`;
      if (property === undefined || Object.keys(property).length === 0) return missing;
      return `${missing}; expected ${describeExpected(property, context.columnsIn(joinPointer(path, name)))}`;
    },
    subject: ({ name }: SchemaError & Named & InContext) => name,
    actual: () => undefined,
    expected: ({ name }: SchemaError & Named & InContext) => name,
    fixes: (error: SchemaError & Named & InContext) => {
      const path = joinPointer(error.path, error.name);
      const property = propertiesOf(error.schema)[error.name];
      return [
        ...removeItem(error),
        ...RULES_OF_MISSING.flatMap(({ fixes }) => fixes(error)),
        ...fixByOnlyValue(path, error),
        ...fixByDeriving("add", path, property, error),
        ...(error.context.unknownCount === 0 ? fixByEmpty("add", path, property) : []),
        ...fixByRecords("add", path, error),
        ...fixByPlaceholder("add", path, property),
      ];
    },
  },
  additionalProperties: {
    code: "unknown-property",
    summary: "A property has a name that this spec package does not know.",
    message: ({ name: unknownName, unknown, schema }: SchemaError & Named & InContext) => {
      const name = quote(unknownName);
      if (unknown?.relocation)
        return `unknown property ${name}; ${whereItBelongs(unknown.relocation)}`;
      if (unknown?.meant) return `unknown property ${name}; did you mean "${unknown.meant.value}"?`;
      // The known names are listed once for all unknown properties of an object.
      return `unknown property ${name}${unknown?.isFirst ? `; ${listKnown(schema)}` : ""}`;
    },
    path: ({ path, name }: SchemaError & Named & InContext) => joinPointer(path, name),
    actual: ({ value, name }: SchemaError & Named & InContext) => value[name],
    expected: ({ unknown, schema }: SchemaError & Named & InContext) =>
      unknown?.meant?.value ?? Object.keys(propertiesOf(schema)),
    fixes: fixUnknown,
  },
  minLength: {
    code: "too-short",
    summary: "A string has fewer characters than it must.",
    // A package that trims its strings turns a blank one into an empty one.
    message: ({ value, schema: { minLength } }) =>
      value === ""
        ? `must have at least ${countedNoun(minLength as number, "character")}; this string is empty or blank`
        : `${quote(value)} has ${countedNoun(countCodePoints(value as string), "character")}; it must have at least ${minLength}`,
    expected: readLimit,
    fixes: (error: SchemaError & InContext) =>
      error.value === ""
        ? [...removeOptional(error), ...removeItem(error), ...fixesByReplacing(error)]
        : [],
  },
  maxLength: {
    code: "too-long",
    summary: "A string has more characters than it may.",
    message: ({ value, schema: { maxLength } }) =>
      `the string has ${countedNoun(countCodePoints(value as string), "character")}; it may have at most ${maxLength}`,
    expected: readLimit,
  },
  minItems: {
    code: "too-few-items",
    summary: "An array has fewer items than it must.",
    message: ({ value, schema: { minItems } }) =>
      `the array has ${countedNoun((value as Json[]).length, "item")}; it must have at least ${minItems}`,
    expected: readLimit,
    fixes: (error: SchemaError & InContext) => [
      ...removeOptional(error),
      ...fixByPlaceholder("add", joinPointer(error.path, "-"), error.schema.items),
    ],
  },
  maxItems: {
    code: "too-many-items",
    summary: "An array has more items than it may.",
    message: ({ value, schema: { maxItems } }) =>
      `the array has ${countedNoun((value as Json[]).length, "item")}; it may have at most ${maxItems}`,
    expected: readLimit,
    fixes: ({ path, value, schema: { maxItems } }) =>
      removeLast(path, (value as Json[]).length, maxItems as number),
  },
  minimum: limit("too-small", "A number is smaller than it may be.", "at least"),
  exclusiveMinimum: limit("too-small", "A number is smaller than it may be.", "more than"),
  maximum: limit("too-large", "A number is larger than it may be.", "at most"),
  exclusiveMaximum: limit("too-large", "A number is larger than it may be.", "less than"),
  enum: {
    code: "not-allowed",
    summary: "A value is not one of those that are allowed here.",
    message: ({ value, schema, otherTypes = [] }: SchemaError & InContext) => {
      const others = otherTypes.map((type) => (type === "null" ? type : `any ${type}`));
      return `${quote(value)} is not allowed here; allowed: ${[...listAllowed(schema), ...others].join(", ")}`;
    },
    expected: ({ schema }) => schema.enum as Json,
    fixes: (error: SchemaError & InContext) => {
      const { path, value, schema } = error;
      if (!allows(schema, kindOf(value))) return fixType(error);
      const texts = (schema.enum as Json[]).filter((allowed) => typeof allowed === "string");
      const meant = typeof value === "string" ? closestValue(bare(value), texts) : undefined;
      const several = meant === undefined ? fixSeveral(error) : [];
      const named =
        meant ??
        (several.length === 0 && typeof value === "string"
          ? inOtherWords(value, texts)
          : undefined);
      return [
        ...removeOptional(error),
        ...removeItem(error),
        ...several,
        ...(named === undefined ? [] : [replaceWith(path, named.value, named.isCertain)]),
      ];
    },
  },
  format: {
    code: "wrong-format",
    summary: "The string does not match the required format.",
    message: ({ value, schema }) => {
      const format = schema.format as string;
      const reason = whyNotInFormat(value, { format }) ?? `is not of format ${format}`;
      return `${quote(value)} ${reason}${FORMATS.has(format) ? `; ${formSentence(format, { format })}` : ""}`;
    },
    expected: readLimit,
    fixes: (error: SchemaError & InContext) => [...removeOptional(error), ...readAgain(error)],
  },
  schema: {
    code: "schema",
    summary: "A value does not fit a keyword of the JSON Schema that no other code is about.",
    message: ({ value, words }: SchemaError & InContext) => `${quote(value)} ${words}`,
    subject: ({ words }: SchemaError & InContext) => words,
    // A reading that does not match the pattern either is dropped when it is tried.
    fixes: (error: SchemaError & InContext) =>
      typeof error.value === "string" && error.schema.pattern !== undefined
        ? [...removeOptional(error), ...readAgain(error)]
        : removeRepeats(error),
  },
  placeholder: {
    code: "placeholder-left",
    summary:
      "A value is still a placeholder of a fix or a template, or an id has quotes or invisible characters left by a tool.",
    severity: "warning",
    message: ({ value }) => `${quote(value)} looks like a placeholder; write what you mean instead`,
  },
};

/** A list of countries fits; of a longer one, the first values are shown. */
const MAX_LIST_LENGTH = 2_000;

function listAllowed({ enum: allowed }: JsonObject): string[] {
  return namesThatFit((allowed as Json[]).slice(0, MAX_LIST_LENGTH).map(quote), MAX_LIST_LENGTH);
}

/** Splits an item of an array that lists several allowed values: `["wifi, balcony"]`. */
function fixSeveral({ path, value, schema, context }: SchemaError & InContext): Fix[] {
  const { enum: allowed } = schema as { enum: Json[] };
  if (
    !isShortText(value) ||
    isEmpty(value) ||
    allowed.length > MAX_COMPARED ||
    !isItem(context, path)
  )
    return [];
  const vocabulary = context.memo.derive(["vocabulary", allowed], () =>
    makeVocabulary(allowed, new Map(), true, undefined),
  );
  const array = parentPointer(path);
  const split = splitItem(value, vocabulary, valueAt(context, array));
  return split === undefined ? [] : [replaceWith(array, split.value, split.isCertain)];
}

/** The names of the properties that an object may have. */
function listKnown(schema: JsonObject): string {
  const names = namesThatFit(Object.keys(propertiesOf(schema)));
  const patterns = isObject(schema.patternProperties)
    ? Object.keys(schema.patternProperties).map(quote)
    : [];
  const matching =
    patterns.length === 0 ? [] : [`names that match ${namesThatFit(patterns).join(" or ")}`];
  const known = [...names, ...matching].join(", ");
  return known === "" ? "no property is known here" : `known: ${known}`;
}

/** Where the values of an unknown property belong, or the property itself. */
function whereItBelongs({ holder, keys }: Relocation): string {
  if (holder === undefined) return "the properties in it are expected here instead";
  const others = keys.length > 1 ? `, together with ${namesThatFit(keys.slice(1)).join(", ")}` : "";
  return `it belongs in ${quote(holder)}${others}`;
}

function limit(code: string, summary: string, words: string): ShapeCode {
  return {
    code,
    summary,
    message: ({ value, keyword, schema }) =>
      `${quote(value)} is out of range; it must be ${words} ${schema[keyword]}`,
    expected: readLimit,
  };
}

/** The keyword that a value violates. */
function readLimit({ keyword, schema }: SchemaError): Json {
  return { [keyword]: schema[keyword] as Json };
}

/** The fixes of a value of another type. */
function fixType(error: SchemaError & InContext): Fix[] {
  // An object that may be empty says no more than null; in place of another value, null may stand
  // for more.
  const isUnsaid = error.isRequired
    ? error.value !== null
    : isEmpty(error.value) && (error.path === CANDIDATE || error.schema.default !== undefined);
  const empty = isUnsaid ? fixByEmpty("replace", error.path, error.schema) : [];
  return [
    ...removeOptional(error),
    ...removeItem(error),
    ...empty,
    ...readAgain(error),
    ...fixesByReplacing(error),
  ];
}

/** Removes a null or an empty string that may be absent. */
function removeOptional({ isOptional, path }: SchemaError & InContext): Fix[] {
  return isOptional ? [remove(path, "Remove it; the property may be absent")] : [];
}

/** Removes an array item that is empty or an ellipsis. */
function removeItem(error: SchemaError & InContext): Fix[] {
  // In a series of numbers, each position may mean something.
  if (isRedundantItem(error))
    return [remove(error.path, "Remove it; it is empty", allows(error.schema, "object", "string"))];
  const isEllipsis = error.value === "..." || error.value === "\u2026";
  return isEllipsis && isItem(error.context, error.path)
    ? [remove(error.path, "Remove it; it only says that items were left out", false)]
    : [];
}

function remove(path: string, title: string, isCertain = true): Fix {
  return makeFix(title, isCertain, [{ op: "remove", path }]);
}

/**
 * Removes the words that an array of different items repeats. Equal objects may be meant as
 * several.
 */
function removeRepeats({ path, value, schema: { uniqueItems } }: SchemaError & InContext): Fix[] {
  if (
    !Array.isArray(value) ||
    uniqueItems !== true ||
    !value.every((item) => typeof item === "string")
  )
    return [];
  const seen = new Set<string>();
  const isRepeat = (item: string) => seen.has(item) || !seen.add(item);
  const repeats = [...value.keys()].filter((at) => isRepeat(value[at] as string));
  const patch = repeats
    .slice(0, MAX_PATCH_LENGTH)
    .reverse()
    .map((at): Operation => ({ op: "remove", path: joinPointer(path, at) }));
  return patch.length === 0
    ? []
    : [makeFix(`Remove ${countedNoun(patch.length, "repeat")}`, false, patch)];
}

function removeLast(path: string, length: number, maxItems: number): Fix[] {
  if (length - maxItems > MAX_PATCH_LENGTH) return [];
  const patch = Array.from(
    { length: length - maxItems },
    (_, n): Operation => ({ op: "remove", path: joinPointer(path, length - 1 - n) }),
  );
  return [makeFix(`Remove the last ${countedNoun(patch.length, "item")}`, false, patch)];
}

/** A violation of the schema. */
class SchemaViolation implements Violation {
  readonly code: string;
  readonly severity: Severity;
  readonly path: string;
  readonly subject: string | undefined;
  further?: number;
  #explained: SchemaError | undefined;
  #fixes: readonly Fix[] | undefined;

  constructor(
    error: SchemaError,
    private readonly definition: ShapeCode,
    private readonly explain: () => SchemaError,
  ) {
    this.code = definition.code;
    this.severity = definition.severity ?? "error";
    this.path = definition.path?.(error) ?? error.path;
    this.subject = definition.subject?.(error);
  }

  private get error(): SchemaError {
    this.#explained ??= this.explain();
    return this.#explained;
  }

  get actual(): unknown {
    return this.definition.actual ? this.definition.actual(this.error) : this.error.value;
  }

  get expected(): Json | undefined {
    return this.definition.expected?.(this.error);
  }

  message(): string {
    return this.definition.message(this.error);
  }

  fixes(): readonly Fix[] {
    if (this.#fixes === undefined) {
      const { context } = this.error as Partial<SchemaError & InContext>;
      const fixes = withFixesOfOthers(this.definition.fixes?.(this.error) ?? [], this.error);
      this.#fixes = context === undefined ? fixes : fixes.map((fix) => context.review(fix));
    }
    return this.#fixes;
  }

  isLeftIn({ candidate }: CheckSubject, path: string): boolean {
    const {
      keyword,
      name,
      value: before,
      context,
    } = this.error as SchemaError & Partial<InContext>;
    const value = valueAt({ candidate }, path);
    if (keyword === "required") return isObject(value) && !Object.hasOwn(value, name as string);
    if (keyword === "additionalProperties") return path === this.path && value !== undefined;
    if (context === undefined) return value === before;
    const pointer = inCandidate(path);
    return context
      .findErrorsAt(candidate, pointer)
      .some((error) => error.path === pointer && error.keyword === keyword);
  }
}

/**
 * The fixes of a value, and those of the same value in other branches of a union. Of equal ones, a
 * certain one stays.
 */
function withFixesOfOthers(own: readonly Fix[], { others = [] }: SchemaError): readonly Fix[] {
  if (others.length === 0) return own;
  const all = [
    ...own,
    ...others.flatMap((other) => SHAPE_CODES[other.keyword]?.fixes?.(other) ?? []),
  ];
  const byPatch = groupBy(all, ({ patch }) => JSON.stringify(patch));
  return [...byPatch.values()].map((equal) => equal.find(isMachineApplicable) ?? (equal[0] as Fix));
}

/** Context is computed lazily: most trial violations are only compared. */
export function schemaViolation<E extends SchemaError>(
  error: E,
  explain: (error: E) => SchemaError = () => error,
) {
  return new SchemaViolation(error, SHAPE_CODES[error.keyword] as ShapeCode, () => explain(error));
}
