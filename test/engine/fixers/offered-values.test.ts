import { evaluate } from "../../../src/engine/evaluate.js";
import type { JsonObject } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { specOf } from "../spec-of.js";

const text = { type: "string" };
const number = { type: "number" };
const texts = { type: "array", maxItems: 9, items: text };

/** The fixes of all diagnostics of a candidate, in their order, and its repair. */
async function fixesOf(properties: JsonObject, candidate: JsonObject) {
  const shape = { type: "object", additionalProperties: false, properties };
  const result = await evaluate(specOf({ shape }), candidate, RegistryIndex.of([]));
  const fixes = result.diagnostics.flatMap((diagnostic) => diagnostic.fixes ?? []);
  return { fixes, titles: fixes.map(({ title }) => title), repair: result.repair };
}

describe("a record in an array is no map", () => {
  const map = { type: "object", additionalProperties: text };

  test.each<JsonObject>([
    { role: "nurse", phone: "+49 30 1" },
    { role: "nurse", phone: "+49 30 1", hours: "9-17" },
  ])("%j would be one entry, so it is no certain map", async (record) => {
    const { repair, fixes } = await fixesOf({ contacts: map }, { contacts: [record] });
    expect(repair).toBeUndefined();
    expect(fixes.filter(({ applicability }) => applicability === "machine-applicable")).toEqual([]);
  });

  test("but a map with one entry is certain", async () => {
    const { repair } = await fixesOf({ contacts: map }, { contacts: [{ nurse: "+49 30 1" }] });
    expect(repair?.remaining).toBe(0);
  });
});

describe("a number is not renamed to a name with another unit than the value beside it says", () => {
  const properties = {
    weightKg: { ...number, aliases: ["weight"] },
    priceEur: { ...number, aliases: ["price"] },
  };

  test.each<JsonObject>([
    { weight: 480, unit: "lb" },
    { weight: 480, weightUnit: "g" },
    { price: 480, currency: "USD" },
    { priceUsd: 480 },
    { priceCents: 480 },
    { priceKg: 480, unit: "lb" },
  ])("%j", async (candidate) => {
    const { repair, titles } = await fixesOf(properties, candidate);
    expect(repair).toBeUndefined();
    expect(titles.filter((title) => title.startsWith("Rename"))).toEqual([]);
    expect(titles).not.toContain('Remove "weight"');
  });

  test.each<JsonObject>([
    { weight: 480, unit: "kg" },
    { price: 480, currency: "EUR" },
    { weight: 480, colour: "red" },
  ])("but %j says no other one", async (candidate) => {
    expect((await fixesOf(properties, candidate)).repair?.patch).toHaveLength(1);
  });
});

test.each<JsonObject>([
  { volumeMl: 42, unit: "hl" },
  { volumeL: 42, unit: "hl" },
  { costUsd: 42, currency: "EUR" },
  { costCents: 42, currency: "EUR" },
])(
  "nor to a name without a unit, if the value beside it says another one than its own name: %j",
  async (candidate) => {
    const properties = { volume: number, cost: number, unit: text, currency: text };
    const { repair, titles } = await fixesOf(properties, candidate);
    expect(repair).toBeUndefined();
    // Without it, the value is lost: only its author can convert it.
    expect(titles).toEqual([]);
  },
);

test("a value that does not fit its schema is not offered", async () => {
  const { fixes } = await fixesOf({ total: { ...number, minimum: 100 } }, { total: "1.500" });
  // 1.5 does not fit the schema at its place.
  expect(fixes.map(({ title }) => title)).toEqual(["Replace with 1500"]);
});

test("a value that is still not allowed is not offered", async () => {
  const role = { type: "string", enum: ["nurse", "midwife"] };
  expect((await fixesOf({ role }, { role: ["nurse", "midwife"] })).titles).toEqual([]);
  expect(
    (await fixesOf({ role }, { role: { id: "nurse", name: "Nursing staff" } })).titles,
  ).toEqual(['Replace with "nurse", without "Nursing staff"']);
});

test("the key of a text is not offered in its place", async () => {
  expect((await fixesOf({ staff: text }, { staff: { code: "N-014" } })).titles).toEqual([
    'Replace with "N-014"',
  ]);
  const seals = { rear: "0048213", side: "0048214" };
  expect((await fixesOf({ seals: texts }, { seals })).titles).toEqual([]);
});

test("where null is allowed, it is certain for null in quotes, and offered for a word that says as much", async () => {
  const properties = { until: { type: ["string", "null"], format: "date" } };
  expect((await fixesOf(properties, { until: "null" })).repair?.remaining).toBe(0);
  for (const until of ["none", "n/a", "-", "unknown"]) {
    const { repair, titles } = await fixesOf(properties, { until });
    expect([repair, titles]).toEqual([undefined, ["Replace with null"]]);
  }
});

test.each<[value: JsonObject, sure: number | undefined]>([
  [{ value: 480, unit: "kg" }, 480],
  [{ amount: 480, unit: "kg" }, 480],
  [{ value: 480 }, 480],
  [{ value: 480, unit: "lb" }, undefined],
  [{ value: 480, flag: "estimated" }, undefined],
  [{ gross: 480, net: 440 }, undefined],
  [{ max: 480 }, undefined],
])("%j in weightKg: the number is certain only if nothing is lost", async (value, sure) => {
  const { repair } = await fixesOf({ weightKg: number }, { weightKg: value });
  expect(repair?.patch.map((operation) => "value" in operation && operation.value)).toEqual(
    sure && [sure],
  );
});

test("a map of items is not put into the array as one item", async () => {
  const items = { type: "object", required: ["id"], properties: { id: text, kind: text } };
  const shifts = { type: "array", maxItems: 9, items };
  const { titles } = await fixesOf(
    { shifts },
    { shifts: { day: [{ id: "s1" }], night: [{ id: "s2" }] } },
  );
  expect(titles).not.toContain("Put it into an array");
  expect((await fixesOf({ shifts }, { shifts: { id: "s1", kind: "day" } })).repair?.remaining).toBe(
    0,
  );
});
