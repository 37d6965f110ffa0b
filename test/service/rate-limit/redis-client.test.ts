import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { parseRedisUrl, withTimeout } from "../../../src/service/rate-limit/redis-client.js";
import { casesOf } from "../../support/cases.js";

const testEach = casesOf(import.meta.url);

testEach<[string, object]>("%s is read", (url, expected) => {
  expect(parseRedisUrl(url)).toMatchObject(expected);
});

test.each([
  "http://host",
  "redis://",
  "redis://a,b",
  "redis://host:99999",
  "redis://host/name",
  "redis://host/1/2",
  "redis://host?db=1",
  "redis://a b",
  "redis+sentinel://a,b",
  "redis+sentinel://a,b/name/db",
  "redis+cluster://a,,b",
  "redis+cluster://a,b/1",
  "redis://%zz:%zz@host",
])("%s is refused", (url) => {
  expect(parseRedisUrl(url)).toBeUndefined();
});

test("a reply ends its time-out", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  expect(await withTimeout(10_000, Promise.resolve("yes"))).toBe("yes");
  expect(timers()).toBe(before);
});

test("a reply that arrived while this process stalled is read before the time-out", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [peer] = (await once(server, "connection")) as [Socket];
  const waiting = withTimeout(20, once(socket, "data"));
  // The time-out starts with an immediate. In the one after it, the reply is sent, and waits in the
  // kernel until long after the end of the time-out.
  setImmediate(() => {
    peer.end("yes");
    const until = performance.now() + 50;
    while (performance.now() < until);
  });
  expect(String((await waiting)[0])).toBe("yes");
  server.close();
});

test("without a reply, the time-out says so", async () => {
  await expect(withTimeout(10, new Promise(() => {}))).rejects.toThrow(
    "Redis did not answer within 10 ms",
  );
});
