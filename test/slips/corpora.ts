interface Source {
  readonly folder: string;
  readonly domainId: string;
  readonly rules: string;
  /** The ids that are taken. */
  readonly registry: readonly string[];
}

const generatorOption = <F extends string>(folder: F, other = "order-history") => ({
  folder,
  domainId: "generator-option",
  rules: "rules",
  registry: ["person-name", "street-address", other],
});

/** Where the slips are, by the candidate that they change, and the package that judges them. */
export const CORPORA = [
  generatorOption("library-loans", "email-address"),
  generatorOption("city-weather"),
  generatorOption("bike-rides"),
  generatorOption("street-market"),
  generatorOption("vet-appointments"),
  generatorOption("shelter-animals"),
  generatorOption("concert-tickets"),
  generatorOption("rental-listings"),
  generatorOption("bike-repairs"),
  generatorOption("cheese-counter"),
  generatorOption("flight-departures"),
  generatorOption("seed-packets"),
  {
    folder: "orders" as const,
    domainId: "data-contract",
    rules: "examples/rules",
    registry: ["customers", "invoices"],
  },
] satisfies Source[];

export type { Source };
