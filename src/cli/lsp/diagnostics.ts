import { type Diagnostic, DiagnosticSeverity, type Range } from "vscode-languageserver/node";
import type { Severity } from "../../engine/problem.js";
import { JsonRanges } from "../../json/json-ranges.js";
import { join } from "../../json/pointer.js";
import type { FileError } from "../../specs/file-error.js";
import type { Notice } from "../report/notice.js";
import { rangeOf, rangeOfSpan } from "./positions.js";
import type { RuleError } from "./rules-check.js";

const SEVERITIES: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** A notice about a proposal as a diagnostic. */
export function toDiagnostic({ severity, code, message, position, end, help }: Notice, text: string): Diagnostic {
  return {
    range: position === undefined ? rangeOf(text, 0, 1) : rangeOfSpan({ start: position, end: end ?? position }),
    severity: SEVERITIES[severity],
    source: "assay",
    code,
    message,
    ...(help?.startsWith("http") && { codeDescription: { href: help } }),
  };
}

/** An error of a rule file as a diagnostic. */
export function ruleDiagnostic(error: RuleError, text: string): Diagnostic {
  const { pointer, detail, line = 1, column = 1, isWarning = false } = error;
  const start = { line: line - 1, character: column - 1 };
  const range = placeOf(error, text) ?? { start, end: start };
  const severity = isWarning ? DiagnosticSeverity.Warning : DiagnosticSeverity.Error;
  return { range, severity, source: "assay", message: pointer === "" ? detail : `${pointer}: ${detail}` };
}

/** The range of the unknown key that an error is about, or else of the value; undefined if there is none. */
export function placeOf({ pointer, detail }: FileError, text: string): Range | undefined {
  const read = JsonRanges.read(text);
  if ("error" in read) return undefined;
  const [, key] = /^unknown key "([^"]+)"/.exec(detail) ?? [];
  const place = (key && read.ranges.key(join(pointer, key))) || read.ranges.value(pointer);
  return place && rangeOf(text, place.from, place.to);
}
