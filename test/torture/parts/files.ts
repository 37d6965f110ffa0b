import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { temporaryFile } from "../../admission/temporary-file.js";
import { mutateBytes } from "../../http/fuzz/mutate-bytes.js";
import { Random } from "../../http/fuzz/random.js";
import { exampleRequest } from "../../support/example-request.js";
import { killAtExit } from "../../support/kill-at-exit.js";
import { steadyPort } from "../../support/steady-port.js";
import type { Line } from "../line.js";
import type { Size } from "../main.js";
import { repeat, Victim } from "../victim.js";

const KEY = "ai_torture";
/** Longer than a changed file stays unnoticed. */
const NOTICED_MS = 1_200;

export async function files(size: Size, seed: number): Promise<Line[]> {
  return [await corruptedKeys(size, seed), await fullLog(size)];
}

/** A keys file that is overwritten with rubbish: the last good keys stay in use. */
async function corruptedKeys({ outages }: Size, seed: number): Promise<Line> {
  const random = new Random(seed);
  const good = JSON.stringify({ keys: [{ id: "one", sha256: hash("sha256", KEY) }] });
  const keys = await temporaryFile(good);
  const victim = await Victim.start({ KEYS_FILE: keys.path });
  const request = { body: JSON.stringify(exampleRequest()), headers: { Authorization: `Bearer ${KEY}` } };
  for (let turn = 0; turn < 4 * outages; turn++) {
    await keys.replace(turn % 4 === 3 ? good : mutateBytes(Buffer.from(good), random).toString("latin1"));
    await pause(NOTICED_MS);
    await repeat(50, async () => {
      await victim.send(request);
    });
  }
  await keys.replace(good);
  await pause(NOTICED_MS);
  const { status } = await victim.send(request);
  const line = await victim.end("keys file corrupted", {
    failures: status === 200 ? [] : [`the repaired file is not used: ${status}`],
  });
  await keys.remove();
  return line;
}

/** A log on a full disk. */
async function fullLog({ rawRequests }: Size): Promise<Line> {
  const full = openSync("/dev/full", "w");
  const port = await steadyPort();
  const env = { PATH: process.env.PATH, PORT: `${port}`, RATE_LIMIT_CALLS: "100000" };
  const service = spawn(process.execPath, ["dist/main.js"], { env, stdio: ["ignore", full, full] });
  killAtExit(service);
  closeSync(full);
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  while ((await get("/healthz")) === 0 && service.exitCode === null) await pause(50);
  let [attempts, serverErrors, crashes] = [0, 0, 0];
  await repeat(rawRequests, async () => {
    const status = await get("/api/domains");
    attempts++;
    if (status >= 500) serverErrors++;
    if (status === 0) crashes++;
  });
  service.kill("SIGTERM");
  const [code] = await once(service, "exit");
  return {
    name: "log on a full disk",
    attempts,
    serverErrors,
    crashes,
    failures: code === 0 ? [] : [`the stop ended with ${code}`],
  };
}
