import type { Operation } from "../../json/patch.js";
import { join } from "../../json/pointer.js";
import { type Json, type JsonObject, kindOf } from "../../json/value.js";
import { codePoints } from "../../json-schema/lengths.js";
import { closestOption } from "../../text/did-you-mean.js";
import { counted, quote, someOf } from "../../text/quote.js";
import { moveOutOf, wrongHolderOf } from "../fixers/holders.js";
import { fixByDeriving, fixByPlaceholder, fixByRecords, fixesByReplacing } from "../fixers/missing.js";
import { isRedundantItem, readAgain, replaceWith } from "../fixers/read-again.js";
import { type MisplacedProperties, nameOf, type ShapeError } from "../fixers/shape-error.js";
import { fixesOfUnknown } from "../fixers/unknown-properties.js";
import { type Fix, fixOf, type Problem, type Severity } from "../problem.js";
import { expectedBy, formOf, reasonFor } from "./in-words.js";

interface ShapeCode {
  code: string;
  summary: string;
  /** By default, an error. */
  severity?: Severity;
  message(error: ShapeError): string;
  about?(error: ShapeError): string;
  path?(error: ShapeError): string;
  actual?(error: ShapeError): unknown;
  expected?(error: ShapeError): Json;
  fixes?(error: ShapeError): Fix[];
}

/** The diagnostics of each keyword of a candidate schema. A schema with another keyword does not load. */
export const SHAPE_CODES: Readonly<Record<string, ShapeCode>> = {
  type: {
    code: "wrong-type",
    summary: "A value does not have the JSON type that is expected here.",
    message: ({ data, parentSchema, declaredAt, instancePath }) => {
      const given = data === null ? "the value is null" : `${quote(data)} is of type ${kindOf(data)}`;
      return `${given}; expected ${expectedBy(parentSchema, declaredAt?.(instancePath))}`;
    },
    expected: ({ schema }) => schema as Json,
    fixes: (error) => [
      ...(error.isOptional ? [remove(error.instancePath, "Remove it; the property may be absent")] : []),
      ...(isRedundantItem(error) ? [remove(error.instancePath, REMOVE_EMPTY)] : []),
      ...readAgain(error),
      ...fixesByReplacing(error),
    ],
  },
  required: {
    code: "missing-property",
    summary: "A required property is missing.",
    message: (error) => {
      const { params, parentSchema, declaredAt, instancePath } = error;
      const { missingProperty: name } = params;
      const holder = wrongHolderOf(error);
      if (holder !== undefined)
        return `the required property ${quote(name)} is missing; it belongs beside ${quote(holder)}, not in it`;
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
      const holder = wrongHolderOf(error);
      return [
        ...(holder === undefined ? [] : [moveOutOf(holder, error)]),
        ...(isRedundantItem(error) ? [remove(instancePath, REMOVE_EMPTY)] : []),
        ...fixByDeriving("add", path, property, error),
        ...fixByRecords("add", path, error),
        ...fixByPlaceholder("add", path, property),
      ];
    },
  },
  additionalProperties: {
    code: "unknown-property",
    summary: "A property has a name that this spec package does not know.",
    message: (error) => {
      const { unknown, parentSchema } = error;
      const name = quote(nameOf(error));
      if (unknown?.outer) return `the expected properties are nested in the unknown property ${name}; move them up`;
      if (unknown?.group) return `unknown property ${name}; its properties are expected here instead`;
      if (unknown?.misplaced) return `unknown property ${name}; ${belonging(unknown.misplaced)}`;
      if (unknown?.meant) return `unknown property ${name}; did you mean "${unknown.meant.value}"?`;
      return `unknown property ${name}; known: ${someOf(Object.keys(parentSchema?.properties ?? {})).join(", ")}`;
    },
    path: (error) => join(error.instancePath, nameOf(error)),
    actual: (error) => (error.data as JsonObject)[nameOf(error)],
    expected: ({ unknown, parentSchema }) => unknown?.meant?.value ?? Object.keys(parentSchema?.properties ?? {}),
    fixes: fixesOfUnknown,
  },
  minLength: {
    code: "too-short",
    summary: "A string has fewer characters than it must.",
    // A package that trims its strings turns a blank one into an empty one.
    message: ({ data, schema }) =>
      data === ""
        ? `must have at least ${counted(schema as number, "character")}; this string is empty or blank`
        : `${quote(data)} has ${counted(codePoints(data as string), "character")}; it must have at least ${schema}`,
    expected: ({ schema }) => ({ minLength: schema as number }),
    fixes: (error) => (error.data === "" ? fixesByReplacing(error) : []),
  },
  maxLength: {
    code: "too-long",
    summary: "A string has more characters than it may.",
    message: ({ data, schema }) =>
      `the string has ${counted(codePoints(data as string), "character")}; it may have at most ${schema}`,
    expected: ({ schema }) => ({ maxLength: schema as number }),
  },
  minItems: {
    code: "too-few-items",
    summary: "An array has fewer items than it must.",
    message: ({ data, schema }) =>
      `the array has ${counted((data as Json[]).length, "item")}; it must have at least ${schema}`,
    expected: ({ schema }) => ({ minItems: schema as number }),
    fixes: ({ instancePath, parentSchema }) => fixByPlaceholder("add", join(instancePath, "-"), parentSchema?.items),
  },
  maxItems: {
    code: "too-many-items",
    summary: "An array has more items than it may.",
    message: ({ data, schema }) =>
      `the array has ${counted((data as Json[]).length, "item")}; it may have at most ${schema}`,
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
      const meant = typeof data === "string" ? closestOption(data, texts) : undefined;
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
    summary:
      "A value is still a placeholder of a fix or a template, or an id has quotes or invisible characters left by a tool.",
    severity: "warning",
    message: ({ data }) => `${quote(data)} looks like a placeholder; write what you mean instead`,
  },
};

function belonging({ holder, names, isTogether }: MisplacedProperties): string {
  const others = isTogether && names.length > 1 ? `, and so do ${someOf(names.slice(1)).join(", ")}` : "";
  return `it belongs in ${quote(holder)}${others}`;
}

function limit(code: string, summary: string, words: string): ShapeCode {
  return {
    code,
    summary,
    message: ({ data, schema }) => `${quote(data)} is out of range; it must be ${words} ${schema}`,
    expected: ({ keyword, schema }) => ({ [keyword]: schema as number }),
  };
}

const REMOVE_EMPTY = "Remove it; it is empty";

function remove(path: string, title: string): Fix {
  return fixOf(title, true, [{ op: "remove", path }]);
}

const MAX_REMOVED_ITEMS = 20;

function removeLast(path: string, length: number, maxItems: number): Fix[] {
  if (length - maxItems > MAX_REMOVED_ITEMS) return [];
  const patch = Array.from(
    { length: length - maxItems },
    (_, n): Operation => ({ op: "remove", path: join(path, length - 1 - n) }),
  );
  return [fixOf(`Remove the last ${counted(patch.length, "item")}`, false, patch)];
}

/** A violation of the schema. */
class SchemaProblem implements Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly path: string;
  readonly about: string | undefined;
  more?: number;
  #fixes: Fix[] | undefined;

  constructor(
    private readonly error: ShapeError,
    private readonly definition: ShapeCode,
  ) {
    this.code = definition.code;
    this.severity = definition.severity ?? "error";
    this.path = definition.path?.(error) ?? error.instancePath;
    this.about = definition.about?.(error);
  }

  get actual(): unknown {
    return this.definition.actual ? this.definition.actual(this.error) : this.error.data;
  }

  get expected(): Json | undefined {
    return this.definition.expected?.(this.error);
  }

  message(): string {
    return this.definition.message(this.error);
  }

  fixes(): Fix[] {
    this.#fixes ??= this.definition.fixes?.(this.error) ?? [];
    return this.#fixes;
  }
}

export function toProblem(error: ShapeError): Problem {
  return new SchemaProblem(error, SHAPE_CODES[error.keyword] as ShapeCode);
}
