import type { ProposalRequest } from "../proposals/request.js";
import type { OperationResult } from "../proposals/results.js";
import type { Document } from "./inputs/document.js";
import type { Notice } from "./report/notice.js";

interface Common {
  readonly name: string;
  /** If it is one line of several. */
  readonly line: number | undefined;
  /** After fixes; undefined for what cannot be read. */
  readonly document: Document | undefined;
  /** Everything that was found, with positions in the document. */
  readonly notices: readonly Notice[];
}

/** An input that has a verdict. */
export interface Checked extends Common {
  readonly document: Document;
  readonly request: ProposalRequest;
  readonly result: OperationResult;
  /** How many patch operations were applied. */
  readonly changes: number;
}

/** An input that has none. */
export interface Failed extends Common {
  readonly error: { readonly code: string; readonly detail: string; readonly errors?: readonly object[] };
}

export type Outcome = Checked | Failed;
