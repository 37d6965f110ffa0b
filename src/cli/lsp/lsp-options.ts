import type { DependencyOptions } from "../check/dependencies.js";

export interface LspOptions extends DependencyOptions {
  /** Of candidates without an envelope. */
  readonly domain?: string;
  /** A pattern of files that are proposals. */
  readonly files?: string;
}
