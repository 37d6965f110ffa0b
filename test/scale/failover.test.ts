import { setTimeout as pause } from "node:timers/promises";
import { admitted, burst, call } from "../admission/call.js";
import { untilLimiter } from "../admission/limiter.js";
import { redisServer } from "../support/redis.js";
import { startCluster, startSentinels } from "../support/redis-groups.js";
import { testOfAll } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";

const WINDOW_SECONDS = 5;

/** Starting six servers takes seconds, and only an installed Redis can. */
const testOfGroups = redisServer ? testOfAll : test.skip;

describe("three instances, when the primary of their Redis is lost under load,", () => {
  testOfGroups.each([
    ["Sentinel", "SIGKILL", startSentinels],
    ["Sentinel", "SIGSTOP", startSentinels],
    ["Cluster", "SIGKILL", startCluster],
    ["Cluster", "SIGSTOP", startCluster],
  ] as const)("fail no call, share the limit again, and are exact a window later: %s, %s", async (_, signal, start) => {
    const group = await start();
    const services: RunningService[] = [];
    const env = {
      REDIS_URL: group.url,
      TRUSTED_PROXIES: "127.0.0.0/8",
      RATE_LIMIT_WINDOW_SECONDS: `${WINDOW_SECONDS}`,
    };
    try {
      services.push(...(await Promise.all([startService(env), startService(env), startService(env)])));
      await untilLimiter("shared", ...services);
      const load = new Load(services);
      await load.until(100);
      const before = load.statuses.length;
      await group.failOver("ip:192.0.2.1", signal);
      await untilLimiter("shared", ...services);
      await load.until(before + 100);
      await load.stop();
      expect(new Set(load.statuses)).toEqual(new Set([200]));
      await pause(WINDOW_SECONDS * 1000);
      await untilLimiter("shared", ...services);
      const bursts = await Promise.all(services.map(({ url }) => burst(url, 40, "192.0.2.1")));
      expect(admitted(bursts.flat())).toBe(20);
    } finally {
      await Promise.all(services.map((service) => service.stop()));
      await group.stop();
    }
  });
});

/** Calls from ever new addresses, so that they use all slots of a cluster and stay within their quota. */
class Load {
  readonly statuses: number[] = [];
  readonly #callers: Promise<void>[];
  #isStopped = false;

  constructor(services: readonly RunningService[]) {
    this.#callers = services.flatMap((service, index) =>
      [0, 1].map((caller) => this.#call(service, 2 * index + caller)),
    );
  }

  async until(calls: number): Promise<void> {
    while (this.statuses.length < calls) await pause(10);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#callers);
  }

  async #call({ url }: RunningService, caller: number): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn++) {
      const address = `10.${caller}.${(turn >> 8) & 255}.${turn & 255}`;
      this.statuses.push((await call(`${url}/api/domains`, { headers: { "X-Forwarded-For": address } })).status);
      await pause(20);
    }
  }
}
