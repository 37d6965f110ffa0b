import type { ProposalPackage } from "../engine/build-package.js";
import type { Diagnostic, Evaluated } from "../engine/evaluate.js";
import type { Json } from "../json/value.js";

export interface ValidationResult extends Omit<Evaluated, "diagnostics"> {
  targetProduct: string;
  domainId: string;
  specPackage: { version: string; digest: string; url: string };
  diagnostics: (Diagnostic & { helpUrl: string })[];
}

export interface Submission {
  method: "POST";
  url: string;
  headers: Record<string, string>;
}

export interface BuildResult extends ValidationResult {
  proposalPackage?: ProposalPackage;
  submission?: Submission;
}

export interface DomainList {
  domains: {
    domainId: string;
    targetProduct: string;
    title: string;
    description: string;
    specVersion: string;
    specPackageUrl: string;
    submissionUrl: string;
  }[];
}

export type SpecDocument = { [key: string]: Json };
