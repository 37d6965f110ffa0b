import { Agent } from "node:http";
import { eventually } from "../support/eventually.js";
import { Load } from "../support/load.js";
import { type Asked, ask, REQUESTS } from "./ask.js";
import type { Fleet } from "./fleet.js";

const CALLERS = 10;
const CALLS_OF_ONE_ADDRESS = 15;
const PAUSE_MS = 100;

/**
 * Steady calls by many callers through the load balancer, until it is stopped. Half of the callers
 * keep their connection, half open a new one for each call, and all switch to another address
 * before their quota is used up.
 */
export class FleetLoad extends Load<Asked> {
  static readonly callers = CALLERS;
  static #loads = 0;

  constructor({ url, keys }: Fleet) {
    const load = FleetLoad.#loads++;
    const agents = keys.map((_, index) => new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 }));
    super(CALLERS, PAUSE_MS, (caller, turn) => {
      const address = `10.${load}.${caller}.${Math.floor(turn / CALLS_OF_ONE_ADDRESS)}`;
      const [key, agent] = [keys[caller] as string, agents[caller] as Agent];
      return ask(url, turn % REQUESTS.length, { address, key, agent });
    });
  }

  /** Resolves when this many more calls are answered. */
  async answered(calls: number): Promise<void> {
    const count = () => this.made.length - this.failures.length;
    const goal = count() + calls;
    await eventually(() => count() >= goal);
  }

  get failures(): Asked[] {
    return this.made.filter(({ answer }) => answer === undefined);
  }

  /** The distinct statuses, and for each request the number of distinct bodies. */
  get answers(): { statuses: number[]; bodies: number[] } {
    const answers = this.made.flatMap(({ which, answer }) =>
      answer ? [{ which, ...answer }] : [],
    );
    const bodiesOf = (which: number) =>
      new Set(answers.filter((one) => one.which === which).map(({ body }) => body));
    return {
      statuses: [...new Set(answers.map(({ status }) => status))],
      bodies: REQUESTS.map((_, which) => bodiesOf(which).size),
    };
  }
}
