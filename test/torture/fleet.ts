import { setTimeout as pause } from "node:timers/promises";
import { burst } from "../admission/calls.js";
import { metricOf } from "../support/metrics.js";
import { ready, send } from "../support/send.js";
import { type RunningService, startService } from "../support/service.js";
import type { Line } from "./line.js";

export const QUOTA = 20;

/** Three instances that share a Redis, and calls at all of them from ever new addresses. */
export class Fleet {
  #addresses = 0;
  #isLoaded = false;
  #load: Promise<void>[] = [];
  #attempts = 0;
  #serverErrors = 0;

  private constructor(
    private readonly instances: readonly RunningService[],
    private readonly memoryBefore: number,
  ) {}

  static async start(redisUrl: string, env: Record<string, string> = {}): Promise<Fleet> {
    const settings = {
      TRUSTED_PROXIES: "127.0.0.0/8",
      REDIS_URL: redisUrl,
      RATE_LIMIT_CALLS: `${QUOTA}`,
      ...env,
    };
    const start = () => startService(settings, ["--max-old-space-size=256"]);
    const instances = await Promise.all([start(), start(), start()]);
    return new Fleet(instances, await mostMemory(instances));
  }

  /** How many of many simultaneous calls of a new caller the instances admit together. */
  async round(calls = 60): Promise<number> {
    const address = this.#newAddress();
    const answers = (
      await Promise.all(this.instances.map(({ url }) => burst(url, calls, address)))
    ).flat();
    for (const { status } of answers) this.#count(status);
    return answers.filter(({ status }) => status === 200).length;
  }

  startLoad(): void {
    this.#isLoaded = true;
    this.#load = this.instances.map(async ({ url }) => {
      while (this.#isLoaded) {
        const headers = { "X-Forwarded-For": this.#newAddress() };
        const { status } = await send({ url }, { path: "/api/domains", headers }).catch(() => ({
          status: 599,
        }));
        this.#count(status);
        await pause(10);
      }
    });
  }

  async stopLoad(): Promise<void> {
    this.#isLoaded = false;
    await Promise.all(this.#load);
  }

  /**
   * Resolves to the milliseconds until all instances are in this mode, or undefined if they never
   * are.
   */
  async until(mode: "shared" | "fallback", mostMs = 30_000): Promise<number | undefined> {
    const started = performance.now();
    for (const instance of this.instances)
      while ((await ready(instance)).limiter !== mode) {
        if (performance.now() - started > mostMs) return undefined;
        await pause(10);
      }
    return performance.now() - started;
  }

  /** Stops the instances and says what they have been through. */
  async end(name: string, more: Partial<Line> = {}): Promise<Line> {
    const ended = this.instances.filter(
      ({ process }) => process.exitCode !== null || process.signalCode !== null,
    );
    const unexpected = this.instances.flatMap((instance) => instance.logged("unexpected error"));
    const running = this.instances.filter((instance) => !ended.includes(instance));
    const memoryAfter = await mostMemory(running);
    await Promise.all(running.map((instance) => instance.stop("SIGKILL")));
    return {
      name,
      attempts: this.#attempts,
      serverErrors: this.#serverErrors,
      crashes: ended.length + unexpected.length,
      memoryBefore: this.memoryBefore,
      memoryAfter,
      ...more,
      failures: [
        ...unexpected.slice(0, 3).map((entry) => JSON.stringify(entry).slice(0, 2_000)),
        ...(more.failures ?? []),
      ],
    };
  }

  #count(status: number): void {
    this.#attempts++;
    if (status >= 500) this.#serverErrors++;
  }

  #newAddress(): string {
    const number = this.#addresses++;
    return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  }
}

async function mostMemory(instances: readonly RunningService[]): Promise<number> {
  const all = instances.map((instance) => metricOf(instance, "process_resident_memory_bytes"));
  return Math.max(0, ...(await Promise.all(all)));
}
