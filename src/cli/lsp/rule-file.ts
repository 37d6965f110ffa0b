import { join } from "node:path";
import type { CompletionItem, Location } from "vscode-languageserver/node";
import { CHECKS } from "../../engine/checks/index.js";
import { POINTER_PROPERTIES } from "../../engine/reference.js";
import { COMMON_PLACEHOLDERS } from "../../engine/rules/template.js";
import type { Cursor } from "../../ground/json/cursor.js";
import { JsonRanges } from "../../ground/json/json-ranges.js";
import {
  isIndex,
  joinPointer,
  toTokens as parsePointer,
  valueAt,
} from "../../ground/json/pointer.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { outlineOf } from "../../schema/outline.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { walkObjects } from "../../specs/values-in.js";
import { type Completion, suggestValue, toCompletion } from "./completion.js";
import {
  findPlace,
  type OpenDocument,
  type RuleFile,
  textOnDisk,
  toRange,
  toUri,
} from "./open-document.js";

/**
 * The parts of a spec package that its files refer to; undefined if they are missing or not valid
 * JSON.
 */
type PackageParts = Readonly<Record<"shape" | "spec" | "rule", unknown>>;

/** Properties whose strings have placeholders. */
const TEMPLATES = new Set(["message", "title", "remove", "rename", "set", "patch"]);

/** An open file of a spec package. */
interface OpenRuleFile extends RuleFile {
  readonly document: OpenDocument;
  /** Reads a file as it is in the editor, or else on the disk; empty if it cannot be read. */
  textOf(path: string): string;
}

function readParts({ document: { path, text }, folder, textOf }: OpenRuleFile): PackageParts {
  return {
    shape: tryParse(textOf(join(folder, "candidate.schema.json"))),
    spec: tryParse(textOf(join(folder, "spec.json"))),
    // A rule that is being written is rarely valid JSON, and then the saved file is used.
    rule: tryParse(text) ?? tryParse(textOnDisk(path)),
  };
}

export function completeRule(file: OpenRuleFile, cursor: Cursor, offset: number): CompletionItem[] {
  const { text } = file.document;
  const reference = findReference(cursor.tokens, file);
  if (cursor.kind !== "value" || reference === undefined) return [];
  const suggestions: Completion[] = REFERENCES[reference].suggest(readParts(file));
  if (reference !== "template")
    return suggestions.map((suggestion) => toCompletion(suggestion, text, cursor));
  // A placeholder is inserted into a string, and replaces the part of it that was typed.
  const [typed = ""] = /\{\w*$/.exec(text.slice(cursor.from, offset)) ?? [];
  return suggestions.map((suggestion) =>
    toCompletion(suggestion, text, { from: offset - typed.length, to: offset }),
  );
}

/** The definition of the reference at an offset; null if there is none. */
export function findDefinition(file: OpenRuleFile, offset: number): Location | null {
  const { document, folder, textOf } = file;
  const pointer = findPlace(document.text, offset)?.pointer ?? "";
  const value = valueAt(tryParse(document.text), pointer);
  const reference = findReference(parsePointer(pointer), file);
  if (typeof value !== "string" || reference === undefined) return null;
  const definition = REFERENCES[reference].define(value, readParts(file));
  if (definition === undefined) return null;
  const path = definition.file === "rule" ? document.path : join(folder, definition.file);
  const text = textOf(path);
  const read = JsonRanges.read(text);
  if ("error" in read) return null;
  const range = read.ranges.key(definition.pointer) ?? read.ranges.value(definition.pointer);
  return range === undefined
    ? null
    : { uri: toUri(path), range: toRange(text, range.from, range.to) };
}

/** The kind of a reference, by the names of its ancestors; undefined if it is not a reference. */
function findReference(
  tokens: readonly string[],
  file: OpenRuleFile,
): keyof typeof REFERENCES | undefined {
  if (!mayRefer(tokens[0] ?? "", file)) return undefined;
  const names = tokens.filter((token) => !isIndex(token));
  const last = names.at(-1) ?? "";
  if (last === "spec") return "data";
  if (last === "declared") return "declaration";
  if (file.rule !== undefined && names.some((name) => TEMPLATES.has(name))) return "template";
  return POINTER_PROPERTIES.includes(last) ? "pointer" : undefined;
}

/**
 * Whether a part of a file refers to other parts of the package. Shapes and examples refer to none.
 */
function mayRefer(part: string, { document, folder, rule }: OpenRuleFile): boolean {
  if (rule !== undefined) return part !== "examples";
  return (
    document.path === join(folder, "spec.json") && ["declarations", "normalize"].includes(part)
  );
}

/**
 * A kind of reference: what can be written in its place, and where it is defined; undefined if
 * nowhere.
 */
interface ReferenceKind {
  suggest(parts: PackageParts): Completion[];
  define(value: string, parts: PackageParts): { file: string; pointer: string } | undefined;
}

const REFERENCES = {
  pointer: {
    suggest: ({ shape }) =>
      [...walkSchemas(outlineAt(shape))]
        .filter(({ at }) => at !== "")
        .map(({ at }) => suggestValue(at)),
    define(value, { shape }) {
      const ofEach = value.replace(/\/(~first|~last|\d+)(?=\/|$)/g, "/*");
      const found = [...walkSchemas(outlineAt(shape))].find(
        ({ at }) => at === value || at === ofEach,
      );
      return found && { file: "candidate.schema.json", pointer: found.pointer };
    },
  },
  data: {
    suggest: ({ spec }) => listPointers(isObject(spec) ? spec.data : undefined).map(suggestValue),
    define: (value) => ({ file: "spec.json", pointer: `/data${value}` }),
  },
  declaration: {
    suggest: ({ spec }) =>
      isObject(spec) && isObject(spec.declarations)
        ? Object.keys(spec.declarations).map(suggestValue)
        : [],
    define: (value) => ({ file: "spec.json", pointer: joinPointer("/declarations", value) }),
  },
  template: {
    suggest: ({ rule }) =>
      listPlaceholders(rule).map((name) => ({
        label: `{${name}}`,
        insert: `{${name}}`,
        kind: "value",
      })),
    define: (value) => (/\{\w+\}/.test(value) ? { file: "rule", pointer: "/check" } : undefined),
  },
} satisfies Record<string, ReferenceKind>;

function listPointers(data: unknown): string[] {
  return [...walkObjects(data)].flatMap(({ object, pointer }) =>
    Object.keys(object).map((name) => joinPointer(pointer, name)),
  );
}

/** The placeholders that every check fills, and those of the checks in the rule. */
function listPlaceholders(rule: unknown): string[] {
  const checks = isObject(rule) ? [rule.check].flat() : [];
  const ofChecks = checks.flatMap((check) =>
    isObject(check)
      ? Object.entries(check).flatMap(([name, value]) =>
          ownPlaceholders(name, value as Json, check),
        )
      : [],
  );
  return [...new Set([...COMMON_PLACEHOLDERS, ...ofChecks])];
}

function ownPlaceholders(name: string, value: Json, options: JsonObject): readonly string[] {
  try {
    return CHECKS.get(name)?.placeholders(value, options) ?? [];
  } catch {
    // The value is not finished yet.
    return [];
  }
}

/** The outline of a file that may have errors. */
function outlineAt(shape: unknown): JsonObject {
  return isObject(shape) ? outlineOf(shape) : {};
}
