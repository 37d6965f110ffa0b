import type { AppError } from "../errors/app-error.js";
import type { CallSpans } from "../ops/opentelemetry.js";
import type { Dependencies, UseCase } from "../proposals/dependencies.js";
import { readRequest } from "../proposals/read-request.js";
import type { OperationResult } from "../proposals/results.js";
import type { Access } from "./admission.js";
import type { Turns } from "./fair-queue.js";

/** A call of an operation: the means to do its work, and what is logged about it. */
export interface Call {
  /** Undefined if calls are not traced. */
  spans?: CallSpans | undefined;
  /** Undefined if nobody shares the thread. */
  turns?: Turns;
  /** Why a tool of MCP that needs a key must not work for this caller; the result says so. */
  refusal?: AppError | undefined;
  operation?: string;
  valid?: boolean;
  /** The codes of the diagnostics. */
  codes?: string[];
  /** The error code of the response. */
  error?: string;
}

declare module "koa" {
  /** What the steps of a request leave in `ctx.state` for later ones. */
  interface DefaultState extends Call {
    requestId: string;
    access: Access | undefined;
    /** The id of the caller whose key or signature was verified. */
    caller?: string;
    /** Whether the request was counted. */
    counted?: boolean;
    /** The key of the quota that the request was counted against. */
    countedFor?: string;
    /** The JSON-RPC message of a request to MCP. */
    message?: unknown;
  }
}

/** Validates or builds the proposal of a call. */
export async function runUseCase(
  useCase: UseCase,
  request: unknown,
  dependencies: Dependencies,
  call: Call,
): Promise<OperationResult> {
  call.spans?.enter("judging");
  const current = { ...dependencies, inTurn: call.turns?.expensive };
  const result = await useCase(await readRequest(request, current), current);
  call.valid = result.valid;
  call.codes = result.diagnostics.map(({ code }) => code);
  return result;
}
