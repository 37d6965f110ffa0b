import { startGenerator } from "../load/start-generator.js";
import { median } from "../measure.js";
import { seeded } from "../random.js";
import { atLeast } from "../reporting/target.js";
import { startAssay } from "../servers/start-assay.js";
import { startRedis } from "../servers/start-redis.js";
import { startServer } from "../servers/start-server.js";

const ASSAY = "assay";
const REDIS = "assay, budget in Redis";
const SIGNED = "assay, Ed25519 signature of an agent proxy";
const LEGACY = "assay, MCP 2025-11-25";
const MODERN = "assay, MCP 2026-07-28";
const UNLOGGED = "assay without log lines";
const KOA = "koa + koa-body, constant answer";
const EXPRESS = "express + json-rules-engine, naive";
const KOA_ALONE = "koa + koa-body, constant answer, one connection";
const ASSAY_ALONE = "assay, one connection";
const KOA_PAGE = "koa, a page";
const ASSAY_PAGE = "assay, a page";
const KOA_DUTIES = "koa + the same parts, as one would build it";
const FASTIFY_DUTIES = "fastify + its plugins, as one would build it";

const RULES = "all rules: diagnostics, fixes, repair";
const VERDICT = "valid or not";
const DUTIES = { key: "a key", limit: "in memory", metrics: "yes", log: "yes", answers: RULES };
const NO_DUTIES = { key: "no", limit: "no", metrics: "no", log: "no", answers: VERDICT };

/** Each contender has its own process, so that all are equally hot. */
const contendersWith = (redis) => [
  {
    name: "node:http, constant answer",
    start: () => startServer("bench/servers/node-http.js"),
    does: { ...NO_DUTIES, answers: "a constant" },
  },
  { name: KOA, start: () => startServer("bench/servers/koa.js"), does: { ...NO_DUTIES, answers: "a constant" } },
  { name: ASSAY, start: startAssay, does: DUTIES },
  {
    name: KOA_ALONE,
    start: () => startServer("bench/servers/koa.js"),
    connections: 1,
    does: { ...NO_DUTIES, answers: "a constant" },
  },
  { name: ASSAY_ALONE, start: startAssay, connections: 1, does: DUTIES },
  {
    name: KOA_PAGE,
    start: () => startServer("bench/servers/koa-page.js"),
    kind: "page",
    does: { ...NO_DUTIES, answers: "a page" },
  },
  { name: ASSAY_PAGE, start: startAssay, kind: "page", does: { ...DUTIES, key: "no", limit: "no", answers: "a page" } },
  { name: UNLOGGED, start: () => startAssay({ env: { LOG_LEVEL: "warn" } }), does: { ...DUTIES, log: "no" } },
  {
    name: REDIS,
    start: () => startAssay({ env: { REDIS_URL: redis.url } }),
    does: { ...DUTIES, limit: "in Redis and memory" },
  },
  { name: SIGNED, start: startAssay, kind: "signed", does: { ...DUTIES, key: "a signature, a nonce" } },
  { name: LEGACY, start: startAssay, kind: "mcpLegacy", does: DUTIES },
  { name: MODERN, start: startAssay, kind: "mcpModern", does: DUTIES },
  {
    name: KOA_DUTIES,
    start: () => startServer("bench/servers/koa-duties.js"),
    does: { ...DUTIES, answers: VERDICT },
  },
  {
    name: FASTIFY_DUTIES,
    start: () => startServer("bench/servers/fastify-duties.js"),
    does: { ...DUTIES, answers: VERDICT },
  },
  {
    name: "fastify + AJV + hand code, no duties",
    start: () => startServer("bench/servers/fastify.js"),
    does: NO_DUTIES,
  },
  { name: EXPRESS, start: () => startServer("bench/servers/express.js"), does: NO_DUTIES },
];

/** Servers over loopback: calls per second of CPU time of the server process. */
export async function servers({ quick, log }) {
  const redis = await startRedis();
  const generator = startGenerator();
  // Skipped in a quick run: every service takes a second or two to start.
  const contenders = contendersWith(redis).filter(({ name }) => !quick || name !== UNLOGGED);
  try {
    for (const contender of contenders) contender.server = await contender.start();
    const limits = quick ? { rounds: 5, calls: 100, warmUp: 900 } : { rounds: 51, calls: 200, warmUp: 15_000 };
    const timings = await inRounds(contenders, generator, limits);
    for (const { name } of contenders) log(`${name}: ${median(timings.get(name)).toFixed(0)} µs a call`);
    const latencies = await atHalfCapacity(contenders, generator, timings, quick ? 300 : 2_000);
    return describe(contenders, timings, latencies, redis.name);
  } finally {
    generator.stop();
    await Promise.all([...contenders.map(({ server }) => server), redis].map((server) => server?.stop()));
  }
}

/** CPU microseconds per call, for each contender in every round. */
async function inRounds(contenders, generator, { rounds, calls, warmUp }) {
  const random = seeded(rounds);
  const timings = new Map(contenders.map(({ name }) => [name, []]));
  const measure = async ({ server, kind = "bearer", connections }, limits) => {
    const before = await server.usage();
    const made = await generator.load({ port: server.port, kind, connections, ...limits });
    const after = await server.usage();
    return (after.cpuMicros - before.cpuMicros) / made.calls;
  };
  // V8 keeps compiling for about 15,000 calls; the more code a call runs, the longer it takes.
  for (const contender of contenders) await measure(contender, { calls: warmUp, millis: 8_000 });
  for (let round = 0; round < rounds; round++) {
    for (const contender of random.shuffled(contenders)) {
      // A busy server has warm caches; meanwhile the others have used them.
      await measure(contender, { calls, millis: 1_000 });
      timings.get(contender.name).push(await measure(contender, { calls, millis: 1_000 }));
    }
  }
  return timings;
}

/** Latencies while each contender, one after the other, gets half of the calls that one core can serve. */
async function atHalfCapacity(contenders, generator, timings, millis) {
  const latencies = new Map();
  for (const { name, server, kind = "bearer", connections } of contenders) {
    const perSecond = 0.5e6 / median(timings.get(name));
    const { latency } = await generator.load({ port: server.port, kind, connections, perSecond, millis });
    latencies.set(name, latency);
  }
  return latencies;
}

function describe(contenders, timings, latencies, redisName) {
  /** How many calls `name` serves in the CPU time in which `base` serves one. */
  const speed = (name, base) => median(timings.get(base).map((micros, round) => micros / timings.get(name)[round]));
  return {
    title: "Servers, over loopback",
    notes: [
      `Calls per second of CPU time of the server process, all threads; the load comes from another process over 16 kept connections and 1,000 addresses. Each slice of calls follows as many that are not counted, since the other servers have used the caches of the processor meanwhile. Log lines go to /dev/null. The servers "as one would build it" know one key and limit the rate in memory; they answer without diagnostics, and do not limit pipelining, slow clients or the depth of JSON as assay does. assay handles the requests that arrive in one turn of the event loop side by side, so that a call takes less CPU time with several busy connections than with one. Redis: ${redisName}.`,
      "Latencies are those of calls that arrive evenly, at half of the rate that the CPU time of a call allows on one core; a call that finds all connections busy is timed from when it was due.",
    ],
    targets: [
      atLeast("assay, relative to koa + koa-body answering a constant", 0.7, speed(ASSAY, KOA)),
      atLeast("the same over one connection", 0.45, speed(ASSAY_ALONE, KOA_ALONE)),
      atLeast("assay, relative to koa with the same duties", 2.2, speed(ASSAY, KOA_DUTIES)),
      atLeast("assay, relative to fastify with the same duties", 0.9, speed(ASSAY, FASTIFY_DUTIES)),
      atLeast("an MCP tools/call (2025-11-25), relative to koa answering a constant", 0.45, speed(LEGACY, KOA)),
      atLeast("an MCP tools/call (2026-07-28), relative to koa answering a constant", 0.42, speed(MODERN, KOA)),
      atLeast("a call signed with Ed25519, relative to koa answering a constant", 0.28, speed(SIGNED, KOA)),
      atLeast("a page, relative to koa sending a page", 0.65, speed(ASSAY_PAGE, KOA_PAGE)),
    ],
    tables: [
      {
        title: "Calls per CPU second",
        head: ["", "relative to koa + koa-body", "calls per CPU second", "µs of CPU a call", "p50, ms", "p99, ms"],
        rows: contenders.map(({ name }) => {
          const micros = median(timings.get(name));
          const latency = latencies.get(name);
          return [
            name,
            `${speed(name, KOA).toFixed(2)}×`,
            Math.round(1e6 / micros).toLocaleString("en"),
            micros.toFixed(0),
            latency.median.toFixed(2),
            latency.p99.toFixed(2),
          ];
        }),
      },
      {
        title: "What each does",
        head: ["", "credentials", "rate limit", "metrics", "log line", "answers"],
        rows: contenders.map(({ name, does }) => [name, does.key, does.limit, does.metrics, does.log, does.answers]),
      },
    ],
    charts: [
      {
        file: "servers.svg",
        title: "Calls per second of CPU time, relative to koa + koa-body answering a constant",
        bars: contenders.map(({ name }) => ({ name, value: speed(name, KOA), own: name.startsWith("assay") })),
        scale: "linear",
        unit: "×",
      },
    ],
  };
}
