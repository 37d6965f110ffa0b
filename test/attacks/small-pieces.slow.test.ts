import { exampleRequest } from "../support/example-request.js";
import { RawConnection } from "../support/raw-connection.js";
import { type RawRequest, rawRequest } from "../support/raw-request.js";
import { startService } from "../support/service.js";
import { AUDIENCE, signedCall, signingKey } from "../support/signed-call.js";
import { temporaryFile } from "../support/temporary-file.js";

const signer = signingKey("key");
let callers = 0;
const keys = await temporaryFile({ keys: [signer.jwk] });
const service = await startService({ AGENT_PROXY_KEYS_FILE: keys.path, AUDIENCE, TRUSTED_PROXIES: "127.0.0.0/8" });

const newCaller = () => ({ "X-Forwarded-For": `192.0.2.${callers++}` });
const withKey = () => ({ Authorization: `Bearer ${service.key}` });

/** A chunked body, each chunk with so many bytes of it. */
function inChunks({ body = "", ...request }: RawRequest, size: number, method = "POST"): Buffer {
  const bytes = Buffer.from(body);
  const head = rawRequest({ ...request, method, headers: { ...request.headers, ...CHUNKED } });
  const chunks = [];
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return Buffer.concat([head, ...chunks, Buffer.from("0\r\n\r\n")]);
}
const CHUNKED = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" };

async function answerTo(bytes: Buffer) {
  const connection = await RawConnection.open(service.url);
  connection.send(bytes);
  const { status, headers, body } = await connection.answer();
  const closed = headers.get("Connection") === "close" ? await connection.closed : "open";
  connection.socket.destroy();
  const left = /r=(\d+)/.exec(headers.get("RateLimit") ?? "")?.[1];
  return { status, left, closed, body };
}

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const ping = (bytes: number) => JSON.stringify({ ...PING, params: { filling: "x".repeat(bytes) } });
const call = (bytes: number) => {
  const args = { ...exampleRequest(), candidate: { filling: "x".repeat(bytes) } };
  return JSON.stringify({
    ...PING,
    method: "tools/call",
    params: { name: "validateProposal", arguments: args },
  });
};

describe("a body in too many small pieces is refused, counted, and not read to its end", () => {
  test.each([
    ["/api/validate", JSON.stringify(exampleRequest())],
    ["/api/build", JSON.stringify(exampleRequest({ rationaleNotes: "x".repeat(50_000) }))],
    ["/mcp", ping(60_000)],
    ["/mcp", ping(100)],
  ])("%s", async (path, body) => {
    const { status, left, ...rest } = await answerTo(
      inChunks({ path, body, headers: { ...newCaller(), ...withKey() } }, 1),
    );
    expect([status, left, rest.closed]).toEqual([400, "19", ""]);
    expect(rest.body).toContain("the body came in too many small pieces");
  });
});

describe("a body that nobody reads is refused and counted too", () => {
  test.each([
    ["GET", "/healthz"],
    ["GET", "/openapi.json"],
    ["GET", "/api/domains"],
    ["GET", "/"],
    ["POST", "/nothing-here"],
    ["GET", "/mcp"],
  ])("%s %s", async (method, path) => {
    const headers = newCaller();
    const { status, left, body } = await answerTo(inChunks({ path, body: "x".repeat(2_000), headers }, 1, method));
    expect([status, left]).toEqual([400, "19"]);
    expect(body).toContain("the body came in too many small pieces");
  });

  test("a body in few pieces is served, and a caller over the limit is refused for that alone", async () => {
    const headers = newCaller();
    const answer = (size: number) =>
      answerTo(inChunks({ path: "/api/domains", body: "x".repeat(2_000), headers }, size, "GET"));
    expect((await answer(1_000)).status).toBe(200);
    for (let turn = 1; turn < 20; turn++) await answerTo(rawRequest({ path: "/api/domains", headers }));
    expect((await answer(1)).status).toBe(429);
  });
});

test("a body in few pieces is read, however they are cut", async () => {
  const body = JSON.stringify(exampleRequest({ rationaleNotes: "x".repeat(50_000) }));
  for (const size of [1024, 4096, 65_536]) {
    const { status } = await answerTo(
      inChunks({ path: "/api/validate", body, headers: { ...newCaller(), ...withKey() } }, size),
    );
    expect([size, status]).toEqual([size, 200]);
  }
});

describe("a message that is longer than discovery needs", () => {
  test.each([
    ["with a length", (request: RawRequest) => rawRequest(request)],
    ["in chunks", (request: RawRequest) => inChunks(request, 2_000)],
  ])("is counted once, %s", async (_, bytesOf) => {
    const headers = { ...newCaller(), ...withKey() };
    const lefts = [];
    for (const body of [ping(100), ping(5_000), call(100), call(5_000), ping(3_000)])
      lefts.push((await answerTo(bytesOf({ path: "/mcp", body, headers }))).left);
    expect(lefts).toEqual([undefined, "19", "18", "17", undefined]);
  });

  test("is refused before it is read if its caller has no calls left", async () => {
    const headers = newCaller();
    for (let turn = 0; turn < 20; turn++) await answerTo(rawRequest({ path: "/api/domains", headers }));
    const length = { "Content-Type": "application/json", "Content-Length": "5000" };
    const declared = rawRequest({ path: "/mcp", method: "POST", headers: { ...headers, ...length } });
    const started = inChunks({ path: "/mcp", body: ping(8_000), headers }, 2_500).subarray(0, -1_000);
    for (const bytes of [declared, started]) expect((await answerTo(bytes)).status).toBe(429);
  });

  test("is counted against the agent that has signed it", async () => {
    const headers = newCaller();
    const lefts = [];
    for (const body of [ping(5_000), ping(6_000)]) {
      const signed = signedCall(signer, { target: "/mcp", agent: "agent_of_long_messages", body });
      lefts.push((await answerTo(rawRequest({ path: "/mcp", body, headers: { ...headers, ...signed.headers } }))).left);
    }
    expect(lefts).toEqual(["19", "18"]);
    expect((await answerTo(rawRequest({ path: "/api/domains", headers }))).left).toBe("19");
  });
});
