import { readFileSync } from "node:fs";
import { join as joinPath, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Range, TextEdit } from "vscode-languageserver";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { FileError } from "../../ground/files/file-error.js";
import { JsonRanges } from "../../ground/json/json-ranges.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { jsonPosition } from "../../ground/json/scanner.js";
import type { Domain } from "../../specs/catalog.js";
import type { FileEdit, Notice, Span } from "../outcome.js";

export interface CheckedProposal {
  readonly notices: readonly Notice[];
  repair(): readonly FileEdit[];
  /** Undefined if the document is not JSON, or its domain is unknown. */
  readonly proposal: Proposal | undefined;
}

/** The candidate of a document, which may be a request, and its spec package. */
export interface Proposal {
  readonly isCandidate: boolean;
  readonly candidate: unknown;
  readonly domain: Domain;
  readonly spec: CompiledSpec;
}

export interface RuleError extends FileError {
  /**
   * The version that was checked. Its error may be in a file that it inherits from another version.
   */
  readonly version: string;
}

/** A document in the editor, and the last result of checking it. */
export interface OpenDocument {
  readonly uri: string;
  readonly path: string;
  /** Undefined if the document is in no rules folder. */
  readonly file: RuleFile | undefined;
  text: string;
  version: number;
  /** Undefined unless the document is a proposal. */
  checked?: CheckedProposal;
  /** Undefined unless the document is a rule file. */
  errors?: readonly RuleError[];
}

/** The place of a file in a spec package. */
export interface RuleFile {
  readonly root: string;
  readonly domainId: string;
  readonly version: string;
  /** The folder of the version. */
  readonly folder: string;
  /** Undefined for a file that is not a rule. */
  readonly rule: string | undefined;
}

/** Undefined for a file outside of the rules folders. */
export function findRuleFile(path: string, roots: readonly string[]): RuleFile | undefined {
  for (const root of roots) {
    const [domainId = "", version = "", ...rest] = relative(root, path).split(/[\\/]/);
    if (domainId === "" || domainId === ".." || rest.length === 0) continue;
    const [, rule] = /^rules\/([^/]+)\.json$/.exec(rest.join("/")) ?? [];
    return { root, domainId, version, folder: joinPath(root, domainId, version), rule };
  }
  return undefined;
}

export function textOnDisk(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

export function toPath(uri: string): string {
  return uri.startsWith("file:") ? fileURLToPath(uri) : uri;
}

export function toUri(path: string): string {
  return pathToFileURL(path).href;
}

/**
 * The innermost value at an offset, or the property whose key is there; undefined if the text is
 * not valid JSON.
 */
export function findPlace(
  text: string,
  offset: number,
): { pointer: string; range: Range } | undefined {
  const read = JsonRanges.read(text);
  if ("error" in read) return undefined;
  let pointer = "";
  for (;;) {
    const inside = read.ranges
      .children(pointer)
      ?.find(({ start, value }) => start <= offset && offset <= value.to);
    if (inside === undefined) break;
    pointer = joinPointer(pointer, inside.token);
    const key = read.ranges.key(pointer);
    if (key && offset <= key.to) return { pointer, range: toRange(text, key.from, key.to) };
  }
  const { from, to } = read.ranges.value(pointer) ?? { from: 0, to: 0 };
  return { pointer, range: toRange(text, from, to) };
}

export function toTextEdit({ insert, ...span }: FileEdit): TextEdit {
  return { range: rangeOfSpan(span), newText: insert };
}

export function rangeOfSpan({ start, end }: Span): Range {
  return {
    start: { line: start.line - 1, character: start.column - 1 },
    end: { line: end.line - 1, character: end.column - 1 },
  };
}

export function toRange(text: string, from: number, to: number): Range {
  return rangeOfSpan({ start: jsonPosition(text, from), end: jsonPosition(text, to) });
}

export function doOverlap(first: Range, second: Range): boolean {
  const isBefore = (a: Range["start"], b: Range["start"]) =>
    a.line < b.line || (a.line === b.line && a.character < b.character);
  return !isBefore(first.end, second.start) && !isBefore(second.end, first.start);
}

export function toOffset(text: string, { line, character }: Range["start"]): number {
  let start = 0;
  for (let index = 0; index < line; index++) start = text.indexOf("\n", start) + 1 || text.length;
  return Math.min(start + character, text.length);
}
