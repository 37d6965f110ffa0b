import { setTimeout as pause } from "node:timers/promises";

/** Clients that each make one call after the other until they are stopped, and never retry. */
export class Load<T> {
  readonly made: T[] = [];
  /** Why calls were rejected. */
  readonly rejected: unknown[] = [];
  readonly #clients: Promise<void>[];
  #isRunning = true;

  constructor(
    clients: number,
    pauseMs: number,
    call: (client: number, turn: number) => Promise<T>,
  ) {
    this.#clients = Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; this.#isRunning; turn++) {
        await call(client, turn).then(
          (made) => this.made.push(made),
          (error) => this.rejected.push(error),
        );
        await pause(pauseMs);
      }
    });
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#clients);
  }
}
