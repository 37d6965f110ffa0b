/** Where the slips are, by the candidate that they change; the package that judges them; the ids that are taken. */
export const CORPORA = [
  {
    folder: "library-loans",
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "email-address"],
  },
  {
    folder: "city-weather",
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "order-history"],
  },
  {
    folder: "bike-rides",
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "order-history"],
  },
  {
    folder: "street-market",
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "order-history"],
  },
  {
    folder: "vet-appointments",
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "order-history"],
  },
  {
    folder: "shelter-animals",
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "order-history"],
  },
  {
    folder: "concert-tickets",
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "order-history"],
  },
  {
    folder: "rental-listings",
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "order-history"],
  },
  {
    folder: "bike-repairs",
    domainId: "generator-option",
    rules: "rules",
    registry: ["person-name", "street-address", "order-history"],
  },
  {
    folder: "orders",
    domainId: "data-contract",
    rules: "examples/rules",
    registry: ["customers", "invoices"],
  },
] as const;

export type Source = (typeof CORPORA)[number];
