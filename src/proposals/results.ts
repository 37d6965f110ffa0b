import type { ProposalPackage } from "../engine/build-package.js";
import type { Answer, Diagnostic } from "../engine/evaluate.js";

type ListedDiagnostic = Diagnostic & { helpUrl: string };

export interface ValidationResult extends Answer<ListedDiagnostic> {
  targetProduct: string;
  domainId: string;
  specPackage: {
    version: string;
    digest: string;
    url: string;
    /** The announced dates of the version. */
    deprecatedOn?: string;
    retiresOn?: string;
  };
}

export interface Submission {
  method: "POST";
  url: string;
  headers: Record<string, string>;
}

export interface OperationResult extends ValidationResult {
  proposalPackage?: ProposalPackage;
  submission?: Submission;
}

/** A package has a submission if the address of its target product is known. */
export type BuildResult<S = Submission> =
  | (ValidationResult & { valid: true; proposalPackage: ProposalPackage; submission: S })
  | (ValidationResult & { valid: false; proposalPackage?: never; submission?: never });

/** What the log, the metrics and the trace say about a call. */
export interface CallFacts {
  operation?: string;
  verdict?: Verdict;
  /** The error code of the response. */
  error?: string;
}

/** Domain and version are those of the spec package that decided: there are few of them. */
export interface Verdict {
  readonly domain: string;
  readonly version: string;
  readonly valid: boolean;
  readonly codes: readonly string[];
}

export function toVerdict({
  domainId,
  specPackage,
  valid,
  diagnostics,
}: ValidationResult): Verdict {
  return {
    domain: domainId,
    version: specPackage.version,
    valid,
    codes: diagnostics.map(({ code }) => code),
  };
}

export interface DomainList {
  domains: {
    domainId: string;
    targetProduct: string;
    title: string;
    description: string;
    specVersion: string;
    specPackageUrl: string;
    submissionUrl?: string;
  }[];
}
