import type { Calls, Checked, CheckRequest, Reply } from "./protocol.js";

/** The engine, in its worker. */
export class Engine {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  #calls = 0;
  #isChecking = false;
  #next: (() => void) | undefined;

  constructor(script: string, onFailure: () => void) {
    this.#worker = new Worker(script);
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#settle(data);
    this.#worker.onerror = onFailure;
  }

  call<Name extends keyof Calls>(name: Name, given: Calls[Name][0]): Promise<Calls[Name][1]> {
    const id = this.#calls++;
    this.#worker.postMessage({ id, name, given });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** While one check runs, only the last of those that are asked for meanwhile is kept. Undefined for the others. */
  async check(request: CheckRequest): Promise<Checked | undefined> {
    if (this.#isChecking && !(await this.#turn())) return undefined;
    this.#isChecking = true;
    try {
      return await this.call("check", request);
    } finally {
      this.#isChecking = false;
      this.#next?.();
      this.#next = undefined;
    }
  }

  /** False if a later check takes its place. */
  #turn(): Promise<boolean> {
    this.#cancel();
    return new Promise((resolve) => {
      this.#next = () => resolve(true);
      this.#cancel = () => resolve(false);
    });
  }
  #cancel = () => {};

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ("error" in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.value as never);
  }
}
