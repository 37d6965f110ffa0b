import { cpus } from "node:os";
import { startGenerator } from "../load/start-generator.js";
import { measureInRounds, median, ratioOf } from "../measure.js";
import { atLeast } from "../report.js";
import { startAssay } from "../servers/start-assay.js";
import { startServer } from "../servers/start-server.js";

const ASSAY = "assay";
const ASSAY_ALONE = "assay, one connection";
const ASSAY_PAGE = "assay, a page";
const SIGNED = "assay, Ed25519 signature of an agent proxy";
const LEGACY = "assay, MCP 2025-11-25";
const MODERN = "assay, MCP 2026-07-28";
const KOA = "koa + koa-body, constant answer";
const KOA_ALONE = "koa + koa-body, constant answer, one connection";
const KOA_PAGE = "koa, a page";
const KOA_DUTIES = "koa + the same parts, as one would build it";
const FASTIFY_DUTIES = "fastify + its plugins, as one would build it";

/**
 * Chooses a goal for this processor. The reference is an Intel Xeon of 2.5 GHz. On an AMD EPYC of the
 * fifth generation, constant answers gain more from the larger caches than verdicts do.
 */
const goalFor = (xeon, epyc) => (/EPYC/.test(cpus()[0].model) ? epyc : xeon);

const koa = () => startServer("bench/servers/koa.js");

/** Each contender has its own process, so that all are equally hot. */
const CONTENDERS = [
  { name: KOA, start: koa },
  { name: ASSAY, start: startAssay },
  { name: KOA_ALONE, start: koa, connections: 1 },
  { name: ASSAY_ALONE, start: startAssay, connections: 1 },
  {
    name: KOA_PAGE,
    start: () => startServer("bench/servers/koa.js", { args: ["--page"] }),
    kind: "page",
  },
  { name: ASSAY_PAGE, start: startAssay, kind: "page" },
  { name: SIGNED, start: startAssay, kind: "signed" },
  { name: LEGACY, start: startAssay, kind: "mcpLegacy" },
  { name: MODERN, start: startAssay, kind: "mcpModern" },
  { name: KOA_DUTIES, start: () => startServer("bench/servers/koa-duties.js") },
  { name: FASTIFY_DUTIES, start: () => startServer("bench/servers/fastify-duties.js") },
];

/** Measures calls per second of CPU time of server processes, over loopback. */
export async function servers({ quick, log }) {
  const generator = startGenerator();
  const contenders = CONTENDERS.map((contender) => ({ ...contender }));
  try {
    for (const contender of contenders) contender.server = await contender.start();
    const timings = await measure(contenders, generator, quick);
    for (const { name } of contenders)
      log(`${name}: ${median(timings.get(name)).toFixed(0)} µs a call`);
    return describe(contenders, timings);
  } finally {
    generator.stop();
    await Promise.all(contenders.map(({ server }) => server?.stop()));
  }
}

/** CPU microseconds per call, for each contender in every round. */
async function measure(contenders, generator, quick) {
  const [rounds, calls, warmUpCalls] = quick ? [5, 100, 900] : [51, 200, 15_000];
  const load = async ({ server, kind = "bearer", connections }, limits) => {
    const before = await server.usage();
    const made = await generator.load({ port: server.port, kind, connections, ...limits });
    const after = await server.usage();
    return (after.cpuMicros - before.cpuMicros) / made.calls;
  };
  // V8 keeps optimizing for thousands of calls.
  for (const contender of contenders) await load(contender, { calls: warmUpCalls, millis: 8_000 });
  return measureInRounds(contenders, rounds, async (contender) => {
    // The first slice warms the caches again, which the other servers have used meanwhile.
    await load(contender, { calls, millis: 1_000 });
    return load(contender, { calls, millis: 1_000 });
  });
}

function describe(contenders, timings) {
  /** How many calls `name` serves in the CPU time in which `base` serves one. */
  const speed = (name, base) => ratioOf(timings, base, name);
  return {
    title: "Servers, over loopback",
    notes: [
      `Calls per second of CPU time of the server process, all threads; the load comes from another process over 16 kept connections and 1,000 addresses. Each slice of calls follows as many that are not counted, since the other servers have used the caches of the processor meanwhile. Log lines go to /dev/null. assay has all its features on: a key or a signature with a nonce, a rate limit in memory, metrics, a log line, and the whole answer. The servers "as one would build it" know one key, limit the rate in memory, and have metrics and a log line; they answer valid or not, and do not limit pipelining, slow clients or the depth of JSON. assay handles the requests that arrive in one turn of the event loop side by side, so that a call takes less CPU time with several busy connections than with one.`,
    ],
    targets: [
      atLeast(
        "assay, relative to koa + koa-body answering a constant",
        goalFor(0.65, 0.45),
        speed(ASSAY, KOA),
      ),
      // With one connection, there are no other requests to handle side by side.
      atLeast("the same over one connection", goalFor(0.37, 0.26), speed(ASSAY_ALONE, KOA_ALONE)),
      atLeast(
        "assay, relative to koa with the same duties",
        goalFor(2.2, 1.9),
        speed(ASSAY, KOA_DUTIES),
      ),
      atLeast(
        "assay, relative to fastify with the same duties",
        goalFor(0.85, 0.55),
        speed(ASSAY, FASTIFY_DUTIES),
      ),
      // A message is parsed twice, and checked by the SDK too.
      atLeast(
        "an MCP tools/call (2025-11-25), relative to koa answering a constant",
        goalFor(0.37, 0.28),
        speed(LEGACY, KOA),
      ),
      atLeast(
        "an MCP tools/call (2026-07-28), relative to koa answering a constant",
        goalFor(0.4, 0.27),
        speed(MODERN, KOA),
      ),
      atLeast(
        "a call signed with Ed25519, relative to koa answering a constant",
        goalFor(0.28, 0.18),
        speed(SIGNED, KOA),
      ),
      atLeast(
        "a page, relative to koa sending a page",
        goalFor(0.6, 0.5),
        speed(ASSAY_PAGE, KOA_PAGE),
      ),
    ],
    tables: [
      {
        title: "Calls per CPU second",
        head: ["", "relative to koa + koa-body", "calls per CPU second", "µs of CPU a call"],
        rows: contenders.map(({ name }) => {
          const micros = median(timings.get(name));
          const perSecond = Math.round(1e6 / micros).toLocaleString("en");
          return [name, `${speed(name, KOA).toFixed(2)}×`, perSecond, micros.toFixed(0)];
        }),
      },
    ],
  };
}
