import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { killAtExit } from "./kill-at-exit.js";
import { freePort } from "./start-server.js";

const VALKEY = fileURLToPath(new URL("../../test/support/valkey.mjs", import.meta.url));

/** Starts a Redis: `redis-server` if installed, otherwise Valkey in WebAssembly. */
export async function startRedis() {
  const port = await freePort();
  const installed = await launch("redis-server", ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""]);
  const child = installed ?? (await launch(process.execPath, [VALKEY, `${port}`]));
  killAtExit(child);
  while (!(await isOpen(port))) await sleep(20);
  return {
    name: installed ? "redis-server" : "Valkey in WebAssembly",
    url: `redis://127.0.0.1:${port}`,
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function launch(command, args) {
  const child = spawn(command, args, { stdio: "ignore" });
  try {
    await once(child, "spawn");
    return child;
  } catch {
    return undefined;
  }
}

async function isOpen(port) {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
