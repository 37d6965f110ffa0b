import { setTimeout as pause } from "node:timers/promises";
import { type Answer, burst, call } from "../admission/call.js";
import type { Line } from "./line.js";
import { Victim } from "./victim.js";

export const QUOTA = 20;

/** Instances that share a Redis, and calls at all of them from ever new addresses. */
export class Fleet {
  #addresses = 0;
  #isLoaded = false;
  #load: Promise<void>[] = [];

  private constructor(readonly victims: readonly Victim[]) {}

  static async start(redisUrl: string, env: Record<string, string> = {}): Promise<Fleet> {
    const settings = { REDIS_URL: redisUrl, RATE_LIMIT_CALLS: `${QUOTA}`, ...env };
    const start = () => Victim.start(settings);
    return new Fleet(await Promise.all([start(), start(), start()]));
  }

  /** How many of many simultaneous calls of a new caller the instances admit together. */
  async round(calls = 60): Promise<number> {
    const address = this.#newAddress();
    const answers = await Promise.all(
      this.victims.map(async (victim) => {
        const all = await burst(victim.service.url, calls, address);
        for (const { status } of all) victim.count(status, () => "GET /api/domains");
        return all;
      }),
    );
    return answers.flat().filter(({ status }: Answer) => status === 200).length;
  }

  startLoad(): void {
    this.#isLoaded = true;
    this.#load = this.victims.map(async (victim) => {
      while (this.#isLoaded) {
        const headers = { "X-Forwarded-For": this.#newAddress() };
        const { status } = await call(`${victim.service.url}/api/domains`, { headers }).catch(() => ({ status: 599 }));
        victim.count(status, () => "GET /api/domains under load");
        await pause(10);
      }
    });
  }

  async stopLoad(): Promise<void> {
    this.#isLoaded = false;
    await Promise.all(this.#load);
  }

  /** Resolves to the milliseconds until all instances are in this mode, or undefined if they never are. */
  async until(mode: "shared" | "local", mostMs = 30_000): Promise<number | undefined> {
    const started = performance.now();
    for (const { service } of this.victims)
      while (JSON.parse((await call(`${service.url}/readyz`)).body).limiter !== mode) {
        if (performance.now() - started > mostMs) return undefined;
        await pause(10);
      }
    return performance.now() - started;
  }

  async end(name: string, more: Partial<Line> = {}): Promise<Line> {
    const lines = await Promise.all(this.victims.map((victim) => victim.end(name)));
    const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
    return {
      name,
      attempts: sum(({ attempts }) => attempts),
      serverErrors: sum(({ serverErrors }) => serverErrors),
      crashes: sum(({ crashes }) => crashes),
      memoryBefore: Math.max(...lines.map(({ memoryBefore = 0 }) => memoryBefore)),
      memoryAfter: Math.max(...lines.map(({ memoryAfter = 0 }) => memoryAfter)),
      ...more,
      failures: [...lines.flatMap(({ failures = [] }) => failures), ...(more.failures ?? [])],
    };
  }

  #newAddress(): string {
    const number = this.#addresses++;
    return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  }
}
