import { BOTH_DOMAINS, contractRequest, exampleRequest } from "../support/example-request.js";
import { send } from "../support/send.js";
import { startService } from "../support/service.js";

const BASE_URL = "https://assay.example";
const service = await startService({ ...BOTH_DOMAINS, BASE_URL, RATE_LIMIT_CALLS: "1000" });

const INVALID = exampleRequest({
  generatorId: "person-name",
  generatorNmae: "City weather",
  supportedStrategies: ["fast", "realstic"],
  sampleRecords: [{ city: 7, temperature: "warm" }],
});

async function call(path: string, request: unknown) {
  const { status, body } = await send(service, { path, body: JSON.stringify(request) });
  return { status, body, answer: JSON.parse(body) };
}

describe("validation", () => {
  // test/scale/fleet.test.ts compares instances.
  test("returns the same bytes for the same request, every time", async () => {
    for (const path of ["/api/validate", "/api/build"]) {
      for (const request of [exampleRequest(), INVALID, exampleRequest({}, { candidate: {} }), contractRequest()]) {
        const first = await call(path, request);
        expect((await call(path, request)).body).toBe(first.body);
      }
    }
  });

  test("returns its properties in the documented order", async () => {
    const { answer } = await call("/api/validate", exampleRequest({ supportedStrategies: ["realstic"] }));
    const properties = "valid targetProduct domainId specPackage summary diagnostics repair";
    expect(Object.keys(answer).join(" ")).toBe(properties);
    expect(Object.keys(answer.specPackage).join(" ")).toBe("version digest url");
    expect(Object.keys(answer.summary).join(" ")).toBe("errors warnings fixable truncated");
    const [diagnostic] = answer.diagnostics;
    expect(Object.keys(diagnostic).join(" ")).toBe("code severity path message actual expected fixes helpUrl");
    expect(Object.keys(diagnostic.fixes[0]).join(" ")).toBe("title applicability patch");
    expect(Object.keys(answer.repair).join(" ")).toBe("patch remaining complete open");
  });
});

describe("building", () => {
  test("returns the package and everything for its submission, with properties in the documented order", async () => {
    const { status, answer } = await call("/api/build", exampleRequest());
    expect(status).toBe(200);
    const properties = "valid targetProduct domainId specPackage summary diagnostics proposalPackage submission";
    expect(Object.keys(answer).join(" ")).toBe(properties);
    const packed = "formatVersion targetProduct domainId specPackage proposal digest";
    expect(Object.keys(answer.proposalPackage).join(" ")).toBe(packed);
    expect(Object.keys(answer.submission).join(" ")).toBe("method url headers");
  });

  test("returns 200 with validation errors and no package for an invalid candidate", async () => {
    const { status, answer, body } = await call("/api/build", INVALID);
    expect(status).toBe(200);
    expect(answer.valid).toBe(false);
    expect(Object.keys(answer)).not.toContain("proposalPackage");
    expect(Object.keys(answer)).not.toContain("submission");
    expect(body).toBe((await call("/api/validate", INVALID)).body);
  });
});

test("every URL of the service in a response can be read without a key", async () => {
  const texts = [
    (await send(service, { path: "/api/domains" })).body,
    (await send(service, { path: "/spec-packages/generator-option" })).body,
    (await call("/api/validate", INVALID)).body,
    (await call("/api/build", exampleRequest())).body,
    (await call("/api/validate", {})).body,
    (await call("/api/validate", exampleRequest({}, { domainId: "x" }))).body,
    (await send(service, { path: "/openapi.json" })).body,
  ];
  const addresses = new Set(texts.join("\n").match(/https:\/\/assay\.example\/[^"#]*/g));
  expect(addresses.size).toBeGreaterThan(3);
  for (const address of addresses) {
    const answer = await send(service, { path: address.slice(BASE_URL.length), headers: { Authorization: undefined } });
    expect([address, answer.status]).toEqual([address, 200]);
  }
});
