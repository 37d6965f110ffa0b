import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Starts the server if its file is the one that node runs, and stops it on a signal.
 *
 * @param {string} moduleUrl
 * @param {string} name
 * @param {(env: NodeJS.ProcessEnv) => Promise<import("./json-server.js").RunningServer>} start
 */
export async function runStandalone(moduleUrl, name, start) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== fileURLToPath(moduleUrl)) return;
  const server = await start(process.env);
  console.log(`${name} is listening on ${server.url}`);
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void server.close());
}
