import { execFileSync } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createRateLimit } from "../../../src/service/rate-limit/failover-window.js";
import type { Mode, RateLimit } from "../../../src/service/rate-limit/window.js";
import { delayedRedis } from "../../support/delayed-redis.js";
import { eventually } from "../../support/eventually.js";
import { type OwnRedis, startRedis } from "../../support/redis.js";
import { slowTest } from "../../support/runs.js";

describe("a rate limit whose Redis is", () => {
  let redis: OwnRedis;
  let open: RateLimit[];
  let fallbacks: number;
  let modes: Mode[];
  let causes: string[];

  beforeAll(async () => {
    redis = await startRedis();
  });

  beforeEach(async () => {
    await redis.flush();
    open = [];
    fallbacks = 0;
    modes = [];
    causes = [];
  });

  afterEach(() => {
    for (const rateLimit of open) rateLimit.close();
  });

  // A longer timeout than the service has: a busy machine must not look like a dead Redis.
  async function instance({ redisUrl = redis.url, timeoutMs = 2_000 } = {}): Promise<RateLimit> {
    const rateLimit = await createRateLimit({
      redisUrl,
      redisCa: undefined,
      quota: { calls: 20, windowSeconds: 60 },
      timeoutMs,
      serviceName: "test",
      nonceSeconds: 180,
      onFallback: () => fallbacks++,
      onModeChange: (mode, cause = "") => {
        modes.push(mode);
        causes.push(cause);
      },
    });
    open.push(rateLimit);
    return rateLimit;
  }

  async function admitted(rateLimit: RateLimit, calls: number, caller = "a"): Promise<number> {
    const decisions = await Promise.all(
      Array.from({ length: calls }, () => rateLimit.decide("count", caller)),
    );
    return decisions.filter((decision) => decision.admitted).length;
  }

  const limitMemory = (bytes: string) => redis.command("CONFIG", "SET", "maxmemory", bytes);

  async function untilMode(mode: Mode, ...rateLimits: RateLimit[]): Promise<void> {
    for (const rateLimit of rateLimits) await eventually(() => rateLimit.mode() === mode);
  }

  test("down at the start: admits 20 locally, and no more when it comes up", async () => {
    await redis.kill();
    const rateLimit = await instance();
    expect(rateLimit.mode()).toBe("fallback");
    expect(await admitted(rateLimit, 100)).toBe(20);
    expect(fallbacks).toBe(100);
    await redis.restart();
    await untilMode("shared", rateLimit);
    expect(await admitted(rateLimit, 100)).toBe(0);
    expect(fallbacks).toBe(100);
    expect(modes).toEqual(["fallback", "shared"]);
  });

  test.each<[outage: string, start: () => unknown, end: () => unknown]>([
    ["killed", () => redis.kill(), () => redis.restart()],
    ["frozen", () => redis.freeze(), () => redis.thaw()],
    ["out of memory", () => limitMemory("1"), () => limitMemory("0")],
  ])(
    "%s midway: no call hangs, earlier calls still count, and it is shared again afterwards",
    async (_, start, end) => {
      const rateLimit = await instance();
      expect(await admitted(rateLimit, 5)).toBe(5);
      await start();
      expect(await admitted(rateLimit, 100)).toBe(15);
      expect(rateLimit.mode()).toBe("fallback");
      expect(await admitted(rateLimit, 100)).toBe(0);
      await end();
      await untilMode("shared", rateLimit);
      expect(await admitted(rateLimit, 100)).toBe(0);
      expect(modes).toEqual(["shared", "fallback", "shared"]);
    },
  );

  test("killed while there are no calls: the mode changes", async () => {
    const rateLimit = await instance();
    await untilMode("shared", rateLimit);
    await redis.kill();
    await untilMode("fallback", rateLimit);
    await redis.restart();
    await untilMode("shared", rateLimit);
    expect(fallbacks).toBe(0);
  });

  test("killed during a burst: every call is decided, and 20 are admitted", async () => {
    const rateLimit = await instance();
    const burst = admitted(rateLimit, 100);
    await redis.kill();
    expect(await burst).toBe(20);
    await redis.restart();
  });

  slowTest("frozen for long: connections opened meanwhile do not prevent recovery", async () => {
    const relay = await delayedRedis(redis.url, 0);
    const rateLimit = await instance({ redisUrl: relay.url, timeoutMs: 200 });
    redis.freeze();
    await admitted(rateLimit, 1);
    const before = relay.connections();
    await eventually(() => relay.connections() > before);
    expect(rateLimit.mode()).toBe("fallback");
    redis.thaw();
    await untilMode("shared", rateLimit);
  });

  test("protected by another password: admits 20 locally, and is shared once the password is right", async () => {
    const locked = await startRedis({ requirePassword: "another" });
    const rateLimit = await instance({ redisUrl: locked.url.replace("another", "ours") });
    expect([rateLimit.mode(), causes]).toEqual([
      "fallback",
      [expect.stringMatching(/^(?!.*ours).*WRONGPASS/)],
    ]);
    expect(await admitted(rateLimit, 100)).toBe(20);
    await locked.command("CONFIG", "SET", "requirepass", "ours");
    await untilMode("shared", rateLimit);
    expect(await admitted(rateLimit, 100)).toBe(0);
  });

  test("flushed: no caller gets a second quota from an instance", async () => {
    const rateLimit = await instance();
    expect(await admitted(rateLimit, 15)).toBe(15);
    await redis.flush();
    expect(await admitted(rateLimit, 100)).toBe(5);
    expect(rateLimit.mode()).toBe("shared");
    expect(fallbacks).toBe(0);
  });

  slowTest("without the script after SCRIPT FLUSH: the script is sent again", async () => {
    const rateLimit = await instance();
    expect(await admitted(rateLimit, 15)).toBe(15);
    await redis.command("SCRIPT", "FLUSH");
    expect(await admitted(rateLimit, 100)).toBe(5);
    expect(fallbacks).toBe(0);
  });

  test("back: for one window, each instance still counts what it has admitted itself, and nothing else", async () => {
    const [one, other] = [await instance(), await instance()];
    await redis.kill();
    expect(await admitted(one, 100)).toBe(20);
    await redis.restart();
    await untilMode("shared", one, other);
    expect(await admitted(one, 100)).toBe(0);
    expect(await admitted(other, 100)).toBe(20);
    expect(await admitted(await instance(), 100)).toBe(0);
  });

  test("healthy while this process stalls: the stall is not mistaken for one of Redis", async () => {
    const timeoutMs = 100;
    const rateLimit = await instance({ timeoutMs });
    await untilMode("shared", rateLimit);
    const decision = rateLimit.decide("count", "a");
    // By then, the command is sent, and the time-out has started.
    await nextTurn();
    const end = performance.now() + timeoutMs;
    // Redis answers in the order of its commands: when it has answered another process, its reply
    // to us has arrived.
    execFileSync(process.execPath, ["-e", PING, new URL(redis.url).port]);
    while (performance.now() < end);
    expect((await decision).admitted).toBe(true);
    expect(fallbacks).toBe(0);
  });
});

const PING = `
  const socket = require("node:net").connect(process.argv[1], "127.0.0.1", () => socket.end("PING\\r\\n"));
  socket.resume();
`;
