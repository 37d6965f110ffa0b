import { RawConnection } from "../support/raw-connection.js";
import { type RunningService, startService } from "../support/service.js";

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
  ])("sends %s as the same bytes each time", async (path) => {
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

  test("logs the same route each time", async () => {
    const request = { path: "/problems/not-found", headers: { Accept: "text/html" } };
    const ids: (string | null)[] = [];
    for (let time = 0; time < 2; time++)
      ids.push((await RawConnection.exchange(service.url, request)).headers.get("Request-Id"));
    await service.stop("SIGTERM");
    const lines = service.logged("request").filter(({ requestId }) => ids.includes(requestId as string));
    expect(lines).toMatchObject(ids.map((requestId) => ({ requestId, route: "/problems/:code", status: 200 })));
  });
});
