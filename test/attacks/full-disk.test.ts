import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { eventually } from "../support/eventually.js";
import { steadyPort } from "../support/steady-port.js";

test("with a full log disk, every request is served, lost lines are counted and the stop is clean", async () => {
  const full = openSync("/dev/full", "w");
  const [port, managementPort] = [await steadyPort(), await steadyPort()];
  const env = { PATH: process.env.PATH, PORT: String(port), MANAGEMENT_PORT: String(managementPort) };
  const service = spawn(process.execPath, ["dist/main.js"], { env, stdio: ["ignore", full, full] });
  const exited = once(service, "exit");
  try {
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ status }) => status,
        () => 0,
      );
    await eventually(async () => (await ask()) === 200);
    for (let call = 0; call < 50; call++) expect(await ask()).toBe(200);
    const dropped = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
      return Number(/^assay_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
    };
    await eventually(async () => (await dropped()) >= 50);
    service.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  } finally {
    service.kill("SIGKILL");
    closeSync(full);
  }
});
