/** The domains of the slips, where their packages are, and which ids are taken. */
export const DOMAINS = [
  {
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "email-address"],
  },
  {
    domainId: "data-contract",
    rules: "examples/rules",
    registry: ["customers", "invoices"],
  },
] as const;

export type Domain = (typeof DOMAINS)[number];
