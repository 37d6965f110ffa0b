import { applyPatch, type Operation } from "rfc6902";
import { build, validate } from "../../src/index.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { contractRequest, exampleRequest } from "../support/example-request.js";

const SLIPS = { supportedStrategies: ["fast", "realstic"], generatorId: "City_Weather" };

const specs = compiledSpecs("rules", "examples/rules");

test.each([
  ["generator-option", exampleRequest(SLIPS)],
  ["another domain", contractRequest({ tags: ["Sales", "shop"], retentionDays: "730" })],
])("applyRepair adds the candidate after the repair: %s", async (_, request) => {
  for (const use of [validate, build]) {
    const plain = await use(specs, request);
    const { repaired, ...rest } = await use(specs, { ...request, applyRepair: true });
    expect(rest).toEqual(plain);
    const patched = structuredClone(request);
    const patch = (plain.repair?.patch ?? []) as Operation[];
    expect(applyPatch(patched, patch)).toEqual(patch.map(() => null));
    expect(repaired).toEqual(patched.candidate);
    expect(await use(specs, { ...request, candidate: repaired })).toMatchObject({ valid: true });
  }
});

test("it adds nothing where there is no repair", async () => {
  const built = await build(specs, exampleRequest({}, { applyRepair: true }));
  expect(built).not.toHaveProperty("repaired");
  const hopeless = await validate(specs, exampleRequest({ owner: { kind: "agent", id: "x" } }, { applyRepair: true }));
  expect(hopeless.valid).toBe(false);
  expect(hopeless).not.toHaveProperty("repaired");
});

test("a repaired candidate that would make the response too large is left out, and the response says so", async () => {
  const numbers = Array(10_000).fill(1e20);
  const slips = { ...SLIPS, outputFields: [{ name: "list", type: "array", description: "Numbers." }] };
  const request = exampleRequest({ ...slips, sampleRecords: [{ list: numbers }] }, { applyRepair: true });
  const result = await validate(specs, request);
  expect(result.repaired).toBeUndefined();
  expect(result.summary.omitted).toContain("repaired");
  expect(JSON.stringify(result).length).toBeLessThan(160 * 1024);
});
