import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findProgram } from "../support/find-program.js";
import { RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { startService } from "../support/service.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { startBalancer } from "./start-balancer.js";

const MOST = 200;
// Only Linux has further addresses of its own without being told.
const testWithHaproxy = findProgram("haproxy") && process.platform === "linux" ? test : test.skip;

testWithHaproxy(
  "haproxy refuses further connections of an address that holds 200 with unfinished headers",
  async () => {
    const service = await startService();
    const url = await startBalancer([Number(new URL(service.url).port)], temporaryFolder());
    const unfinished = rawRequest({
      path: "/healthz",
      headers: { "X-Long": "x".repeat(15_000) },
    }).subarray(0, -4);
    const open = async (localAddress: string) => {
      const connection = await RawConnection.open(url, { localAddress });
      connection.send(unfinished);
      return connection;
    };
    const held = await Promise.all(Array.from({ length: MOST }, () => open("127.0.0.2")));
    // A reset may arrive before the connection is reported as open.
    const refused = await open("127.0.0.2").catch(() => undefined);
    await refused?.closed;
    expect(refused?.socket.bytesRead ?? 0).toBe(0);
    // Those of other addresses are served.
    const other = await RawConnection.open(url, { localAddress: "127.0.0.3" });
    other.send(rawRequest({ path: "/healthz" }));
    expect((await other.answer()).status).toBe(200);
    expect(held.filter(({ socket }) => socket.closed)).toEqual([]);
    for (const { socket } of [...held, other]) socket.destroy();
  },
);

testWithHaproxy("a body waits in haproxy until it is whole", async () => {
  const seen: (string | undefined)[] = [];
  const instance = createServer((request, response) => {
    if (request.url !== "/readyz") seen.push(request.url);
    request.resume().on("end", () => response.end("{}"));
  }).listen(0, "127.0.0.1");
  await once(instance, "listening");
  const { port } = instance.address() as AddressInfo;
  const url = await startBalancer([port], temporaryFolder());
  const request = rawRequest({ path: "/api/validate", body: "x".repeat(8_000) });
  const connection = await RawConnection.open(url);
  connection.send(request.subarray(0, -1));
  await (await fetch(`${url}/healthz`)).text();
  expect(seen).toEqual(["/healthz"]);
  connection.send(request.subarray(-1));
  expect((await connection.answer()).status).toBe(200);
  expect(seen).toEqual(["/healthz", "/api/validate"]);
  instance.close();
  instance.closeAllConnections();
});
