import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CompletionItem, Location } from "vscode-languageserver/node";
import { CHECKS } from "../../engine/checks/index.js";
import { POINTER_PROPERTIES } from "../../engine/reference.js";
import { COMMON_PLACEHOLDERS } from "../../engine/rules/template.js";
import type { Cursor } from "../../ground/json/cursor.js";
import { JsonRanges } from "../../ground/json/json-ranges.js";
import { isIndex, joinPointer, toTokens, valueAt } from "../../ground/json/pointer.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { outlineOf } from "../../schema/outline.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { walkObjects } from "../../specs/walk-values.js";
import {
  findValueAt,
  type OpenDocument,
  type RuleFile,
  readText,
  toRange,
} from "./open-document.js";
import { suggestValue, toCompletionItem } from "./suggestion.js";

/** A file of a spec package that is open in the editor. */
export interface OpenRuleFile extends RuleFile {
  readonly document: OpenDocument;
  /** Reads a file as it is in the editor or, if it is not open, on disk. */
  readOpenText(path: string): string;
}

export function completeRuleFile(
  file: OpenRuleFile,
  cursor: Cursor,
  offset: number,
): CompletionItem[] {
  const { text } = file.document;
  const kind = findReferenceKind(cursor.tokens, file);
  if (cursor.kind !== "value" || kind === undefined) return [];
  const names = [...listDefinitions(kind, file)].map(({ name }) => name);
  if (kind !== "placeholder")
    return names.map((name) => toCompletionItem(suggestValue(name), text, cursor));
  // A placeholder is inserted into a string, and replaces the part of it that was typed.
  const [typed = ""] = /\{\w*$/.exec(text.slice(cursor.from, offset)) ?? [];
  const replaced = { from: offset - typed.length, to: offset };
  return names.map((name) =>
    toCompletionItem({ label: name, insert: name, kind: "value" }, text, replaced),
  );
}

/** Finds where the reference at an offset is defined. */
export function findDefinition(file: OpenRuleFile, offset: number): Location | undefined {
  const { text } = file.document;
  const pointer = findValueAt(text, offset)?.pointer ?? "";
  const value = valueAt(tryParse(text), pointer);
  const kind = findReferenceKind(toTokens(pointer), file);
  if (typeof value !== "string" || kind === undefined) return undefined;
  const selector = value.replace(/\/(~first|~last|\d+)(?=\/|$)/g, "/*");
  for (const { name, path, pointer } of listDefinitions(kind, file)) {
    const isNamed =
      kind === "placeholder" ? value.includes(name) : name === value || name === selector;
    if (!isNamed) continue;
    const definingText = file.readOpenText(path);
    const read = JsonRanges.read(definingText);
    if ("error" in read) return undefined;
    const range = read.ranges.key(pointer) ?? read.ranges.value(pointer);
    return (
      range && { uri: pathToFileURL(path).href, range: toRange(definingText, range.from, range.to) }
    );
  }
  return undefined;
}

type ReferenceKind = "pointer" | "data" | "declaration" | "placeholder";

/** Properties whose strings have placeholders. */
const TEMPLATE_PROPERTIES = new Set(["message", "title", "remove", "rename", "set", "patch"]);

/** What a string refers to, by the names of its ancestors; undefined if to nothing. */
function findReferenceKind(
  tokens: readonly string[],
  { document, folder, rule }: OpenRuleFile,
): ReferenceKind | undefined {
  const [part = ""] = tokens;
  const mayRefer =
    rule === undefined
      ? document.path === join(folder, "spec.json") && ["declarations", "normalize"].includes(part)
      : part !== "examples";
  if (!mayRefer) return undefined;
  const names = tokens.filter((token) => !isIndex(token));
  const last = names.at(-1) ?? "";
  if (last === "spec") return "data";
  if (last === "declared") return "declaration";
  if (rule !== undefined && names.some((name) => TEMPLATE_PROPERTIES.has(name)))
    return "placeholder";
  return POINTER_PROPERTIES.includes(last) ? "pointer" : undefined;
}

interface Definition {
  /** As references write it. */
  readonly name: string;
  /** The file that defines it. */
  readonly path: string;
  readonly pointer: string;
}

/** Everything that references of a kind can name. */
function* listDefinitions(
  kind: ReferenceKind,
  { document, folder, readOpenText }: OpenRuleFile,
): Generator<Definition> {
  if (kind === "placeholder") {
    const { path, text } = document;
    // A rule that is being written is rarely valid JSON. Then the saved file is used.
    const { check } = toObject(tryParse(text) ?? tryParse(readText(path)));
    for (const name of listPlaceholders(check))
      yield { name: `{${name}}`, path, pointer: "/check" };
    return;
  }
  const path = join(folder, kind === "pointer" ? "candidate.schema.json" : "spec.json");
  const content = toObject(tryParse(readOpenText(path)));
  if (kind === "pointer") {
    for (const { at, pointer } of walkSchemas(outlineOf(content)))
      if (at !== "") yield { name: at, path, pointer };
  } else if (kind === "declaration") {
    for (const name of Object.keys(toObject(content.declarations)))
      yield { name, path, pointer: joinPointer("/declarations", name) };
  } else
    for (const { object, pointer } of walkObjects(content.data))
      for (const key of Object.keys(object)) {
        const name = joinPointer(pointer, key);
        yield { name, path, pointer: `/data${name}` };
      }
}

function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The placeholders that every check fills, and those of the checks of a rule. */
function listPlaceholders(checks: Json | undefined): Set<string> {
  const placeholders = new Set<string>(COMMON_PLACEHOLDERS);
  for (const check of [checks].flat())
    for (const [name, value] of Object.entries(toObject(check))) {
      try {
        const own = CHECKS.get(name)?.placeholders(value as Json, check as JsonObject) ?? [];
        for (const placeholder of own) placeholders.add(placeholder);
      } catch {
        // The check is being written.
      }
    }
  return placeholders;
}
