import { validate } from "../../../src/index.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import { exampleRequest } from "../../support/example-request.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";

const specs = compiledSpecs("rules");

interface Column {
  readonly name: string;
  readonly description?: string;
  readonly beside?: string;
  readonly type?: string;
}

/** The fixes for a value in a column of numbers that has one right value beside it. */
async function fixesOf(
  value: unknown,
  { name, description = "A value.", beside = "x", type = "number" }: Column,
) {
  const request = exampleRequest({
    outputFields: [
      { name, type, description },
      { name: "beside", type: "string", description: "Another value." },
    ],
    sampleRecords: [
      { [name]: value, beside },
      { [name]: 7, beside },
    ],
  });
  const { diagnostics } = await validate(specs, request);
  const found = diagnostics.find(({ path }) => path === `/candidate/sampleRecords/0/${name}`);
  return (found?.fixes ?? []).filter(({ patch }) =>
    patch[0]?.path.startsWith("/candidate/sampleRecords"),
  );
}

const valuesOf = (fixes: Awaited<ReturnType<typeof fixesOf>>, applicability: string) =>
  fixes
    .filter((fix) => fix.applicability === applicability)
    .map(({ patch: [first] }) => (first as { value: unknown }).value);

const said: [value: string, column: Column, number: number][] = [
  ["5 EUR", { name: "price", beside: "EUR" }, 5],
  ["EUR 5", { name: "priceEur" }, 5],
  ["5 \u20ac", { name: "price", description: "Price in euros." }, 5],
  ["$5", { name: "price", description: "The price in USD." }, 5],
  ["12 m", { name: "heightM" }, 12],
  ["12 m", { name: "height", description: "Height in metres." }, 12],
  ["12 kg", { name: "weight", beside: "kg" }, 12],
  ["6 days", { name: "rainyDays", description: "Days with rain." }, 6],
  ["412 pages", { name: "size", description: "Number of pages." }, 412],
  ["45 %", { name: "sharePercent" }, 45],
  // "min" is the least value here, and no minute.
  ["19.5 \u00b0C", { name: "heatingMinC" }, 19.5],
  ["42.5 hl", { name: "volume", beside: "hl" }, 42.5],
  ["21.5m2", { name: "area_m2" }, 21.5],
  ["3 km2", { name: "areaKm2" }, 3],
];
test.each(said)("%j loses nothing in %j", async (value, column, number) => {
  expect(valuesOf(await fixesOf(value, column), "machine-applicable")).toEqual([number]);
});

const wrong: [value: unknown, column: Column][] = [
  ["5 USD", { name: "price", beside: "EUR" }],
  ["$5", { name: "priceEur" }],
  ["US$5", { name: "price", description: "Price in dollars." }],
  ["5 EUR", { name: "price" }],
  ["13 months", { name: "duration" }],
  ["3 pieces", { name: "weight", description: "Weight of one piece." }],
  ["about 5", { name: "guests" }],
  ["Row 5", { name: "row" }],
  ["25%", { name: "share", description: "Share, never in percent." }],
  ["1%", { name: "share", description: "100 percent is 1." }],
  ["5 EUR", { name: "millionEur" }],
  ["5 EUR", { name: "amount", description: "In cents; 100 cents are 1 EUR." }],
  ["12 EUR", { name: "chargePercent", beside: "EUR" }],
  ["5 m", { name: "squareMeters" }],
  ["5 s", { name: "delay", description: "Do not give seconds!" }],
  ["5%", { name: "nonPercent" }],
  ["5 USD", { name: "priceWithoutUsd" }],
  ["5 h", { name: "daysBeforeHours" }],
  ["\u00b11.5 %", { name: "accuracyPercent" }],
  // Only a description that spells a unit out says it.
  ["12 m", { name: "height", description: "Height (m)." }],
  ["35 mg/l", { name: "chloride", description: "mg/l" }],
  ["499 cents", { name: "priceEur" }],
  ["13 months", { name: "leadDays" }],
  ["13 calendar months", { name: "lead", description: "Lead time in days." }],
  ["2 kW", { name: "powerW" }],
  ["2 mW", { name: "powerMW" }],
  ["12 m", { name: "height" }],
  ["12 m", { name: "widthCm" }],
  ["5 kg", { name: "weight", beside: "g" }],
  ["5k", { name: "guests" }],
  ["12.4 cm", { name: "level", description: "m" }],
  ["35 g/l", { name: "chloride", description: "mg/l" }],
  [
    { value: 12.4, unit: "cm" },
    { name: "level", description: "m" },
  ],
  ["25\u2030", { name: "sharePercent" }],
  ["5 EUR", { name: "weeklyHours" }],
  ["80%", { name: "weeklyHours" }],
  ["5 kg", { name: "lengthMetres" }],
  ["not 5", { name: "guests" }],
  ["all but 5", { name: "guests" }],
  ["nicht 5", { name: "guests" }],
  ["3 million", { name: "guests" }],
  ["5 dozen", { name: "guests" }],
  ["5 pairs", { name: "guests" }],
  ["5 K\u20ac", { name: "price" }],
  ["5\u00bd", { name: "guests" }],
  ["50 BC", { name: "foundedIn" }],
  ["5 deficit", { name: "balance" }],
  ["other than 5", { name: "guests" }],
  ["5 excluded", { name: "guests" }],
  ["42 l", { name: "volume", beside: "hl" }],
  ["5 in", { name: "widthCm" }],
  ["310.5 MJ", { name: "energy", beside: "kWh" }],
  ["600 \u00b0F", { name: "target", description: "In \u00b0C." }],
  ["12 kg", { name: "target", description: "In g." }],
  ["3 acres", { name: "area", beside: "ha" }],
  ["231 sqft", { name: "areaM2" }],
  ["250 \u00b5m", { name: "toleranceMm" }],
  ["250 \u00b5l", { name: "volumeMl" }],
  ["5 m3", { name: "areaM2" }],
  ["5 m\u00b2", { name: "area", description: "In ft2." }],
  // The least number is not the most.
  ["min 5", { name: "guestsMax" }],
  ["at most 5", { name: "guestsMin" }],
  [{ not: 5 }, { name: "guests" }],
  [{ planned: 5 }, { name: "guests" }],
  [{ value: 13, unit: "months" }, { name: "leadDays" }],
];
test.each(wrong)("%j in %j may be another number, and is not offered", async (value, column) => {
  expect(await fixesOf(value, column)).toEqual([]);
});

test("a fraction of cents is written as a sum in another unit, so it is only offered", async () => {
  expect(valuesOf(await fixesOf("12.00", { name: "amountCents" }), "machine-applicable")).toEqual(
    [],
  );
});

test("each of several offers names what it leaves out itself", async () => {
  const fixes = await fixesOf({ first: "Jane", last: "Roe" }, { name: "author", type: "string" });
  const titles = fixes.map(({ title }) => title);
  expect(titles).toEqual([
    'Replace with "Jane", without "Roe"',
    'Replace with "Roe", without "Jane"',
  ]);
});

test("what is dropped for certain stands in the field or beside it", async () => {
  const units = [
    "kg",
    "g",
    "km",
    "m",
    "kW",
    "W",
    "days",
    "months",
    "USD",
    "EUR",
    "pages",
    "%",
    "pieces",
    "k",
  ];
  const words = [
    "weight",
    "kg",
    "g",
    "in",
    "days",
    "month",
    "pages",
    "eur",
    "usd",
    "dollars",
    "piece",
    "percent",
    "power",
  ];
  const phrase = fc
    .array(fc.constantFrom(...words), { maxLength: 4 })
    .map((some) => `${some.join(" ")}.`);
  const names = [
    "value",
    "weightKg",
    "weightG",
    "powerW",
    "leadDays",
    "priceEur",
    "pageCount",
    "distanceM",
  ];
  const column = fc.record({
    name: fc.constantFrom(...names),
    description: phrase.map((text) => `Text ${text}`),
    beside: fc.constantFrom("x", "kg", "EUR", "USD", "days", "g"),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...units),
      fc.nat(999),
      column,
      async (unit, number, field) => {
        const certain = valuesOf(await fixesOf(`${number} ${unit}`, field), "machine-applicable");
        if (certain.length === 0) return;
        expect(certain).toEqual([number]);
        const all = `${field.name} ${field.description} ${field.beside}`.toLowerCase();
        const start = unit === "%" ? "percent" : unit.toLowerCase().replace(/s$/, "");
        expect(all).toContain(start);
      },
    ),
    runs(150),
  );
});

test.each(["1.500", "12.500", "-1.500", "1,500"])(
  "%j alone is a fraction or more than a thousand",
  async (value) => {
    expect(valuesOf(await fixesOf(value, { name: "amount" }), "machine-applicable")).toEqual([]);
  },
);
