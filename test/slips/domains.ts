/** Where the packages of the corpora are, and what a combination of slips must know about their declarations. */
export const DOMAINS = [
  {
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "email-address"],
    fields: "/outputFields",
    records: "/sampleRecords",
  },
  {
    domainId: "data-contract",
    rules: "examples/rules",
    registry: ["customers", "invoices"],
    fields: "/columns",
    records: "/sampleRows",
  },
] as const;

export type Domain = (typeof DOMAINS)[number];
