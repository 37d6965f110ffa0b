import type { ProposalRequest } from "../proposals/request.js";
import type { OperationResult } from "../proposals/results.js";
import type { Document } from "./inputs/document.js";
import type { Notice } from "./report/notice.js";

interface OfInput {
  readonly name: string;
  /** The line of a document that is one of several in a file. */
  readonly line: number | undefined;
  /** The document after fixes; undefined if it cannot be read. */
  readonly document: Document | undefined;
  /** All messages about the document, with their positions. */
  readonly notices: readonly Notice[];
}

/** An input that has a verdict. */
export interface Checked extends OfInput {
  readonly document: Document;
  readonly request: ProposalRequest;
  readonly result: OperationResult;
  /** The number of applied operations. */
  readonly changes: number;
}

/** An input that could not be checked. */
export interface Failed extends OfInput {
  readonly error: { readonly code: string; readonly detail: string; readonly errors?: readonly object[] };
}

export type Outcome = Checked | Failed;
