import { setTimeout as pause } from "node:timers/promises";
import { impatientServer } from "../admission/node-args.js";
import { Description } from "../rest/description.js";
import { eventually } from "../support/eventually.js";
import { type RawAnswer, RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { times } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";

const EACH = 15;

/** The real limits in `npm run test:all`. */
const TIMES_FASTER = times(1) > 1 ? 1 : 2.5;

let service: RunningService;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_CALLS: "1000" }, impatientServer(TIMES_FASTER));
});
afterAll(() => service.stop());

test("clients that are slow or never close are all disconnected while others are served", async () => {
  const authorized = { Authorization: `Bearer ${service.key}`, "Content-Length": "1000" };
  const behaviors = {
    "sends nothing": "",
    "stops in the middle of the headers": "GET /healthz HTTP/1.1\r\nHost: x\r\nX-",
    "stops in the middle of the body": rawRequest({ body: "{", headers: authorized }),
    "is rejected and stays connected": "nonsense\r\n\r\n",
    "asks to close and stays connected": rawRequest({ path: "/healthz", headers: { Connection: "close" } }),
  };
  // The worst kind of client: it does not close its side after the service has closed.
  const open = (bytes: string | Buffer) =>
    Promise.all(
      Array.from({ length: EACH }, async () => {
        const connection = await RawConnection.open(service.url, { allowHalfOpen: true });
        connection.send(bytes);
        return connection;
      }),
    );
  const slowClients = (await Promise.all(Object.values(behaviors).map(open))).flat();
  const drips = await open("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ");
  const dripping = setInterval(() => {
    for (const drip of drips) if (drip.socket.writable) drip.send("x");
  }, 500);

  while ((await openConnections()) <= 3 * EACH) await pause(20);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  while ((await openConnections()) >= EACH) await pause(50);

  clearInterval(dripping);
  const answers = await Promise.all(slowClients.slice(EACH, 4 * EACH).map((client) => client.answer()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408, 400]));
  const description = new Description(await (await fetch(`${service.url}/openapi.json`)).text());
  const late = answers.find(({ status }) => status === 408) as RawAnswer;
  expect(description.faultsOf({ path: "/api/validate", body: "{" }, late)).toEqual([]);
  const lines = () => service.logged("request").filter(({ status }) => status !== 200);
  await eventually(() => lines().length === 5 * EACH);
  expect(new Set(lines().map(({ route, status }) => `${route} ${status}`))).toEqual(
    new Set(["unmatched 400", "unmatched 408"]),
  );
  for (const { socket } of [...slowClients, ...drips]) socket.destroy();
});

/** As the service's own metrics count them. */
async function openConnections(): Promise<number> {
  const metrics = await (await fetch(`${service.managementUrl}/metrics`)).text();
  return Number(/^nodejs_active_resources\{type="TCPSocketWrap"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
}
