import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { inCohorts } from "./cohorts.js";

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
  /** Called after the last response. */
  atEnd?: () => void;
}

/** Tells the parser that the protocol changes here: the rest of the segment is not HTTP. */
const DISCARD_SEGMENT = 2;

const pipelines = new WeakMap<Duplex, Pipeline>();

/**
 * Calls `end` once every request that arrived whole is answered, so that responses keep the order of the requests. A
 * request that arrived in part gets no response: nothing more of it will come.
 */
export function afterResponses(socket: Duplex, end: () => void): void {
  const pipeline = pipelines.get(socket);
  if (pipeline?.waiting.at(-1)?.[0].complete === false) pipeline.waiting.pop();
  if (pipeline?.current === undefined || !pipeline.current.req.complete) end();
  else pipeline.atEnd ??= end;
}

/**
 * Answers the requests of a connection one at a time, each once the previous response is handed to the kernel. A peer
 * that does not read then holds one response in memory, not a thousand: Node parses every request in a segment at
 * once (1,092 in 64 KB) and keeps all their responses. A peer that pipelines more than 16 requests gets 16 responses
 * and is disconnected; one that does not read is disconnected after 20 s.
 */
export class Pipelines {
  readonly #busy = new Set<Pipeline>();
  readonly #handleArrived: RequestListener;
  #draining = false;

  constructor(
    server: Server,
    private readonly handle: RequestListener,
    private readonly limits: PipelineLimits,
  ) {
    this.#handleArrived = inCohorts(handle);
    server.on("request", (request, response) => this.#accept(request, response));
    const timer = setInterval(() => this.#closeUnread(), 1_000).unref();
    server.on("close", () => clearInterval(timer));
  }

  /** From now on, each connection is closed after the last response that is due on it. */
  drain(): void {
    this.#draining = true;
    for (const pipeline of this.#busy) closeIfLast(pipeline);
  }

  #accept(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const known = pipelines.get(socket);
    const pipeline = known ?? { current: undefined, startedAt: 0, waiting: [] };
    if (known === undefined) pipelines.set(socket, pipeline);
    if (pipeline.current === undefined) this.#start(pipeline, request, response, this.#handleArrived);
    else if (pipeline.waiting.length + 1 < this.limits.unanswered) pipeline.waiting.push([request, response]);
    else {
      // Nothing after the last queued request is answered.
      pipeline.waiting.at(-1)?.[1].setHeader("Connection", "close");
      stopParsing(socket);
    }
  }

  #start(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    pipeline.current = response;
    pipeline.startedAt = performance.now();
    this.#busy.add(pipeline);
    if (this.#draining) closeIfLast(pipeline);
    response.once("close", () => {
      pipeline.current = undefined;
      this.#busy.delete(pipeline);
      if (request.socket.destroyed) return;
      const next = pipeline.waiting.shift();
      // It has waited. In another turn, Node may read the end of the stream, and then sends nothing more.
      if (next !== undefined) this.#start(pipeline, ...next, this.handle);
      else pipeline.atEnd?.();
    });
    handle(request, response);
  }

  #closeUnread(): void {
    const oldest = performance.now() - this.limits.answerMs;
    for (const { current, startedAt } of this.#busy) if (startedAt < oldest) current?.req.socket.destroy();
  }
}

/**
 * Discards what else arrives: Node would keep 2 KB for each request until the connection is closed, and a segment of
 * 64 KB has room for 3,600. Its parser is not documented; without it, only that memory would be lost.
 */
function stopParsing(socket: Duplex): void {
  const { parser } = socket as { parser?: { onIncoming(request: { upgrade: boolean }): number } | null };
  if (!parser) return;
  parser.onIncoming = (request) => {
    request.upgrade = false;
    return DISCARD_SEGMENT;
  };
}

/**
 * Closes the connection after the current response, unless more requests wait: Node drops those that follow a
 * response with `Connection: close`. It decides one turn of the event loop after the response is complete: then all
 * requests that had already arrived are parsed.
 */
function closeIfLast(pipeline: Pipeline): void {
  const { current: response } = pipeline;
  if (response === undefined || response.writableEnded) return;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = (...args: unknown[]) => {
    setImmediate(() => {
      const isLast = pipeline.waiting.length === 0 && pipeline.atEnd === undefined;
      if (isLast && !response.headersSent) response.setHeader("Connection", "close");
      end(...args);
    });
    return response;
  };
}
