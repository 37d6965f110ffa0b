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

// test/scale/fleet.test.ts compares instances.
test("the same request gets the same bytes, every time", async () => {
  for (const path of ["/api/validate", "/api/build"]) {
    for (const request of [exampleRequest(), INVALID, exampleRequest({}, { candidate: {} }), contractRequest()]) {
      const first = await call(path, request);
      expect((await call(path, request)).body).toBe(first.body);
    }
  }
});

test("properties are in the documented order", async () => {
  const namesIn = (...values: object[]) => values.map((value) => Object.keys(value).join(" "));
  const { answer } = await call("/api/validate", exampleRequest({ supportedStrategies: ["realstic"] }));
  const [diagnostic] = answer.diagnostics;
  expect(namesIn(answer, answer.specPackage, answer.summary, diagnostic, diagnostic.fixes[0], answer.repair)).toEqual([
    "valid targetProduct domainId specPackage summary diagnostics repair",
    "version digest url",
    "errors warnings fixable truncated",
    "code severity path message actual expected fixes helpUrl",
    "title applicability patch",
    "patch remaining complete open",
  ]);
  const { answer: built } = await call("/api/build", exampleRequest());
  expect(namesIn(built, built.proposalPackage, built.submission)).toEqual([
    "valid targetProduct domainId specPackage summary diagnostics proposalPackage submission",
    "formatVersion targetProduct domainId specPackage proposal digest",
    "method url headers",
  ]);
});

test("to build an invalid candidate gets the answer of its validation", async () => {
  const { status, body } = await call("/api/build", INVALID);
  expect([status, body]).toEqual([200, (await call("/api/validate", INVALID)).body]);
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
