import type { BuildResult, DomainList, ValidationResult } from "../../src/proposals/results.js";

/** One way into assay, as its caller sees it. */
export interface Door {
  listDomains(): Promise<DomainList>;
  validateProposal(request: object): Promise<ValidationResult>;
  buildProposal(request: object): Promise<BuildResult>;
  close(): Promise<void>;
}
