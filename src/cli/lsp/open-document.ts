import { readFileSync } from "node:fs";
import { join as joinPath, relative } from "node:path";
import type { Range } from "vscode-languageserver";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { FileError } from "../../ground/files/file-error.js";
import { JsonRanges } from "../../ground/json/json-ranges.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { jsonPosition } from "../../ground/json/scanner.js";
import type { Domain } from "../../specs/catalog.js";
import type { Annotation, FileEdit, Span } from "../outcome.js";

/** A document in the editor, and the last result of checking it. */
export interface OpenDocument {
  readonly uri: string;
  readonly path: string;
  /** Undefined if the document is in no rules folder. */
  readonly ruleFile: RuleFile | undefined;
  text: string;
  version: number;
  /** Undefined unless the document is a proposal. */
  validated?: ValidatedProposal;
  /** Undefined unless the document is a rule file. */
  errors?: readonly RuleError[];
}

export interface ValidatedProposal {
  readonly annotations: readonly Annotation[];
  repair(): readonly FileEdit[];
  /** Undefined if the document is not JSON, or its domain is unknown. */
  readonly proposal: Proposal | undefined;
}

/** The candidate of a document, and its spec package. */
export interface Proposal {
  /** Whether the document is the candidate, and not a request. */
  readonly isCandidate: boolean;
  readonly candidate: unknown;
  readonly domain: Domain;
  readonly spec: CompiledSpec;
}

/** Where a file of a spec package stands. */
export interface RuleFile {
  /** The rules folder. */
  readonly root: string;
  readonly domainId: string;
  readonly version: string;
  /** The folder of the version. */
  readonly folder: string;
  /** The name of the rule; undefined for any other file. */
  readonly rule: string | undefined;
}

export interface RuleError extends FileError {
  /** The version that was checked. The file may belong to another one, which it extends. */
  readonly version: string;
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

/** Empty if the file cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/**
 * The innermost value at an offset, or the property whose key is there. Undefined if the text is not
 * valid JSON.
 */
export function findValueAt(
  text: string,
  offset: number,
): { pointer: string; range: Range } | undefined {
  const read = JsonRanges.read(text);
  if ("error" in read) return undefined;
  const { ranges } = read;
  let pointer = "";
  for (;;) {
    const inside = ranges
      .children(pointer)
      ?.find(({ start, value }) => start <= offset && offset <= value.to);
    if (inside === undefined) break;
    pointer = joinPointer(pointer, inside.token);
    const key = ranges.key(pointer);
    if (key && offset <= key.to) return { pointer, range: toRange(text, key.from, key.to) };
  }
  const { from, to } = ranges.value(pointer) ?? { from: 0, to: 0 };
  return { pointer, range: toRange(text, from, to) };
}

/** LSP counts lines and characters from 0. */
export function spanToRange({ start, end }: Span): Range {
  return {
    start: { line: start.line - 1, character: start.column - 1 },
    end: { line: end.line - 1, character: end.column - 1 },
  };
}

export function toRange(text: string, from: number, to: number): Range {
  return spanToRange({ start: jsonPosition(text, from), end: jsonPosition(text, to) });
}

export function toOffset(text: string, { line, character }: Range["start"]): number {
  let start = 0;
  for (let index = 0; index < line; index++) start = text.indexOf("\n", start) + 1 || text.length;
  return Math.min(start + character, text.length);
}
