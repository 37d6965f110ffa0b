import type { IncomingHttpHeaders } from "node:http";

/** What a call does, one after the other. */
export type Stage = "credentials" | "budget" | "reading" | "judging";

/** The trace of one call. */
export interface CallTrace {
  /** The trace id, for the log. */
  readonly id: string;
  /** Ends the stage before. */
  enter(stage: Stage): void;
}

export interface CallOutcome {
  readonly method: string;
  readonly route: string;
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
