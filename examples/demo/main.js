// npm run demo            runs the full flow and ends
// npm run demo -- --keep  keeps everything running afterwards
import { walkJourney } from "./journey.js";
import { heading, say } from "./narrator.js";
import { startWorld } from "./world.js";

/** @type {(() => Promise<unknown>)[]} */
const stops = [];
const interrupted = new Promise((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
});

const outcome = await Promise.race([
  demonstrate().catch((error) => error),
  interrupted.then(() => "interrupted"),
]);
await Promise.allSettled(stops.map((stop) => stop()));
if (outcome instanceof Error) console.error(`\n${outcome.message}`);
process.exit(outcome === undefined ? 0 : outcome === "interrupted" ? 130 : 1);

async function demonstrate() {
  const world = await startWorld(stops);
  const { key, request } = await walkJourney(world);
  if (!process.argv.includes("--keep")) return;
  heading("Everything keeps running until Ctrl-C");
  say(`assay           ${world.assayUrls.join(" and ")}`);
  say(`identity        ${world.identityUrl}`);
  say(`target products ${world.targetUrls.join(" and ")}`);
  say(`key             ${key}`);
  say(`curl -s ${world.assayUrls[0]}/api/validate -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' -d '${JSON.stringify(request)}'`);
  await interrupted;
}
