import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atEnd } from "../support/at-end.js";
import { eventually } from "../support/eventually.js";
import { findProgram } from "../support/find-program.js";
import { startProgram } from "../support/program.js";
import { restartPort } from "../support/restart-port.js";

/**
 * haproxy with the deployed configuration, if it is installed; otherwise our own small load
 * balancer. Gives its URL.
 */
export async function startBalancer(ports: readonly number[], folder: string): Promise<string> {
  const haproxy = findProgram("haproxy");
  return haproxy ? startHaproxy(haproxy, ports, folder) : startOurOwn(ports);
}

async function startOurOwn(ports: readonly number[]): Promise<string> {
  const child = fork(fileURLToPath(new URL("balancer.mjs", import.meta.url)), ports.map(String), {
    execArgv: [],
  });
  const [port] = (await once(child, "message")) as [number];
  atEnd(() => end(child));
  return `http://127.0.0.1:${port}`;
}

async function startHaproxy(
  command: string,
  ports: readonly number[],
  folder: string,
): Promise<string> {
  const deployed = await readFile("deploy/haproxy.cfg", "utf8");
  const port = await restartPort();
  const servers = ports
    .map((instance, index) => `server assay${index} 127.0.0.1:${instance} check`)
    .join("\n  ");
  const file = join(folder, "haproxy.cfg");
  const here = deployed
    .replace(/^( *)bind .*$/m, `$1bind 127.0.0.1:${port}`)
    // A busy machine must not look like a slow client.
    .replace(/^( *timeout (?:http-request|client)) .*$/gm, "$1 170s")
    .replace(/^( *)server-template .*$/m, `$1${servers}`);
  await writeFile(file, here);
  const child = startProgram(command, ["-db", "-f", file], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true);
  atEnd(() => end(child));
  return url;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}
