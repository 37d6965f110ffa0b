import { parseRedisUrl, withTimeout } from "../../../src/service/rate-limit/redis-client.js";

const plain = { tls: false, name: "", db: 0 };

test.each([
  ["redis://host", { ...plain, kind: "single", hosts: [{ host: "host" }] }],
  ["redis://:p%40ss@host:6380/2", { kind: "single", password: "p@ss", hosts: [{ host: "host", port: 6380 }], db: 2 }],
  ["rediss://user:word@10.0.0.1/", { kind: "single", tls: true, username: "user", password: "word" }],
  ["redis://[::1]:7000", { kind: "single", hosts: [{ host: "::1", port: 7000 }] }],
  ["redis+sentinel://a,b:26380/main", { kind: "sentinel", hosts: [{ host: "a" }, { host: "b", port: 26380 }] }],
  ["redis+sentinel://:word@a/main/3", { kind: "sentinel", password: "word", name: "main", db: 3 }],
  ["rediss+cluster://user:word@a:1,b:2", { kind: "cluster", tls: true, hosts: [{ port: 1 }, { port: 2 }] }],
])("%s is read", (url, expected) => {
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

test("a reply ends its time-out, even if it comes between two steps of it", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  let answer = (_: string) => {};
  const waiting = withTimeout(10_000, new Promise<string>((resolve) => (answer = resolve)));
  // This timer runs right after that of the first step, and before its immediate.
  setTimeout(() => answer("yes"), 5);
  expect(await waiting).toBe("yes");
  await new Promise((turned) => setImmediate(turned));
  expect(timers()).toBe(before);
});

test("without a reply, the time-out says so", async () => {
  await expect(withTimeout(10, new Promise(() => {}))).rejects.toThrow("Redis did not answer within 10 ms");
});
