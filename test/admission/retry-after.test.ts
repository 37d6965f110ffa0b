import { setTimeout as sleep } from "node:timers/promises";
import { startRedis } from "../support/redis.js";
import { testOfAll } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";
import { call } from "./call.js";
import { slowTimers } from "./node-args.js";

const QUOTA = 5;
const WINDOW_SECONDS = 1;

// test/rate-limit/window-suite.ts tries the same without services, and client.test.ts waits as one of them says.
describe("a window of 1 s shared by two instances", () => {
  let services: RunningService[] = [];
  let urls: string[];
  let stopRedis: () => Promise<void>;

  beforeAll(async () => {
    const redis = await startRedis();
    stopRedis = redis.stop;
    const env = {
      REDIS_URL: redis.url,
      RATE_LIMIT_CALLS: String(QUOTA),
      RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_SECONDS),
      TRUSTED_PROXIES: "127.0.0.0/8",
    };
    services = await Promise.all([startService(env, slowTimers(100)), startService(env, slowTimers(100))]);
    urls = services.map(({ url }) => url);
  });

  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await stopRedis();
  });

  const domains = (address: string, turn: number) =>
    call(`${urls[turn % 2]}/api/domains`, { headers: { "X-Forwarded-For": address } });

  testOfAll("every refused caller that waits for Retry-After is admitted", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async (_, caller) => {
        const address = `203.0.113.${caller}`;
        let answer = await domains(address, caller);
        for (let turn = 0; answer.status !== 429; turn++) answer = await domains(address, turn);
        await sleep(Number(answer.headers["retry-after"]) * 1000);
        return (await domains(address, caller + 1)).status;
      }),
    );
    expect(outcomes).toEqual(Array(10).fill(200));
  });

  testOfAll("no period of the window's length admits more than the quota of a caller that keeps calling", async () => {
    const admissions: { sent: number; received: number }[] = [];
    const caller = async (turn: number) => {
      // Refused calls do not put off the next admission, or there would be no more than the quota.
      while (admissions.length <= 2 * QUOTA) {
        const sent = performance.now();
        const { status } = await domains("198.51.100.1", turn++);
        if (status === 200) admissions.push({ sent, received: performance.now() });
        await sleep(5);
      }
    };
    await Promise.all([caller(0), caller(1), caller(0), caller(1)]);
    admissions.sort((one, other) => one.sent - other.sent);
    // A call was counted at some time in between, so these are the longest possible spans of one call more than the
    // quota.
    const spans = admissions.slice(QUOTA).map((_, first) => {
      const group = admissions.slice(first, first + QUOTA + 1);
      return Math.max(...group.map(({ received }) => received)) - (group[0]?.sent ?? 0);
    });
    expect(Math.min(...spans)).toBeGreaterThanOrEqual(WINDOW_SECONDS * 1000);
  });
});
