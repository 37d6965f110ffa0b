import * as lsp from "vscode-languageserver/node";
import type { Severity } from "../../engine/violation.js";
import type { FileError } from "../../ground/files/file-error.js";
import { JsonRanges } from "../../ground/json/json-ranges.js";
import { joinPointer } from "../../ground/json/pointer.js";
import type { Annotation, FileEdit } from "../outcome.js";
import { type OpenDocument, spanToRange, toOffset, toRange } from "./open-document.js";

export const FIX_ALL = `${lsp.CodeActionKind.SourceFixAll}.assay`;

const SEVERITIES: Record<Severity, lsp.DiagnosticSeverity> = {
  error: lsp.DiagnosticSeverity.Error,
  warning: lsp.DiagnosticSeverity.Warning,
  info: lsp.DiagnosticSeverity.Information,
};

export function proposalDiagnostic(
  { severity, code, message, span, help }: Annotation,
  text: string,
): lsp.Diagnostic {
  return {
    range: span === undefined ? toRange(text, 0, 1) : spanToRange(span),
    severity: SEVERITIES[severity],
    source: "assay",
    code,
    message,
    ...(help?.startsWith("http") && { codeDescription: { href: help } }),
  };
}

export function ruleDiagnostic(error: FileError, text: string): lsp.Diagnostic {
  const { pointer, detail, line = 1, column = 1, isWarning = false } = error;
  const start = { line: line - 1, character: column - 1 };
  return {
    range: findErrorRange(error, text) ?? { start, end: start },
    severity: SEVERITIES[isWarning ? "warning" : "error"],
    source: "assay",
    message: pointer === "" ? detail : `${pointer}: ${detail}`,
  };
}

/** The range of the key that an error is about, or else of the value. */
function findErrorRange({ pointer, key }: FileError, text: string): lsp.Range | undefined {
  const read = JsonRanges.read(text);
  if ("error" in read) return undefined;
  const own = key === undefined ? undefined : read.ranges.key(joinPointer(pointer, key));
  const range = own ?? read.ranges.value(pointer);
  return range && toRange(text, range.from, range.to);
}

const REPAIR = "Apply the repair: all certain fixes";

/** The fixes at a range, and the repair. */
export function listCodeActions(
  { uri, text, validated, errors = [] }: OpenDocument,
  { range, context }: lsp.CodeActionParams,
): lsp.CodeAction[] {
  const actions: lsp.CodeAction[] = [];
  function add(kind: string, edits: lsp.TextEdit[], action: lsp.CodeAction): void {
    const isWanted =
      context.only?.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
    if (isWanted && edits.length > 0)
      actions.push({ ...action, kind, edit: { changes: { [uri]: edits } } });
  }
  const repair = (validated?.repair() ?? []).map(toTextEdit);
  const repaired: lsp.Diagnostic[] = [];
  for (const annotation of validated?.annotations ?? []) {
    const diagnostic = proposalDiagnostic(annotation, text);
    if (!areOverlapping(diagnostic.range, range)) continue;
    for (const { title, applicability, edits } of annotation.fixes ?? []) {
      if (applicability === "machine-applicable") repaired.push(diagnostic);
      const textEdits = edits().map(toTextEdit);
      add(lsp.CodeActionKind.QuickFix, textEdits, { title, diagnostics: [diagnostic] });
    }
  }
  // Preferred to a single certain fix, because only the repair as a whole was checked.
  if (repaired.length > 0) {
    const action = { title: REPAIR, diagnostics: repaired, isPreferred: true };
    add(lsp.CodeActionKind.QuickFix, repair, action);
  }
  for (const error of errors) {
    const diagnostic = ruleDiagnostic(error, text);
    const edit = areOverlapping(diagnostic.range, range) ? respellingEdit(error, text) : undefined;
    if (edit === undefined) continue;
    const action = { title: `Replace with ${edit.newText}`, diagnostics: [diagnostic] };
    add(lsp.CodeActionKind.QuickFix, [edit], action);
  }
  add(FIX_ALL, repair, { title: REPAIR });
  return actions;
}

/** Replaces a misspelled word of a rule file by the one that the error suggests. */
function respellingEdit(error: FileError, text: string): lsp.TextEdit | undefined {
  const { meant } = error;
  const range = meant && findErrorRange(error, text);
  if (meant === undefined || range === undefined) return undefined;
  const written = text.slice(toOffset(text, range.start), toOffset(text, range.end));
  const newText = written
    .split(/([\w-]+)/)
    .map((word) => (word === meant.wrong ? meant.right : word))
    .join("");
  return written.startsWith('"') && newText !== written ? { range, newText } : undefined;
}

function toTextEdit({ insert, ...span }: FileEdit): lsp.TextEdit {
  return { range: spanToRange(span), newText: insert };
}

/** Whether two ranges share a position. Touching is enough. */
function areOverlapping(one: lsp.Range, other: lsp.Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(a: lsp.Position, b: lsp.Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
