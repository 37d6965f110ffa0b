import { validate } from "../../../src/index.js";
import { casesOf } from "../../support/cases.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import { exampleRequest } from "../../support/example-request.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";

const testEach = casesOf(import.meta.url);

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

testEach<[value: string, column: Column, number: number]>(
  "%j loses nothing in %j",
  async (value, column, number) => {
    expect(valuesOf(await fixesOf(value, column), "machine-applicable")).toEqual([number]);
  },
);

testEach<[value: unknown, column: Column]>(
  "%j in %j may be another number, and is not offered",
  async (value, column) => {
    expect(await fixesOf(value, column)).toEqual([]);
  },
);

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
