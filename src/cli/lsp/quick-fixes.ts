import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import type { FileError } from "../../specs/file-error.js";
import type { Notice } from "../report/notice.js";
import { placeOf, ruleDiagnostic, toDiagnostic } from "./diagnostics.js";
import type { OpenDocument } from "./open-document.js";
import { offsetAt, overlap, toTextEdit } from "./positions.js";

export const FIX_ALL = `${CodeActionKind.SourceFixAll}.assay`;

/**
 * The fixes of diagnostics in a range, and the action that applies all certain fixes, if the editor wants these kinds.
 */
export function actionsFor(document: OpenDocument, range: Range, only: readonly string[] | undefined): CodeAction[] {
  const wants = (kind: string) =>
    only === undefined || only.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`));
  const { uri, text, checked, errors = [] } = document;
  const actions: CodeAction[] = [];
  if (wants(CodeActionKind.QuickFix)) {
    for (const notice of checked?.notices ?? []) {
      const diagnostic = toDiagnostic(notice, text);
      if (overlap(diagnostic.range, range)) actions.push(...quickFixes(notice, diagnostic, uri));
    }
    for (const error of errors) {
      const diagnostic = ruleDiagnostic(error, text);
      const edit = overlap(diagnostic.range, range) ? respelling(error, text) : undefined;
      if (edit === undefined) continue;
      const title = `Replace with ${edit.newText}`;
      actions.push({
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        edit: toWorkspaceEdit(uri, [edit]),
      });
    }
  }
  const repair = wants(FIX_ALL) ? (checked?.repair() ?? []) : [];
  if (repair.length > 0) {
    const edit = toWorkspaceEdit(uri, repair.map(toTextEdit));
    actions.push({ title: "Apply all certain fixes (assay)", kind: FIX_ALL, edit });
  }
  return actions;
}

function quickFixes({ fixes = [] }: Notice, diagnostic: Diagnostic, uri: string): CodeAction[] {
  return fixes.flatMap(({ title, applicability, edits }) => {
    const changes = edits();
    if (changes.length === 0) return [];
    return {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      isPreferred: applicability === "machine-applicable",
      edit: toWorkspaceEdit(uri, changes.map(toTextEdit)),
    };
  });
}

/** Replaces a misspelt word of a rule file by the word that the error suggests; undefined if it suggests none. */
function respelling(error: FileError, text: string): TextEdit | undefined {
  const { meant } = error;
  const range = meant && placeOf(error, text);
  if (meant === undefined || range === undefined) return undefined;
  const written = text.slice(offsetAt(text, range.start), offsetAt(text, range.end));
  const words = written.split(/([\w-]+)/).map((word) => (word === meant.wrong ? meant.right : word));
  const newText = words.join("");
  return written.startsWith('"') && newText !== written ? { range, newText } : undefined;
}

function toWorkspaceEdit(uri: string, edits: TextEdit[]): WorkspaceEdit {
  return { changes: { [uri]: edits } };
}
