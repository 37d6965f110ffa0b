import { startGenerator } from "../load/start-generator.js";
import { median } from "../measure.js";
import { seeded } from "../random.js";
import { atLeast, atMost } from "../reporting/target.js";
import { startAssay } from "../servers/start-assay.js";
import { startRedis } from "../servers/start-redis.js";
import { startServer } from "../servers/start-server.js";

const ASSAY = "assay";
const REDIS = "assay, budget in Redis";
const SIGNED = "assay, Ed25519 signature of an agent proxy";
const LEGACY = "assay, MCP 2025-11-25";
const MODERN = "assay, MCP 2026-07-28";
const UNLOGGED = "assay without log lines";
const UNGUARDED = "assay without keys, budget and metrics";
const KOA = "koa + koa-body, constant answer";
const EXPRESS = "express + json-rules-engine, naive";
const KOA_DUTIES = "koa + the same parts, as one would build it";
const FASTIFY_DUTIES = "fastify + its plugins, as one would build it";

/** Each contender has its own process, so that all are equally hot. */
const contendersWith = (redis) => [
  { name: "node:http, constant answer", start: () => startServer("bench/servers/node-http.js") },
  { name: KOA, start: () => startServer("bench/servers/koa.js") },
  { name: ASSAY, start: startAssay },
  { name: UNLOGGED, start: () => startAssay({ env: { LOG_LEVEL: "warn" } }) },
  { name: UNGUARDED, start: () => startAssay({ variant: "bench/servers/without-guards.js" }) },
  { name: REDIS, start: () => startAssay({ env: { REDIS_URL: redis.url } }) },
  { name: SIGNED, start: startAssay, kind: "signed" },
  { name: LEGACY, start: startAssay, kind: "mcpLegacy" },
  { name: MODERN, start: startAssay, kind: "mcpModern" },
  { name: KOA_DUTIES, start: () => startServer("bench/servers/koa-duties.js") },
  { name: FASTIFY_DUTIES, start: () => startServer("bench/servers/fastify-duties.js") },
  { name: "fastify + AJV + hand code, no duties", start: () => startServer("bench/servers/fastify.js") },
  { name: EXPRESS, start: () => startServer("bench/servers/express.js") },
];

/** Servers over loopback: calls per second of CPU time of the server process. */
export async function servers({ quick, log }) {
  const redis = await startRedis();
  const generator = startGenerator();
  // Skipped in a quick run: every service takes a second or two to start.
  const contenders = contendersWith(redis).filter(({ name }) => !quick || name !== UNLOGGED);
  try {
    for (const contender of contenders) contender.server = await contender.start();
    const limits = quick ? { rounds: 5, calls: 100, warmUp: 900 } : { rounds: 101, calls: 100, warmUp: 15_000 };
    const timings = await inRounds(contenders, generator, limits);
    for (const { name } of contenders) log(`${name}: ${median(timings.get(name)).toFixed(0)} µs a call`);
    return describe(contenders, timings, redis.name);
  } finally {
    generator.stop();
    await Promise.all([...contenders.map(({ server }) => server), redis].map((server) => server?.stop()));
  }
}

/** CPU microseconds per call, for each contender in every round. */
async function inRounds(contenders, generator, { rounds, calls, warmUp }) {
  const random = seeded(rounds);
  const timings = new Map(contenders.map(({ name }) => [name, []]));
  const measure = async ({ server, kind = "bearer" }, limits) => {
    const before = await server.usage();
    const made = await generator.load({ port: server.port, kind, ...limits });
    const after = await server.usage();
    return (after.cpuMicros - before.cpuMicros) / made.calls;
  };
  // V8 keeps compiling for about 15,000 calls; the more code a call runs, the longer it takes.
  for (const contender of contenders) await measure(contender, { calls: warmUp, millis: 8_000 });
  for (let round = 0; round < rounds; round++) {
    for (const contender of random.shuffled(contenders)) {
      timings.get(contender.name).push(await measure(contender, { calls, millis: 1_000 }));
    }
  }
  return timings;
}

function describe(contenders, timings, redisName) {
  /** How many calls `name` serves in the CPU time in which `base` serves one. */
  const speed = (name, base) => median(timings.get(base).map((micros, round) => micros / timings.get(name)[round]));
  const cost = (name, base = ASSAY) => 1 / speed(name, base);
  return {
    title: "Servers, over loopback",
    notes: [
      `Calls per second of CPU time of the server process, all threads; the load comes from another process over 16 kept connections and 1,000 addresses. assay judges by all rules, checks a key, counts the call, keeps metrics and writes a log line (to /dev/null). Those "as one would build it" have the same duties, by a key compared with one digest, a rate limit in memory, prom-client and pino, and answer valid or not, without diagnostics. The others have no keys, budget, metrics or log. Redis: ${redisName}.`,
    ],
    targets: [
      atLeast("assay, relative to koa + koa-body answering a constant", 0.62, speed(ASSAY, KOA)),
      atLeast("assay, relative to koa with the same duties", 2, speed(ASSAY, KOA_DUTIES)),
      atLeast("assay, relative to fastify with the same duties", 1, speed(ASSAY, FASTIFY_DUTIES)),
      atLeast("assay, relative to express + naive json-rules-engine", 4, speed(ASSAY, EXPRESS)),
      atLeast("an MCP tools/call (2025-11-25), relative to koa answering a constant", 0.42, speed(LEGACY, KOA)),
      atLeast("an MCP tools/call (2026-07-28), relative to koa answering a constant", 0.38, speed(MODERN, KOA)),
      atLeast("a call signed with Ed25519, relative to koa answering a constant", 0.24, speed(SIGNED, KOA)),
      atMost("CPU of a call with the budget in Redis, × in memory", 1.35, cost(REDIS)),
      atMost("CPU of a call with keys, budget and metrics, × without", 1.1, cost(ASSAY, UNGUARDED)),
    ],
    tables: [
      {
        title: "Calls per CPU second",
        head: ["", "relative to koa + koa-body", "calls per CPU second", "µs of CPU a call"],
        rows: contenders.map(({ name }) => {
          const micros = median(timings.get(name));
          return [
            name,
            `${speed(name, KOA).toFixed(2)}×`,
            Math.round(1e6 / micros).toLocaleString("en"),
            micros.toFixed(0),
          ];
        }),
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
