import { ERROR_CODES, type ErrorCode } from "../../src/errors/error-codes.js";
import { send } from "../support/send.js";
import { Description } from "./description.js";
import { ERROR_CASES, type ErrorCase } from "./error-cases.js";
import { BASE_URL, startServices } from "./services.js";

const services = await startServices("plain", "used-up", "without-identity", "without-registry");
const description = new Description((await send(services.plain, { path: "/openapi.json" })).body);

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
    expect(answer.headers.get("Retry-After") ?? "").toMatch(status === 429 || status === 503 ? /^[1-9]\d*$/ : /^$/);
    expect(answer.headers.get("Allow")).toBe(headers.Allow ?? null);
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);

    if (request.method === "HEAD") return expect(answer.body).toBe("");
    const { detail, errors = [], repair, ...problem } = JSON.parse(answer.body);
    expect(problem).toEqual({
      type: `${BASE_URL}/problems/${code}`,
      title: ERROR_CODES[code].title,
      status,
      code,
      requestId: answer.headers.get("Request-Id"),
    });
    expect(detail).toMatch(/^\S.{10,}/);
    for (const { fixes, ...error } of errors)
      expect(error).toEqual({ pointer: expect.any(String), detail: expect.any(String) });
    if (repair !== undefined) expect([400, 422]).toContain(status);
    expect(answer.body).not.toMatch(/node_modules|dist\/|\.[jt]s\b|at \w+ \(|Error:/);
    if (service.key !== "") expect(answer.body).not.toContain(service.key);
    if (description.operationOf(request, status)) expect(description.faultsOf(request, answer)).toEqual([]);
  });
});

test("every error code of the REST API is provoked here", () => {
  const elsewhere = ["internal-error", "origin-not-allowed"];
  expect(
    Object.keys(ERROR_CODES)
      .filter((code) => !elsewhere.includes(code))
      .sort(),
  ).toEqual(Object.keys(ERROR_CASES).sort());
});

test("every problem in the description is provoked here, except for internal-error", () => {
  const codes = new Set(description.operations.flatMap(({ id }) => description.codesOf(id)));
  expect([...codes].filter((code) => !Object.hasOwn(ERROR_CASES, code))).toEqual(["internal-error"]);
});
