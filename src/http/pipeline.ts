import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface PipelineLimits {
  /** Requests of one connection that wait for their answers. */
  readonly unanswered: number;
  /** From a request's head to the last byte of its answer being taken. */
  readonly answerMs: number;
}

export const PIPELINE_LIMITS: PipelineLimits = { unanswered: 16, answerMs: 20_000 };

/** The requests of one connection. */
interface Pipeline {
  /** The one that is being answered. */
  current: ServerResponse | undefined;
  startedAt: number;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Answers the requests of a connection one after the other, each when the answer before it has been handed to the kernel: what a
 * peer does not read is one answer, not a thousand. Node parses every request of a segment at once, 1,092 in 64 KB, and keeps
 * all their answers. Who pipelines more than 16 is answered those and closed; who does not read is closed after 20 s.
 */
export class Pipelines {
  readonly #bySocket = new WeakMap<Socket, Pipeline>();
  readonly #busy = new Set<Pipeline>();

  constructor(
    server: Server,
    private readonly handle: RequestListener,
    private readonly limits: PipelineLimits,
  ) {
    server.on("request", (request, response) => this.#take(request, response));
    const timer = setInterval(() => this.#closeUnread(), 1_000).unref();
    server.on("close", () => clearInterval(timer));
  }

  /** Those that are being answered now. */
  *responses(): Iterable<ServerResponse> {
    for (const { current } of this.#busy) if (current !== undefined) yield current;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const known = this.#bySocket.get(socket);
    const pipeline = known ?? { current: undefined, startedAt: 0, waiting: [] };
    if (known === undefined) this.#bySocket.set(socket, pipeline);
    if (pipeline.current === undefined) this.#start(pipeline, request, response);
    else if (pipeline.waiting.length + 1 < this.limits.unanswered) pipeline.waiting.push([request, response]);
    else {
      // Nothing after the last one that waits is answered, or even read.
      pipeline.waiting.at(-1)?.[1].setHeader("Connection", "close");
      socket.pause();
    }
  }

  #start(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    pipeline.current = response;
    pipeline.startedAt = performance.now();
    this.#busy.add(pipeline);
    response.once("close", () => {
      pipeline.current = undefined;
      this.#busy.delete(pipeline);
      const [next, answer] = pipeline.waiting.shift() ?? [];
      if (next && answer && !next.socket.destroyed) this.#start(pipeline, next, answer);
    });
    this.handle(request, response);
  }

  #closeUnread(): void {
    const oldest = performance.now() - this.limits.answerMs;
    for (const { current, startedAt } of this.#busy) if (startedAt < oldest) current?.req.socket.destroy();
  }
}
