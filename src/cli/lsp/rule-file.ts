import { existsSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type CompletionItem, type Location, ResponseError, type WorkspaceEdit } from "vscode-languageserver/node";
import { JsonRanges } from "../../json/json-ranges.js";
import { parse as parsePointer } from "../../json/pointer.js";
import { isRuleName } from "../../specs/names.js";
import { namesIn } from "../../specs/read-package.js";
import type { Cursor } from "./cursor.js";
import { type OpenDocument, type ReadText, textOnDisk, uriOf } from "./open-document.js";
import { parsed, placeAt, rangeOf, stringAt } from "./positions.js";
import { definitionOf, referenceAt, suggestInRule } from "./rule-words.js";
import { toCompletion } from "./suggest.js";

/** A file of a spec package: `<root>/<domainId>/<version>/<rest>`. */
export interface RuleFile {
  readonly root: string;
  readonly domainId: string;
  readonly version: string;
  /** Such as `spec.json` or `rules/names-are-unique.json`. */
  readonly rest: string;
}

/** Undefined for a file outside of the rules folders. */
export function ruleFileOf(path: string, roots: readonly string[]): RuleFile | undefined {
  for (const root of roots) {
    const [domainId = "", version = "", ...rest] = relative(root, path).split(/[\\/]/);
    if (domainId !== "" && domainId !== ".." && rest.length > 0)
      return { root, domainId, version, rest: rest.join("/") };
  }
  return undefined;
}

/** The name of a rule; undefined for a file that is not a rule. */
export function ruleNameOf({ rest }: RuleFile): string | undefined {
  return /^rules\/[^/]+\.json$/.test(rest) ? basename(rest, ".json") : undefined;
}

function folderOf({ root, domainId, version }: RuleFile): string {
  return join(root, domainId, version);
}

/** Completions at a cursor in a rule file. */
export function completeRule(
  { path, text }: OpenDocument,
  file: RuleFile,
  cursor: Cursor,
  offset: number,
  textOf: ReadText,
): CompletionItem[] {
  const parts = {
    shape: parsed(textOf(join(folderOf(file), "candidate.schema.json"))),
    spec: parsed(textOf(join(folderOf(file), "spec.json"))),
    // A rule that is being written is rarely valid JSON, and then the saved file is used.
    rule: parsed(text) ?? parsed(textOnDisk(path)),
  };
  const suggestions = suggestInRule(cursor, parts);
  if (referenceAt(cursor.tokens) !== "template")
    return suggestions.map((suggestion) => toCompletion(suggestion, text, cursor));
  // A placeholder is inserted into a string, and replaces the part of it that was typed.
  const [typed = ""] = /\{\w*$/.exec(text.slice(cursor.from, offset)) ?? [];
  return suggestions.map((suggestion) => toCompletion(suggestion, text, { from: offset - typed.length, to: offset }));
}

/** The definition of the reference at an offset; null if there is none. */
export function findDefinition(
  document: OpenDocument,
  file: RuleFile,
  offset: number,
  textOf: ReadText,
): Location | null {
  const place = placeAt(document.text, offset);
  const value = place && stringAt(document.text, place.pointer);
  const definition = place && value !== undefined ? definitionOf(parsePointer(place.pointer), value) : undefined;
  if (definition === undefined) return null;
  const path = definition.file === "rule" ? document.path : join(folderOf(file), definition.file);
  const text = textOf(path);
  const read = JsonRanges.read(text);
  if ("error" in read) return null;
  const range = read.ranges.key(definition.pointer) ?? read.ranges.value(definition.pointer);
  return range === undefined ? null : { uri: uriOf(path), range: rangeOf(text, range.from, range.to) };
}

/** Renames the file of a rule, and its code in the examples that expect it. */
export function renameRule(
  document: OpenDocument,
  file: RuleFile,
  newName: string,
  textOf: ReadText,
): WorkspaceEdit | null {
  const name = ruleNameOf(file);
  if (name === undefined) return null;
  if (!isRuleName(newName)) throw new ResponseError(0, "the name of a rule is in kebab-case, such as names-are-unique");
  const newPath = join(dirname(document.path), `${newName}.json`);
  if (existsSync(newPath)) throw new ResponseError(0, `there is already a rule ${newName}`);
  const examples = join(folderOf(file), "examples");
  const edits = namesIn(examples).flatMap((example) => {
    const path = join(examples, example);
    const text = textOf(path);
    const renamed = [...text.matchAll(/"code"\s*:\s*("[^"\n]*")/g)].flatMap(({ 0: whole, 1: code = "", index }) => {
      const from = index + whole.length - code.length;
      return code === JSON.stringify(name)
        ? [{ range: rangeOf(text, from, from + code.length), newText: JSON.stringify(newName) }]
        : [];
    });
    return renamed.length === 0 ? [] : [{ textDocument: { uri: uriOf(path), version: null }, edits: renamed }];
  });
  return { documentChanges: [...edits, { kind: "rename", oldUri: document.uri, newUri: uriOf(newPath) }] };
}
