import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** The number of requests on one connection that may wait for a response. */
const MAX_UNANSWERED = 16;

/** The requests of one connection. */
interface Pipeline {
  /** The request that is being answered. */
  current: IncomingMessage | undefined;
  readonly waiting: [IncomingMessage, ServerResponse][];
  /** Whether the current request waited for others. */
  hasWaited: boolean;
  /** Called after the last response. */
  atEnd?: () => void;
}

const pipelines = new WeakMap<Duplex, Pipeline>();

/**
 * Answers the requests of a connection one at a time, each once the previous response is handed to the kernel. A peer
 * that does not read then holds one response in memory: Node parses every request in a segment at once (1,092 in
 * 64 KB) and would keep all their responses. A peer that pipelines more than 16 requests gets 16 responses and is
 * disconnected.
 */
export function answerOneAtATime(handle: RequestListener): RequestListener {
  const start = (pipeline: Pipeline, request: IncomingMessage, response: ServerResponse) => {
    pipeline.current = request;
    response.once("close", () => {
      pipeline.current = undefined;
      if (request.socket.destroyed) return;
      const next = pipeline.waiting.shift();
      if (next === undefined) return pipeline.atEnd?.();
      pipeline.hasWaited = true;
      start(pipeline, ...next);
    });
    handle(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const pipeline = pipelines.get(socket) ?? { current: undefined, waiting: [], hasWaited: false };
    pipelines.set(socket, pipeline);
    const { current, waiting } = pipeline;
    if (current === undefined) {
      pipeline.hasWaited = false;
      start(pipeline, request, response);
    } else if (waiting.length + 1 < MAX_UNANSWERED) waiting.push([request, response]);
    else {
      // Nothing after the last queued request is answered, so nothing more has to be read.
      waiting.at(-1)?.[1].setHeader("Connection", "close");
      socket.pause();
    }
  };
}

/** Whether the request that is being answered waited for others of its connection. */
export function hasWaited(socket: Duplex): boolean {
  return pipelines.get(socket)?.hasWaited ?? false;
}

/** Whether more requests of this connection wait for their responses. */
export function hasMoreRequests(socket: Duplex): boolean {
  const pipeline = pipelines.get(socket);
  return pipeline !== undefined && (pipeline.waiting.length > 0 || pipeline.atEnd !== undefined);
}

/**
 * Calls `end` once every request that arrived whole is answered, so that responses keep the order of the requests. A
 * request that arrived in part gets no response: nothing more of it will come.
 */
export function afterResponses(socket: Duplex, end: () => void): void {
  const pipeline = pipelines.get(socket);
  if (pipeline?.waiting.at(-1)?.[0].complete === false) pipeline.waiting.pop();
  if (pipeline?.current === undefined || !pipeline.current.complete) end();
  else pipeline.atEnd ??= end;
}
