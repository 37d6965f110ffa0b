import type { IncomingHttpHeaders } from "node:http";

/** The stages of a call, in their order. */
export type Stage = "credentials" | "budget" | "key" | "reading" | "judging";

/** The trace of one call. */
export interface CallTrace {
  /** The properties by which OpenTelemetry joins log lines with spans. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  /** Starts a stage, and ends the one before. */
  enter(stage: Stage): void;
}

export interface CallOutcome {
  /** Undefined for a method that HTTP does not know. */
  readonly method: string | undefined;
  /** The pattern of the route; undefined if none matched. */
  readonly route: string | undefined;
  /** Without its query. */
  readonly path: string;
  readonly scheme: string;
  readonly status: number;
  readonly operation?: string | undefined;
  readonly valid?: boolean | undefined;
  /** The error code of the response. */
  readonly error?: string | undefined;
}

export interface Tracing {
  /** Continues the trace that `traceparent` names, or starts one. */
  start(headers: IncomingHttpHeaders): CallTrace & { end(outcome: CallOutcome): void };
  /** Sends what is left, within two seconds. */
  stop(): Promise<void>;
}
