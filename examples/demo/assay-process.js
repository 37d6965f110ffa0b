import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Starts one instance of the built service on a free port and waits until it listens.
 *
 * @param {Record<string, string>} env
 * @param {{ push(stop: () => Promise<unknown>): void }} stops  receives a function that stops the instance
 */
export async function startAssay(env, stops) {
  const child = spawn(process.execPath, ["dist/main.js"], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  stops.push(() => {
    child.kill("SIGTERM");
    return exited;
  });
  // Even if an unexpected error ends this process.
  process.once("exit", () => child.kill("SIGKILL"));
  const listening = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.includes('"msg":"listening"')) resolve(JSON.parse(line).port);
    });
  });
  const port = await Promise.race([
    listening,
    exited.then(([code]) => Promise.reject(new Error(`assay exited with ${code}`))),
  ]);
  return `http://localhost:${port}`;
}
