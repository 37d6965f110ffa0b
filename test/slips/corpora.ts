export interface Source {
  readonly folder: string;
  readonly domainId: string;
  readonly rules: string;
  /** The ids that are taken. */
  readonly registry: readonly string[];
}

const OF_OPTIONS = [
  ...[
    "library-loans",
    "city-weather",
    "bike-rides",
    "street-market",
    "vet-appointments",
    "shelter-animals",
  ],
  ...[
    "concert-tickets",
    "rental-listings",
    "bike-repairs",
    "cheese-counter",
    "flight-departures",
    "seed-packets",
  ],
];

/** Where the slips are, by the candidate that they change, and the package that judges them. */
export const CORPORA: readonly Source[] = [
  ...OF_OPTIONS.map((folder) => ({
    folder,
    domainId: "generator-option",
    rules: "rules",
    registry: [
      "person-name",
      "street-address",
      folder === "library-loans" ? "email-address" : "order-history",
    ],
  })),
  {
    folder: "orders",
    domainId: "data-contract",
    rules: "examples/rules",
    registry: ["customers", "invoices"],
  },
];
