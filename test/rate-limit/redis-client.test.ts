import { parseRedisUrl } from "../../src/rate-limit/redis-client.js";

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
