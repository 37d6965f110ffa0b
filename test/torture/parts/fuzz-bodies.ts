import { Random } from "../../http/fuzz/random.js";
import { startRedis } from "../../support/redis.js";
import { randomRequest } from "../bodies.js";
import type { Line } from "../line.js";
import type { Size } from "../main.js";
import { repeat, Victim } from "../victim.js";

/** One in so many bodies is also sent alone, to measure what it costs. */
const MEASURED = 10;
const WARM_UP = 1_000;

/** Proposals and MCP messages with a few mutations, at a service with a real Redis. */
export async function fuzzBodies({ bodies }: Size, seed: number): Promise<Line[]> {
  const redis = await startRedis();
  const random = new Random(seed);
  const victim = await Victim.start({ REDIS_URL: redis.url });
  const request = () => randomRequest(random, victim.service.key);
  await repeat(bodies, async () => {
    await victim.send(request());
  });
  const measured = await Victim.start({ REDIS_URL: redis.url });
  const alone = () => randomRequest(random, measured.service.key);
  for (let call = 0; call < WARM_UP; call++) await measured.measure(alone());
  measured.longestCpuMs = 0;
  for (let call = 0; call < bodies / MEASURED; call++) await measured.measure(alone());
  const lines = [await victim.end("mutated bodies"), await measured.end("mutated bodies, one at a time")];
  await redis.stop();
  return lines;
}
