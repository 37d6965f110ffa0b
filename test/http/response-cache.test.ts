import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Koa from "koa";
import { ResponseCache } from "../../src/http/response-cache.js";
import { RawConnection } from "../support/raw-connection.js";
import type { RawRequest } from "../support/raw-request.js";
import { type RunningService, startService } from "../support/service.js";

describe("a response that is kept", () => {
  let catalog = {};
  let made = 0;
  /** Called while a response is being made. */
  let during = () => {};
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const cache = new ResponseCache(() => catalog);
    const app = new Koa().use(async (ctx) => {
      ctx.state.requestId = "later";
      if (cache.send(ctx)) return;
      ctx.state.cacheable = ctx.path !== "/other";
      if (ctx.path === "/closing") ctx.set("Connection", "close");
      ctx.set({ "X-First": "1", "Request-Id": "first", "X-Last": "2" });
      ctx.body = Buffer.from(`response ${++made}`);
      during();
      cache.keep(ctx);
    });
    server = createServer({ requireHostHeader: false }, app.callback()).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    catalog = {};
    made = 0;
    during = () => {};
  });
  afterAll(() => {
    server.close();
  });

  const ask = (request: RawRequest = {}) => RawConnection.exchange(url, { path: "/", ...request });
  const bodies = async (...requests: RawRequest[]) => {
    const found = [];
    for (const request of requests) found.push((await ask(request)).body);
    return found;
  };

  test("is sent again with the same headers and its own request id", async () => {
    const [first, second] = [await ask(), await ask()];
    expect([first.headers.get("Request-Id"), second.headers.get("Request-Id")]).toEqual(["first", "later"]);
    for (const { headers } of [first, second]) for (const name of ["Request-Id", "Date"]) headers.delete(name);
    expect({ ...second, headers: [...second.headers] }).toEqual({ ...first, headers: [...first.headers] });
  });

  test("has no body for HEAD", async () => {
    await ask();
    const { status, headers, body } = await ask({ method: "HEAD" });
    expect([status, headers.get("Content-Length"), headers.get("Request-Id"), body]).toEqual([200, "10", "later", ""]);
  });

  test.each<[string, RawRequest]>([
    ["another path", { path: "/page" }],
    ["a query", { path: "/?page" }],
    ["another host", { headers: { Host: "other.test" } }],
    ["HTML", { headers: { Accept: "text/html" } }],
    ["another encoding", { headers: { "Accept-Encoding": "br" } }],
    ["a condition", { headers: { "If-None-Match": '"x"' } }],
    ["a body", { method: "GET", body: "{}" }],
    ["two hosts", { headers: { Host: ["a.test", "b.test"] } }],
    ["POST", { method: "POST", body: "{}" }],
  ])("is not sent for %s", async (_, request) => {
    expect(await bodies({}, request)).toEqual(["response 1", "response 2"]);
  });

  test("is made anew for another catalog", async () => {
    const before = await bodies({}, {});
    catalog = {};
    expect([...before, ...(await bodies({}, {}))]).toEqual(["response 1", "response 1", "response 2", "response 2"]);
  });

  test("is not one that was made while the catalog changed", async () => {
    during = () => {
      if (made === 1) catalog = {};
    };
    expect(await bodies({}, {}, {})).toEqual(["response 1", "response 2", "response 2"]);
  });

  test.each(["/other", "/closing", "/%61", `/${"a".repeat(256)}`])("is not that of %s", async (path) => {
    expect(await bodies({ path }, { path })).toEqual(["response 1", "response 2"]);
  });

  test("makes room when callers ask for too many", async () => {
    const paths = Array.from({ length: 257 }, (_, at) => ({ path: `/page-${at}` }));
    await bodies(...paths);
    expect(await bodies({ path: "/page-256" }, { path: "/page-0" })).toEqual(["response 257", "response 258"]);
  });
});

describe("the service", () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test.each([
    "/",
    "/playground",
    "/reference",
    "/rules/generator-option/v1",
    "/spec-packages/generator-option/v1",
    "/problems/rate-limited",
    "/llms.txt",
    "/openapi.json",
  ])("sends %s as before, whether it is new or known", async (path) => {
    const responses = [];
    for (let time = 0; time < 3; time++) {
      const headers = { Accept: "text/html", "Accept-Encoding": "identity" };
      const response = await RawConnection.exchange(service.url, { path, headers });
      for (const name of ["Request-Id", "Date"]) {
        expect(response.headers.get(name)).not.toBeNull();
        response.headers.delete(name);
      }
      responses.push({ ...response, headers: [...response.headers] });
    }
    const [first, ...others] = responses;
    expect(first?.status).toBe(200);
    for (const other of others) expect(other).toEqual(first);
  });

  test("logs the same route for a page that is known", async () => {
    const request = { path: "/problems/not-found", headers: { Accept: "text/html" } };
    const ids: (string | null)[] = [];
    for (let time = 0; time < 2; time++)
      ids.push((await RawConnection.exchange(service.url, request)).headers.get("Request-Id"));
    await service.stop("SIGTERM");
    const lines = service.logged("request").filter(({ requestId }) => ids.includes(requestId as string));
    expect(lines).toMatchObject(ids.map((requestId) => ({ requestId, route: "/problems/:code", status: 200 })));
  });
});
