import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { CheckedProposal } from "./proposals.js";
import type { RuleError } from "./rules-check.js";

/** A document in the editor, and the last result of checking it. */
export interface OpenDocument {
  readonly uri: string;
  readonly path: string;
  text: string;
  version: number;
  /** Undefined unless the document is a proposal. */
  checked?: CheckedProposal;
  /** Undefined unless the document is a rule file. */
  errors?: readonly RuleError[];
}

/** Reads a file as it is in the editor, or else on the disk; empty if it cannot be read. */
export type ReadText = (path: string) => string;

export function textOnDisk(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

export function pathOf(uri: string): string {
  return uri.startsWith("file:") ? fileURLToPath(uri) : uri;
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}
