import type { RawRequest } from "../../support/raw-request.js";
import type { Random } from "./random.js";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "M-SEARCH", "BREW", ""];
const PATHS = [
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
  "/problems/__proto__",
];
const HEADERS: readonly [string, readonly string[]][] = [
  ["Content-Type", ["", ";", "application/json; charset=", "text/plain", "application/json;charset=utf-7"]],
  ["Content-Length", ["", "0", "1", "-1", "1e3", "0x10", "99999999999999999999", "65537"]],
  ["Transfer-Encoding", ["chunked", "gzip", "identity", "chunked, chunked", "\x0bchunked"]],
  ["Content-Encoding", ["gzip", "br", ""]],
  ["Authorization", ["", "Bearer", "Bearer ai_", `Bearer ai_${"x".repeat(9_000)}`, "Basic Og==", "Bearer \xff"]],
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
export function mutateRequest(request: RawRequest, random: Random): RawRequest {
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
