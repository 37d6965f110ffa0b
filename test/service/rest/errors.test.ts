import { ERROR_CODES, type ErrorCode } from "../../../src/proposals/errors/error-codes.js";
import { eventually } from "../../support/eventually.js";
import { ask, legacy, toolCall } from "../../support/mcp.js";
import { ready, send } from "../../support/send.js";
import { serve } from "../../support/serve.js";
import { type RunningService, startService } from "../../support/service.js";
import { KNOWN_KEY } from "../../support/signed-call.js";
import { temporaryFile } from "../../support/temporary-file.js";
import { Description } from "./description.js";
import { type Circumstance, ERROR_CASES, type ErrorCase } from "./error-cases.js";

const BASE_URL = "https://assay.example";
const plenty = { BASE_URL, RATE_LIMIT_CALLS: "100000" };

async function startUsedUp(): Promise<RunningService> {
  const service = await startService({ BASE_URL, RATE_LIMIT_CALLS: "1" });
  await (await fetch(`${service.url}/api/domains`)).body?.cancel();
  return service;
}

async function startWithoutIdentity(): Promise<RunningService> {
  const { url, close } = await serve();
  close();
  return startService({
    ...plenty,
    IDENTITY_URL: url,
    IDENTITY_CLIENT_ID: "id",
    IDENTITY_CLIENT_SECRET: "s",
  });
}

/** With a registry that is up at the start, and then down for good. */
async function startWithoutRegistry(): Promise<RunningService> {
  const { url, close } = await serve((_, response) =>
    response.end('{"generators":[{"id":"person-name"}]}'),
  );
  const registry = { url, refreshSeconds: 1, maxStaleSeconds: 1 };
  const target = {
    id: "sample-studio",
    url: "http://localhost:8090",
    domains: ["generator-option"],
    registry,
  };
  const service = await startService({
    ...plenty,
    TARGETS_FILE: (await temporaryFile({ targets: [target] })).path,
  });
  close();
  await eventually(async () => (await ready(service)).registries[0].usable === false);
  return service;
}

const keys = await temporaryFile({ keys: [KNOWN_KEY.jwk] });
const [plain, usedUp, withoutIdentity, withoutRegistry] = await Promise.all([
  startService({ ...plenty, AGENT_PROXY_KEYS_FILE: keys.path }),
  startUsedUp(),
  startWithoutIdentity(),
  startWithoutRegistry(),
]);
const services: Record<Circumstance, RunningService> = {
  plain,
  "used-up": usedUp,
  "without-identity": withoutIdentity,
  "without-registry": withoutRegistry,
};
const description = new Description((await send(plain, { path: "/openapi.json" })).body);

const cases = Object.entries(ERROR_CASES) as [ErrorCode, ErrorCase][];

describe.each(cases)("%s", (code, { status, provokedBy, at = "plain", headers = {} }) => {
  test.each(Object.entries(provokedBy))("is the response to: %s", async (_, request) => {
    const sendsKey = code === "invalid-credentials" && request.headers?.Authorization !== undefined;
    const challenge = sendsKey ? 'Bearer error="invalid_token"' : "Bearer";
    const service = services[at];
    const answer = await send(service, request);

    expect(answer.status).toBe(status);
    expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    expect(answer.headers.get("Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("WWW-Authenticate")).toBe(status === 401 ? challenge : null);
    expect(answer.headers.get("Retry-After") ?? "").toMatch(
      status === 429 || status === 503 ? /^[1-9]\d*$/ : /^$/,
    );
    expect(answer.headers.get("Allow")).toBe(headers.Allow ?? null);
    for (const [name, value] of Object.entries(headers))
      expect(answer.headers.get(name)).toBe(value);

    if (request.method === "HEAD") return expect(answer.body).toBe("");
    const { detail, errors = [], repair, ...problem } = JSON.parse(answer.body);
    expect(problem).toEqual({
      type: `${BASE_URL}/problems/${code}`,
      title: ERROR_CODES[code].title,
      status,
      code,
      requestId: answer.headers.get("Request-Id"),
    });
    // A clause, which other texts can go on with.
    expect(detail).toMatch(/^(?!Line |The )\S.{10,}[^.]$/);
    for (const { fixes, ...error } of errors)
      expect(error).toEqual({ pointer: expect.any(String), detail: expect.any(String) });
    if (repair !== undefined) expect([400, 422]).toContain(status);
    expect(answer.body).not.toMatch(/node_modules|dist\/|\.[jt]s\b|at \w+ \(|Error:/);
    if (service.key !== "") expect(answer.body).not.toContain(service.key);
    if (description.operationOf(request, status))
      expect(description.faultsOf(request, answer)).toEqual([]);
  });
});

test("every error code of the REST API is provoked here", () => {
  // test/attacks/floods.slow.test.ts provokes `overloaded`.
  const elsewhere = ["internal-error", "origin-not-allowed", "overloaded"];
  expect(
    Object.keys(ERROR_CODES)
      .filter((code) => !elsewhere.includes(code))
      .sort(),
  ).toEqual(Object.keys(ERROR_CASES).sort());
});

test("every other problem in the description is provoked here", () => {
  const codes = new Set(description.operations.flatMap(({ id }) => description.codesOf(id)));
  const others = [...codes].filter((code) => !Object.hasOwn(ERROR_CASES, code));
  expect(others.sort()).toEqual(["internal-error", "overloaded"]);
});

test.each([
  [429, usedUp, toolCall(legacy)("listDomains")],
  [503, withoutIdentity, toolCall(legacy, "ai_unknown")("validateProposal", {})],
])("the description holds for a %d of /mcp too", async (status, { url }, request) => {
  const answer = await ask(url, request);
  expect([answer.status, description.faultsOf(request, answer)]).toEqual([status, []]);
});
