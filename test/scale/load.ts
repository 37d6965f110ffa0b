import { EventEmitter, once } from "node:events";
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Asked, ask, REQUESTS } from "./ask.js";
import type { Fleet } from "./fleet.js";

const CALLERS = 10;
const CALLS_OF_ONE_ADDRESS = 15;
const PAUSE_MS = 100;

/**
 * Steady calls by many callers through the load balancer, until it is stopped. Half of the callers keep their
 * connection, half open a new one for each call, and all switch to another address before their quota is used up.
 */
export class Load {
  static readonly callers = CALLERS;
  static #addresses = 0;
  readonly asked: Asked[] = [];
  readonly #progress = new EventEmitter();
  readonly #callers: Promise<void>[];
  #answers = 0;
  #stopped = false;

  constructor(private readonly fleet: Fleet) {
    this.#callers = Array.from({ length: CALLERS }, (_, index) => this.#call(index));
  }

  /** Resolves when this many more calls are answered. */
  async answered(calls: number): Promise<void> {
    for (const goal = this.#answers + calls; this.#answers < goal; ) await once(this.#progress, "asked");
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#callers);
  }

  get failures(): Asked[] {
    return this.asked.filter(({ answer }) => answer === undefined);
  }

  /** The distinct statuses, and for each request the number of distinct bodies. */
  get answers(): { statuses: number[]; bodies: number[] } {
    const answers = this.asked.flatMap(({ which, answer }) => (answer ? [{ which, ...answer }] : []));
    const bodiesOf = (which: number) => new Set(answers.filter((one) => one.which === which).map(({ body }) => body));
    return {
      statuses: [...new Set(answers.map(({ status }) => status))],
      bodies: REQUESTS.map((_, which) => bodiesOf(which).size),
    };
  }

  async #call(index: number): Promise<void> {
    const key = this.fleet.keys[index % this.fleet.keys.length] as string;
    const agent = new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 });
    for (let calls = 0, address = ""; !this.#stopped; calls += 1) {
      if (calls % CALLS_OF_ONE_ADDRESS === 0) address = nextAddress(Load.#addresses++);
      const asked = await ask(this.fleet.url, calls % REQUESTS.length, { address, key, agent });
      this.asked.push(asked);
      if (asked.answer !== undefined) this.#answers += 1;
      this.#progress.emit("asked");
      await pause(PAUSE_MS);
    }
    agent.destroy();
  }
}

function nextAddress(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
