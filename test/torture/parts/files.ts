import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mutateBytes } from "../../http/fuzz/broken-http.js";
import { Random } from "../../http/fuzz/random.js";
import { exampleRequest } from "../../support/example-request.js";
import { killAtExit } from "../../support/kill-at-exit.js";
import { steadyPort } from "../../support/steady-port.js";
import type { Line } from "../line.js";
import type { Size } from "../main.js";
import { repeat, Victim } from "../victim.js";

const KEY = "ai_torture";
/** Longer than a changed file stays unnoticed. */
const NOTICED_MS = 3_000;
const CORRUPTED = [
  "keys.json",
  "targets.json",
  "registries/sample-studio.json",
  "rules/generator-option/v1/candidate.schema.json",
  "rules/generator-option/v1/spec.json",
];

export async function files(size: Size, seed: number): Promise<Line[]> {
  return [await corruptedFiles(size, seed), await fullLog(size)];
}

/** Files that are overwritten with rubbish while the service runs: what it last read well stays in use. */
async function corruptedFiles({ outages }: Size, seed: number): Promise<Line> {
  const random = new Random(seed);
  const folder = await mkdtemp(join(tmpdir(), "torture-"));
  await cp("rules", join(folder, "rules"), { recursive: true });
  await cp("config", folder, { recursive: true });
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys: [{ id: "one", sha256: hash("sha256", KEY) }] }));
  const victim = await Victim.start({
    KEYS_FILE: join(folder, "keys.json"),
    TARGETS_FILE: join(folder, "targets.json"),
    RULES_DIR: join(folder, "rules"),
  });
  const request = { body: JSON.stringify(exampleRequest()), headers: { Authorization: `Bearer ${KEY}` } };
  const before = await victim.send(request);
  for (let turn = 0; turn < outages * CORRUPTED.length; turn++) {
    const path = join(folder, CORRUPTED[turn % CORRUPTED.length] as string);
    const good = await readFile(path);
    await writeFile(path, mutateBytes(good, random));
    await pause(NOTICED_MS);
    await repeat(50, async () => {
      await victim.send(request);
    });
    await writeFile(path, good);
  }
  await pause(NOTICED_MS);
  const after = await victim.send(request);
  const failures = after.body === before.body ? [] : [`the restored files are not used: ${after.body.slice(0, 500)}`];
  const line = await victim.end("files corrupted", {
    failures,
    note: CORRUPTED.map((file) => basename(file)).join(", "),
  });
  await rm(folder, { recursive: true });
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
