import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ASSAY, startProgram } from "../support/program.js";
import { RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { restartPort } from "../support/restart-port.js";
import { repetitions } from "../support/runs.js";

const CALLS = repetitions(100);

/** A connection to a service that is still starting, and cannot say when it listens. */
async function opened(url: string): Promise<RawConnection> {
  for (;;) {
    const connection = await RawConnection.open(url).catch(() => pause(50));
    if (connection !== undefined) return connection;
  }
}

// test/service/ops/log.test.ts counts lost lines, and has a reader that never reads.
test("with a full log disk, every request is served, and the stop is clean", async () => {
  const output = openSync("/dev/full", "w");
  const port = await restartPort();
  const env = { PATH: process.env.PATH, PORT: String(port) };
  const service = startProgram(process.execPath, [ASSAY, "serve"], {
    env,
    stdio: ["ignore", output, output],
  });
  const exited = once(service, "exit");
  try {
    const connection = await opened(`http://127.0.0.1:${port}`);
    for (let call = 0; call < CALLS; call++) {
      connection.send(rawRequest({ path: "/problems/not-found" }));
      expect((await connection.answer()).status).toBe(200);
    }
    connection.socket.destroy();
    service.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  } finally {
    service.kill("SIGKILL");
    closeSync(output);
  }
});
