import type { Applicability, Severity } from "../engine/violation.js";
import type { JsonPosition } from "../ground/json/scanner.js";
import type { ErrorDetails } from "../proposals/errors/app-error.js";
import type { ProposalRequest } from "../proposals/request.js";
import type { OperationResult } from "../proposals/results.js";
import type { InputDocument } from "./inputs.js";
import type { Colors } from "./report/terminal.js";

/** A range of a file. Lines are counted in the file, even if the document is one of them. */
export interface Span {
  readonly start: JsonPosition;
  readonly end: JsonPosition;
}

export interface FileEdit extends Span {
  readonly insert: string;
}

/** A message about a document or a part of it. */
export interface Annotation {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly span?: Span | undefined;
  /** RFC 6901, into the request; undefined if the document is not a request. */
  readonly path?: string;
  /** A link, or a command that explains the code. */
  readonly help?: string;
  readonly fixes?: readonly AnnotationFix[];
}

export interface AnnotationFix {
  readonly title: string;
  readonly applicability: Applicability;
  /** Edits of the document; empty if the fix changes something outside of it. */
  edits(): readonly FileEdit[];
}

export interface AnnotatedInput {
  readonly document: Pick<InputDocument, "name" | "line">;
  readonly annotations: readonly Annotation[];
}

/** An input that has a verdict. */
export interface ValidatedInput extends AnnotatedInput {
  readonly status: "valid" | "invalid";
  /** After fixes. */
  readonly document: InputDocument;
  readonly request: ProposalRequest;
  readonly result: OperationResult;
  /** How many operations were applied to the document. */
  readonly changes: number;
}

/** An input that could not be checked. */
interface FailedInput extends AnnotatedInput {
  readonly status: "failed";
  readonly document: InputDocument;
  readonly error: { readonly code: string; readonly detail: string } & ErrorDetails;
}

export type InputOutcome = ValidatedInput | FailedInput;

export const EXIT_CODES = { valid: 0, invalid: 1, failed: 2 } as const;

/** The results of many inputs. */
interface Totals {
  readonly valid: number;
  readonly invalid: number;
  readonly failed: number;
  /** By code, in the order in which they were first violated. */
  readonly rules: ReadonlyMap<string, ReportedRule>;
}

/** What a format may say about a code. */
export interface ReportedRule {
  readonly id: string;
  readonly summary: string;
  readonly rationale: string | undefined;
  /** Undefined if no service is known that the link could lead to. */
  readonly helpUrl: string | undefined;
}

/** How the outcomes of many inputs are printed. Each is printed as soon as it is known. */
export interface Format {
  readonly start?: string;
  /** Stands between two outcomes, if both print something. */
  readonly between?: string;
  /** `canFix` is false if `--fix` cannot rewrite the inputs. */
  writeOutcome(outcome: InputOutcome, style: Colors, canFix: boolean): string;
  writeEnd?(totals: Totals): string;
}

/** A format that shows annotations, whatever they come from. */
export interface AnnotationFormat extends Format {
  writeOutcome(input: AnnotatedInput): string;
}
