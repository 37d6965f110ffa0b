import { applyPatch, type Operation } from "rfc6902";
import type { CompiledSpec } from "../../../src/engine/compile-spec.js";
import { evaluate } from "../../../src/engine/evaluate.js";
import type { Json, JsonObject } from "../../../src/json/value.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";
import { compiledSpecs } from "../../support/compiled-specs.js";

const registry = RegistryIndex.of([]);
let spec: CompiledSpec;
let base: JsonObject;

beforeAll(() => {
  spec = compiledSpecs("rules").get("generator-option")?.current as CompiledSpec;
  base = (spec.source.examples["city-weather"] as { candidate: JsonObject }).candidate;
});

/** A candidate with one column of these values. */
const withColumn = (name: string, type: string, values: readonly Json[]): JsonObject => ({
  ...base,
  outputFields: [{ name, type, description: "What is measured." }],
  sampleRecords: values.map((value) => ({ [name]: value })),
});

const evaluated = (candidate: Json) => evaluate(spec, candidate, registry);

function patched(candidate: Json, patch: readonly object[]): JsonObject {
  const request = structuredClone({ candidate });
  expect(applyPatch(request, structuredClone(patch) as Operation[]).filter((error) => error !== null)).toEqual([]);
  return request.candidate as JsonObject;
}

const columnOf = ({ sampleRecords }: JsonObject) => (sampleRecords as JsonObject[]).flatMap(Object.values);

const rows: [name: string, type: string, sent: Json[], repaired: Json[]][] = [
  // A literal in quotes is meant as one, where no other value shows that strings are meant.
  ["v", "integer", ["12", "14"], [12, 14]],
  ["v", "integer", ["12", "x", "14"], [12, "x", 14]],
  ["v", "integer", ["12", "about 14", 3], [12, "about 14", 3]],
  ["v", "boolean", ["true", "false", "n/a"], [true, false, "n/a"]],
  ["v", "integer", ["12", "red", "blue"], ["12", "red", "blue"]],
  // Codes are strings, all of them.
  ["v", "integer", ["01234", "90210", 10115], ["01234", "90210", 10115]],
  ["v", "integer", ["12", "12a", 14], ["12", "12a", 14]],
  ["v", "integer", ["5", "12345678901234567890", 3], ["5", "12345678901234567890", 3]],
  // What is written otherwise is certain only where all of it is.
  ["v", "number", ["1,5", "2,5", 3], [1.5, 2.5, 3]],
  ["v", "number", ["1,5", "1,500", 3], [1.5, 1.5, 3]],
  // Where a comma stands before fractions, a point may stand for thousands.
  ["v", "number", ["12,5", "1.234", 3], ["12,5", "1.234", 3]],
  ["v", "number", ["1.234,50", "2.100", "980,00", 12], ["1.234,50", "2.100", "980,00", 12]],
  ["v", "number", ["1.234,50", "980,00", 12], [1234.5, 980, 12]],
  ["v", "boolean", ["yes", "no", true], [true, false, true]],
  ["v", "boolean", ["yes", "sometimes", true], ["yes", "sometimes", true]],
  ["v", "boolean", [1, 0, true], [true, false, true]],
  ["v", "boolean", [1, 0, 7, true], [1, 0, 7, true]],
  ["v", "number", ["$5", "$6", 7], [5, 6, 7]],
  ["v", "number", ["$5", "free", 7], ["$5", "free", 7]],
  // One currency, and that of the name.
  ["v", "number", ["$5", "\u20ac6", 7], ["$5", "\u20ac6", 7]],
  ["v", "number", ["$5", "6 EUR", 7], ["$5", "6 EUR", 7]],
  ["priceUsd", "number", ["\u20ac5", 7], ["\u20ac5", 7]],
  ["priceEur", "number", ["\u20ac5", 7], [5, 7]],
  ["distanceKm", "number", ["5 km", "6 km", 7], [5, 6, 7]],
  ["distanceKm", "number", ["5 km", "6 mi", 7], ["5 km", "6 mi", 7]],
  // One order of day and month.
  ["v", "date", ["1/2/2025", "31/12/2025"], ["2025-02-01", "2025-12-31"]],
  ["v", "date", ["1/2/2025", "12/31/2025"], ["2025-01-02", "2025-12-31"]],
  ["v", "date", ["12/31/2025", "31/12/2025"], ["2025-12-31", "2025-12-31"]],
  ["v", "date", ["1/2/2025", "12/31/2025", "31/12/2025"], ["1/2/2025", "12/31/2025", "31/12/2025"]],
  ["v", "date", ["1.2.2025", "2025-02-03"], ["2025-02-01", "2025-02-03"]],
  ["v", "date", ["1/2/2025", "2.3.2025"], ["1/2/2025", "2025-03-02"]],
  ["v", "date", ["1.2.2025", "12/31/2025"], ["1.2.2025", "12/31/2025"]],
  ["v", "date", ["1.2.2025", "2.13.2025"], ["1.2.2025", "2.13.2025"]],
  ["v", "datetime", ["2025-03-01 09:30 UTC", "2025-03-01 10:30 GMT"], ["2025-03-01T09:30:00Z", "2025-03-01T10:30:00Z"]],
];

test.each(rows)("%s of type %s: %j becomes %j", async (name, type, sent, repaired) => {
  const { repair } = await evaluated(withColumn(name, type, sent));
  const after = patched(withColumn(name, type, sent), repair?.patch ?? []);
  expect(columnOf(after)).toEqual(repaired);
});

/** The candidate after one certain fix, and then after those that are certain first. */
async function fixedInTurn(candidate: JsonObject, start: number): Promise<JsonObject> {
  const { diagnostics } = await evaluated(candidate);
  const fixes = diagnostics.flatMap((one) => one.fixes ?? []);
  const certain = fixes.filter(({ applicability }) => applicability === "machine-applicable");
  const fix = certain[Math.min(start, certain.length - 1)];
  return fix === undefined ? candidate : fixedInTurn(patched(candidate, fix.patch), 0);
}

test.each(rows)("%s of type %s: %j gets no further by one fix after the other", async (name, type, sent, repaired) => {
  for (const start of sent.keys()) {
    const column = columnOf(await fixedInTurn(withColumn(name, type, sent), start));
    for (const [at, value] of column.entries()) expect([sent[at], repaired[at]]).toContainEqual(value);
  }
});
