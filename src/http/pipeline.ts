import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface PipelineLimits {
  /** Requests on one connection that have no response yet. */
  readonly unanswered: number;
  /** From the start of a request until the last byte of its response is sent. */
  readonly answerMs: number;
}

export const PIPELINE_LIMITS: PipelineLimits = { unanswered: 16, answerMs: 20_000 };

/** The requests of one connection. */
interface Pipeline {
  /** The response in progress. */
  current: ServerResponse | undefined;
  startedAt: number;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Answers the requests of a connection one at a time, each once the previous response is handed to the kernel. A peer
 * that does not read then holds one response in memory, not a thousand: Node parses every request in a segment at
 * once (1,092 in 64 KB) and keeps all their responses. A peer that pipelines more than 16 requests gets 16 responses
 * and is disconnected; one that does not read is disconnected after 20 s.
 */
export class Pipelines {
  readonly #bySocket = new WeakMap<Socket, Pipeline>();
  readonly #busy = new Set<Pipeline>();

  constructor(
    server: Server,
    private readonly handle: RequestListener,
    private readonly limits: PipelineLimits,
  ) {
    server.on("request", (request, response) => this.#accept(request, response));
    const timer = setInterval(() => this.#closeUnread(), 1_000).unref();
    server.on("close", () => clearInterval(timer));
  }

  /** The responses in progress. */
  *responses(): Iterable<ServerResponse> {
    for (const { current } of this.#busy) if (current !== undefined) yield current;
  }

  #accept(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const known = this.#bySocket.get(socket);
    const pipeline = known ?? { current: undefined, startedAt: 0, waiting: [] };
    if (known === undefined) this.#bySocket.set(socket, pipeline);
    if (pipeline.current === undefined) this.#start(pipeline, request, response);
    else if (pipeline.waiting.length + 1 < this.limits.unanswered) pipeline.waiting.push([request, response]);
    else {
      // Nothing after the last queued request is read or answered.
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
      const [nextRequest, nextResponse] = pipeline.waiting.shift() ?? [];
      if (nextRequest && nextResponse && !nextRequest.socket.destroyed)
        this.#start(pipeline, nextRequest, nextResponse);
    });
    this.handle(request, response);
  }

  #closeUnread(): void {
    const oldest = performance.now() - this.limits.answerMs;
    for (const { current, startedAt } of this.#busy) if (startedAt < oldest) current?.req.socket.destroy();
  }
}
