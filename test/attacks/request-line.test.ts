import { RawConnection } from "../support/raw-connection.js";
import { type RunningService, startService } from "../support/service.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_CALLS: "1000" });
});
afterAll(() => service.stop());

describe("no request line makes the service fail", () => {
  test.each([
    ["an invalid port", "GET http://[::1]:x/api/domains HTTP/1.1", 400],
    ["an invalid port, for MCP", "POST http://[::1]:x/mcp HTTP/1.1", 400],
    ["an invalid address", "GET http://[/api/domains HTTP/1.1", 400],
    ["another scheme", "GET ftp://[x]:1/ HTTP/1.1", 404],
    ["an absolute URL", "GET http://service.test/healthz HTTP/1.1", 200],
    ["two slashes", "GET //service.test:x/healthz HTTP/1.1", 404],
    ["an incomplete escape", "GET /problems/%f HTTP/1.1", 404],
    ["bytes that are not UTF-8", "GET /problems/%ff%fe HTTP/1.1", 404],
    ["an asterisk", "OPTIONS * HTTP/1.1", 404],
    ["HTTP/2.0", "GET /healthz HTTP/2.0", 400],
    ["HTTP/0.9", "GET /healthz HTTP/0.9", 400],
    ["HTTP/1.0", "GET /healthz HTTP/1.0", 200],
  ])("%s", async (_, line, status) => {
    const answer = await RawConnection.exchange(
      service.url,
      `${line}\r\nHost: service.test\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(answer.status).toBe(status);
    if (status !== 200) {
      expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
      expect(JSON.parse(answer.body)).toMatchObject({ status, requestId: answer.headers.get("Request-Id") });
    }
  });

  test("and every line that the service prints is JSON", () => {
    const [, afterWelcome = ""] = service.output().split(/(?=^\{)/m);
    for (const line of afterWelcome.split("\n").filter(Boolean)) expect(line).toMatch(/^\{.*\}$/);
  });
});
