import type { Applicability, Severity } from "../engine/violation.js";
import type { JsonPosition } from "../ground/json/scanner.js";
import type { ErrorDetails } from "../proposals/errors/app-error.js";
import type { ProposalRequest } from "../proposals/request.js";
import type { OperationResult } from "../proposals/results.js";
import type { Document } from "./inputs.js";
import type { Colors } from "./report/terminal.js";

/** A part of a document, in lines of its file. */
export interface Span {
  readonly start: JsonPosition;
  readonly end: JsonPosition;
}

export interface FileEdit extends Span {
  readonly insert: string;
}

/** One message about a document. */
export interface Notice {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly span?: Span | undefined;
  /** RFC 6901, into the request; undefined if the document is not a request. */
  readonly path?: string;
  /** A link, or a command that explains the code. */
  readonly help?: string;
  readonly fixes?: readonly NoticeFix[];
}

export interface NoticeFix {
  readonly title: string;
  readonly applicability: Applicability;
  /** The edits of the document; empty if the fix changes something outside of it. */
  edits(): readonly FileEdit[];
}

interface InputOutcome extends Pick<Document, "name" | "line"> {
  /** The document after fixes; undefined if it cannot be read. */
  readonly document: Document | undefined;
  readonly notices: readonly Notice[];
}

/** An input that has a verdict. */
export interface CheckedInput extends InputOutcome {
  readonly status: "valid" | "invalid";
  readonly document: Document;
  readonly request: ProposalRequest;
  readonly result: OperationResult;
  readonly changes: number;
}

/** An input that could not be checked. */
interface FailedInput extends InputOutcome {
  readonly status: "failed";
  readonly error: { readonly code: string; readonly detail: string } & ErrorDetails;
}

export type Outcome = CheckedInput | FailedInput;

export const EXIT_CODES: Readonly<Record<Outcome["status"], number>> = {
  valid: 0,
  invalid: 1,
  failed: 2,
};

/** The exit code after many inputs: one that cannot be checked matters most. */
export function exitCodeOfAll({
  invalid,
  failed,
}: {
  readonly invalid: number;
  readonly failed: number;
}): number {
  if (failed > 0) return EXIT_CODES.failed;
  return invalid > 0 ? EXIT_CODES.invalid : EXIT_CODES.valid;
}

/** The description of a code, for formats that have one. */
export interface FoundRule {
  readonly id: string;
  readonly summary: string;
  readonly rationale: string | undefined;
  /** Undefined if no service is known that the link could lead to. */
  readonly helpUrl: string | undefined;
}

interface Totals {
  readonly valid: number;
  readonly invalid: number;
  /** Inputs without a verdict. */
  readonly failed: number;
  /** By code, in the order in which they were first found. */
  readonly rules: ReadonlyMap<string, FoundRule>;
}

/** How the outcomes of many inputs are printed. Each is printed as soon as it is known. */
export interface Format {
  readonly start?: string;
  /** Between two outcomes that print something. */
  readonly between?: string;
  /** `canFix` is false if `--fix` cannot rewrite the inputs. */
  outcome(outcome: Outcome, style: Colors, canFix?: boolean): string;
  end?(totals: Totals): string;
}
