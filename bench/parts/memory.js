import { startGenerator } from "../load/start-generator.js";
import { slope } from "../measure.js";
import { atMost } from "../report.js";
import { startAssay } from "../servers/start-assay.js";

const KINDS = ["bearer", "bearer", "bearer", "mcpModern"];
const megabytes = (bytes) => bytes / 2 ** 20;

/** Measures how much memory the service uses under load, and whether that grows. */
export async function memory({ quick, log }) {
  const [calls, soakCalls, step] = quick ? [3_000, 2_000, 500] : [100_000, 30_000, 5_000];
  // A short window, so that the log of calls reaches its full length within seconds.
  const server = await startAssay({ RATE_LIMIT_WINDOW_SECONDS: "5" });
  const generator = startGenerator();
  let made = 0;
  const sample = async (order) => {
    const kind = KINDS[(made / step) % KINDS.length];
    await generator.load({ port: server.port, kind, calls: step });
    made += step;
    return { calls: made, ...(await server.usage(order)) };
  };
  try {
    const loaded = [];
    while (made < calls) loaded.push(await sample("usage"));
    // Memory in use after a collection shows a leak sooner than RSS does.
    const soaked = [];
    while (made < calls + soakCalls) soaked.push(await sample("collect-garbage"));
    log(`RSS ${[...loaded, ...soaked].map(({ rss }) => megabytes(rss).toFixed(0)).join(" ")} MB`);
    return describe(loaded, soaked);
  } finally {
    generator.stop();
    await server.stop();
  }
}

function describe(loaded, soaked) {
  const [reached, end] = [loaded.at(-1), soaked.at(-1)];
  const count = ({ calls }) => `${calls.toLocaleString("en")} calls`;
  const growth = slope(
    soaked.map(({ calls, inUse }) => ({ x: calls / 100_000, y: megabytes(inUse) })),
  );
  return {
    title: "Memory",
    notes: [
      `Resident memory of the service's process under calls over REST and MCP. During the soak, from ${count(reached)} to ${count(end)}, garbage is collected before each sample; the slope is the least-squares one of the memory then in use. RSS at the end of the soak is ${megabytes(end.rss).toFixed(0)} MB, of which ${megabytes(end.inUse).toFixed(0)} MB are in use. It has no goal, because V8 keeps pages of the peak. A leak shows in the memory in use.`,
    ],
    targets: [
      // V8 lets garbage grow where there is much memory, so RSS varies between runs. A leak shows in
      // the next goal, and floods have a test in which the memory is limited.
      atMost(`RSS after ${count(reached)}, MB`, 250, megabytes(reached.rss)),
      atMost("growth of memory in use during the soak, MB per 100,000 calls", 2, growth),
    ],
  };
}
