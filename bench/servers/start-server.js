import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROBE = new URL("probe.js", import.meta.url).href;

/** They share one exit listener, because Node warns of a leak after ten. */
const running = new Set();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a server in its own process and waits for its first 200. Its log goes to /dev/null. */
export async function startServer(script, { args = [], env = {}, readyPath = "/" } = {}) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, ["--expose-gc", "--import", PROBE, script, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  running.add(child);
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(url + readyPath).then(({ ok }) => ok);
  while (!(await isReady().catch(() => false))) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`${script} ended with ${end}`);
    await sleep(5);
  }
  return {
    port,
    url,
    startMillis: performance.now() - started,
    async usage(order = "usage") {
      const answer = once(child, "message");
      child.send(order);
      return (await answer)[0];
    },
    async stop() {
      const exited = once(child, "exit");
      running.delete(child);
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
