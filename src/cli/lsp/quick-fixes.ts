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
import { offsetAt, overlap, toTextEdit } from "./positions.js";
import type { CheckedProposal } from "./proposals.js";
import type { RuleError } from "./rules-check.js";

export const FIX_ALL = `${CodeActionKind.SourceFixAll}.assay`;
/** A document with what was last found in it. */
interface Shown {
  readonly uri: string;
  readonly text: string;
  readonly checked?: CheckedProposal;
  readonly errors?: readonly RuleError[];
}

/** The quick fixes for what overlaps a range, and all certain fixes at once, as far as the editor wants them. */
export function actionsFor(document: Shown, range: Range, only: readonly string[] | undefined): CodeAction[] {
  const wants = (kind: string) => only === undefined || only.some((one) => kind === one || kind.startsWith(`${one}.`));
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
      actions.push({ title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], edit: changing(uri, [edit]) });
    }
  }
  const repair = wants(FIX_ALL) ? (checked?.repair() ?? []) : [];
  if (repair.length > 0) {
    const edit = changing(uri, repair.map(toTextEdit));
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
      edit: changing(uri, changes.map(toTextEdit)),
    };
  });
}

/** Replaces the word that an error of a rule file is about, such as a step of a pointer, by the one that it suggests. */
function respelling(error: FileError, text: string): TextEdit | undefined {
  const [, wrong, meant] = /["{]([^"{}]+)["}][^"{}]*did you mean ["{]+([^"{}]+)/.exec(error.detail) ?? [];
  const range = meant === undefined ? undefined : placeOf(error, text);
  if (range === undefined) return undefined;
  const written = text.slice(offsetAt(text, range.start), offsetAt(text, range.end));
  const words = written.split(/([\w-]+)/).map((word) => (word === wrong ? meant : word));
  const newText = words.join("");
  return written.startsWith('"') && newText !== written ? { range, newText } : undefined;
}

function changing(uri: string, edits: TextEdit[]): WorkspaceEdit {
  return { changes: { [uri]: edits } };
}
