import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Starts the server if its file is what node was asked to run, and stops it on a signal.
 *
 * @param {string} moduleUrl
 * @param {string} name
 * @param {(env: NodeJS.ProcessEnv) => Promise<import("./json-server.js").RunningServer>} start
 */
export async function runStandalone(moduleUrl, name, start) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== fileURLToPath(moduleUrl)) return;
  const server = await start(process.env);
  console.log(`${name} listens on ${server.url}`);
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void server.close());
}
