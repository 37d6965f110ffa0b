import { connect } from "node:net";
import type { Random } from "../../../support/random.js";
import { type RawRequest, rawRequest } from "../../../support/raw-request.js";

const PIECES = [
  ...["\r\n", "\r\n\r\n", "\0", "\xff", "%", "%00", "..", "//", ":", " ", "\t", '"', "\\"],
  ...["{", "}", "[", ",", "é", "9".repeat(40)],
];

/** Corrupts a few bytes of a request, whatever they mean. */
function mutateBytes(bytes: Buffer, random: Random): Buffer {
  let mutated = bytes;
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = random.below(mutated.length + 1);
    const end = at + random.below(20);
    const [before, cut, after] = [
      mutated.subarray(0, at),
      mutated.subarray(at, end),
      mutated.subarray(end),
    ];
    const parts = random.of([
      () => [before, random.bytes(cut.length), after],
      () => [before, after],
      () => [before, cut, cut, after],
      () => [before, random.bytes(1 + random.below(8)), cut, after],
      () => [before, Buffer.from(random.of(PIECES)), cut, after],
      () => [before],
      () => [after, before],
    ])();
    mutated = Buffer.concat(parts);
  }
  return mutated;
}

const METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "M-SEARCH",
  "BREW",
  "",
];
const PATHS = [
  ...[
    "/",
    "*",
    "//",
    "/api/validate/",
    "/api/../api/build",
    "/%00",
    "/%zz",
    "/?",
    "?",
    "http://",
    "/mcp",
  ],
  "/problems/__proto__",
];
const HEADERS: readonly [string, readonly string[]][] = [
  [
    "Content-Type",
    ["", ";", "application/json; charset=", "text/plain", "application/json;charset=utf-7"],
  ],
  ["Content-Length", ["", "0", "1", "-1", "1e3", "0x10", "99999999999999999999", "65537"]],
  ["Transfer-Encoding", ["chunked", "gzip", "identity", "chunked, chunked", "\x0bchunked"]],
  ["Content-Encoding", ["gzip", "br", ""]],
  [
    "Authorization",
    ["", "Bearer", "Bearer ai_", `Bearer ai_${"x".repeat(9_000)}`, "Basic Og==", "Bearer \xff"],
  ],
  ["X-Adt-Proxy-Version", ["1", "2", "\xff"]],
  ["X-Adt-Proxy-Signature", ["x", "A".repeat(86)]],
  ["X-Forwarded-For", ["::1", "1.2.3.4, nonsense", ",,,", "\xff"]],
  ["Connection", ["close", "upgrade", "keep-alive, close", ""]],
  ["Expect", ["100-continue", "x"]],
  ["If-None-Match", ["*", '"', "W/"]],
  ["Traceparent", ["00-0-0-0", "\xff"]],
  ["Host", ["", "[::1", "\xff"]],
  ["Origin", ["null", "https://evil.example", "\xff"]],
  ["Mcp-Protocol-Version", ["2026-07-28", "1"]],
];

/** Changes the method, the path, the version or the headers of a request. */
function mutateRequest(request: RawRequest, random: Random): RawRequest {
  const mutated = { ...request, headers: { ...request.headers } };
  for (let times = 1 + random.below(3); times > 0; times--) {
    const [name, values] = random.of(HEADERS);
    const [first, second] = [random.of(values), random.of(values)];
    random.of([
      () => Object.assign(mutated, { method: random.of(METHODS) }),
      () => Object.assign(mutated, { path: random.of(PATHS) }),
      () => Object.assign(mutated, { version: random.of(["1.0", "1.1", "0.9", "2.0", "1.11"]) }),
      () => Object.assign(mutated, { chunked: true }),
      () => Object.assign(mutated.headers, { [name]: first }),
      () => Object.assign(mutated.headers, { [name]: [first, second] }),
      () => Object.assign(mutated.headers, { [name]: undefined }),
      () => Object.assign(mutated.headers, { "X-Many": Array(random.below(100)).fill("x") }),
    ])();
  }
  return mutated;
}

/** One of some requests, with its HTTP broken in some way. */
export function brokenRequest(good: readonly RawRequest[], random: Random): Buffer {
  return random.of([
    () => random.bytes(1 + random.below(300)),
    () => mutateBytes(rawRequest(random.of(good)), random),
    () => rawRequest(mutateRequest(random.of(good), random)),
    () => mutateBytes(rawRequest(mutateRequest(random.of(good), random)), random),
  ])();
}

/**
 * Sends bytes on a connection of their own and returns the statuses of the responses. Closes when a
 * response starts, or when none comes, since half a request gets none. Undefined if the service
 * does not close too within this time.
 */
export function converse(
  url: string,
  bytes: Buffer,
  hungMs: number,
): Promise<number[] | undefined> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const hangUp = setTimeout(() => socket.end(), 100);
    const hung = setTimeout(() => resolve(undefined), hungMs);
    let text = "";
    socket.on("data", (data) => {
      text += data.toString("latin1");
      if (!text.startsWith("HTTP/1.1 100")) socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(hangUp);
      clearTimeout(hung);
      resolve(
        [...text.matchAll(/(?:^|\n|\})HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
      );
    });
    socket.write(bytes);
  });
}
