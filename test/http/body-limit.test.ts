import { existsSync, readFileSync } from "node:fs";
import { exampleRequest } from "../support/example-request.js";
import { RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { type RunningService, startService } from "../support/service.js";

let service: RunningService;
let authorization: { Authorization: string };
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_CALLS: "1000" });
  authorization = { Authorization: `Bearer ${service.key}` };
});
afterAll(() => service.stop());

const good = JSON.stringify(exampleRequest());
const MEGABYTE = 2 ** 20;

describe.each([
  ["declared", false],
  ["chunked", true],
])("a %s body", (_, chunked) => {
  test("of 65,536 bytes is accepted, one of 65,537 is not", async () => {
    const answers = [65_536, 65_537].map((size) =>
      RawConnection.exchange(service.url, { body: good.padEnd(size), chunked, headers: authorization }),
    );
    const [accepted, refused] = await Promise.all(answers);
    expect([accepted?.status, accepted?.headers.get("Connection")]).toEqual([200, "keep-alive"]);
    expect([refused?.status, refused?.headers.get("Connection")]).toEqual([413, "close"]);
  });

  test.each([
    ["POST", "/api/validate", 413],
    ["POST", "/nowhere", 404],
    ["GET", "/healthz", 200],
  ])("of 50 MB to %s %s is not read", async (method, path, status) => {
    const before = bytesRead();
    const connection = await RawConnection.open(service.url);
    const answer = connection.answer();
    const framing = chunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": String(50 * MEGABYTE) };
    const type = { "Content-Type": "application/json" };
    connection.send(rawRequest({ method, path, headers: { ...authorization, ...type, ...framing } }));
    const sent = await sendBody(connection, chunked, 50 * MEGABYTE);
    expect((await answer).status).toBe(status);
    await connection.closed;
    // The kernels buffer up to 10 MB before the sender notices.
    expect(sent).toBeLessThan(25 * MEGABYTE);
    expect(bytesRead() - before).toBeLessThan(2 * MEGABYTE);
  });
});

test("a client that is still sending can read the response", async () => {
  const headers = { ...authorization, "Content-Type": "application/json" };
  const bytes = new Uint8Array(5 * MEGABYTE);
  for (const body of [bytes, ...Array.from({ length: 5 }, () => new Blob([bytes]).stream())]) {
    const answer = await fetch(`${service.url}/api/validate`, { method: "POST", headers, body, duplex: "half" });
    expect([answer.status, await answer.json()]).toEqual([413, expect.objectContaining({ code: "body-too-large" })]);
  }
});

/** Writes as much as the peer accepts, and returns the number of bytes written. */
async function sendBody({ socket, closed }: RawConnection, chunked: boolean, total: number): Promise<number> {
  const piece = Buffer.alloc(65_536, " ");
  const framed = chunked ? Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]) : piece;
  let open = true;
  void closed.then(() => {
    open = false;
  });
  for (let sent = 0; open && sent < total; sent += piece.length) {
    await Promise.race([closed, new Promise((resolve) => socket.write(framed, resolve))]);
  }
  return socket.bytesWritten;
}

/** All bytes that the process has read so far; 0 on systems that do not report them. */
function bytesRead(): number {
  const path = `/proc/${service.process.pid}/io`;
  return existsSync(path) ? Number(/^rchar: (\d+)$/m.exec(readFileSync(path, "utf8"))?.[1]) : 0;
}
