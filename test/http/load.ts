import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { validate } from "../support/call.js";

/** Clients that each make one call after the other on a keep-alive connection, and never retry. */
export class Load {
  answered = 0;
  /** Responses that asked to close the connection. */
  lastAnswers = 0;
  readonly failures: string[] = [];
  #running = true;
  readonly #clients: Promise<void>[];

  /** `where` returns the address and the key for the next call. */
  constructor(
    private readonly where: () => { url: string; key: string },
    clients = 8,
  ) {
    this.#clients = Array.from({ length: clients }, () => this.#client());
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#clients);
  }

  async #client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (this.#running) {
      const { url, key } = this.where();
      try {
        const { status, headers } = await validate(url, key, {}, agent);
        if (status === 200) this.answered++;
        else this.failures.push(String(status));
        if (headers.connection === "close") this.lastAnswers++;
      } catch (error) {
        this.failures.push((error as Error).message);
      }
      // Enough to notice a gap, without keeping the machine busy.
      await pause(25);
    }
    agent.destroy();
  }
}
