import type { ProposalPackage } from "../engine/build-package.js";
import type { Diagnostic, Evaluated } from "../engine/evaluate.js";
import type { RuleSource, SpecSource } from "../engine/grammar.js";
import type { Json, JsonObject } from "../json/value.js";

export type { Diagnostic } from "../engine/evaluate.js";
export type { OfferedFix } from "../engine/problem.js";
export type { OpenError, Repair } from "../engine/repair/repair.js";

/** Parts of a result that are left out if it would be too large. */
export type Omitted = "fixes" | "repair" | "repaired";

export interface ValidationResult extends Omit<Evaluated, "diagnostics" | "summary"> {
  summary: Omit<Evaluated["summary"], "omitted"> & { omitted?: Omitted[] };
  /** The candidate after the repair, if the request asks for it. */
  repaired?: Json;
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
  diagnostics: (Diagnostic & { helpUrl: string })[];
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

/** A valid candidate has a package and its submission. */
export type BuildResult =
  | (ValidationResult & { valid: true; proposalPackage: ProposalPackage; submission: Submission })
  | (ValidationResult & { valid: false; proposalPackage?: never; submission?: never });

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

/** A whole spec package as a service publishes it. */
export interface SpecDocument extends Omit<SpecSource["settings"], "breaks"> {
  readonly domainId: string;
  readonly version: string;
  /** Whether it is the current version of its domain. */
  readonly current: boolean;
  readonly digest: string;
  /** By code: the rules, and the built-in codes of the engine. */
  readonly diagnostics: Readonly<Record<string, CodeDescription>>;
  readonly candidateSchema: JsonObject;
  readonly shape: JsonObject;
  readonly declarations: NonNullable<SpecSource["settings"]["declarations"]>;
  readonly rules: readonly (RuleSource & { readonly name: string })[];
  readonly examples: SpecSource["examples"];
}

export type CodeDescription = { severity: string } & Pick<RuleSource, "summary" | "deprecated"> & {
    rationale?: string;
  };
