import { compileVisitor } from "../../json/compile-visitor.js";
import { format } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { equal, isObject, type Json, type JsonObject } from "../../json/value.js";
import { schemasIn } from "../../json-schema/schemas-in.js";
import type { ShapeError } from "../fixers/shape-error.js";
import type { DeclarationSource } from "../grammar.js";
import { inRequest, keepSome, type Problem } from "../problem.js";
import { toProblem } from "./codes.js";

/**
 * Returns a function that finds the placeholders of the shape that are still in a candidate, and the leftovers of
 * templates and tools in free strings. A string is free if it has no format, no vocabulary, and declares no name or
 * type.
 */
export function compilePlaceholders(
  schema: JsonObject,
  vocabularies: readonly string[] = [],
  declarations: Iterable<{ source: DeclarationSource }> = [],
): (candidate: unknown) => Problem[] {
  const schemas = [...schemasIn(schema)];
  const placeholders = schemas
    .filter((one) => isSearched(one.schema))
    .map(({ at, schema: { placeholder } }): Placeholder => ({ at, value: placeholder as Json }));
  const bound = new Set([...vocabularies, ...[...declarations].flatMap(declaredPlaces)]);
  const free = schemas.filter((one) => isFree(one.schema) && !bound.has(one.at)).map(({ at }) => at);
  const noneIsLeft = compileVisitor<(candidate: unknown, isLeft: typeof isLeftOver) => boolean>(
    [
      ...placeholders.map((placeholder) => ({
        at: placeholder.at,
        visit: (variable: string) => `if (${mayBe(placeholder, variable)}) return false;`,
      })),
      ...free.map((at) => ({ at, visit: (variable: string) => `if (isLeftOver(${variable})) return false;` })),
    ],
    ["isLeftOver"],
  );
  const selects = placeholders.map(({ at, value }) => ({
    select: compileSelector(at),
    isLeft: (data: unknown) => equal(data, value),
  }));
  for (const at of free) selects.push({ select: compileSelector(at), isLeft: isLeftOver });
  return (candidate) => {
    if (noneIsLeft(candidate, isLeftOver)) return [];
    const left = new Map<string, ShapeError>();
    for (const { select, isLeft } of selects) {
      select(candidate, (data, trail) => {
        if (!isLeft(data)) return;
        const instancePath = inRequest(format(trail));
        left.set(instancePath, {
          keyword: "placeholder",
          instancePath,
          data,
          schema: null,
          schemaPath: "",
          params: {},
        });
      });
    }
    return keepSome([...left.values()], toProblem);
  };
}

/** The places of names, of types, and of records whose strings have declared types. */
function declaredPlaces({ source: { at, name, type, records = "" } }: { source: DeclarationSource }): string[] {
  return [at + name, ...(type === undefined ? [] : [at + type]), records];
}

/** A string that is only the placeholder of a template. */
const UNFILLED = /^(?:\[?(?:TODO|TBD)\]?[.:!\u2026]{0,3}|string|<[^<>]{1,80}>|\{\{[^{}]{1,80}\}\}|lorem ipsum\b.*)$/is;
/** Placeholders that have this case only. */
const CASE_SENSITIVE = /^(?:string|\[?(?:TODO|TBD))/;
/** The parts of an id that a template or a tool has left: a placeholder, quotes around it, an invisible character. */
const LEFT_IN_ID =
  /<[^<>]+>|\{\{[^{}]+\}\}|(?:^|[^A-Za-z])(?:TODO|TBD)(?![A-Za-z])|^(["'`]).+\1$|[\u200b\u200c\u2060\ufeff]/;
/** Ids are shorter, and most prose is longer. */
const MAX_ID_LENGTH = 128;

function isLeftOver(text: unknown): boolean {
  if (typeof text !== "string" || text.length < 3) return false;
  // The first character rules out most strings.
  const mayBeUnfilled = /^[[{<slLT]/.test(text);
  if (mayBeUnfilled && UNFILLED.test(text) && (/^[<{l]/i.test(text) || CASE_SENSITIVE.test(text))) return true;
  // The first pattern rules out a string with a space as soon as it meets the space.
  return text.length <= MAX_ID_LENGTH && ID.test(text) && LEFT_IN_ID.test(text);
}

/** One word of ASCII characters, and invisible ones. */
const ID = /^[!-~\u200b\u200c\u2060\ufeff]+$/;

/** Whether the schema allows any string. */
function isFree({ type, enum: values, format: form, pattern }: JsonObject): boolean {
  return type === "string" && values === undefined && form === undefined && pattern === undefined;
}

interface Placeholder {
  readonly at: string;
  readonly value: Json;
}

/** Whether a placeholder is searched for itself: every other one contains one of these. */
function isSearched({ placeholder, properties }: JsonObject): boolean {
  return typeof placeholder === "string" || (isObject(placeholder) && properties === undefined);
}

/** The code of a test that rules out most values: an object without the first property of the placeholder is not it. */
function mayBe({ value }: Placeholder, variable: string): string {
  if (typeof value === "string") return `${variable} === ${JSON.stringify(value)}`;
  return `${variable}?.[${JSON.stringify(Object.keys(value as JsonObject)[0])}] !== undefined`;
}
