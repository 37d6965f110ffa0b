export const VERSION_RETIRES = {
  code: "version-retires",
  severity: "info",
  summary: "The version of the spec package is going to be refused; a later one should be used.",
} as const;

export const CANDIDATE_IS_PACKAGE = {
  code: "candidate-is-a-package",
  severity: "error",
  summary: "The candidate is a whole proposal package; its proposal is the candidate.",
} as const;

/** Codes that are about the request and not about its content; every package has them. */
export const PROPOSAL_CODES = [VERSION_RETIRES, CANDIDATE_IS_PACKAGE] as const;
