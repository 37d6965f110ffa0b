import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { exampleRequest } from "../support/example-request.js";

const BODY = JSON.stringify(exampleRequest());

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
      const outcome = await this.#call(agent, url, key);
      if (outcome === 200) this.answered++;
      else this.failures.push(String(outcome));
      // Enough to notice a gap, without keeping the machine busy.
      await pause(25);
    }
    agent.destroy();
  }

  #call(agent: Agent, url: string, key: string): Promise<number | string | undefined> {
    const headers = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(BODY),
    };
    return new Promise((resolve) => {
      const call = request(`${url}/api/validate`, { method: "POST", agent, headers }, (answer) => {
        if (answer.headers.connection === "close") this.lastAnswers++;
        answer.on("error", ({ message }) => resolve(message));
        answer.resume().on("end", () => resolve(answer.statusCode));
      });
      call.on("error", ({ message }) => resolve(message));
      call.end(BODY);
    });
  }
}
