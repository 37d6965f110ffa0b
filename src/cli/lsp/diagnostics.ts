import * as lsp from "vscode-languageserver/node";
import type { Severity } from "../../engine/violation.js";
import type { FileError } from "../../ground/files/file-error.js";
import { JsonRanges } from "../../ground/json/json-ranges.js";
import { joinPointer } from "../../ground/json/pointer.js";
import type { Notice } from "../outcome.js";
import {
  doOverlap,
  type OpenDocument,
  type RuleError,
  rangeOfSpan,
  toOffset,
  toRange,
  toTextEdit,
} from "./open-document.js";

export const FIX_ALL = `${lsp.CodeActionKind.SourceFixAll}.assay`;

const SEVERITIES: Record<Severity, lsp.DiagnosticSeverity> = {
  error: lsp.DiagnosticSeverity.Error,
  warning: lsp.DiagnosticSeverity.Warning,
  info: lsp.DiagnosticSeverity.Information,
};

export function toDiagnostic(
  { severity, code, message, span, help }: Notice,
  text: string,
): lsp.Diagnostic {
  return {
    range: span === undefined ? toRange(text, 0, 1) : rangeOfSpan(span),
    severity: SEVERITIES[severity],
    source: "assay",
    code,
    message,
    ...(help?.startsWith("http") && { codeDescription: { href: help } }),
  };
}

export function ruleDiagnostic(error: RuleError, text: string): lsp.Diagnostic {
  const { pointer, detail, line = 1, column = 1, isWarning = false } = error;
  const start = { line: line - 1, character: column - 1 };
  const range = findPlaceOfError(error, text) ?? { start, end: start };
  const severity = isWarning ? lsp.DiagnosticSeverity.Warning : lsp.DiagnosticSeverity.Error;
  return {
    range,
    severity,
    source: "assay",
    message: pointer === "" ? detail : `${pointer}: ${detail}`,
  };
}

/**
 * The range of the key that an error is about, or else of the value; undefined if there is none.
 */
function findPlaceOfError({ pointer, key }: FileError, text: string): lsp.Range | undefined {
  const read = JsonRanges.read(text);
  if ("error" in read) return undefined;
  const place =
    (key !== undefined && read.ranges.key(joinPointer(pointer, key))) || read.ranges.value(pointer);
  return place && toRange(text, place.from, place.to);
}

const REPAIR = "Apply the repair: all certain fixes";

/**
 * The fixes of diagnostics in a range, and the action that applies the repair, if the editor wants
 * these kinds. What is proven is the repair, so it is preferred to a certain fix alone.
 */
export function listActions(
  document: OpenDocument,
  { range, context }: lsp.CodeActionParams,
): lsp.CodeAction[] {
  const { uri, text, checked, errors = [] } = document;
  const actions: lsp.CodeAction[] = [];
  const add = (
    title: string,
    kind: string,
    edits: lsp.TextEdit[],
    more: Partial<lsp.CodeAction> = {},
  ) => {
    const isWanted =
      context.only?.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
    if (isWanted && edits.length > 0)
      actions.push({ title, kind, ...more, edit: { changes: { [uri]: edits } } });
  };
  const repair = (checked?.repair() ?? []).map(toTextEdit);
  const repaired: lsp.Diagnostic[] = [];
  for (const notice of checked?.notices ?? []) {
    const diagnostic = toDiagnostic(notice, text);
    if (!doOverlap(diagnostic.range, range)) continue;
    for (const { title, applicability, edits } of notice.fixes ?? []) {
      if (applicability === "machine-applicable") repaired.push(diagnostic);
      add(title, lsp.CodeActionKind.QuickFix, edits().map(toTextEdit), {
        diagnostics: [diagnostic],
      });
    }
  }
  if (repaired.length > 0)
    add(REPAIR, lsp.CodeActionKind.QuickFix, repair, { diagnostics: repaired, isPreferred: true });
  for (const error of errors) {
    const diagnostic = ruleDiagnostic(error, text);
    const edit = doOverlap(diagnostic.range, range) ? respelling(error, text) : undefined;
    if (edit)
      add(`Replace with ${edit.newText}`, lsp.CodeActionKind.QuickFix, [edit], {
        diagnostics: [diagnostic],
      });
  }
  add(REPAIR, FIX_ALL, repair);
  return actions;
}

/**
 * Replaces a misspelled word of a rule file by the word that the error suggests; undefined if it
 * suggests none.
 */
function respelling(error: FileError, text: string): lsp.TextEdit | undefined {
  const { meant } = error;
  const range = meant && findPlaceOfError(error, text);
  if (meant === undefined || range === undefined) return undefined;
  const written = text.slice(toOffset(text, range.start), toOffset(text, range.end));
  const words = written
    .split(/([\w-]+)/)
    .map((word) => (word === meant.wrong ? meant.right : word));
  const newText = words.join("");
  return written.startsWith('"') && newText !== written ? { range, newText } : undefined;
}
