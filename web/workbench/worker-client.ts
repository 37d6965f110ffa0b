import type { SpecDocument } from "../../src/specs/explain/describe-spec.js";
import type { Call, Calls, Reply } from "./worker-calls.js";

type Argument<Api, Name extends keyof Api> = Api[Name] extends (argument: infer A) => unknown
  ? A
  : never;
type Result<Api, Name extends keyof Api> = Api[Name] extends (argument: never) => Promise<infer R>
  ? R
  : never;

/** Calls a worker. After a failure, loading a spec package starts another one. */
export class WorkerClient<PageCalls extends Calls> {
  #worker: Worker | undefined;
  readonly #waiting = new Map<
    number,
    { resolve(value: never): void; reject(error: Error): void }
  >();
  #calls = 0;
  /** The spec packages that the worker has or is given, by their address. */
  readonly #loaded = new Map<string, Promise<SpecDocument>>();
  /** Counts the calls of `callLatest`. */
  #turns = 0;
  /** Settles when the running call of `callLatest` has ended. */
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly script: string,
    private readonly onFailure: () => void,
  ) {
    this.#worker = this.#start();
  }

  call<Name extends keyof PageCalls & string>(
    name: Name,
    argument: Argument<PageCalls, Name>,
  ): Promise<Result<PageCalls, Name>> {
    this.#worker ??= this.#start();
    const id = this.#calls++;
    this.#worker.postMessage({ id, name, argument } satisfies Call);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /**
   * Fetches a spec package and compiles it in the worker, once. What has failed may be repeated.
   */
  load(basePath: string, domainId: string, version: string): Promise<SpecDocument> {
    const url = `${basePath}/spec-packages/${domainId}/${version}`;
    const loading = this.#loaded.get(url) ?? this.#load(url);
    this.#loaded.set(url, loading);
    loading.catch(() => this.#loaded.delete(url));
    return loading;
  }

  async #load(url: string): Promise<SpecDocument> {
    const response = await fetch(url, {
      headers: { Accept: "application/json" },
      credentials: "omit",
    });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const document: SpecDocument = await response.json();
    await this.call("load", document as Argument<PageCalls, "load">);
    return document;
  }

  /**
   * Waits while such a call runs. Of several that wait, only the last is made; the others result in
   * undefined.
   */
  async callLatest<Name extends keyof PageCalls & string>(
    name: Name,
    argument: Argument<PageCalls, Name>,
  ): Promise<Result<PageCalls, Name> | undefined> {
    const turn = ++this.#turns;
    await this.#running;
    // The page already says that the worker has failed, and a new one has not loaded the package.
    if (turn !== this.#turns || this.#worker === undefined) return undefined;
    const call = this.call(name, argument);
    this.#running = call.catch(() => {});
    return call.catch((error) => {
      if (this.#worker !== undefined) throw error;
      return undefined;
    });
  }

  #start(): Worker {
    const worker = new Worker(this.script);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#settle(data);
    worker.onerror = () => this.#fail();
    return worker;
  }

  #fail(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.onFailure();
    for (const { reject } of this.#waiting.values()) reject(new Error("the worker failed"));
    this.#waiting.clear();
    this.#loaded.clear();
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ("error" in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.value as never);
  }
}
