import { createConfig, lintFromString } from "@redocly/openapi-core";
import { ERROR_CODES, type ErrorCode } from "../../../src/proposals/errors/error-codes.js";
import { REQUEST_SCHEMA } from "../../../src/proposals/request.js";
import { STATUSES } from "../../../src/service/http/problem.js";
import { VERSION } from "../../../src/version.js";
import { exampleRequest } from "../../support/example-request.js";
import { legacy } from "../../support/mcp.js";
import type { RawRequest } from "../../support/raw-request.js";
import { send } from "../../support/send.js";
import { startService } from "../../support/service.js";
import { Description } from "./description.js";

const CONTACT = "mailto:security@assay.example";
const BASE_URL = "https://assay.example";
const SERVICE_NAME = "weigh";
const service = await startService({
  BASE_URL,
  SERVICE_NAME,
  SECURITY_CONTACT: CONTACT,
  RATE_LIMIT_CALLS: "1000",
});
const description = new Description((await send(service, { path: "/openapi.json" })).body);

const GOOD_CALLS: Readonly<Record<string, RawRequest>> = {
  "the domains": { path: "/api/domains" },
  "a valid proposal": { path: "/api/validate", body: JSON.stringify(exampleRequest()) },
  "a proposal with everything wrong": {
    path: "/api/validate",
    body: JSON.stringify(exampleRequest({}, { candidate: {} })),
  },
  "a proposal with a mistake that can be mended": {
    path: "/api/validate",
    body: JSON.stringify(exampleRequest({ supportedStrategies: ["fast", "realstic"] })),
  },
  "a package": { path: "/api/build", body: JSON.stringify(exampleRequest()) },
  "no package": {
    path: "/api/build",
    body: JSON.stringify(exampleRequest({ generatorId: "person-name" })),
  },
  "a message": legacy("tools/list"),
  "the versions of a domain": { path: "/spec-packages/generator-option" },
  "a spec package": { path: "/spec-packages/generator-option/v1" },
  "an error code": { path: "/problems/rate-limited" },
  "the description itself": { path: "/openapi.json" },
  liveness: { path: "/healthz" },
  readiness: { path: "/readyz" },
};

describe("the OpenAPI document", () => {
  test("passes the recommended rules of a linter without a remark", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const remarks = await lintFromString({
      source: description.text,
      absoluteRef: "/openapi.json",
      config,
    });
    expect(
      remarks.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([]);
  });

  test("has the schema that requests are checked with, and every error code", () => {
    const { schemas } = JSON.parse(description.text).components;
    expect(schemas.ProposalRequest).toEqual(REQUEST_SCHEMA);
    expect(schemas.ErrorCode.enum).toEqual(Object.keys(ERROR_CODES));
  });

  test("gives each error code its status, in every response that names it", () => {
    const { responses } = JSON.parse(description.text).components;
    for (const { operation } of description.operations)
      for (const [status, response] of Object.entries(operation.responses)) {
        const name = "$ref" in response ? (response.$ref.split("/").at(-1) as string) : "";
        const words: string = responses[name]?.description ?? "";
        for (const [, code = ""] of words.matchAll(/`([a-z-]+)`: /g))
          if (status !== "408")
            expect([code, STATUSES[code as ErrorCode]]).toEqual([code, Number(status)]);
      }
  });

  test("has less than 45 KB, the version of the package, and every operation in words", () => {
    expect(description.text.length).toBeLessThan(45_000);
    expect(JSON.parse(description.text).info.version).toBe(VERSION);
    for (const { id, operation } of description.operations)
      expect([id, operation.description]).toEqual([id, expect.any(String)]);
  });

  test("has the name of the service, and leaves the limit to the header that states it", () => {
    const { title, description: words } = JSON.parse(description.text).info;
    expect([title, words]).toEqual(["weigh", expect.stringMatching(/`RateLimit-Policy`(?!.*\d)/)]);
  });

  test("has only examples that its own schemas accept", () => {
    const examples = description.examples();
    expect(examples.length).toBeGreaterThan(5);
    for (const { pointer, value } of examples)
      expect([pointer, description.faults(pointer, value)]).toEqual([pointer, []]);
  });

  test.each(Object.entries(GOOD_CALLS))("holds for the answer: %s", async (_, request) => {
    const answer = await send(service, request);
    expect(answer.status).toBe(200);
    expect(description.faultsOf(request, answer)).toEqual([]);
  });

  test.each([
    "/spec-packages/generator-option",
    "/spec-packages/generator-option/v1",
    "/problems/not-found",
    "/openapi.json",
  ])("holds for %s, not changed since", async (path) => {
    const etag = (await send(service, { path })).headers.get("ETag") ?? "";
    const answer = await send(service, { path, headers: { "If-None-Match": etag } });
    expect(answer.status).toBe(304);
    expect(description.faultsOf({ path }, answer)).toEqual([]);
  });

  test("holds for what every path answers to another method", async () => {
    for (const request of Object.values(GOOD_CALLS)) {
      const { path, method = "" } = description.operationOf(request) ?? {};
      const answer = await send(service, { method: "PUT", path: request.path ?? "" });
      expect([path, answer.status]).toEqual([path, 405]);
      expect(answer.headers.get("Allow")?.split(", ")).toContain(method.toUpperCase());
      expect(description.faultsOf({ path: request.path ?? "" }, answer)).toEqual([]);
    }
  });

  test("describes no operation that is not called here", () => {
    const called = Object.values(GOOD_CALLS).map((request) => description.operationOf(request)?.id);
    expect(description.operations.map(({ id }) => id).filter((id) => !called.includes(id))).toEqual(
      [],
    );
  });
});

test("properties are in the documented order", async () => {
  const answerTo = async (path: string, request: object) =>
    JSON.parse((await send(service, { path, body: JSON.stringify(request) })).body);
  const namesIn = (...values: object[]) => values.map((value) => Object.keys(value).join(" "));
  const answer = await answerTo(
    "/api/validate",
    exampleRequest({ supportedStrategies: ["realstic"] }),
  );
  const [diagnostic] = answer.diagnostics;
  expect(
    namesIn(
      answer,
      answer.specPackage,
      answer.summary,
      diagnostic,
      diagnostic.fixes[0],
      answer.repair,
    ),
  ).toEqual([
    "valid targetProduct domainId specPackage summary diagnostics repair",
    "version digest url",
    "errors warnings fixable truncated",
    "code severity path message actual expected fixes helpUrl",
    "title applicability patch",
    "patch remaining complete open",
  ]);
  const built = await answerTo("/api/build", exampleRequest());
  expect(namesIn(built, built.proposalPackage, built.submission)).toEqual([
    "valid targetProduct domainId specPackage summary diagnostics proposalPackage submission",
    "formatVersion targetProduct domainId specPackage proposal digest",
    "method url headers",
  ]);
});

test("every URL of the service in a response can be read without a key", async () => {
  const refused = [{}, exampleRequest({}, { domainId: "x" })].map((request) => ({
    body: JSON.stringify(request),
  }));
  const answers = await Promise.all(
    [...Object.values(GOOD_CALLS), ...refused].map((request) => send(service, request)),
  );
  const text = answers.map(({ body }) => body).join("\n");
  const addresses = new Set(text.match(/https:\/\/assay\.example\/[^"#]*/g));
  expect(addresses.size).toBeGreaterThan(2);
  for (const address of addresses) {
    const answer = await send(service, {
      path: address.slice(BASE_URL.length),
      headers: { Authorization: undefined },
    });
    expect([address, answer.status]).toEqual([address, 200]);
  }
});

test("the API catalog (RFC 9727) leads to documents that are there", async () => {
  const { status, headers, body } = await send(
    { url: service.url },
    { path: "/.well-known/api-catalog" },
  );
  expect([status, headers.get("Content-Type")]).toEqual([
    200,
    expect.stringMatching(/^application\/linkset\+json; pr/),
  ]);
  const [{ anchor, ...links }] = JSON.parse(body).linkset as [Record<string, { href: string }[]>];
  expect(anchor).toBe(`${BASE_URL}/api`);
  expect(Object.keys(links)).toEqual(["service-desc", "service-doc", "status"]);
  for (const { href } of Object.values(links).flat())
    expect((await fetch(href.replace(BASE_URL, service.url))).status).toBe(200);
});

test("security.txt (RFC 9116) has the contact, and an end less than a year away", async () => {
  const { status, headers, body } = await send(
    { url: service.url },
    { path: "/.well-known/security.txt" },
  );
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = new Map(
    body
      .trimEnd()
      .split("\n")
      .map((line) => line.split(": ") as [string, string]),
  );
  expect(fields.get("Contact")).toBe(CONTACT);
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});
