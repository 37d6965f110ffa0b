/** Requests with only such errors as assay can repair without a person. */
export function flawedRequest(generatorId: string): object {
  return {
    targetProduct: "sample-studio",
    domainId: "generator-option",
    candidate: {
      owner: { kind: "Human", id: "user_4821" },
      generatorId: ` ${generatorId} `,
      generatorNam: "Tide  table",
      description: "High and low water at harbours.",
      outputFields: [
        { name: "harbour", type: "str", description: "Name of the harbour." },
        { name: "height", type: "number", description: "Height of the water in metres." },
        { name: "springTide", type: "boolean", description: "Whether it is a spring tide." },
      ],
      supportedStrategies: ["realstic", "fast"],
      sampleRecords: [
        { harbour: "Brest", height: 6.9, springTide: false },
        { harbour: "Saint-Malo", height: "11.4", springTide: true },
      ],
      rationaleNotes: "Tides are regular and yet surprising.",
    },
  };
}

export function flawedContract(dataset: string): object {
  return {
    targetProduct: "sample-warehouse",
    domainId: "data-contract",
    candidate: {
      owner: { team: "warehous", email: "warehouse@example.com" },
      dataset,
      titel: "Parcel scans",
      description: "Every scan of a parcel on its way.",
      classification: "internal",
      retentionDays: "90",
      columns: [
        { name: "scanId", type: "bigint", primaryKey: true },
        { name: "place", type: "varchar" },
      ],
      sampleRows: [
        { scanId: 1, place: "Lyon" },
        { scanId: 2, place: "Basel" },
      ],
    },
  };
}
