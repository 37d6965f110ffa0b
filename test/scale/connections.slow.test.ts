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
