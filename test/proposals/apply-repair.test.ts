import { applyPatch, type Operation } from "rfc6902";
import { build, validate } from "../../src/index.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { BOTH_DOMAINS, contractRequest, exampleRequest } from "../support/example-request.js";
import { RawConnection } from "../support/raw-connection.js";
import { type RunningService, startService } from "../support/service.js";

const SLIPS = { supportedStrategies: ["fast", "realstic"], generatorId: "City_Weather" };

let service: RunningService;
beforeAll(async () => {
  service = await startService({ ...BOTH_DOMAINS });
});
afterAll(() => service.stop());

test.each([
  ["generator-option", exampleRequest(SLIPS)],
  ["another domain", contractRequest({ tags: ["Sales", "shop"], retentionDays: "730" })],
])("applyRepair adds the candidate after the repair, over REST: %s", async (_, request) => {
  const headers = { Authorization: `Bearer ${service.key}` };
  const call = async (path: string, body: object) =>
    JSON.parse((await RawConnection.exchange(service.url, { path, headers, body: JSON.stringify(body) })).body);
  for (const path of ["/api/validate", "/api/build"]) {
    const plain = await call(path, request);
    const { repaired, ...rest } = await call(path, { ...request, applyRepair: true });
    expect(rest).toEqual(plain);
    const patched = structuredClone(request);
    expect(applyPatch(patched, plain.repair.patch as Operation[])).toEqual(plain.repair.patch.map(() => null));
    expect(repaired).toEqual(patched.candidate);
    expect(await call(path, { ...request, candidate: repaired })).toMatchObject({ valid: true });
  }
});

test("the library does the same, and adds nothing where there is no repair", async () => {
  const specs = compiledSpecs("rules");
  const { repaired, valid } = await validate(specs, exampleRequest(SLIPS, { applyRepair: true }));
  expect([valid, repaired]).toEqual([
    false,
    exampleRequest({ ...SLIPS, supportedStrategies: ["fast", "realistic"], generatorId: "city-weather" }).candidate,
  ]);
  const built = await build(specs, exampleRequest({}, { applyRepair: true }));
  expect(built).not.toHaveProperty("repaired");
  const hopeless = await validate(specs, exampleRequest({ owner: { kind: "agent", id: "x" } }, { applyRepair: true }));
  expect(hopeless.valid).toBe(false);
  expect(hopeless).not.toHaveProperty("repaired");
});

test("a repaired candidate that would make the response too large is left out, and the response says so", async () => {
  const specs = compiledSpecs("rules");
  const numbers = Array(10_000).fill(1e20);
  const slips = { ...SLIPS, outputFields: [{ name: "list", type: "array", description: "Numbers." }] };
  const request = exampleRequest({ ...slips, sampleRecords: [{ list: numbers }] }, { applyRepair: true });
  const result = await validate(specs, request);
  expect(result.repaired).toBeUndefined();
  expect(result.summary.omitted).toContain("repaired");
  expect(JSON.stringify(result).length).toBeLessThan(160 * 1024);
});
