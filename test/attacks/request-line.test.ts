import { metricOf } from "../support/metric-of.js";
import { RawConnection } from "../support/raw-connection.js";
import { type RunningService, startService } from "../support/service.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_CALLS: "1000", LOG_LEVEL: "debug" });
});
afterAll(() => service.stop());

const LINES: [what: string, line: string, status: number][] = [
  ["an invalid port", "GET http://[::1]:x/api/domains HTTP/1.1", 400],
  ["an invalid port, for MCP", "POST http://[::1]:x/mcp HTTP/1.1", 400],
  ["an invalid address", "GET http://[/api/domains HTTP/1.1", 400],
  ["an invalid name", "GET http://a^b/ HTTP/1.1", 400],
  ["a port that is too large", "GET http://x:99999/healthz HTTP/1.1", 400],
  ["another scheme", "GET ftp://service.test/healthz HTTP/1.1", 400],
  ["a URL without slashes", "GET mailto:x HTTP/1.1", 400],
  ["an absolute URL", "GET http://service.test/healthz HTTP/1.1", 200],
  ["an absolute URL with user, port and query", "GET HTTPS://user@service.test:1/healthz?x#y HTTP/1.1", 200],
  ["two slashes", "GET //service.test:x/healthz HTTP/1.1", 404],
  ["what looks like a user and an invalid port", "GET //user@[::1]:x/# HTTP/1.1", 400],
  ["a fragment", "GET /healthz#x HTTP/1.1", 400],
  ["bytes that are not ASCII", "GET //user@[::1]:x/\u00a0 HTTP/1.1", 400],
  ["an incomplete escape", "GET /problems/%f HTTP/1.1", 404],
  ["bytes that are not UTF-8", "GET /problems/%ff%fe HTTP/1.1", 404],
  ["an asterisk", "OPTIONS * HTTP/1.1", 404],
  ["HTTP/2.0", "GET /healthz HTTP/2.0", 400],
  ["HTTP/0.9", "GET /healthz HTTP/0.9", 400],
  ["HTTP/1.0", "GET /healthz HTTP/1.0", 200],
];

describe("no request line makes the service fail", () => {
  test.each(LINES)("%s", async (_, line, status) => {
    const connection = await RawConnection.open(service.url);
    connection.send(Buffer.from(`${line}\r\nHost: service.test\r\nContent-Length: 0\r\n\r\n`, "latin1"));
    const answer = await connection.answer();
    connection.socket.destroy();
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    expect(JSON.parse(answer.body)).toMatchObject({ status, requestId: answer.headers.get("Request-Id") });
  });

  test("each is counted once, and printed as one line of JSON and nothing else", async () => {
    const refused = LINES.filter(([, , status]) => status === 400);
    expect(await metricOf(service, 'assay_errors_total{code="invalid-request"}')).toBe(refused.length);
    const unmatched = LINES.filter(([, , status]) => status === 404);
    expect(await metricOf(service, 'assay_errors_total{code="not-found"}')).toBe(unmatched.length);
    await service.stop("SIGTERM");
    expect(service.logged("request")).toHaveLength(LINES.length);
    expect(service.logged("unexpected error")).toEqual([]);
    expect(service.errorOutput()).toBe("");
  });
});
