import { toPointer } from "../../ground/json/pointer.js";
import { compileVisitor, type Trail } from "../../ground/json/selector.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import type { SchemaError } from "../../schema/schema-error.js";
import { allows, walkSchemas } from "../../schema/schemas-in.js";
import type { DeclarationSource } from "../grammar.js";
import { inRequest, keepFirst, NOTHING, type Violation } from "../violation.js";
import { schemaViolation } from "./codes.js";

/**
 * Returns a function that finds the placeholders of the shape that are still in a candidate, and
 * the leftovers of templates and tools in free strings. A string is free if it has no format, no
 * vocabulary, and declares no name or type.
 */
export function compilePlaceholdersLeft(
  schema: JsonObject,
  vocabularies: readonly string[],
  declarations: Iterable<{ source: DeclarationSource }>,
): (candidate: unknown) => readonly Violation[] {
  const bound = new Set([...vocabularies, ...[...declarations].flatMap(declaredPlaces)]);
  const find = compileVisitor<Note>(
    [...walkSchemas(schema)].flatMap(({ at, schema: subschema }) => [
      ...(isSearched(subschema)
        ? [{ at, visit: compileSearch(subschema.placeholder as Json) }]
        : []),
      ...(isFreeText(subschema) && !bound.has(at) ? [{ at, visit: searchLeftOver }] : []),
    ]),
  );
  return (candidate) => {
    // Made for the first one: most candidates have none.
    let errorsByPath: Map<string, SchemaError> | undefined;
    find(candidate, (value, trail) => {
      const path = inRequest(toPointer(trail));
      errorsByPath ??= new Map();
      errorsByPath.set(path, { keyword: "placeholder", path, value, schema: {} });
    });
    return errorsByPath === undefined
      ? NOTHING
      : keepFirst([...errorsByPath.values()], schemaViolation);
  };
}

/** Notes a value that is a placeholder. */
type Note = (value: Json, trail: Trail) => void;

/** The places of names, of types, and of records whose strings have declared types. */
function declaredPlaces({
  source: { at, name, type, records = "" },
}: {
  source: DeclarationSource;
}): string[] {
  return [at + name, ...(type === undefined ? [] : [at + type]), records];
}

/** A string that is only the placeholder of a template: a word in this case, or a text. */
const UNFILLED_WORD = /^(?:\[?(?:TODO|TBD)\]?[.:!\u2026]{0,3}|string)$/;
const UNFILLED_TEXT = /^(?:<[^<>]{1,80}>|\{\{[^{}]{1,80}\}\}|lorem ipsum\b.*)$/is;
const STARTS_OF_UNFILLED = "[{<slLT";
/**
 * The parts of an id that a template or a tool has left: a placeholder, enclosing quotes, an
 * invisible character.
 */
const LEFT_IN_ID =
  /<[^<>]+>|\{\{[^{}]+\}\}|(?:^|[^A-Za-z])(?:TODO|TBD)(?![A-Za-z])|^(["'`]).+\1$|[\u200b\u200c\u2060\ufeff]/;
/** Ids are shorter, and most prose is longer. */
const MAX_ID_LENGTH = 128;

function isLeftOver(text: unknown): text is string {
  if (typeof text !== "string" || text.length < 3) return false;
  // The first character, and a space, rule out most strings without a pattern.
  const mayBeUnfilled = STARTS_OF_UNFILLED.includes(text.charAt(0));
  if (mayBeUnfilled && (UNFILLED_WORD.test(text) || UNFILLED_TEXT.test(text))) return true;
  return (
    text.length <= MAX_ID_LENGTH && !text.includes(" ") && ID.test(text) && LEFT_IN_ID.test(text)
  );
}

/** One word of ASCII characters, and invisible ones. */
const ID = /^[!-~\u200b\u200c\u2060\ufeff]+$/;

/** Whether the schema allows any string. */
function isFreeText(schema: JsonObject): boolean {
  const { enum: values, format: form, pattern } = schema;
  return (
    allows(schema, "string") && values === undefined && form === undefined && pattern === undefined
  );
}

/**
 * Whether a placeholder is searched as a whole. The others, of arrays and of objects with listed
 * properties, contain such placeholders, which are found instead.
 */
function isSearched({ placeholder, properties }: JsonObject): boolean {
  return typeof placeholder === "string" || (isObject(placeholder) && properties === undefined);
}

function searchLeftOver(value: unknown, trail: Trail, _: unknown, note: Note): void {
  if (isLeftOver(value)) note(value, trail);
}

/** Searches a placeholder as it is. An object without its first property is ruled out quickly. */
function compileSearch(placeholder: Json) {
  const [first] = isObject(placeholder) ? Object.keys(placeholder) : [];
  return (value: unknown, trail: Trail, _: unknown, note: Note): void => {
    if (value === placeholder || (first !== undefined && isEqualObject(value, placeholder, first)))
      note(value as Json, trail);
  };
}

function isEqualObject(value: unknown, placeholder: Json, first: string): boolean {
  return isObject(value) && value[first] !== undefined && isEqual(value, placeholder);
}
