/** A careless draft: almost every kind of error that assay can repair, and one that only a person can fix. */
export const flawedGenerator = {
  owner: { kind: "agent", id: "user_4821" },
  generatorId: "Tide Table",
  generatorNam: "Tide table",
  description: "High and low water at harbours.",
  outputFields: [
    { name: "harbour", type: "str", description: "Name of the harbour." },
    { name: "height", type: "number", description: "Height of the water in metres." },
    { name: "at", type: "datetime", description: "When it is reached." },
  ],
  supportedStrategies: ["fast", "realstic"],
  sampleRecords: [
    { harbour: "Brest", height: 6.9, at: "2026-03-01T05:12:00Z" },
    { harbour: "Saint-Malo", height: "11.4", at: "2026-03-01T07:30:00Z" },
  ],
  rationaleNotes: "Tides are regular and yet surprising, which makes good test data.",
};

/** Another careless draft, for another domain: assay can repair all of it. */
export const flawedContract = {
  owner: { team: "warehous", email: "warehouse@example.com" },
  dataset: "parcel-scans",
  title: "Parcel scans",
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
};
