import { setTimeout as sleep } from "node:timers/promises";
import { createRateLimit } from "../../src/rate-limit/create-rate-limit.js";
import type { Mode, RateLimit } from "../../src/rate-limit/window.js";
import { type OwnRedis, startRedis } from "../support/redis.js";

describe("a budget whose Redis fails", () => {
  let redis: OwnRedis;
  let open: RateLimit[];
  let fallbacks: number;
  let modes: Mode[];

  beforeEach(async () => {
    redis = await startRedis();
    open = [];
    fallbacks = 0;
    modes = [];
  });

  afterEach(async () => {
    for (const budget of open) budget.close();
    await redis.stop();
  });

  // The patience is more than the service has: a busy machine should not pass for a dead Redis.
  async function instance({
    redisUrl = redis.url,
    calls = 20,
    windowSeconds = 60,
    patienceMs = 2_000,
  } = {}): Promise<RateLimit> {
    const budget = await createRateLimit({
      redisUrl,
      calls,
      windowSeconds,
      patienceMs,
      serviceName: "test",
      onFallback: () => fallbacks++,
      onModeChange: (mode) => modes.push(mode),
    });
    open.push(budget);
    return budget;
  }

  async function admitted(budget: RateLimit, calls: number, caller = "a"): Promise<number> {
    const tickets = await Promise.all(Array.from({ length: calls }, () => budget.take(caller)));
    return tickets.filter((decision) => decision.admitted).length;
  }

  async function turns(mode: Mode, ...budgets: RateLimit[]): Promise<void> {
    for (const budget of budgets) while (budget.mode() !== mode) await sleep(10);
  }

  test("absent at the start: 20 alone, and not one more when it has come", async () => {
    await redis.kill();
    const budget = await instance();
    expect(budget.mode()).toBe("local");
    expect(await admitted(budget, 100)).toBe(20);
    expect(fallbacks).toBe(100);
    await redis.restart();
    await turns("shared", budget);
    expect(await admitted(budget, 100)).toBe(0);
    expect(fallbacks).toBe(100);
    expect(modes).toEqual(["local", "shared"]);
  });

  test("killed midway: what was admitted before still counts, then and after its return without memory", async () => {
    const budget = await instance();
    expect(await admitted(budget, 12)).toBe(12);
    await redis.kill();
    expect(await admitted(budget, 100)).toBe(8);
    expect(budget.mode()).toBe("local");
    await redis.restart();
    await turns("shared", budget);
    expect(await admitted(budget, 100)).toBe(0);
    expect(modes).toEqual(["shared", "local", "shared"]);
  });

  test("killed while nobody calls: the mode tells", async () => {
    const budget = await instance();
    await turns("shared", budget);
    await redis.kill();
    await turns("local", budget);
    await redis.restart();
    await turns("shared", budget);
    expect(fallbacks).toBe(0);
  });

  test("killed during a burst: every call is answered, 20 of them with yes", async () => {
    const budget = await instance();
    const burst = admitted(budget, 100);
    await redis.kill();
    expect(await burst).toBe(20);
  });

  test("frozen: no call hangs, and it is shared again once it thaws", async () => {
    const budget = await instance();
    expect(await admitted(budget, 5)).toBe(5);
    redis.freeze();
    expect(await admitted(budget, 100)).toBe(15);
    expect(budget.mode()).toBe("local");
    expect(await admitted(budget, 100)).toBe(0);
    redis.thaw();
    await turns("shared", budget);
    expect(await admitted(budget, 100)).toBe(0);
  });

  test("frozen for long: connections that were opened meanwhile do not stand in the way", async () => {
    const budget = await instance();
    redis.freeze();
    await admitted(budget, 1);
    await sleep(1700);
    expect(budget.mode()).toBe("local");
    redis.thaw();
    await turns("shared", budget);
  });

  test("with another password: 20 alone, and shared once it is ours", async () => {
    const locked = await startRedis({ requirePassword: "another" });
    const budget = await instance({ redisUrl: locked.url.replace("another", "ours") });
    expect(budget.mode()).toBe("local");
    expect(await admitted(budget, 100)).toBe(20);
    await locked.command("CONFIG", "SET", "requirepass", "ours");
    await turns("shared", budget);
    expect(await admitted(budget, 100)).toBe(0);
    await locked.stop();
  });

  test("out of memory: what it cannot count is counted here", async () => {
    const budget = await instance();
    expect(await admitted(budget, 5)).toBe(5);
    await redis.command("CONFIG", "SET", "maxmemory", "1");
    expect(await admitted(budget, 100)).toBe(15);
    expect(budget.mode()).toBe("local");
    await redis.command("CONFIG", "SET", "maxmemory", "0");
    await turns("shared", budget);
    expect(await admitted(budget, 100)).toBe(0);
  });

  test("flushed: nobody gets a second budget of an instance", async () => {
    const budget = await instance();
    expect(await admitted(budget, 15)).toBe(15);
    await redis.flush();
    expect(await admitted(budget, 100)).toBe(5);
    expect(budget.mode()).toBe("shared");
    expect(fallbacks).toBe(0);
  });

  test("scripts forgotten: the script is sent again", async () => {
    const budget = await instance();
    expect(await admitted(budget, 15)).toBe(15);
    await redis.command("SCRIPT", "FLUSH");
    expect(await admitted(budget, 100)).toBe(5);
    expect(fallbacks).toBe(0);
  });

  test("away from two instances: 20 at each, and after its return neither has any for the caller", async () => {
    const [one, other] = [await instance(), await instance()];
    await redis.kill();
    expect(await admitted(one, 100)).toBe(20);
    expect(await admitted(other, 100)).toBe(20);
    await redis.restart();
    await turns("shared", one, other);
    expect((await admitted(one, 50)) + (await admitted(other, 50))).toBe(0);
  });

  test("what an instance admitted alone counts at the others after the return", async () => {
    const [one, other] = [await instance(), await instance()];
    await redis.kill();
    expect(await admitted(one, 100)).toBe(20);
    await redis.restart();
    await turns("shared", one, other);
    await one.take("a"); // by the connection on which the calls were told before
    expect(await admitted(other, 100)).toBe(0);
  });

  test("after the return a refused caller is told a wait that is true of all instances", async () => {
    const [one, other] = [
      await instance({ calls: 2, windowSeconds: 3 }),
      await instance({ calls: 2, windowSeconds: 3 }),
    ];
    // A return of Redis that takes longer than the window proves nothing.
    for (let round = 0; ; round++) {
      const caller = `caller ${round}`;
      await redis.kill();
      expect(await admitted(one, 2, caller)).toBe(2);
      await sleep(1000);
      expect(await admitted(other, 2, caller)).toBe(2);
      await redis.restart();
      await turns("shared", one, other);
      await other.take(caller);
      const refused = await one.take(caller);
      if (refused.admitted) continue;
      await sleep(refused.resetSeconds * 1000);
      expect((await one.take(caller)).admitted).toBe(true);
      return;
    }
  });

  test("a stall of this process is not taken for one of Redis", async () => {
    const budget = await instance({ patienceMs: 100 });
    await turns("shared", budget);
    const answer = budget.take("a");
    const end = performance.now() + 600;
    while (performance.now() < end);
    expect((await answer).admitted).toBe(true);
    expect(fallbacks).toBe(0);
  });
});
