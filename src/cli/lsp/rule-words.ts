import { CHECKS } from "../../engine/checks/index.js";
import { COMMON_PLACEHOLDERS } from "../../engine/rules/template.js";
import { join } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { selectorsIn } from "../../specs/lint/shape-view.js";
import { CHANGES } from "../../specs/meta/definitions.js";
import { objectsIn } from "../../specs/objects-in.js";
import type { Cursor } from "./cursor.js";
import { type Suggestion, suggestValue } from "./suggest.js";

/** The parts of a spec package that rule files refer to; undefined if they are missing or not valid JSON. */
interface PackageParts {
  readonly shape: unknown;
  readonly spec: unknown;
  readonly rule: unknown;
}

const MAX_SUGGESTIONS = 500;

/** Properties whose values are pointers into a candidate. */
const POINTERS = new Set(["at", "per", "path", "candidate", "item", "from", "name", "type", "records"]);
/** Properties whose strings have placeholders. */
const TEMPLATES = new Set(["message", "title", ...Object.keys(CHANGES)]);

/** What a string of a rule file refers to, by the names of the properties around it; undefined if to nothing. */
export function referenceAt(tokens: readonly string[]): "pointer" | "data" | "declaration" | "template" | undefined {
  const names = tokens.filter((token) => !/^\d+$/.test(token));
  const last = names.at(-1) ?? "";
  if (last === "spec") return "data";
  if (last === "declared") return "declaration";
  if (names.some((name) => TEMPLATES.has(name))) return "template";
  return POINTERS.has(last) ? "pointer" : undefined;
}

/** Pointers, data, declarations or placeholders that can be written at a cursor. */
export function suggestInRule({ kind, tokens }: Cursor, parts: PackageParts): Suggestion[] {
  if (kind !== "value") return [];
  switch (referenceAt(tokens)) {
    case "pointer":
      return selectorsIn(parts.shape).slice(0, MAX_SUGGESTIONS).map(suggestValue);
    case "data":
      return pointersIn(dataOf(parts)).map(suggestValue);
    case "declaration":
      return declarationsOf(parts).map(suggestValue);
    case "template":
      return placeholdersOf(parts.rule).map((name) => ({ label: `{${name}}`, insert: `{${name}}`, kind: "value" }));
    default:
      return [];
  }
}

/** The definition of a reference: a file of the package, and a pointer into it; undefined if it has none. */
export function definitionOf(
  tokens: readonly string[],
  value: string,
): { file: "candidate.schema.json" | "spec.json" | "rule"; pointer: string } | undefined {
  const placeholder = /\{(\w+)\}/.exec(value)?.[1];
  switch (referenceAt(tokens)) {
    case "pointer":
      return { file: "candidate.schema.json", pointer: schemaPointer(value) };
    case "data":
      return { file: "spec.json", pointer: `/data${value}` };
    case "declaration":
      return { file: "spec.json", pointer: join("/declarations", value) };
    case "template":
      return placeholder === undefined ? undefined : { file: "rule", pointer: "/check" };
    default:
      return undefined;
  }
}

function pointersIn(data: unknown): string[] {
  const found = [...objectsIn(data)].flatMap(({ object, pointer }) =>
    Object.keys(object).map((name) => join(pointer, name)),
  );
  return found.slice(0, MAX_SUGGESTIONS);
}

function dataOf({ spec }: PackageParts): unknown {
  return isObject(spec) ? spec.data : undefined;
}

function declarationsOf({ spec }: PackageParts): string[] {
  return isObject(spec) && isObject(spec.declarations) ? Object.keys(spec.declarations) : [];
}

/** The placeholders that every check fills, and those of the checks in the rule. */
function placeholdersOf(rule: unknown): string[] {
  const checks = isObject(rule) ? [rule.check].flat() : [];
  const own = checks.flatMap((check) =>
    isObject(check) ? Object.entries(check as JsonObject).flatMap(([name, value]) => ownPlaceholders(name, value)) : [],
  );
  return [...new Set([...COMMON_PLACEHOLDERS, ...own])];
}

function ownPlaceholders(name: string, value: Json): readonly string[] {
  try {
    return CHECKS.get(name)?.placeholders(value) ?? [];
  } catch {
    // The value is not finished yet.
    return [];
  }
}

/** The pointer of a schema: `/outer/*` is described at `/properties/outer/items` of the shape. */
function schemaPointer(selector: string): string {
  return selector
    .split("/")
    .slice(1)
    .map((token) => (token === "*" ? "/items" : `/properties/${token}`))
    .join("");
}
