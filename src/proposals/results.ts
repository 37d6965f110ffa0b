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

/** The result of a validation or a build. */
export interface OperationResult extends ValidationResult {
  proposalPackage?: ProposalPackage;
  submission?: Submission;
}

/**
 * A valid candidate has a package and, where the address of its target product is known, its
 * submission.
 */
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

/**
 * Domain and version are those of the spec package that decided, not words of a request: there are
 * few of them.
 */
export interface Verdict {
  readonly domain: string;
  readonly version: string;
  readonly valid: boolean;
  /** The codes of the diagnostics. */
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
